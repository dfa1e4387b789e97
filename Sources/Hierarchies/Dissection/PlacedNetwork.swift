package import Geodesy

/// Roads without direction and where they lie: what an order of contraction is cut from.
///
/// Shapes, for *n* nodes and *s* segments:
///
///     places      n
///     from, to    s, the nodes at the ends of each segment; both may be the same, and several may join the same two
package struct PlacedNetwork: Sendable {
  package var places: [Place]
  package var from: [UInt32]
  package var to: [UInt32]

  package init(places: [Place], from: [UInt32], to: [UInt32]) {
    precondition(from.count == to.count, "every segment has two ends")
    self.places = places
    self.from = from
    self.to = to
  }

  var nodeCount: Int { places.count }
  var segmentCount: Int { from.count }
}
