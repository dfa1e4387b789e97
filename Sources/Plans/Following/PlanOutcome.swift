package import Geodesy
package import Moments

/// What became of the plan of a trip.
package struct PlanOutcome: Sendable {
  package enum Status: String, CaseIterable, Sendable {
    /// The trip was compared with it.
    case ok
    /// The trip was compared with it, and never came to it.
    case untouched
    /// It cannot be laid on the map.
    case failed
    /// The trip has none.
    case missing
  }

  /// As the file of plans has it; `nil` without one.
  package var id: String?
  /// The number of what gave the trip its plan: a plan of the file, or a row of `--plans`.
  package var source: Int?
  package var status: Status
  /// Why it is not `ok`: the code and a sentence.
  package var reason: String?
  package var message: String?
  package var plan: Plan?
  /// How the plan follows its line, if it was made from one.
  package var fit: RouteImport?
  /// When the plan begins: as it says, or else with the first fix.
  package var departure: Timestamp?
  /// One for each fix; `nil` for a fix that is not used.
  package var positions: [PlanPosition?] = []
  /// Whether the trip was compared with the traffic as well.
  package var isInTraffic = false
  /// What the drive lost; `nil` without traffic, without times, and where it did not reach all of its stops.
  package var hindsight: Hindsight?
  /// How far along the plan the drive got.
  package var progress: Metres { positions.reduce(0) { max($0, $1?.progress ?? 0) } }

  package init(id: String?, status: Status, reason: String? = nil, message: String? = nil) {
    self.id = id
    self.status = status
    self.reason = reason
    self.message = message
  }

  /// A fix this near to the line of a plan is on its road or on one that crosses it.
  private static let roadWidth: Metres = 30

  /// The reason of a trip that never came to its plan.
  package static let neverOnPlan = "never_on_plan"

  /// Notes that the trip never came to its plan.
  ///
  /// - Parameter nearest: how near a fix came to the line of the plan; `nil` without usable fixes.
  package mutating func leaveUntouched(nearest: Metres?) {
    status = .untouched
    reason = Self.neverOnPlan
    var distance = nearest.map { "; the nearest is \(Int($0.rounded())) m from it" } ?? ""
    if let nearest, nearest < Self.roadWidth { distance += ", on another road or in the other direction" }
    message = "No fix of the trip is on its plan, and no waypoint was reached\(distance)."
  }

  /// Forgets what became of the plan in the part of a drive that has ended, before the next part begins.
  package mutating func beginPart() {
    (status, reason, message) = (.ok, nil, nil)
    (positions, hindsight) = ([], nil)
  }

  package init(id: String?, _ plan: Plan, fit: RouteImport?) {
    self.init(id: id, status: .ok)
    self.plan = plan
    self.fit = fit
  }
}
