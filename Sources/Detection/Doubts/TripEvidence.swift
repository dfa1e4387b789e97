package import Geodesy
package import RoadGraph

/// What one trip says about the map: the rules that it kept and broke, the roads that it drove, and the ground off the
/// roads that it crossed.
package struct TripEvidence: Sendable, Equatable {
  package var vehicle: VehicleNumber
  /// Each rule once: a trip that broke it anywhere has broken it.
  package var kept: [RuleID] = []
  package var broken: [BrokenRule] = []
  /// Each edge once.
  package var edges: [EdgeID] = []
  /// Each cell once.
  package var cells: [CellVisit] = []
  /// Each way with a speed limit once, and whether the vehicle came near the limit.
  package var limits: [LimitVisit] = []

  package init(of vehicle: VehicleNumber) { self.vehicle = vehicle }

  /// The limits that the vehicle stayed far below, as rules.
  package var unreachedLimits: [RuleID] {
    limits.filter { !$0.comesNear }.map { RuleID(.speedLimit, index: $0.way) }
  }

  package var isEmpty: Bool {
    kept.isEmpty && broken.isEmpty && edges.isEmpty && cells.isEmpty && limits.isEmpty
  }
}

/// A rule that a trip broke, and where.
package struct BrokenRule: Sendable, Equatable {
  package var rule: RuleID
  package var place: Place
  /// The edge on which it was broken first.
  package var edge: EdgeID?
  /// The rule that the same event breaks for the greatest length, itself or another one; `nil` if that is unknown.
  package var leader: RuleID?
}

/// A cell of the ground that a trip crossed off the roads, and the middle of its way through it.
package struct CellVisit: Sendable, Equatable {
  var cell: GroundCell
  var place: Place
}

/// A way with a speed limit on which the speed of a trip is known.
package struct LimitVisit: Sendable, Equatable {
  /// The index of the way.
  var way: UInt32
  /// Whether the vehicle came near the limit, or exceeded it.
  var comesNear: Bool
  var place: Place
  var edge: EdgeID
}
