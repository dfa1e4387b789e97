import RoadGraph
import Routing
import Storage

extension RoutingHierarchy {
  /// All sections that `tracemill map build --hierarchy` adds to a map.
  static func sections(of graph: RoadGraph) async throws -> [AddedSection] {
    var sections: [AddedSection] = []
    try await forEachGroup(of: graph, reopened: { try graph.with(sections) }) { sections += $0 }
    return sections
  }
}

extension RoadGraph {
  /// The map with further sections, as if it were read from a file.
  func with(_ sections: [AddedSection]) throws -> RoadGraph {
    try RoadGraph(file: MappedFile(copying: bytes(adding: sections)), path: "town.tmg")
  }
}
