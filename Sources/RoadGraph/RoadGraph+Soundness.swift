internal import Geodesy
internal import Storage

/// Whether the numbers of a file agree with each other, so that no search meets one that leads nowhere.
///
/// Checksums find damage. They do not find a file that another program wrote wrongly.
extension RoadGraph {
  /// - Throws: ``RoadGraphError/contradictory(path:section:)`` for the first section with a number that another section
  ///   contradicts.
  /// - Complexity: O(size); reads each section once.
  func checkSoundness() throws(RoadGraphError) {
    if let section = contradiction { throw .contradictory(path: path, section: section.name) }
  }

  private var contradiction: SectionTag? {
    nodeFlaw ?? edgeFlaw ?? wayFlaw ?? textFlaw ?? shapeFlaw ?? restrictionTable.flaw(edges: edgeCount, strings)
      ?? turnFlagFlaw ?? areaFlaw ?? backdropTable.flaw ?? index.flaw(in: self)
  }

  // MARK: Nodes and edges

  private var nodeFlaw: SectionTag? {
    if !nodePlaces.allSatisfy({ $0.isOnEarth }) { return .nodePlaces }
    return nodeFirstOut.isAscending ? nil : .nodeFirstOut
  }

  private var edgeFlaw: SectionTag? {
    if !edgeHeads.isBelow(nodeCount) { return .edgeHeads }
    if !outEdgeIDs.isBelow(edgeCount) { return .outEdges }
    for node in 0..<nodeCount where !leave(node) { return .outEdges }
    return nil
  }

  /// Whether the edges listed at a node leave it, and are in order.
  private func leave(_ node: Int) -> Bool {
    let range = Int(nodeFirstOut[node])..<Int(nodeFirstOut[node + 1])
    return range.allSatisfy { place in
      edgeHeads[Int(outEdgeIDs[place] ^ 1)] == node
        && (place == range.lowerBound || outEdgeIDs[place - 1] < outEdgeIDs[place])
    }
  }

  private var wayFlaw: SectionTag? {
    if !segmentWays.isBelow(wayIDs.count) { return .segmentWays }
    if !wayClasses.allSatisfy({ RoadClass(rawValue: $0) != nil }) { return .wayClasses }
    return backwardWays.hasKeys(below: segmentCount) ? nil : .backwardWayKeys
  }

  // MARK: Texts

  private var textFlaw: SectionTag? {
    if !strings.isSound { return .stringFirst }
    if !strings.name(wayNames) { return .wayNames }
    if !strings.name(wayRefs) { return .wayRefs }
    return sparseFlaw
  }

  private var sparseFlaw: SectionTag? {
    if let flaw = texts.flaw(nodes: nodeCount, edges: edgeCount, strings) { return flaw }
    if !barriers.hasKeys(below: nodeCount) { return .barrierKeys }
    return nodeSigns.hasKeys(below: nodeCount) ? nil : .nodeSignKeys
  }

  // MARK: Shapes

  private var shapeFlaw: SectionTag? {
    if !segmentFirstPlace.isAscending { return .segmentFirstPlace }
    if !shapePlaces.allSatisfy({ $0.isOnEarth }) { return .shapePlaces }
    for segment in 0..<segmentCount {
      let places = shapeRange(of: SegmentID(segment))
      if places.count < 2 { return .segmentFirstPlace }
      if let flaw = flaw(of: places, segment) { return flaw }
    }
    return nil
  }

  private func flaw(of places: Range<Int>, _ segment: Int) -> SectionTag? {
    let last = places.upperBound - 1
    guard shapeDistances[places.lowerBound] == 0, shapeDistances[last] > 0 else { return .shapeDistances }
    for place in places.lowerBound..<last where shapeDistances[place] > shapeDistances[place + 1] {
      return .shapeDistances
    }
    if shapeDistances[last] != segmentLengths[segment] { return .segmentLengths }
    let (tail, head) = (Int(edgeHeads[2 * segment + 1]), Int(edgeHeads[2 * segment]))
    return shapePlaces[places.lowerBound] == nodePlaces[tail] && shapePlaces[last] == nodePlaces[head]
      ? nil : .shapePlaces
  }

  // MARK: Rules, areas and devices

  /// Whether a ban could be overlooked, because the flag of its edge is missing.
  private var turnFlagFlaw: SectionTag? {
    restrictionTable.pathCount > 0 && !restrictionTable.lastEdges.allSatisfy({ mayBeBanned(onto: EdgeID($0)) })
      ? .edgeTurnFlags : nil
  }

  private var areaFlaw: SectionTag? {
    if !strings.name(zoneTable.names) { return .zoneNames }
    if !zoneTable.segments.isAscending || !zoneTable.segments.isBelow(segmentCount) { return .zoneSegments }
    if !zoneTable.numbers.isBelow(zoneTable.kinds.count) { return .zoneNumbers }
    for row in 0..<zoneTable.begins.count where zoneTable.begins[row] > zoneTable.ends[row] { return .zoneEnds }
    let devices = enforcementTable.edges
    return devices.isAscending && devices.isBelow(edgeCount) ? nil : .enforcementEdges
  }
}

extension RestrictionTable {
  fileprivate func flaw(edges count: Int, _ strings: Strings) -> SectionTag? {
    if !strings.name(conditions) { return .restrictionConditions }
    if !lastEdges.isAscending || !lastEdges.isBelow(count) { return .bannedLast }
    if !edges.isBelow(count) { return .bannedEdges }
    if !restrictions.isBelow(kinds.count) { return .bannedRestrictions }
    for path in 0..<pathCount {
      guard Int(first[path]) + 2 <= Int(first[path + 1]), Int(first[path + 1]) <= edges.count else {
        return .bannedFirst
      }
      if edges[Int(first[path + 1]) - 1] != lastEdges[path] { return .bannedEdges }
    }
    return nil
  }
}

extension SpatialIndex {
  /// The fault of a leaf that names a missing run of places, or of a box that does not cover its children.
  fileprivate func flaw(in graph: RoadGraph) -> SectionTag? {
    if !leafSegments.isBelow(graph.segmentCount) { return .indexSegments }
    for leaf in 0..<leafPlaces.count {
      let shape = graph.shapeRange(of: SegmentID(leafSegments[leaf]))
      let start = Int(leafPlaces[leaf])
      guard shape.contains(start), start + 1 < shape.upperBound else { return .indexPlaces }
      let run = start...min(start + Self.piecesPerLeaf, shape.upperBound - 1)
      if !run.allSatisfy({ boxes[leaf].contains(graph.shapePlaces[$0]) }) { return .indexBoxes }
    }
    return areNested ? nil : .indexBoxes
  }
}

extension Bounds {
  /// Also a full turn away, since boxes may exceed ±180°.
  fileprivate func contains(_ place: Place) -> Bool {
    guard minLatitudeE7 <= place.latitudeE7, place.latitudeE7 <= maxLatitudeE7 else { return false }
    let turn: Int64 = 3_600_000_000
    return [0, turn, -turn].contains { shift in
      let longitude = Int64(place.longitudeE7) + shift
      return Int64(minLongitudeE7) <= longitude && longitude <= Int64(maxLongitudeE7)
    }
  }
}

extension Place {
  fileprivate var isOnEarth: Bool {
    -900_000_000 <= latitudeE7 && latitudeE7 <= 900_000_000
      && -1_800_000_000 <= longitudeE7 && longitudeE7 <= 1_800_000_000
  }
}
