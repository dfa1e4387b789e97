internal import Geodesy
package import Routing

/// The fields of a waypoint besides its place.
enum WaypointField: String, CaseIterable {
  case type, name, heading, side, radius

  static let allNames = allCases.map(\.rawValue).joined(separator: ", ")
}

extension Waypoint {
  /// The waypoint that a text such as `47.14,9.52` or `47.14,9.52,type=pass_through,heading=90` describes: latitude,
  /// longitude, and any of type, name, heading (degrees from north), side and radius (metres). A single number after
  /// the longitude is the heading.
  package init(text: String) throws(RequestRefusal) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingBlanks }
    guard parts.count >= 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else {
      throw RequestRefusal(.badValue, "a waypoint is LAT,LON, not \(shown(text)); an example is 47.141,9.521")
    }
    self = try waypoint(latitude: latitude, longitude: longitude, "waypoint")
    for (i, part) in parts.enumerated().dropFirst(2) {
      if i == 2, Double(part) != nil {
        try set(.heading, to: part)
        continue
      }
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingBlanks }
      guard pair.count == 2, let field = WaypointField(rawValue: pair[0]) else {
        throw RequestRefusal(
          .unknownField, "after its place a waypoint has FIELD=VALUE of \(WaypointField.allNames), not \(shown(part))")
      }
      try set(field, to: pair[1])
    }
  }

  private mutating func set(_ field: WaypointField, to text: String) throws(RequestRefusal) {
    switch field {
    case .type: kind = try choice(text, "type")
    case .name: name = text
    case .side: side = try choice(text, "side")
    case .heading: heading = try checked(try number(text, "heading"), "heading", 0...360, "degrees")
    case .radius: radius = try checkedRadius(try number(text, "radius"), "radius")
    }
  }
}

/// A number as text.
func number(_ text: String, _ field: String) throws(RequestRefusal) -> Double {
  guard let number = Double(text) else { throw RequestRefusal(.wrongType, "\(field) is a number, not \(shown(text))") }
  return number
}

extension Substring {
  var trimmingBlanks: String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
