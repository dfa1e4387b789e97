package import Geodesy
package import Moments
package import RoadGraph

/// What a navigation system would have said of the rest of a plan at some moment of a drive.
package struct RoutePoll: Sendable {
  package enum Finding: String, CaseIterable, Sendable {
    /// Another route arrives earlier.
    case betterRoute = "better_route"
    /// The plan is still the best route, and arrives at another time than was known before.
    case etaRefreshed = "eta_refreshed"
    /// The vehicle was off the plan.
    case couldNotMatchOrigin = "could_not_match_origin"
  }

  package var finding: Finding
  /// The fix at which it was asked.
  package var fix: Int
  package var time: Timestamp
  /// How far along the plan it was.
  package var progress: Metres
  /// What was found; `nil` off the plan.
  package var route: Route?

  /// The route found: another one, or the rest of the plan.
  package struct Route: Sendable {
    package var path: [EdgeStretch]
    package var length: Metres
    package var duration: Seconds
    package var arrival: Timestamp
    /// How much later it arrives than the rest of the plan, or than was known before; negative where earlier.
    package var arrivalDifference: Seconds
    /// How much longer it is than the rest of the plan; negative where shorter.
    package var lengthDifference: Metres
    /// The plan cannot be driven: a road of it is closed.
    package var isPlanClosed = false
  }
}
