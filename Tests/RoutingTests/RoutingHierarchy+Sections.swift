import RoadGraph
import Routing

extension RoutingHierarchy {
  /// All sections that `tracemill map build --hierarchy` adds to a map.
  static func sections(of graph: RoadGraph) async -> [AddedSection] {
    var sections: [AddedSection] = []
    await forEachGroup(of: graph) { sections += $0 }
    return sections
  }
}
