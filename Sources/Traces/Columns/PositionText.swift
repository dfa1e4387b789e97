internal import Geodesy

/// Both coordinates in one text: well-known text, GeoJSON, or two numbers.
///
/// Well-known text and GeoJSON have the longitude first. Of two numbers the first is the latitude, unless it is beyond 90.
struct PositionText: Equatable {
  let latitude: Degrees
  let longitude: Degrees

  /// `POINT (9.52 47.14)`, `SRID=4326;POINT(9.52 47.14)`, a point of PostGIS in hexadecimal digits,
  /// `{"type":"Point","coordinates":[9.52,47.14]}`, `47.14, 9.52`, `47.14°, 9.52°`, `geo:47.14,9.52`.
  ///
  /// - Parameter isLongitudeFirst: of two numbers alone; `nil` if the numbers decide.
  init?(_ text: String, isLongitudeFirst: Bool? = nil) {
    let lower = text.lowercased()
    if let point = WellKnownBinary(hex: text) {
      guard abs(point.latitude) <= 90, abs(point.longitude) <= 180 else { return nil }
      (latitude, longitude) = (point.latitude, point.longitude)
      return
    }
    let isPoint = lower.contains("point")
    if lower.hasPrefix("srid="), !lower.hasPrefix("srid=4326;") { return nil }
    let bare =
      isPoint ? lower.drop(while: { $0 != "(" && $0 != "[" }) : lower.dropFirst(lower.hasPrefix("geo:") ? 4 : 0)
    guard !isPoint || !bare.isEmpty else { return nil }
    let numbers = bare.split(whereSeparator: { ",; \t()[]{}°".contains($0) }).map { Double($0) }
    guard numbers.count >= 2, numbers.count <= 3, let first = numbers[0], let second = numbers[1] else { return nil }
    let isSwapped = isPoint || (isLongitudeFirst ?? (abs(first) > 90))
    (latitude, longitude) = isSwapped ? (second, first) : (first, second)
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
  }
}
