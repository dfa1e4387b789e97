internal import Geodesy
internal import Matching
internal import Traces
internal import Trips

extension Drive {
  /// Every run of fixes off the road; refused and dropped fixes between them do not part it, nor does a road that is
  /// crossed.
  ///
  /// Their confidence is 1: that no road is near is read from the map, and roads that are near are left only when no
  /// way on them is likely.
  func offRoadEvents() -> [Event] {
    guard trip.matched.fixes.contains(where: { $0.status == .offRoad }) else { return [] }
    let usable = fixes.indices.filter(isUsable)
    var joined: [ArraySlice<Int>] = []
    for run in runs(in: usable.indices, where: { status(of: usable[$0]) == .offRoad }).map({ usable[$0] }) {
      if let last = joined.last, isCrossing(usable[last.endIndex..<run.startIndex], from: last, to: run) {
        joined[joined.count - 1] = usable[last.startIndex..<run.endIndex]
      } else {
        joined.append(run)
      }
    }
    return joined.compactMap(offRoadEvent)
  }

  private func status(of fix: Int) -> FixStatus { trip.matched.fixes[fix].status }

  private func isCrossing(_ between: ArraySlice<Int>, from: ArraySlice<Int>, to: ArraySlice<Int>) -> Bool {
    guard let begin = from.last, let end = to.first else { return false }
    return between.allSatisfy { status(of: $0) == .unmatched }
      && straightLine(begin, end) <= settings.longestRoadCrossing
  }

  private func offRoadEvent(_ run: ArraySlice<Int>) -> Event? {
    guard let first = run.first, let last = run.last, let place = fixes[first].place else { return nil }
    return Event(
      type: .offRoad, beginTime: time(of: first), endTime: time(of: last), place: place, edge: nil,
      length: zip(run, run.dropFirst()).reduce(0) { $0 + straightLine($1.0, $1.1) }, confidence: 1,
      fixes: first...last, detail: reasons(of: run))
  }

  private func reasons(of run: ArraySlice<Int>) -> String {
    let found = Set(run.filter { status(of: $0) == .offRoad }.compactMap { trip.matched.fixes[$0].reason })
    return FixReason.allCases.filter(found.contains).map { "\($0.rawValue): \($0.meaning)" }.joined(separator: "; ")
  }
}
