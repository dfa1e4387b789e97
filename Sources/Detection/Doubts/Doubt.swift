package import Geodesy
package import RoadGraph

/// Something that the trips of a run say against the map.
package struct Doubt: Sendable, Equatable {
  package enum Kind: Sendable, Hashable {
    case rule(RuleKind)
    /// Many trips left the roads on the same line.
    case missingRoad
    /// No trip took this road, but many took another beside it.
    case unusedRoad
    /// Nearly all trips stayed far below a speed limit.
    case unreachedLimit
  }

  package var kind: Kind
  /// Whether most trips that met the rule broke it; `nil` without a rule.
  package var isDoubtful: Bool?
  /// The rule or the speed limit on which it is; `nil` for missing and unused roads.
  package internal(set) var rule: RuleID?
  /// The object of the rule or the road in the source of the map.
  package var source: RuleSource?
  /// An edge of the road, for its name.
  package var edge: EdgeID?
  package var place: Place
  /// The trips that met the rule and kept it, or came near the limit; 0 for an unused road; `nil` for a missing road.
  package var kept: Int?
  /// The trips that broke the rule, that stayed far below the limit, that drove where a road is missing, or that took
  /// the road beside an unused one.
  package var broken: Int
  /// The vehicles of these trips, counted separately if they broke the rule at least once; `nil` for missing and unused
  /// roads.
  package var vehicles: Vehicles?
  /// A missing or an unused road; empty for rules.
  package var line: [Place] = []
  /// The speed limit in km/h, where it is in doubt.
  package var limit: Int?

  package init(
    kind: Kind, isDoubtful: Bool? = nil, source: RuleSource?, edge: EdgeID?, place: Place, kept: Int?, broken: Int,
    vehicles: Vehicles? = nil, line: [Place] = [], limit: Int? = nil
  ) {
    self.kind = kind
    self.isDoubtful = isDoubtful
    self.source = source
    self.edge = edge
    self.place = place
    self.kept = kept
    self.broken = broken
    self.vehicles = vehicles
    self.line = line
    self.limit = limit
  }

  package struct Vehicles: Sendable, Equatable {
    package var kept: Int
    package var broken: Int

    package init(kept: Int, broken: Int) {
      self.kept = kept
      self.broken = broken
    }
  }

  /// The share of the trips that met a rule and broke it, or that stayed far below a limit.
  package var share: Double? {
    guard kind != .unusedRoad, let kept else { return nil }
    return Double(broken) / Double(max(1, kept + broken))
  }

  package var length: Metres { zip(line, line.dropFirst()).reduce(0) { $0 + groundDistance($1.0, $1.1) } }

  /// In words.
  package var clause: String {
    switch kind {
    case .missingRoad: return "\(broken) trips drove on the same line where the map has no road"
    case .unusedRoad: return "no trip took it, and \(broken) took the road beside it"
    case .unreachedLimit: return "\(broken) of \(met) trips stayed far below the limit\(ofLimit)\(byVehicles)"
    case .rule(let rule): return "\(broken) of \(met) trips \(rule.breach)\(ofLimit)\(byVehicles)"
    }
  }

  private var met: Int { broken + (kept ?? 0) }
  private var ofLimit: String { limit.map { " of \($0) km/h" } ?? "" }

  /// Empty if vehicles and trips give the same numbers.
  private var byVehicles: String {
    guard let vehicles, vehicles.broken != broken || vehicles.kept != kept else { return "" }
    return ", \(vehicles.broken) of \(vehicles.broken + vehicles.kept) vehicles"
  }
}

extension RuleKind {
  fileprivate var breach: String {
    switch self {
    case .oneway: "drove against the oneway"
    case .turnRestriction: "made the banned turn"
    case .access: "drove on the road that is closed to them"
    case .closure: "drove on the road while it was closed"
    case .barrier: "passed the closed barrier"
    case .vehicleLimit, .nodeLimit: "passed the sign that excludes them"
    case .speedLimit: "were well above the limit"
    }
  }
}
