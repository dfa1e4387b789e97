internal import Geodesy
package import RoadGraph
internal import Storage

/// A cache of what guidance computes about roads at junctions, shared by all workers: the bearings in which roads
/// leave, which of them continue without a maneuver, and what is said where one does not. Each entry is computed when it
/// is first needed.
///
/// - Complexity: 16 bytes for each edge visited, allocated by pages, and up to some 10 MB for what is said.
package struct JunctionMemory: Sendable {
  let graph: RoadGraph
  let reach: Metres
  /// The bits of each edge's bearing; 0 if it is not known yet.
  private let bearings: SharedWords?
  /// For each edge, the edge visited last after it and whether the drive continues silently there; 0 if nothing is
  /// known yet.
  private let silences: SharedWords?

  /// `nil` if nothing is kept.
  let passed: PassedJunctions?

  /// - Parameters:
  ///   - isKept: `false` for a few queries, which are not worth the memory.
  ///   - mostPassed: how many decisions are kept, a power of two.
  package init(
    on graph: RoadGraph, settings: GuidanceSettings = GuidanceSettings(), isKept: Bool = true, mostPassed: Int = 1 << 15
  ) {
    self.graph = graph
    reach = settings.reach
    bearings = isKept ? SharedWords(count: graph.edgeCount) : nil
    silences = isKept ? SharedWords(count: graph.edgeCount) : nil
    passed = isKept ? PassedJunctions(most: mostPassed) : nil
  }

  /// See `RoadGraph.bearing(leavingBy:over:)`.
  func bearing(leavingBy edge: EdgeID) -> Degrees? {
    guard let bearings else { return graph.bearing(leavingBy: edge, over: reach) }
    let bits = bearings[edge.index]
    if bits != 0 { return Self.bearing(bits) }
    let bearing = graph.bearing(leavingBy: edge, over: reach)
    bearings[edge.index] = Self.bits(bearing)
    return bearing
  }

  /// The bearing in which an edge reaches its end, measured over its last metres.
  func bearing(arrivingBy edge: EdgeID) -> Degrees? {
    bearing(leavingBy: edge.reversed).map(opposite)
  }

  /// The result of `isSilent` for going from one edge to the next.
  func isSilent(from edge: EdgeID, onto next: EdgeID, _ isSilent: () -> Bool) -> Bool {
    guard let silences else { return isSilent() }
    let known = silences[edge.index]
    let question = (UInt64(next.rawValue) + 1) << 1
    if known & ~1 == question { return known & 1 == 1 }
    let answer = isSilent()
    silences[edge.index] = question | (answer ? 1 : 0)
    return answer
  }

  /// NaN for no bearing, and the complement of all bits, so that north is not 0.
  private static func bits(_ bearing: Degrees?) -> UInt64 { ~(bearing ?? .nan).bitPattern }

  private static func bearing(_ bits: UInt64) -> Degrees? {
    let bearing = Degrees(bitPattern: ~bits)
    return bearing.isNaN ? nil : bearing
  }
}
