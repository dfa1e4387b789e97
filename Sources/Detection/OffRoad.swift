internal import Geodesy
internal import Matching
internal import Traces
internal import Trips

extension Drive {
  /// Every run of fixes without a road near; refused and dropped fixes between them do not part it.
  ///
  /// Their confidence is 1: that no road is near is read from the map, not guessed.
  func offRoadEvents() -> [Event] {
    let usable = fixes.indices.filter(isUsable)
    return runs(in: usable.indices) { trip.matched.fixes[usable[$0]].status == .offRoad }
      .compactMap { offRoadEvent(usable[$0]) }
  }

  private func offRoadEvent(_ run: ArraySlice<Int>) -> Event? {
    guard let first = run.first, let last = run.last, let place = fixes[first].place else { return nil }
    return Event(
      type: .offRoad, beginTime: time(of: first), endTime: time(of: last), place: place, edge: nil,
      length: zip(run, run.dropFirst()).reduce(0) { $0 + straightLine($1.0, $1.1) }, confidence: 1,
      fixes: first...last, detail: reasons(of: run))
  }

  private func reasons(of run: ArraySlice<Int>) -> String {
    let found = Set(run.compactMap { trip.matched.fixes[$0].reason })
    return FixReason.allCases.filter(found.contains).map { "\($0.rawValue): \($0.meaning)" }.joined(separator: "; ")
  }
}
