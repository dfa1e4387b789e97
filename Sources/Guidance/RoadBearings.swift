internal import Geodesy
package import RoadGraph
internal import Storage

/// The bearings in which roads leave their begins, each computed when first asked for and kept for all workers.
///
/// - Complexity: 8 bytes for each edge that was asked for, by pages.
package struct RoadBearings: Sendable {
  let graph: RoadGraph
  let reach: Metres
  /// The bits of each bearing; 0 where it is not known yet.
  private let known: SharedWords?

  /// - Parameter isKept: `false` for a few questions, which are not worth the memory.
  package init(on graph: RoadGraph, settings: GuidanceSettings = GuidanceSettings(), isKept: Bool = true) {
    self.graph = graph
    reach = settings.reach
    known = isKept ? SharedWords(count: graph.edgeCount) : nil
  }

  /// See `RoadGraph.bearing(leavingBy:over:)`.
  func leaving(by edge: EdgeID) -> Degrees? {
    guard let known else { return graph.bearing(leavingBy: edge, over: reach) }
    let bits = known[edge.index]
    if bits != 0 { return Self.bearing(bits) }
    let bearing = graph.bearing(leavingBy: edge, over: reach)
    known[edge.index] = Self.bits(bearing)
    return bearing
  }

  /// The bearing in which an edge reaches its end, measured over its last metres.
  func arriving(by edge: EdgeID) -> Degrees? { leaving(by: edge.reversed).map { $0 < 180 ? $0 + 180 : $0 - 180 } }

  /// Those of no number for none, and the complement of all others, so that north is not 0.
  private static func bits(_ bearing: Degrees?) -> UInt64 { ~(bearing ?? .nan).bitPattern }

  private static func bearing(_ bits: UInt64) -> Degrees? {
    let bearing = Degrees(bitPattern: ~bits)
    return bearing.isNaN ? nil : bearing
  }
}
