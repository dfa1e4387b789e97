package import Records
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
/// The speeds have the waiting at the ends of roads in them; a turn that takes longer than the mean of its road costs the
/// rest (``LearnedTables/times(on:noting:)``). Other turns keep the times of OSRM's profile.
///
/// - Source: Project OSRM, wiki page Traffic; tried with osrm-bindings 26.10.
package struct OSRMFiles {
  private let times: LearnedTimes
  private let graph: RoadGraph
  private let mode: TravelMode

  package init(_ times: LearnedTimes, on graph: RoadGraph, mode: TravelMode) {
    self.times = times
    self.graph = graph
    self.mode = mode
  }

  /// Calls `body` with each class of hours: its part of the names of files, and the lines of speeds and of turns.
  package func forEachClass(_ body: (String, consuming ExportedLines, consuming ExportedLines) throws -> Void) rethrows
  {
    for number in 0..<times.classes.count {
      try body(times.classes.fileName(number), speeds(in: number), turns(in: number))
    }
  }

  /// The lines of the speeds in a class of the hours of the week.
  ///
  /// Two roads between the same two nodes cannot be told apart there; the first one counts.
  func speeds(in class: Int) -> ExportedLines {
    var lines = ExportedLines()
    var written: Set<NodePair> = []
    for edge in edges {
      guard let speed = times.speed(on: edge, in: `class`) else { continue }
      graph.forEachPair(along: graph.whole(edge)) { pair in
        guard let from = pair.from?.rawValue, let to = pair.to?.rawValue,
          written.insert(NodePair(from: from, to: to)).inserted
        else { return }
        lines.bytes.integer(from)
        lines.bytes.word(.comma)
        lines.bytes.integer(to)
        lines.bytes.word(.comma)
        lines.bytes.fixed(max(1, Int64((speed * 36).rounded())), places: 1)
        lines.end()
      }
    }
    return lines
  }

  /// The lines of the turns in a class of the hours of the week.
  func turns(in class: Int) -> ExportedLines {
    var lines = ExportedLines()
    var written: Set<NodeTriple> = []
    for edge in edges where times.speed(on: edge, in: `class`) != nil {
      for next in graph.edges(leaving: graph.head(of: edge)) where isWritten(next) && next != edge.reversed {
        let delay = times.delay(from: edge, onto: next, in: `class`)
        guard delay >= Self.least, let turn = NodeTriple(from: edge, onto: next, on: graph),
          written.insert(turn).inserted
        else { continue }
        for node in [turn.from, turn.via, turn.to] {
          lines.bytes.integer(node)
          lines.bytes.word(.comma)
        }
        lines.bytes.fixed(Int64((min(Self.most, delay) * 10).rounded()), places: 1)
        lines.end()
      }
    }
    return lines
  }

  /// In seconds; for less, a turn keeps the time of OSRM's profile.
  private static let least = 1.0
  /// In seconds; OSRM stops at penalties above 3,276.7.
  private static let most = 3_000.0

  private var edges: some Sequence<EdgeID> { (0..<graph.edgeCount).lazy.map { EdgeID($0) }.filter(isWritten) }

  /// OSRM's profile for cars has no tracks, no `highway=road`, and no pedestrian streets.
  private func isWritten(_ edge: EdgeID) -> Bool {
    graph.access(of: edge)[mode] != .no
      && (mode != .car || ![.track, .road, .pedestrian].contains(graph.roadClass(of: edge)))
  }
}

/// The content of a file, line by line.
package struct ExportedLines: ~Copyable {
  package var bytes = ByteWriter()
  package private(set) var count = 0

  package consuming func finished() -> ByteWriter { bytes }

  mutating func end() {
    bytes.word(.line)
    count += 1
  }
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
