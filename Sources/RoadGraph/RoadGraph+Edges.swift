public import Geodesy
public import Storage

// Attributes that a search needs for every edge it meets.

extension RoadGraph {
  @inlinable package var segmentCount: Int { segmentWays.count }
  @inlinable package var edgeCount: Int { edgeHeads.count }
  @inlinable package var wayCount: Int { wayIDs.count }

  @inlinable package func head(of edge: EdgeID) -> NodeID { NodeID(edgeHeads[edge.index]) }
  @inlinable package func tail(of edge: EdgeID) -> NodeID { NodeID(edgeHeads[edge.reversed.index]) }
  @inlinable package func access(of edge: EdgeID) -> AccessSet { AccessSet(rawValue: edgeAccess[edge.index]) }

  @inlinable package func lengthInMillimetres(of segment: SegmentID) -> UInt32 {
    segmentLengths[segment.index]
  }

  @inlinable package func length(of edge: EdgeID) -> Metres { Metres(lengthInMillimetres(of: edge.segment)) / 1000 }

  /// The edge may not be used by `mode`, but its opposite may: driving here is driving the wrong way.
  @inlinable package func isAgainstOneway(_ edge: EdgeID, for mode: TravelMode) -> Bool {
    access(of: edge)[mode] == .no && access(of: edge.reversed)[mode] != .no
  }

  @inlinable package func wayIndex(of edge: EdgeID) -> Int { Int(segmentWays[edge.segment.index]) }

  /// The way in the source. The two directions of a segment may have different ones, as the two rows of an edge list
  /// do.
  package func way(of edge: EdgeID) -> WayID {
    if !edge.isForward, !backwardWays.isEmpty, let id = backwardWays[edge.segment.rawValue] { return WayID(id) }
    return WayID(wayIDs[wayIndex(of: edge)])
  }

  /// The way with an index in ``wayIndex(of:)``, in the direction of its nodes.
  package func wayID(at index: Int) -> WayID { WayID(wayIDs[index]) }

  @inlinable package func flags(of edge: EdgeID) -> RoadFlags { RoadFlags(rawValue: wayFlags[wayIndex(of: edge)]) }

  /// Bicycles go along the edge only if they are pushed.
  package func isPushed(_ edge: EdgeID) -> Bool {
    flags(of: edge).contains(edge.isForward ? .pushedForward : .pushedBackward)
  }

  package func roadClass(of edge: EdgeID) -> RoadClass { RoadClass(rawValue: wayClasses[wayIndex(of: edge)]) ?? .road }

  /// `nil` if it is unknown.
  package func speedLimit(of edge: EdgeID) -> SpeedLimit? {
    edgeSpeedLimits.isEmpty ? nil : StoredSpeedLimit(rawValue: edgeSpeedLimits[edge.index]).limit
  }

  /// Whether some restriction may ban driving onto `edge`; see ``isTurnBanned(onto:for:after:)``.
  @inlinable package func mayBeBanned(onto edge: EdgeID) -> Bool {
    !edgeTurnFlags.isEmpty && edgeTurnFlags[edge.index] != 0
  }
}

// Attributes of an edge for reports.

extension RoadGraph {
  package func name(of edge: EdgeID) -> String { wayNames.isEmpty ? "" : strings[wayNames[wayIndex(of: edge)]] }
  package func ref(of edge: EdgeID) -> String { wayRefs.isEmpty ? "" : strings[wayRefs[wayIndex(of: edge)]] }

  package func hasName(_ edge: EdgeID) -> Bool { !wayNames.isEmpty && wayNames[wayIndex(of: edge)] != 0 }
  package func hasRef(_ edge: EdgeID) -> Bool { !wayRefs.isEmpty && wayRefs[wayIndex(of: edge)] != 0 }

  /// Both have the same name. No string is created, since the file contains every text once.
  package func haveSameName(_ a: EdgeID, _ b: EdgeID) -> Bool {
    hasName(a) && wayNames[wayIndex(of: a)] == wayNames[wayIndex(of: b)]
  }

  /// Both have the same number, or the same list of numbers.
  package func haveSameRef(_ a: EdgeID, _ b: EdgeID) -> Bool {
    hasRef(a) && wayRefs[wayIndex(of: a)] == wayRefs[wayIndex(of: b)]
  }

  package func surface(of edge: EdgeID) -> Surface {
    waySurfaces.isEmpty ? .unknown : Surface(rawValue: waySurfaces[wayIndex(of: edge)]) ?? .unknown
  }

  /// Lanes in this direction; `nil` if unknown.
  package func lanes(of edge: EdgeID) -> Int? {
    edgeLanes.isEmpty || edgeLanes[edge.index] == 0 ? nil : Int(edgeLanes[edge.index])
  }

  /// A text of the edge; empty if it has none.
  package func text(_ attribute: TextAttribute, of edge: EdgeID) -> String { strings[texts[attribute][edge.rawValue]] }

  package func turnLanes(of edge: EdgeID) -> String { text(.turnLanes, of: edge) }
  package func destination(of edge: EdgeID) -> String { text(.destination, of: edge) }
  package func destinationRef(of edge: EdgeID) -> String { text(.destinationRef, of: edge) }
  package func destinationLanes(of edge: EdgeID) -> String { text(.destinationLanes, of: edge) }
  package func changeLanes(of edge: EdgeID) -> String { text(.changeLanes, of: edge) }
  package func closedLanes(of edge: EdgeID) -> String { text(.closedLanes, of: edge) }
  package func rampRef(of edge: EdgeID) -> String { text(.rampRef, of: edge) }
  package func conditions(of edge: EdgeID) -> String { text(.conditions, of: edge) }

  /// The numbered routes that relations of the source lead along the edge; none for most edges.
  package func routes(of edge: EdgeID) -> [NumberedRoute] {
    let text = texts[.routes][edge.rawValue]
    return text == 0 ? [] : NumberedRoute.routes(inText: strings[text])
  }

  /// Hands over the edges with ``conditions(of:)``, ascending, and the number of the text for ``text(_:)``.
  package func forEachEdgeWithConditions(_ body: (EdgeID, UInt32) -> Void) {
    texts[.conditions].forEach { body(EdgeID($0), $1) }
  }

  /// The number of the text of ``conditions(of:)``.
  package func conditionsText(of edge: EdgeID) -> UInt32 { texts[.conditions][edge.rawValue] }

  /// The text with a number.
  package func text(_ number: UInt32) -> String { strings[number] }
}
