internal import Records
package import RoadGraph
package import RoadRules

/// Learned times as the files that `osrm-customize` reads.
///
/// A file of speeds has a line for each two neighbouring nodes of OpenStreetMap on a road, a file of turns one for each
/// turn, by its node before, the node of the crossing, and the node behind:
///
///     from,to,km/h                  --segment-speed-file
///     from,via,to,seconds           --turn-penalty-file
///
/// The speeds leave out the delays of turns, so both files belong together. A turn that has no delay has the penalty 0
/// if the road before it has a learned speed: without this line, OSRM would add the turn time of its own profile to a
/// speed that has it already.
///
/// - Source: Project OSRM, wiki page Traffic.
package struct OSRMFiles {
  private let times: LearnedTimes
  private let graph: RoadGraph
  private let edges: [EdgeID]
  private let mode: TravelMode

  /// - Parameter edges: those that are written, ascending.
  package init(_ times: LearnedTimes, on graph: RoadGraph, edges: [EdgeID], mode: TravelMode) {
    self.times = times
    self.graph = graph
    self.edges = edges
    self.mode = mode
  }

  /// The lines of the speeds in a class of the hours of the week.
  ///
  /// Two roads between the same two nodes cannot be told apart there; the first one counts.
  package func speeds(in class: Int) -> [UInt8] {
    var lines = ByteWriter(capacity: 32 * edges.count)
    var written: Set<NodePair> = []
    for edge in edges {
      guard let speed = times.speed(on: edge, in: `class`) else { continue }
      graph.forEachPair(along: graph.whole(edge)) { pair in
        guard let from = pair.from?.rawValue, let to = pair.to?.rawValue,
          written.insert(NodePair(from: from, to: to)).inserted
        else { return }
        lines.integer(from)
        lines.word(.comma)
        lines.integer(to)
        lines.word(.comma)
        lines.fixed(max(1, Int64((speed * 36).rounded())), places: 1)
        lines.word(.line)
      }
    }
    return lines.array
  }

  /// The lines of the turns in a class of the hours of the week.
  package func turns(in class: Int) -> [UInt8] {
    var lines = ByteWriter(capacity: 32 * edges.count)
    var written: Set<NodeTriple> = []
    for edge in edges where times.speed(on: edge, in: `class`) != nil {
      for next in graph.edges(leaving: graph.head(of: edge)) where isOpen(next) && next != edge.reversed {
        guard let turn = NodeTriple(from: edge, onto: next, on: graph), written.insert(turn).inserted else { continue }
        for node in [turn.from, turn.via, turn.to] {
          lines.integer(node)
          lines.word(.comma)
        }
        let delay = times.delay(from: edge, onto: next, in: `class`)
        lines.fixed(Int64((delay * 10).rounded()), places: 1)
        lines.word(.line)
      }
    }
    return lines.array
  }

  private func isOpen(_ edge: EdgeID) -> Bool { graph.access(of: edge)[mode] != .no }
}

private struct NodePair: Hashable {
  let from: Int64
  let to: Int64
}

/// A turn by nodes of the map's source.
private struct NodeTriple: Hashable {
  let from: Int64
  let via: Int64
  let to: Int64

  /// `nil` where a node has no id.
  init?(from edge: EdgeID, onto next: EdgeID, on graph: RoadGraph) {
    var (before, behind): (Int64?, Int64?)
    graph.forEachPair(along: graph.whole(edge)) { before = $0.from?.rawValue }
    graph.forEachPair(along: graph.whole(next)) { pair in if behind == nil { behind = pair.to?.rawValue } }
    guard let before, let behind, let via = graph.source(of: graph.head(of: edge))?.rawValue else { return nil }
    (from, self.via, to) = (before, via, behind)
  }
}
