internal import Records

/// Why a row of an edge list is left out, or a value of it ignored. The raw values are stable codes, counted as
/// `rows_refused_…` and `values_refused_…`.
package enum ListReason: String, CaseIterable, Sendable {
  /// The row does not have as many fields as the header, or a quote is not closed.
  case badRecord = "bad_record"
  case unreadableNumber = "unreadable_number"
  case placeOutsideEarth = "place_outside_earth"
  case repeatedID = "repeated_id"
  case unknownNode = "unknown_node"
  /// Both ends are the same node, and there is no geometry.
  case noLength = "no_length"
  case unreadableGeometry = "unreadable_geometry"
  /// The ends of the geometry are more than 100 m from the nodes of the row.
  case geometryElsewhere = "geometry_elsewhere"

  // Reasons for a value. Its row is kept as if the field were empty.

  case unknownClass = "unknown_class"
  case unknownOneway = "unknown_oneway"
  case unreadableLength = "unreadable_length"
  case unreadableSpeed = "unreadable_speed"

  /// Whether the row is kept.
  package var isOfValue: Bool {
    switch self {
    case .unknownClass, .unknownOneway, .unreadableLength, .unreadableSpeed: true
    default: false
    }
  }

  /// The name under which imports count it.
  var count: String { (isOfValue ? "values_refused_" : "rows_refused_") + rawValue }

  /// One sentence; for ``badRecord`` the flaw of the row says more.
  package var sentence: String {
    switch self {
    case .badRecord: "the row cannot be read. The row was skipped."
    case .unreadableNumber: "an id or a coordinate is not a number. The row was skipped."
    case .placeOutsideEarth: "the latitude is outside -90…90 or the longitude outside -180…180. The row was skipped."
    case .repeatedID: "the id occurred before. The row was skipped."
    case .unknownNode: "a node is not in the list of nodes. The row was skipped."
    case .noLength: "both ends are the same node and there is no geometry. The row was skipped."
    case .unreadableGeometry: "the geometry is not LINESTRING (longitude latitude, …). The row was skipped."
    case .geometryElsewhere:
      "the geometry begins or ends more than 100 m from the row's nodes. The row was skipped."
    case .unknownClass: "the class is none of those known. The road was given the class road."
    case .unknownOneway: "oneway is not yes, no, -1, reversible or alternating. The road was left open both ways."
    case .unreadableLength: "length_m is not a number above 0. The length was measured."
    case .unreadableSpeed: "max_speed_kmh is not a number from 1 to 300. The limit was taken from the class."
    }
  }
}
