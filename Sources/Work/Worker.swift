package import Plans
package import Reports
package import Routing

/// What one worker keeps from input to input: the scratch of matching, searching and rendering.
///
/// The same workers handle traces and requests. Scratch that an input does not need takes no memory: it grows when a
/// search first runs.
package struct Worker: ~Copyable, Sendable {
  /// The router, and the scratch of the matcher.
  package var planner: Planner
  package var rendering = RenderingScratch()
  /// The plans laid last, by their numbers.
  var plans = LaidPlans()

  package init(router: consuming Router) { planner = Planner(router: router) }
}

/// The plans that a worker has laid on the map, so that traces with one plan do not have it laid again and again.
struct LaidPlans: Sendable {
  private var outcomes: [Int: PlanOutcome] = [:]
  /// Enough for the lines of a bus depot.
  private static let most = 64

  subscript(number: Int) -> PlanOutcome? { outcomes[number] }

  mutating func keep(_ outcome: PlanOutcome, number: Int) {
    if outcomes.count >= Self.most { outcomes.removeAll() }
    outcomes[number] = outcome
  }
}
