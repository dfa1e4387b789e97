internal import Storage

/// Replaces arcs of a hierarchy by the arcs of the graph that they represent.
struct Unpacking {
  /// Arcs still to be unpacked, the next one last.
  private var stack: [UInt32] = []

  mutating func begin() { stack.removeAll(keepingCapacity: true) }

  /// Adds an arc that is driven before all arcs added earlier and not yet unpacked.
  mutating func add(from tail: UInt32, to head: UInt32, on hierarchy: Hierarchy) {
    stack.append(UInt32(hierarchy.arc(from: tail, to: head)))
  }

  mutating func run(_ metric: borrowing Metric, into arcs: inout [UInt32]) {
    while let arc = stack.popLast() {
      var parts = metric.parts[Int(arc)]
      while !parts.isArcOfGraph {
        stack.append(parts.second)
        parts = metric.parts[Int(parts.first)]
      }
      arcs.append(parts.first)
    }
  }
}
