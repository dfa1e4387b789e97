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
  /// Those that earlier runs into the folder have told.
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

extension RunOptions {
  /// Does the work of a command, and then writes the file of metrics, whatever the end.
  func recorded(_ record: RunRecord, _ work: (RunRecord) async throws -> Void) async throws {
    guard let metricsFile else { return try await work(record) }
    let file = try MetricsFile(path: metricsFile)
    do {
      try await work(record)
    } catch {
      try failing(.unwritableOutput) { try file.write(record, exit: exitCode(of: error), now: .now) }
      throw error
    }
    try failing(.unwritableOutput) { try file.write(record, exit: Exit.success.rawValue, now: .now) }
  }

  private func exitCode(of error: any Error) -> Int32 {
    if let failure = error as? Failure { return failure.exit.rawValue }
    if let code = error as? ExitCode { return code.rawValue }
    return Exit.notAllWell.rawValue
  }
}
