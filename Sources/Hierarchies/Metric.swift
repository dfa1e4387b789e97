internal import Storage

/// The weights of a hierarchy's arcs for one set of weights of the graph's arcs.
///
/// Shapes, for *h* arcs of the hierarchy:
///
///     weights    h, the cost of the cheapest path between the ends over lower vertices only; `.max` for none
///     middles    h, what that path is: below 2³¹ an arc of the graph, else 2³¹ + the rank of the vertex that the path
///                goes over, by two lower arcs; `.max` for none
///
/// Of paths that cost the same an arc of the graph is taken, the one with the lowest number, and else the lowest vertex,
/// so that the same weights give the same paths.
package struct Metric: Sendable, Equatable {
  let weights: [UInt32]
  let middles: [UInt32]

  /// The highest bit marks the rank of a vertex.
  static let overVertex: UInt32 = 1 << 31

  /// - Parameter weights: of every arc of the graph, `.max` for one that is never driven. Sums of `.max` and above are
  ///   never, too.
  /// - Complexity: O(number of lower triangles).
  package init(of hierarchy: Hierarchy, weights: [UInt32]) {
    precondition(weights.count == hierarchy.originalArcCount, "one weight per arc of the graph")
    var customisation = Customisation(of: hierarchy)
    customisation.take(weights)
    customisation.run()
    self.weights = customisation.weights.array
    middles = customisation.middles.array
  }
}
