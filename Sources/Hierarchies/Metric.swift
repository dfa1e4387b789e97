package import RoadGraph
internal import Storage

/// The weights of a hierarchy's arcs for one set of weights of the graph's arcs.
///
/// Shapes, for *h* arcs of the hierarchy:
///
///     weights    h, the cost of the cheapest path between the ends via lower vertices only; `.max` for none
///     middles    h, the ``ArcMiddle/number`` by which that path is found again
///
/// Some arcs may cost less than these columns say: ``CheaperArcs``.
///
/// Of paths with the same cost, an arc of the graph wins, the one with the lowest number; otherwise the lowest vertex
/// wins. So the same weights give the same paths.
package struct Metric: Sendable {
  private let weights: Column<UInt32>
  private let middles: Column<UInt32>
  /// The owners of the columns' memory.
  private let memory: [any AnyObject & Sendable]
  /// Arcs that cost less than the columns say.
  private var cheaper: CheaperArcs?

  /// - Parameter weights: of every arc of the graph, `.max` for one that is never driven. Sums that reach `.max` also
  ///   mean never.
  /// - Complexity: O(number of lower triangles).
  package init(of hierarchy: consuming Hierarchy, weights: consuming [UInt32]) {
    precondition(weights.count == hierarchy.originalArcCount, "one weight per arc of the graph")
    let (weightMemory, middleMemory) = customised(consume weights, on: consume hierarchy)
    self.weights = weightMemory.column
    middles = middleMemory.column
    memory = [weightMemory, middleMemory]
  }

  /// The same metric with some arcs cheaper.
  package func with(_ cheaper: CheaperArcs) -> Metric {
    var metric = self
    metric.cheaper = cheaper
    return metric
  }

  /// The arcs that cost less than by another metric.
  ///
  /// - Precondition: neither has ``CheaperArcs``.
  package func arcs(below other: Metric) -> CheaperArcs {
    precondition(cheaper == nil && other.cheaper == nil && weights.count == other.weights.count, "whole weights")
    var count = 0
    for arc in 0..<weights.count where weights[arc] < other.weights[arc] { count += 1 }
    var arcs = FixedArray<UInt32>(repeating: 0, count: count)
    var costs = FixedArray<UInt32>(repeating: 0, count: count)
    var paths = FixedArray<UInt32>(repeating: 0, count: count)
    var index = 0
    for arc in 0..<weights.count where weights[arc] < other.weights[arc] {
      arcs[index] = UInt32(arc)
      costs[index] = weights[arc]
      paths[index] = middles[arc]
      index += 1
    }
    return CheaperArcs(arcs: ColumnMemory(arcs), weights: ColumnMemory(costs), middles: ColumnMemory(paths))
  }

  /// The cheapest path of an arc. For many arcs, ``forEach(in:_:)`` is faster.
  func path(of arc: Int) -> (weight: UInt32, middle: ArcMiddle) {
    cheaper?.path(of: arc) ?? (weights[arc], ArcMiddle(number: middles[arc]))
  }

  /// Calls `body` with the weight of each arc in a range. A cheaper arc comes twice, its lower weight second.
  @inline(__always)
  func forEach(in arcs: Range<Int>, _ body: (_ arc: Int, _ weight: UInt32) -> Void) {
    for arc in arcs { body(arc, weights[arc]) }
    guard let cheaper else { return }
    for index in cheaper.indices(of: arcs) { body(Int(cheaper.arcs[index]), cheaper.weights[index]) }
  }
}

// Of the usual weights of a map.

extension Metric {
  /// What a map stores of the weights, for `GraphDraft.add(_:)`: 8 bytes per arc.
  package var sections: [AddedSection] {
    [
      AddedSection(.usualWeights, weights, in: memory), AddedSection(.usualMiddles, middles, in: memory),
    ]
  }

  /// The weights stored in a map, used in place; `nil` if it has none for a hierarchy of this size.
  ///
  /// That they are right is for the caller to know: what they should be depends on what roads cost.
  ///
  /// - Throws: `RoadGraphError.damaged` if a section does not match its checksum.
  package init?(storedIn map: RoadGraph, on hierarchy: Hierarchy) throws(RoadGraphError) {
    weights = try map.numbers(of: .usualWeights)
    middles = try map.numbers(of: .usualMiddles)
    memory = [map]
    guard weights.count == hierarchy.arcCount, middles.count == hierarchy.arcCount else { return nil }
  }
}

extension Metric: Equatable {
  package static func == (a: Metric, b: Metric) -> Bool {
    a.weights.elementsEqual(b.weights) && a.middles.elementsEqual(b.middles) && a.cheaper == b.cheaper
  }
}
