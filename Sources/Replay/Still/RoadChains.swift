internal import Geodesy
internal import RoadGraph

/// Segments of roads with the same name, joined end to end where they meet.
struct RoadChains {
  struct Chain {
    var text: String
    /// Of its greatest road.
    var look: RoadLook
    var line: [Place]
  }

  /// Chains of the greatest roads come first, then by name.
  let chains: [Chain]

  /// - Parameter text: of a segment; empty for none.
  init(_ roads: SurroundingRoads, text: (EdgeID) -> String) {
    let graph = roads.graph
    var named: [String: [SegmentID]] = [:]
    for segment in roads.segments {
      let name = text(segment.forward)
      if !name.isEmpty { named[name, default: []].append(segment) }
    }
    var chains: [Chain] = []
    for (name, segments) in named.sorted(by: { $0.key < $1.key }) {
      for edges in Self.joined(segments, on: graph) {
        var line: [Place] = []
        for edge in edges { graph.appendShape(of: graph.whole(edge), to: &line) }
        let looks = edges.map { RoadLook(of: graph.roadClass(of: $0)) }
        guard let look = looks.max(by: { $0.key < $1.key }) else { continue }
        chains.append(Chain(text: name, look: look, line: line))
      }
    }
    self.chains = chains.sorted { a, b in
      (b.look.key, a.text, b.line.count, a.place) < (a.look.key, b.text, a.line.count, b.place)
    }
  }

  /// Each segment in one chain. At a junction a chain continues with the straightest unused segment.
  private static func joined(_ segments: [SegmentID], on graph: RoadGraph) -> [[EdgeID]] {
    var leaving: [NodeID: [EdgeID]] = [:]
    for edge in segments.flatMap({ [$0.forward, $0.backward] }) {
      leaving[graph.tail(of: edge), default: []].append(edge)
    }
    var isUsed: Set<SegmentID> = []
    func next(_ edge: EdgeID) -> EdgeID? {
      let ahead = leaving[graph.head(of: edge)]?.filter { !isUsed.contains($0.segment) } ?? []
      return ahead.min { graph.angle(from: edge, onto: $0).size < graph.angle(from: edge, onto: $1).size }
        .flatMap { graph.angle(from: edge, onto: $0).size < 60 ? $0 : nil }
    }
    func run(from edge: EdgeID) -> [EdgeID] {
      var run: [EdgeID] = []
      var here: EdgeID? = edge
      while let edge = here {
        run.append(edge)
        isUsed.insert(edge.segment)
        here = next(edge)
      }
      return run
    }
    return segments.compactMap { segment in
      guard !isUsed.contains(segment) else { return nil }
      let ahead = run(from: segment.forward)
      isUsed.remove(segment)
      let back = run(from: segment.backward)
      return back.dropFirst().reversed().map(\.reversed) + ahead
    }
  }
}

extension RoadChains.Chain {
  /// Tells chains apart.
  fileprivate var place: Int64 { line.first.map { Int64($0.latitudeE7) << 32 + Int64($0.longitudeE7) } ?? 0 }
}
