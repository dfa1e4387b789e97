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
    var result: [TripPair] = []
    result.reserveCapacity(2 * edges.count)
    for (number, edge) in edges.enumerated() {
      graph.forEachPair(along: edge.stretch) { pair in
        if let last = result.last, edges[last.edge].leg == edge.leg, last.pair.continues(into: pair) {
          result[result.count - 1].pair.end = pair.end
        } else {
          result.append(TripPair(pair: pair, edge: number))
        }
      }
    }
    return result
  }
}

extension TravelledPair {
  /// Whether `next` is the rest of this pair.
  fileprivate func continues(into next: TravelledPair) -> Bool {
    end == next.begin && from == next.from && to == next.to && from != nil && to != nil
  }
}
