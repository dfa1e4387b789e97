package import Matching
internal import RoadGraph
package import Routing

/// Makes plans on one map that are more than a search: routes along lines, and routes from handles.
///
/// The value is scratch: keep one per worker.
package struct Planner: ~Copyable, Sendable {
  package var router: Router
  package var matching = MatchingScratch()
  package let settings: ImportSettings

  package init(router: consuming Router, settings: ImportSettings = ImportSettings()) {
    self.router = router
    self.settings = settings
  }

  var graph: RoadGraph { router.graph }
}
