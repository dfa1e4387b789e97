internal import Geodesy
package import Storage

/// Turns a ``RoadNetwork`` into the bytes of a road-graph file.
///
/// Nodes are numbered along a Hilbert curve and segments by their lower node, so what is near on the ground is near in
/// the file. The same network gives the same bytes; ``GraphOrder`` defines when two networks are the same.
///
/// - Complexity: O(*n* log *n*) in nodes, segments and places. Besides the network it holds at most one section at a time,
///   and what is written of the network is freed, if nobody else holds it.
package struct RoadGraphWriter {
  private var network: RoadNetwork

  package init(_ network: consuming RoadNetwork) { self.network = network }

  /// Writes the graph to `path`; the file appears only when it is complete.
  package consuming func write(to path: String) throws(StorageError) { try draft(at: path).commit() }

  /// Writes the graph beside `path`, where it appears when the draft is committed. The network is not needed after
  /// that.
  package consuming func draft(at path: String) throws(StorageError) -> GraphDraft {
    let draft = try GraphDraft(path: path)
    try draft.write(self)
    return draft
  }

  /// The whole file in memory, for small maps and tests.
  package consuming func bytes() -> [UInt8] {
    var writer = SectionWriter(to: MemorySink())
    emit(to: &writer)
    return writer.sink.bytes
  }

  consuming func emit<Sink>(to writer: inout SectionWriter<Sink>) throws(Sink.Failure) {
    var strings = StringTable()
    let order = GraphOrder(of: network)
    try writer.add(.nodeFirstOut, order.firstOut)
    try writer.add(.outEdges, order.outEdges)
    try writer.add(.edgeHeads, order.heads)
    try addNodes(in: order, to: &writer, &strings)
    network.nodes = []
    try addEdges(in: order, to: &writer)
    try addTexts(in: order, to: &writer, &strings)
    try addWays(in: order, to: &writer, &strings)
    network.ways = []
    try addShapes(in: order, to: &writer)
    try addRestrictions(in: order, to: &writer, &strings)
    try addZones(network.zones, in: order, to: &writer, &strings)
    try addEnforcements(network.enforcements, in: order, to: &writer)
    try addBackdrop(network.backdrop, to: &writer)
    try writer.add(.stringFirst, strings.first)
    try writer.add(.stringBytes, strings.bytes)
    try writer.add(.provenance, Array(network.provenance.text.utf8))
    try writer.finish()
  }

  private func addNodes<Sink>(
    in order: GraphOrder, to writer: inout SectionWriter<Sink>, _ strings: inout StringTable
  ) throws(Sink.Failure) {
    try writer.add(.nodePlaces, order.nodes.map { network.nodes[Int($0)].place })
    try writer.add(.nodeFlags, order.nodes.map { flags(of: network.nodes[Int($0)]).rawValue })
    try writer.add(.nodeSources, order.nodes.map { network.nodes[Int($0)].source.rawValue })
    var columns = TextColumns(of: .node)
    var barriers = SparseValues<UInt16>()
    var signs = SparseValues<UInt8>()
    for (new, old) in order.nodes.enumerated() {
      let node = network.nodes[Int(old)]
      columns.add(node.texts, at: new, &strings)
      if node.barrier != .all { barriers.add(node.barrier.rawValue, at: new) }
      if !node.signs.isEmpty { signs.add(node.signs.rawValue, at: new) }
    }
    try columns.write(to: &writer)
    try writer.add(.barrierKeys, barriers.keys)
    try writer.add(.barrierValues, barriers.values)
    try writer.add(.nodeSignKeys, signs.keys)
    try writer.add(.nodeSignValues, signs.values)
  }

  /// A node with a barrier has a flag for it: a search reads the flags of every node, and looks up only the few
  /// barriers.
  private func flags(of node: RoadNetwork.Node) -> NodeFlags {
    node.barrier == .all ? node.flags : node.flags.union(.barrier)
  }

  private func addEdges<Sink>(in order: GraphOrder, to writer: inout SectionWriter<Sink>) throws(Sink.Failure) {
    try writer.add(.edgeAccess, column(in: order) { $0.access.rawValue })
    try writer.add(.edgeSpeedLimits, column(in: order) { $0.limitInTwoBytes })
    try writer.add(.edgeLanes, column(in: order) { $0.lanes })
  }

  /// One value per edge.
  private func column<Value>(
    in order: GraphOrder, _ value: (borrowing RoadNetwork.Direction) -> Value
  ) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(order.heads.count)
    for old in order.segments {
      values.append(value(network.segments[Int(old)].forward))
      values.append(value(network.segments[Int(old)].backward))
    }
    return values
  }

  private func addTexts<Sink>(
    in order: GraphOrder, to writer: inout SectionWriter<Sink>, _ strings: inout StringTable
  ) throws(Sink.Failure) {
    var columns = TextColumns(of: .edge)
    for (new, old) in order.segments.enumerated() {
      columns.add(network.segments[Int(old)].forward.texts, at: 2 * new, &strings)
      columns.add(network.segments[Int(old)].backward.texts, at: 2 * new + 1, &strings)
    }
    try columns.write(to: &writer)
  }

  private func addWays<Sink>(
    in order: GraphOrder, to writer: inout SectionWriter<Sink>, _ strings: inout StringTable
  ) throws(Sink.Failure) {
    try writer.add(.segmentWays, order.segmentWays)
    var backward = SparseValues<Int64>()
    if !network.backwardWays.isEmpty {
      for (new, old) in order.segments.enumerated() {
        if let way = network.backwardWays[Int(old)] { backward.add(way.rawValue, at: new) }
      }
    }
    try writer.add(.backwardWayKeys, backward.keys)
    try writer.add(.backwardWayValues, backward.values)
    try writer.add(.wayIDs, order.ways.map { network.ways[Int($0)].id.rawValue })
    try writer.add(.wayClasses, order.ways.map { network.ways[Int($0)].roadClass.rawValue })
    try writer.add(.wayFlags, order.ways.map { network.ways[Int($0)].flags.rawValue })
    try writer.add(.waySurfaces, order.ways.map { network.ways[Int($0)].surface.rawValue })
    try writer.add(.wayNames, order.ways.map { strings.id(of: network.ways[Int($0)].name) })
    try writer.add(.wayRefs, order.ways.map { strings.id(of: network.ways[Int($0)].ref) })
  }

  private func addShapes<Sink>(in order: GraphOrder, to writer: inout SectionWriter<Sink>) throws(Sink.Failure) {
    let rows = order.segments.count
    var first: [UInt32] = [0]
    first.reserveCapacity(rows + 1)
    for row in 0..<rows { first.append(first[row] + UInt32(shape(of: row, in: order).count)) }
    try writer.add(.segmentFirstPlace, first)
    try writer.add(.shapePlaces, rows: rows) { rows in rows.flatMap { shape(of: $0, in: order) } }
    let lengths = try addDistances(in: order, to: &writer)
    if !network.shapeSources.isEmpty {
      try writer.add(.shapeSources, rows: rows) { rows in
        rows.flatMap { network.shapeSources[network.segments[Int(order.segments[$0])].shape] }
      }
    }
    try writer.add(.segmentLengths, lengths)
    try writer.add(.edgeBearings, rows: rows) { rows in bearings(of: rows, in: order) }
    let index = SpatialIndexBuilder(first: first) { shape(of: $0, in: order) }
    try writer.add(.indexBoxes, index.boxes())
    try writer.add(.indexPlaces, rows: index.leafCount) { leaves in leaves.map { index.firstPlace(ofLeaf: $0) } }
    try writer.add(.indexSegments, rows: index.leafCount) { leaves in leaves.map { index.segment(ofLeaf: $0) } }
  }

  /// The places of a new segment.
  private func shape(of segment: Int, in order: GraphOrder) -> ArraySlice<Place> {
    network.shape[network.segments[Int(order.segments[segment])].shape]
  }

  /// - Returns: the length of each new segment, in millimetres.
  private func addDistances<Sink>(
    in order: GraphOrder, to writer: inout SectionWriter<Sink>
  ) throws(Sink.Failure) -> [UInt32] {
    var lengths: [UInt32] = []
    lengths.reserveCapacity(order.segments.count)
    try writer.add(.shapeDistances, rows: order.segments.count) { rows in
      var distances: [UInt32] = []
      for row in rows {
        let segment = network.segments[Int(order.segments[row])]
        appendShapeDistances(of: network.shape[segment.shape], statedLength: segment.length, to: &distances)
        lengths.append(distances[distances.count - 1])
      }
      return distances
    }
    return lengths
  }

  /// The direction at the start of each edge of some new segments; 0 for an edge without length.
  private func bearings(of segments: Range<Int>, in order: GraphOrder) -> [UInt8] {
    var bearings: [UInt8] = []
    bearings.reserveCapacity(2 * segments.count)
    for segment in segments {
      let shape = shape(of: segment, in: order)
      bearings.append(inParts(bearing(along: shape)))
      bearings.append(inParts(bearing(along: shape.reversed())))
    }
    return bearings
  }

  /// The bearing from the first place to the next one that differs from it.
  private func bearing(along places: some Collection<Place>) -> Degrees {
    guard let first = places.first, let other = places.first(where: { $0 != first }) else { return 0 }
    return Geodesy.bearing(from: .origin, to: LocalRuler(at: first).point(other))
  }

  private func inParts(_ bearing: Degrees) -> UInt8 {
    UInt8(truncatingIfNeeded: Int((bearing * 256 / 360).rounded()))
  }

  private func addRestrictions<Sink>(
    in order: GraphOrder, to writer: inout SectionWriter<Sink>, _ strings: inout StringTable
  ) throws(Sink.Failure) {
    let restrictions = network.restrictions.enumerated()
      .sorted { ($0.element.source, $0.offset) < ($1.element.source, $1.offset) }.map(\.element)
    try writer.add(.restrictionKinds, restrictions.map(\.kind.rawValue))
    try writer.add(.restrictionModes, restrictions.map { $0.modes.subtracting($0.except).rawValue })
    try writer.add(.restrictionConditions, restrictions.map { strings.id(of: $0.condition) })
    try writer.add(.restrictionSources, restrictions.map(\.source))
    let banned = BannedPaths(of: restrictions, in: order)
    guard !banned.last.isEmpty else { return }
    try writer.add(.bannedLast, banned.last)
    try writer.add(.bannedFirst, banned.first)
    try writer.add(.bannedEdges, banned.edges)
    try writer.add(.bannedRestrictions, banned.restrictions)
    try writer.add(.edgeTurnFlags, banned.flags(edgeCount: order.heads.count))
  }
}

/// The texts of all nodes or of all edges, an attribute after the other.
private struct TextColumns {
  private let attributes: [TextAttribute]
  private var columns: [SparseValues<UInt32>]

  init(of owner: TextAttribute.Owner) {
    attributes = TextAttribute.allCases.filter { $0.owner == owner }
    columns = Array(repeating: SparseValues(), count: attributes.count)
  }

  mutating func add(_ texts: RareTexts, at key: Int, _ strings: inout StringTable) {
    guard !texts.isEmpty else { return }
    for (i, attribute) in attributes.enumerated() where !texts[attribute].isEmpty {
      columns[i].add(strings.id(of: texts[attribute]), at: key)
    }
  }

  func write<Sink>(to writer: inout SectionWriter<Sink>) throws(Sink.Failure) {
    for (attribute, column) in zip(attributes, columns) {
      try writer.add(attribute.keys, column.keys)
      try writer.add(attribute.values, column.values)
    }
  }
}
