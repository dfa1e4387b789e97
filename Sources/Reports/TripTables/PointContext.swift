internal import RoadGraph
internal import Traces

/// What the points of a trip have in common.
final class PointContext: Sendable {
  let graph: RoadGraph
  /// The `index` of fix 0.
  let firstRecord: Int
  /// `nil` if no columns are kept.
  let kept: KeptValues?

  init(graph: RoadGraph, firstRecord: Int = 0, kept: KeptValues? = nil) {
    self.graph = graph
    self.firstRecord = firstRecord
    self.kept = kept
  }

  convenience init(of report: TripReport) {
    let kept = report.added.kept.isEmpty ? nil : report.trace.kept
    self.init(graph: report.graph, firstRecord: report.firstRecord, kept: kept)
  }
}
