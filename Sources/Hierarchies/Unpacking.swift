internal import Storage

/// Replaces arcs of a hierarchy by the arcs of the graph that they represent.
struct Unpacking {
  /// Arcs still to be unpacked, as the ranks of their ends, the next one last.
  private var stack: [(tail: UInt32, head: UInt32)] = []

  mutating func begin() { stack.removeAll(keepingCapacity: true) }

  /// Adds an arc that is driven before all arcs added earlier and not yet unpacked.
  mutating func add(from tail: UInt32, to head: UInt32) { stack.append((tail, head)) }

  mutating func run(_ metric: borrowing Metric, on hierarchy: Hierarchy, into arcs: inout [UInt32]) {
    while let (tail, end) = stack.popLast() {
      var head = end
      var middle = metric.path(of: hierarchy.arc(from: tail, to: head)).middle
      while middle.arcOfGraph == nil {
        let vertex = middle.vertex(under: min(tail, head))
        stack.append((vertex, head))
        head = vertex
        middle = metric.path(of: hierarchy.arc(from: tail, to: head)).middle
      }
      if let arc = middle.arcOfGraph { arcs.append(arc) }
    }
  }
}
