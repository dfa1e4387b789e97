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
  /// The plan laid last, by its number in its file.
  var plan: (number: Int, outcome: PlanOutcome)?

  package init(router: consuming Router) { planner = Planner(router: router) }
}
