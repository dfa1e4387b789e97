package import RoadGraph
internal import Storage

/// The weights of a hierarchy's arcs for one set of weights of the graph's arcs.
///
/// Shapes, for *h* arcs of the hierarchy:
///
///     weights    h, the cost of the cheapest path between the ends via lower vertices only; `.max` for none
///     parts      h, the parts of that path
///
/// Of paths with the same cost, an arc of the graph wins, the one with the lowest number; otherwise the lowest vertex
/// wins. So the same weights give the same paths.
package struct Metric: Sendable {
  let weights: Column<UInt32>
  let parts: Column<ArcParts>
  /// The owners of the columns' memory.
  private let memory: [any AnyObject & Sendable]

  /// - Parameter weights: of every arc of the graph, `.max` for one that is never driven. Sums that reach `.max` also
  ///   mean never.
  /// - Complexity: O(number of lower triangles).
  package init(of hierarchy: Hierarchy, weights: [UInt32]) {
    precondition(weights.count == hierarchy.originalArcCount, "one weight per arc of the graph")
    let (weightMemory, partMemory) = customised(weights, on: hierarchy)
    self.weights = weightMemory.column
    parts = partMemory.column
    memory = [weightMemory, partMemory]
  }
}

// Of the usual weights of a map.

extension Metric {
  /// What a map stores of the weights, for `GraphDraft.add(_:)`: 12 bytes per arc.
  package var sections: [AddedSection] {
    var numbers: [UInt32] = []
    numbers.reserveCapacity(2 * parts.count)
    for arc in 0..<parts.count {
      numbers.append(parts[arc].first)
      numbers.append(parts[arc].second)
    }
    return [
      AddedSection(.usualWeights, (0..<weights.count).map { weights[$0] }), AddedSection(.usualParts, numbers),
    ]
  }

  /// The weights stored in a map, used in place; `nil` if it has none for a hierarchy of this size.
  ///
  /// That they are right is for the caller to know: what they should be depends on what roads cost.
  ///
  /// - Throws: `RoadGraphError.damaged` if a section does not match its checksum.
  package init?(storedIn map: RoadGraph, on hierarchy: Hierarchy) throws(RoadGraphError) {
    weights = try map.numbers(of: .usualWeights)
    parts = try map.elements(of: .usualParts, as: ArcParts.self)
    memory = [map]
    guard weights.count == hierarchy.arcCount, parts.count == hierarchy.arcCount else { return nil }
  }
}

extension Metric: Equatable {
  package static func == (a: Metric, b: Metric) -> Bool {
    a.weights.count == b.weights.count
      && (0..<a.weights.count).allSatisfy { a.weights[$0] == b.weights[$0] && a.parts[$0] == b.parts[$0] }
  }
}

/// What an arc of a hierarchy consists of on its cheapest path: an arc of the graph, or two lower arcs of the
/// hierarchy.
struct ArcParts: BitwiseCopyable, Sendable, Equatable {
  /// The arc of the graph, or the first arc of the hierarchy.
  let first: UInt32
  /// The second arc of the hierarchy; `.max` for an arc of the graph.
  let second: UInt32

  static let none = ArcParts(first: .max, second: .max)

  init(first: UInt32, second: UInt32) {
    self.first = first
    self.second = second
  }

  /// An arc of the graph, or nothing.
  init(arc: UInt32) { self.init(first: arc, second: .max) }

  var isArcOfGraph: Bool { second == .max }
}
