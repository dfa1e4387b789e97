/// A row of an edge list that was left out, and why.
package struct RefusedRow: Equatable, Sendable {
  /// Stable codes, counted as `rows_refused_…`.
  package enum Reason: String, Sendable {
    case unreadableNumber = "unreadable_number"
    case placeOutsideEarth = "place_outside_earth"
    case repeatedID = "repeated_id"
    case unknownNode = "unknown_node"
    /// Both ends are one node and no geometry tells where the road goes.
    case noLength = "no_length"
    case unreadableGeometry = "unreadable_geometry"
    /// The geometry's ends lie more than 100 m from the row's nodes.
    case geometryElsewhere = "geometry_elsewhere"
  }

  package let path: String
  /// Counted from 1, the header row included.
  package let line: Int
  package let reason: Reason
}

extension RefusedRow: CustomStringConvertible {
  package var description: String {
    let fact =
      switch reason {
      case .unreadableNumber: "an id or a coordinate is not a number"
      case .placeOutsideEarth: "the latitude is outside -90…90 or the longitude outside -180…180"
      case .repeatedID: "the id occurred before"
      case .unknownNode: "a node is not in the list of nodes"
      case .noLength: "both ends are the same node and there is no geometry"
      case .unreadableGeometry: "the geometry is not LINESTRING (longitude latitude, …)"
      case .geometryElsewhere: "the geometry begins or ends more than 100 m from the row's nodes"
      }
    return "\(path):\(line): \(fact). The row was skipped."
  }
}
