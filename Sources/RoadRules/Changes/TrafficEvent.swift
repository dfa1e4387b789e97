package import RoadGraph

/// A temporary event on a road.
package struct TrafficEvent: Sendable {
  /// Raw values are the names in files and reports.
  package enum Kind: String, CaseIterable, Sendable {
    case closure, congestion, works, accident
  }

  /// How much it slows traffic down. Raw values are the names in files and reports.
  package enum Severity: String, CaseIterable, Sendable {
    case minor, moderate, major

    /// The remaining share of the speed if no speed is given. It is a guess; give speeds where they are known.
    package var speedFactor: Double {
      switch self {
      case .minor: 0.75
      case .moderate: 0.5
      case .major: 0.25
      }
    }
  }

  package var id: String
  package var kind: Kind
  package let severity: Severity?
  package let description: String
  package var edges: Set<EdgeID>
  package let validity: Validity

  package init(
    id: String, kind: Kind, severity: Severity?, description: String, edges: Set<EdgeID>, validity: Validity
  ) {
    self.id = id
    self.kind = kind
    self.severity = severity
    self.description = description
    self.edges = edges
    self.validity = validity
  }
}

/// How a route treats traffic. Raw values are the names in options.
package enum TrafficMode: String, CaseIterable, Sendable {
  /// Without traffic.
  case ignore
  /// The best route in the traffic at departure.
  case optimal
  /// The route found without traffic, timed with traffic.
  case keep
}
