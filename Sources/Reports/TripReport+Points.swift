internal import Geodesy
internal import Matching
internal import Records
internal import RoadGraph
internal import Traces
internal import Trips

extension TripReport {
  /// The row of one fix of the trace, whatever became of it.
  func writePoint(_ index: Int, to row: inout some RowWriter & ~Copyable) {
    let fix = trace.fixes[index]
    let matched = matchedFix(index) ?? MatchedFix(neverReached: fix)
    writePointRow(fix, number: index, matched, on: graph, to: &row)
  }

  /// `nil` for the fixes of a trace that was given up before it could be matched.
  func matchedFix(_ index: Int) -> MatchedFix? {
    index < trip.matched.fixes.count ? trip.matched.fixes[index] : nil
  }
}

/// A row of `points`.
func writePointRow(
  _ fix: Fix, number: Int, _ matched: MatchedFix, on graph: RoadGraph, to row: inout some RowWriter & ~Copyable
) {
  row.beginRow()
  row.integer(number)
  row.time(fix.time)
  row.place(fix.place)
  row.text(matched.status.rawValue)
  row.text(matched.reason?.rawValue)
  writeMatch(matched, on: graph, to: &row)
  row.quantity(fix.speed, .metresPerSecond)
  row.quantity(fix.bearing, .degrees)
  row.integer(fix.line == 0 ? nil : Int(fix.line))
  row.integer(matched.runnerUp?.edge.index)
  row.quantity(matched.runnerUp?.probability, .probability)
  row.endRow()
}

private func writeMatch(_ matched: MatchedFix, on graph: RoadGraph, to row: inout some RowWriter & ~Copyable) {
  let position = matched.position
  row.place(position?.place)
  row.integer(position?.edge.index)
  row.id(position.map { graph.way(of: $0.edge).rawValue })
  row.quantity(position?.offset, .metres)
  row.quantity(position?.distance, .metres)
  row.quantity(position == nil ? nil : matched.confidence, .probability)
  row.flag(position == nil ? nil : matched.isWrongWay)
}

extension MatchedFix {
  /// The fix of a trace that was given up before it could be matched.
  fileprivate init(neverReached fix: Fix) {
    let status: FixStatus =
      switch fix.refusal {
      case nil: .unmatched
      case .badRecord, .badPosition, .missingPosition, .badTime: .rejected
      default: .dropped
      }
    self.init(status: status, reason: fix.refusal, position: nil, confidence: 0, isWrongWay: false)
  }
}
