package import Geodesy
internal import Storage

/// What a path takes besides its cost, which may weigh roads.
package struct PathMeasures: Hashable, Sendable, BitwiseCopyable {
  package var duration: Seconds
  package var length: Metres

  package static let none = PathMeasures(duration: 0, length: 0)

  package init(duration: Seconds, length: Metres) {
    self.duration = duration
    self.length = length
  }

  package static func + (a: PathMeasures, b: PathMeasures) -> PathMeasures {
    PathMeasures(duration: a.duration + b.duration, length: a.length + b.length)
  }
}

/// The measures of the cheapest path that each arc of a hierarchy stands for.
///
/// So the measures of a path follow from those of a few arcs, and the path need not be unpacked.
///
/// Shape, for *h* arcs of the hierarchy: one entry each, of 16 bytes.
package struct ArcMeasures: Sendable {
  private let measures: [PathMeasures]

  /// - Parameter own: the measures of each arc of the graph.
  /// - Complexity: O(*h*): the parts of an arc have a lower end than the arc, and thus lower numbers. The
  ///   parts are searched for in their rows.
  package init(of hierarchy: Hierarchy, _ metric: Metric, own: [PathMeasures]) {
    precondition(own.count == hierarchy.originalArcCount, "measures for every arc of the graph")
    var measures = [PathMeasures](repeating: .none, count: hierarchy.arcCount)
    func measure(_ arc: Int, from tail: UInt32, to head: UInt32) {
      let (weight, middle) = metric.path(of: arc)
      guard weight < .max else { return }
      if let arcOfGraph = middle.arcOfGraph {
        measures[arc] = own[Int(arcOfGraph)]
      } else {
        let vertex = middle.vertex(under: min(tail, head))
        measures[arc] =
          measures[hierarchy.arc(from: tail, to: vertex)] + measures[hierarchy.arc(from: vertex, to: head)]
      }
    }
    for rank in 0..<UInt32(hierarchy.vertexCount) {
      for arc in hierarchy.arcs(up: rank) { measure(arc, from: rank, to: hierarchy.uppers[arc]) }
      for arc in hierarchy.arcs(down: rank) { measure(arc, from: hierarchy.uppers[arc], to: rank) }
    }
    self.measures = measures
  }

  subscript(arc: UInt32) -> PathMeasures { measures[Int(arc)] }
}
