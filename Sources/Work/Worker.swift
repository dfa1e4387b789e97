package import Plans
package import Reports
package import Routing

/// What one worker keeps from input to input: the scratch of matching, of searches and of rendering.
///
/// Traces and requests are worked on by the same workers. What an input does not need takes no memory: searches grow
/// their scratch when they first run.
package struct Worker: ~Copyable, Sendable {
  /// The router, and the matcher's scratch.
  package var planner: Planner
  package var rendering = RenderingScratch()

  package init(router: consuming Router) { planner = Planner(router: router) }
}
