package import RoadGraph

/// Something that happens on a road for a while.
package struct TrafficEvent: Sendable {
  /// Raw values are the names in files and reports.
  package enum Kind: String, CaseIterable, Sendable {
    case closure, congestion, works, accident
  }

  /// How much it slows traffic down. Raw values are the names in files and reports.
  package enum Severity: String, CaseIterable, Sendable {
    case minor, moderate, major

    /// What is left of the speed where no speed is told: a guess, to be replaced by told speeds.
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
  package var severity: Severity?
  package var description: String
  package var edges: Set<EdgeID>
  package var validity: Validity

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

/// What a route makes of traffic. Raw values are the names in options.
package enum TrafficMode: String, CaseIterable, Sendable {
  /// Nothing.
  case ignore
  /// The best route in the traffic as it is at the departure.
  case optimal
  /// The route without traffic, timed with it.
  case keep
}
