/// What the cheapest path of a hierarchy's arc consists of: an arc of the graph, or two lower arcs that meet at a middle
/// vertex, below both ends.
///
/// A middle is kept as its distance in rank below the lower end of the arc: small numbers, much alike in all versions of
/// a map.
struct ArcMiddle: BitwiseCopyable, Sendable, Equatable {
  /// The distance in rank, at least 1; with ``isArc`` set, the number of an arc of the graph.
  let number: UInt32

  private static let isArc: UInt32 = 1 << 31

  /// An arc without a path has this.
  static let none = ArcMiddle(number: .max)

  init(number: UInt32) { self.number = number }

  /// - Precondition: the arc of the graph has a number below 2³¹ − 1.
  init(arc: UInt32) { number = arc | Self.isArc }

  /// A middle under the lower end of an arc.
  init(_ middle: UInt32, under lowerEnd: UInt32) { number = lowerEnd - middle }

  /// The arc of the graph; `nil` for two lower arcs.
  var arcOfGraph: UInt32? { number & Self.isArc == 0 ? nil : number & ~Self.isArc }

  /// The middle of an arc of the hierarchy that has two parts.
  func vertex(under lowerEnd: UInt32) -> UInt32 { lowerEnd - number }

  /// Whether this middle is lower; none is lower than an arc of the graph.
  func precedes(_ other: ArcMiddle) -> Bool { number > other.number }
}
