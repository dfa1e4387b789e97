public import Geodesy
public import Storage

extension RoadGraph {
  @inlinable package var nodeCount: Int { nodePlaces.count }

  @inlinable package func place(of node: NodeID) -> Place { nodePlaces[node.index] }
  @inlinable package func flags(of node: NodeID) -> NodeFlags { NodeFlags(rawValue: nodeFlags[node.index]) }

  /// The node's source id, `nil` in a map built without source ids.
  package func source(of node: NodeID) -> SourceNodeID? {
    nodeSources.isEmpty ? nil : SourceNodeID(nodeSources[node.index])
  }

  /// Who may pass a barrier at the node; `.all` without a barrier.
  @usableFromInline package func barrier(at node: NodeID) -> AccessSet {
    barriers[node.rawValue].map(AccessSet.init(rawValue:)) ?? .all
  }

  /// A barrier at the node does not let the mode pass.
  package func isClosed(_ node: NodeID, to mode: TravelMode) -> Bool {
    flags(of: node).contains(.barrier) && barrier(at: node)[mode] == .no
  }

  /// Signs besides the ones in its flags; empty in maps built before they were stored.
  package func signs(of node: NodeID) -> NodeSigns { nodeSigns[node.rawValue].map(NodeSigns.init(rawValue:)) ?? [] }

  /// A text of the node; empty if it has none.
  package func text(_ attribute: TextAttribute, of node: NodeID) -> String { strings[texts[attribute][node.rawValue]] }

  package func exitRef(of node: NodeID) -> String { text(.exitRef, of: node) }
  package func exitName(of node: NodeID) -> String { text(.exitName, of: node) }
  package func conditions(of node: NodeID) -> String { text(.nodeConditions, of: node) }

  /// Hands over the nodes with ``conditions(of:)``, ascending, and the number of the text for ``text(_:)``.
  package func forEachNodeWithConditions(_ body: (NodeID, UInt32) -> Void) {
    texts[.nodeConditions].forEach { body(NodeID($0), $1) }
  }

  /// The edges that leave `node`, in both legal and illegal directions, ascending.
  @inlinable package func edges(leaving node: NodeID) -> OutEdges {
    OutEdges(ids: outEdgeIDs, range: outRange(of: node))
  }

  /// The range of the edges leaving `node`, for ``outEdge(at:)``.
  @inlinable package func outRange(of node: NodeID) -> Range<Int> {
    Int(nodeFirstOut[node.index])..<Int(nodeFirstOut[node.index + 1])
  }

  @inlinable package func outEdge(at index: Int) -> EdgeID { EdgeID(outEdgeIDs[index]) }
}

/// The edges leaving one node, for a loop. Must not outlive the graph they come from.
///
/// It holds the column instead of the graph, since counting a reference per settled node costs more than the loop.
@usableFromInline package struct OutEdges: RandomAccessCollection {
  @usableFromInline let ids: Column<UInt32>
  @usableFromInline let range: Range<Int>

  @inlinable init(ids: Column<UInt32>, range: Range<Int>) {
    self.ids = ids
    self.range = range
  }

  @inlinable package var startIndex: Int { range.lowerBound }
  @inlinable package var endIndex: Int { range.upperBound }
  @inlinable package subscript(index: Int) -> EdgeID { EdgeID(ids[index]) }
}
