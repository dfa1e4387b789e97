/// Turn restrictions in the form that a search needs: paths of edges that must not be driven.
///
/// A forbidden turn is such a path as it is. A mandatory one bans, at its last junction, every continuation but its
/// own, including the U-turn. A path of fewer than two edges is not a turn and bans nothing.
///
/// - Source: OSM wiki, Relation:restriction. Conditional restrictions are kept with their condition.
struct BannedPaths {
  /// The last edge of each path, ascending.
  private(set) var last: [UInt32] = []
  /// Path *i* is edges[first[i] ..< first[i + 1]].
  private(set) var first: [UInt32] = [0]
  private(set) var edges: [UInt32] = []
  private(set) var restrictions: [UInt32] = []

  init(of source: [RoadNetwork.Restriction], in order: GraphOrder) {
    let segments = order.newSegments(of: Set(source.flatMap { $0.path.map { UInt32($0.segment) } }))
    var paths: [(path: [UInt32], restriction: Int)] = []
    for (number, restriction) in source.enumerated() {
      let path = restriction.path.compactMap { step in
        segments[UInt32(step.segment)].map { step.forward ? $0.forward : $0.backward }
      }
      for banned in Self.banned(by: restriction.kind, path, in: order) {
        paths.append((banned.map(\.rawValue), number))
      }
    }
    paths.sort { a, b in
      a.path.reversed().lexicographicallyPrecedes(b.path.reversed())
        || (a.path == b.path && a.restriction < b.restriction)
    }
    for entry in paths {
      last.append(entry.path[entry.path.count - 1])
      edges += entry.path
      first.append(UInt32(edges.count))
      restrictions.append(UInt32(entry.restriction))
    }
  }

  private static func banned(
    by kind: RoadNetwork.Restriction.Kind, _ path: [EdgeID], in order: GraphOrder
  ) -> [[EdgeID]] {
    guard path.count > 1, let target = path.last else { return [] }
    guard kind == .mandatory else { return [path] }
    let before = Array(path.dropLast())
    return order.edges(leaving: order.head(of: before[before.count - 1])).filter { $0 != target }.map { before + [$0] }
  }

  /// One byte per edge: 1 if it is the last of a banned path.
  func flags(edgeCount: Int) -> [UInt8] {
    var flags = [UInt8](repeating: 0, count: edgeCount)
    for edge in last { flags[Int(edge)] = 1 }
    return flags
  }
}
