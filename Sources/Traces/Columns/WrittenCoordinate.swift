package import Geodesy
internal import Storage

/// A coordinate in a table, written as in traces: `47.14`, `47,14`, `N47.14`, `47°08'24"N`, `47 08.4 N`.
package struct WrittenCoordinate: Sendable {
  package let degrees: Degrees

  /// - Parameters:
  ///   - hemisphere: N, S, E or W from a column of its own; empty without one.
  ///   - exponent: the power of ten by which a whole number is multiplied; `nil` for degrees.
  /// - Returns: `nil` for a text that is not a coordinate. A plain number may be outside the range of coordinates.
  package init?(_ text: String, isLatitude: Bool, hemisphere: String = "", exponent: Int? = nil) {
    let text = text.trimmed
    if !hemisphere.isEmpty {
      // With a hemisphere beside it a number has no sign of its own.
      guard text.first != "-", let angle = AngleText(text + " " + hemisphere, isLatitude: isLatitude) else {
        return nil
      }
      degrees = angle.degrees
    } else if let number = Double(text) ?? Double(text.replacing(",", with: ".")) {
      var scale = 1.0
      for _ in 0..<abs(exponent ?? 0) { scale *= 10 }
      degrees = number / scale
    } else {
      guard let angle = AngleText(text, isLatitude: isLatitude) else { return nil }
      degrees = angle.degrees
    }
  }
}

/// Both coordinates in one text, as traces write them: well-known text, GeoJSON, or two numbers.
package struct WrittenPosition: Sendable {
  package let latitude: Degrees
  package let longitude: Degrees

  package init?(_ text: String) {
    guard let position = PositionText(text) else { return nil }
    (latitude, longitude) = (position.latitude, position.longitude)
  }
}
