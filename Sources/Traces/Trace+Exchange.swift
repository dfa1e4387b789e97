package import Geodesy

extension Trace {
  /// The same trace with latitude and longitude exchanged; `nil` if a longitude is not a valid latitude.
  package var exchanged: Trace? {
    guard fixes.allSatisfy({ $0.place?.exchanged != nil || $0.place == nil }) else { return nil }
    var trace = self
    for index in trace.fixes.indices {
      guard let place = trace.fixes[index].place?.exchanged else { continue }
      trace.fixes[index].storedPlace = place
    }
    return trace
  }
}

extension Place {
  /// The place at which its latitude would be the longitude; `nil` if there is no such place.
  package var exchanged: Place? {
    abs(longitudeE7) > 900_000_000 ? nil : Place(latitudeE7: longitudeE7, longitudeE7: latitudeE7)
  }
}
