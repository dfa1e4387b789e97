/// Numbers of objects by kind.
package struct ObjectCounts: Equatable, Sendable {
  package var nodes = 0
  package var ways = 0
  package var relations = 0

  package init(nodes: Int = 0, ways: Int = 0, relations: Int = 0) {
    (self.nodes, self.ways, self.relations) = (nodes, ways, relations)
  }

  package var total: Int { nodes + ways + relations }

  mutating func add(_ kind: OSMFile.Kinds) {
    switch kind {
    case .nodes: nodes += 1
    case .ways: ways += 1
    default: relations += 1
    }
  }
}

/// How many objects change files create, modify and delete, or how many were changed in an extract.
package struct ChangeCounts: Equatable, Sendable {
  package var created = ObjectCounts()
  package var modified = ObjectCounts()
  package var deleted = ObjectCounts()

  package init() {}

  package var total: Int { created.total + modified.total + deleted.total }
}
