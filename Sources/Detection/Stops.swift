internal import Geodesy
internal import Moments
internal import Trips

extension Drive {
  /// The times during which the vehicle stood. Nothing is driven in them.
  func stopEvents() -> [Event] { trip.stops.compactMap(stopEvent) }

  private func stopEvent(_ stop: Stop) -> Event? {
    guard let place = place(of: stop.fixes.lowerBound) else { return nil }
    return Event(
      type: .stop, beginTime: stop.begin, endTime: stop.end, place: place, edge: stop.edge, length: 0, confidence: 1,
      fixes: stop.fixes, detail: "stood for \(rounded(stop.end.seconds(since: stop.begin))) s")
  }
}
