package import RoadGraph
internal import Storage

/// The arcs of a hierarchy that cost less if some arcs of the graph do. A ``Metric`` and these arcs together are a second
/// metric, for less memory than two.
///
/// Shapes, for *k* arcs:
///
///     arcs       k, the arcs of the hierarchy, ascending
///     weights    k, the cost of the cheaper path
///     middles    k, as in ``Metric``
package struct CheaperArcs: Sendable {
  let arcs: Column<UInt32>
  let weights: Column<UInt32>
  let middles: Column<UInt32>
  /// The owners of the columns' memory.
  private let memory: [any AnyObject & Sendable]

  init(arcs: ColumnMemory<UInt32>, weights: ColumnMemory<UInt32>, middles: ColumnMemory<UInt32>) {
    (self.arcs, self.weights, self.middles) = (arcs.column, weights.column, middles.column)
    memory = [arcs, weights, middles]
  }

  /// The indices of all arcs in a range.
  func indices(of arcs: Range<Int>) -> Range<Int> {
    let first = self.arcs.firstIndex(notBefore: UInt32(arcs.lowerBound), in: 0..<self.arcs.count)
    return first..<self.arcs.firstIndex(notBefore: UInt32(arcs.upperBound), in: first..<self.arcs.count)
  }

  /// The cheaper path of an arc, or `nil`.
  func path(of arc: Int) -> (weight: UInt32, middle: ArcMiddle)? {
    let index = arcs.firstIndex(notBefore: UInt32(arc), in: 0..<arcs.count)
    guard index < arcs.count, arcs[index] == arc else { return nil }
    return (weights[index], ArcMiddle(number: middles[index]))
  }
}

// What maps store for routes that violate rules.

extension CheaperArcs {
  /// The sections for `GraphDraft.add(_:)`: 12 bytes per arc.
  package var sections: [AddedSection] {
    [
      AddedSection(.cheaperArcs, arcs, in: memory), AddedSection(.cheaperWeights, weights, in: memory),
      AddedSection(.cheaperMiddles, middles, in: memory),
    ]
  }

  /// Reads the sections of a map in place; `nil` if there are none.
  ///
  /// The caller must know that they are right, as with a ``Metric``.
  ///
  /// - Throws: `RoadGraphError.damaged` if a section does not match its checksum.
  package init?(storedIn map: RoadGraph) throws(RoadGraphError) {
    arcs = try map.numbers(of: .cheaperArcs)
    weights = try map.numbers(of: .cheaperWeights)
    middles = try map.numbers(of: .cheaperMiddles)
    memory = [map]
    guard !arcs.isEmpty, arcs.count == weights.count, arcs.count == middles.count else { return nil }
  }
}

extension CheaperArcs: Equatable {
  package static func == (a: CheaperArcs, b: CheaperArcs) -> Bool {
    a.arcs.elementsEqual(b.arcs) && a.weights.elementsEqual(b.weights) && a.middles.elementsEqual(b.middles)
  }
}
