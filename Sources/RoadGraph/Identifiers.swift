/// A junction, dead end or other node of the graph, dense from 0.
@usableFromInline package struct NodeID: Hashable, Comparable, Sendable, BitwiseCopyable {
  @usableFromInline package let rawValue: UInt32
  @inlinable package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  @inlinable package init(_ index: Int) { self.rawValue = UInt32(index) }
  @inlinable package var index: Int { Int(rawValue) }
  @inlinable package static func < (a: NodeID, b: NodeID) -> Bool { a.rawValue < b.rawValue }
}

/// The part of a road between two neighbouring nodes, without direction, dense from 0.
@usableFromInline package struct SegmentID: Hashable, Comparable, Sendable, BitwiseCopyable {
  @usableFromInline package let rawValue: UInt32
  @inlinable package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  @inlinable package init(_ index: Int) { self.rawValue = UInt32(index) }
  @inlinable package var index: Int { Int(rawValue) }
  @inlinable package var forward: EdgeID { EdgeID(rawValue << 1) }
  @inlinable package var backward: EdgeID { EdgeID(rawValue << 1 | 1) }
  @inlinable package static func < (a: SegmentID, b: SegmentID) -> Bool { a.rawValue < b.rawValue }
}

/// One direction of travel on a segment: 2 × segment, plus 1 if it runs against the way's node order.
///
/// Both directions of every segment exist, even if the rules allow only one: driving against a oneway is illegal, not
/// impossible, and must be found.
@usableFromInline package struct EdgeID: Hashable, Comparable, Sendable, BitwiseCopyable {
  @usableFromInline package let rawValue: UInt32
  @inlinable package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  @inlinable package init(_ index: Int) { self.rawValue = UInt32(index) }
  @inlinable package var index: Int { Int(rawValue) }
  @inlinable package var segment: SegmentID { SegmentID(rawValue >> 1) }
  @inlinable package var isForward: Bool { rawValue & 1 == 0 }
  /// The opposite direction of the same segment.
  @inlinable package var reversed: EdgeID { EdgeID(rawValue ^ 1) }
  @inlinable package static func < (a: EdgeID, b: EdgeID) -> Bool { a.rawValue < b.rawValue }
}

/// The id of a way in the map's source: OSM's way id, or the id of an edge list's row.
@usableFromInline package struct WayID: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package let rawValue: Int64
  @inlinable package init(_ rawValue: Int64) { self.rawValue = rawValue }
}

/// The id of a node in the map's source: OSM's node id, or the id of an edge list's node.
@usableFromInline package struct SourceNodeID: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package let rawValue: Int64
  @inlinable package init(_ rawValue: Int64) { self.rawValue = rawValue }
}
