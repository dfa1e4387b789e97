package import Matching
package import RoadGraph

/// One pair of neighbouring source nodes that a trip travelled.
package struct TripPair: Hashable, Sendable {
  package var pair: TravelledPair
  /// The edge of the pair, as an index into ``Trip/edges``; the first one if the travel covers two.
  package var edge: Int
}

extension Trip {
  /// The pairs of neighbouring source nodes travelled, in order.
  ///
  /// A pair on which travel simply continues, as where a join enters an edge again, is listed once.
  ///
  /// - Complexity: O(places along the trip).
  package func pairs(on graph: RoadGraph) -> [TripPair] {
    var fold = PairFold()
    var result = fold.take(Numbered(edges), on: graph)
    if let last = fold.finish() { result.append(last) }
    return result
  }
}

/// Finds the pairs of a trip as its edges become certain.
package struct PairFold: Sendable {
  /// What may still continue, and its leg.
  private var last: (pair: TripPair, leg: Int)?

  package init() {}

  /// Takes the next edges.
  ///
  /// - Returns: the pairs that have ended.
  package mutating func take(_ edges: Numbered<TripEdge>, on graph: RoadGraph) -> [TripPair] {
    var ended: [TripPair] = []
    ended.reserveCapacity(2 * edges.count)
    for number in edges.indices {
      let edge = edges[number]
      graph.forEachPair(along: edge.stretch) { pair in
        if let last, last.leg == edge.leg, last.pair.pair.continues(into: pair) {
          self.last?.pair.pair.end = pair.end
        } else {
          if let last { ended.append(last.pair) }
          last = (TripPair(pair: pair, edge: number), edge.leg)
        }
      }
    }
    return ended
  }

  /// - Returns: the last pair of the trip.
  package mutating func finish() -> TripPair? {
    defer { last = nil }
    return last?.pair
  }
}

extension TravelledPair {
  /// Whether `next` is the rest of this pair.
  fileprivate func continues(into next: TravelledPair) -> Bool {
    end == next.begin && from == next.from && to == next.to && from != nil && to != nil
  }
}
