package import Geodesy

/// Undirected roads and the places of their nodes: the input for an order of contraction.
///
/// Shapes, for *n* nodes and *s* segments:
///
///     places      n
///     from, to    s, the nodes at the ends of each segment; loops and parallel segments are allowed
///     widths      s, what a cut through each segment costs: the number of vertices on it, 1 or 2; at most 127
package struct PlacedNetwork: Sendable {
  package var places: [Place]
  package private(set) var from: [UInt32]
  package private(set) var to: [UInt32]
  package private(set) var widths: [UInt8]

  /// - Parameter widths: 1 for each segment if none are given.
  package init(places: [Place], from: [UInt32], to: [UInt32], widths: [UInt8]? = nil) {
    precondition(from.count == to.count, "every segment has two ends")
    precondition(widths.map { $0.count == from.count } ?? true, "every segment has a width")
    self.widths = widths ?? [UInt8](repeating: 1, count: from.count)
    self.places = places
    self.from = from
    self.to = to
  }

  package mutating func addSegment(from: UInt32, to: UInt32, width: UInt8 = 1) {
    self.from.append(from)
    self.to.append(to)
    widths.append(width)
  }

  var nodeCount: Int { places.count }
  var segmentCount: Int { from.count }
}
