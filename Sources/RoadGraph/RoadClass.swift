/// The kind of road of a way: OSM's `highway` values, and ferries. Raw values are stored in graph files.
package enum RoadClass: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case motorway = 0
  case motorwayLink
  case trunk
  case trunkLink
  case primary
  case primaryLink
  case secondary
  case secondaryLink
  case tertiary
  case tertiaryLink
  case unclassified
  case residential
  case livingStreet
  case service
  case track
  case road
  case busway
  case pedestrian
  case footway
  case cycleway
  case bridleway
  case path
  case steps
  case ferry

  /// The name in reports: OSM's `highway` value, or `ferry`.
  package var name: String {
    switch self {
    case .motorway: "motorway"
    case .motorwayLink: "motorway_link"
    case .trunk: "trunk"
    case .trunkLink: "trunk_link"
    case .primary: "primary"
    case .primaryLink: "primary_link"
    case .secondary: "secondary"
    case .secondaryLink: "secondary_link"
    case .tertiary: "tertiary"
    case .tertiaryLink: "tertiary_link"
    case .unclassified: "unclassified"
    case .residential: "residential"
    case .livingStreet: "living_street"
    case .service: "service"
    case .track: "track"
    case .road: "road"
    case .busway: "busway"
    case .pedestrian: "pedestrian"
    case .footway: "footway"
    case .cycleway: "cycleway"
    case .bridleway: "bridleway"
    case .path: "path"
    case .steps: "steps"
    case .ferry: "ferry"
    }
  }

  /// The class whose name is `name`, or `nil`.
  package init?(name: String) {
    guard let match = RoadClass.allCases.first(where: { $0.name == name }) else { return nil }
    self = match
  }

  /// A ramp or connecting road.
  package var isLink: Bool {
    switch self {
    case .motorwayLink, .trunkLink, .primaryLink, .secondaryLink, .tertiaryLink: true
    default: false
    }
  }
}
