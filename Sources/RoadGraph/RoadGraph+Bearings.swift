public import Geodesy
public import Storage

/// A direction or a turn, in 256ths of a full turn.
///
/// Turns are needed for every pair of edges a search meets. A byte is accurate enough, and its cosine is looked up.
@usableFromInline package struct Direction: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package let parts: UInt8

  @inlinable package init(parts: UInt8) { self.parts = parts }

  @inlinable package static func - (a: Direction, b: Direction) -> Direction { Direction(parts: a.parts &- b.parts) }

  @inlinable package var reversed: Direction { Direction(parts: parts &+ 128) }

  /// 0 … 180, to either side.
  @inlinable package var size: Degrees { Degrees(min(Int(parts), 256 - Int(parts))) * 360 / 256 }
}

extension RoadGraph {
  /// The direction at the start of an edge, taken from its first piece with a length.
  @inlinable package func direction(atBeginOf edge: EdgeID) -> Direction { Direction(parts: edgeBearings[edge.index]) }

  @inlinable package func direction(atEndOf edge: EdgeID) -> Direction { direction(atBeginOf: edge.reversed).reversed }

  /// The angle by which a vehicle turns from the end of one edge to the start of the next.
  @inlinable package func angle(from edge: EdgeID, onto next: EdgeID) -> Direction {
    direction(atBeginOf: next) - direction(atEndOf: edge)
  }
}
