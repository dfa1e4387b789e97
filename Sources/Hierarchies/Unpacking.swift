internal import Storage

/// Turns arcs of a hierarchy into the arcs of the graph that they stand for.
struct Unpacking {
  /// Arcs still to be unpacked, the next one last.
  private var stack: [(tail: UInt32, head: UInt32)] = []

  mutating func begin() { stack.removeAll(keepingCapacity: true) }

  /// An arc that is driven before all those added earlier and not yet unpacked.
  mutating func add(from tail: UInt32, to head: UInt32) { stack.append((tail, head)) }

  mutating func run(_ hierarchy: Hierarchy, _ metric: Metric, into arcs: inout [UInt32]) {
    while let (tail, head) = stack.popLast() {
      let middle = metric.middles[hierarchy.arc(from: tail, to: head)]
      if middle < Metric.overVertex {
        arcs.append(middle)
      } else {
        let lower = middle ^ Metric.overVertex
        stack.append((lower, head))
        stack.append((tail, lower))
      }
    }
  }
}
