internal import Detection
internal import Matching
internal import Moments
internal import Plans
internal import Reports
internal import Routing
internal import Trips

/// The plan of a trip in progress, laid with its first usable fix.
struct OnlinePlan: Sendable {
  /// Without the positions of fixes, which go into rows.
  let outcome: PlanOutcome
  /// `nil` if there is no plan to follow.
  private var follower: PlanFollower?

  /// - Parameter begin: the time of the first usable fix.
  init(_ outcome: PlanOutcome, begin: Timestamp?, in scene: OnlineScene) {
    var outcome = outcome
    if let plan = outcome.plan {
      outcome.departure = plan.route.departure?.moment ?? begin
      follower = PlanFollower(
        plan, departure: outcome.departure, on: scene.graph, hindrances: scene.hindrances,
        settings: scene.settings.detection, following: scene.following)
    }
    self.outcome = outcome
  }

  /// Whether fixes have places on it.
  var isFollowed: Bool { follower != nil }

  mutating func take(_ update: TripUpdate, into events: inout [Event]) -> [PlanPosition?] {
    follower?.take(update, into: &events) ?? []
  }

  mutating func finish(into events: inout [Event]) -> [PlanPosition?] { follower?.finish(into: &events) ?? [] }
}
