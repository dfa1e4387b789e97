internal import ArgumentParser
internal import Moments
internal import RoadGraph
internal import Traces
internal import Work

/// What became of a run, for those that watch it: filled in while the command works.
final class RunRecord {
  var counts: RunCounts?
  var kind: OutputContent.Kind
  var graph: RoadGraph?
  let startedAt = Timestamp.now
  /// What the columns of the inputs were taken for.
  var layouts = LayoutTally()
  /// The layouts that earlier runs into the folder have reported.
  var knownLayouts: [LayoutTally.Entry] = []

  /// Files that were not begun, as the run was asked to stop.
  var filesLeft: [String] = []

  init(_ kind: OutputContent.Kind) { self.kind = kind }

  /// Ends the program with its code if files are left.
  func endIfFilesAreLeft(_ console: Console) throws {
    guard let first = filesLeft.first else { return }
    console.error("--max-duration is over: \(filesLeft.count) files were not read, the first is \(first)")
    throw Exit.outOfTime.code
  }
}
