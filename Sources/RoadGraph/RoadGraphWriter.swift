internal import Geodesy
package import Storage

/// Turns a ``RoadNetwork`` into the bytes of a road-graph file.
///
/// Nodes are numbered along a Hilbert curve and segments by their lower node, so that what is near on the ground is
/// near in the file. The same network gives the same bytes.
///
/// - Complexity: O(*n* log *n*) in nodes, segments and places.
package struct RoadGraphWriter {
  private let network: RoadNetwork
  private let order: GraphOrder

  package init(_ network: RoadNetwork) {
    self.network = network
    order = GraphOrder(of: network)
  }

  /// Writes the graph to `path`; the file appears only when it is complete.
  package func write(to path: String) throws(StorageError) {
    let file = try AtomicFile(path: path)
    do throws(StorageError) {
      try sections().emit { (bytes) throws(StorageError) in try file.write(bytes) }
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }

  /// The whole file in memory, for small maps and tests.
  package func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    sections().emit { bytes += $0 }
    return bytes
  }

  private func sections() -> SectionWriter {
    var writer = SectionWriter()
    var strings = StringTable()
    addNodes(to: &writer, &strings)
    addEdges(to: &writer, &strings)
    addWays(to: &writer, &strings)
    addShapes(to: &writer)
    addRestrictions(to: &writer, &strings)
    writer.add(.stringFirst, strings.first)
    writer.add(.stringBytes, strings.bytes)
    writer.add(.provenance, Array(network.provenance.text.utf8))
    return writer
  }

  // MARK: Nodes

  private func addNodes(to writer: inout SectionWriter, _ strings: inout StringTable) {
    let nodes = order.nodes.map { network.nodes[$0] }
    writer.add(.nodePlaces, nodes.map(\.place))
    writer.add(.nodeFlags, nodes.map(\.flags.rawValue))
    writer.add(.nodeSources, nodes.map(\.source.rawValue))
    let refs = strings.sparse(nodes.map(\.exitRef))
    writer.add(.exitRefKeys, refs.keys)
    writer.add(.exitRefValues, refs.values)
    let names = strings.sparse(nodes.map(\.exitName))
    writer.add(.exitNameKeys, names.keys)
    writer.add(.exitNameValues, names.values)
    let barriers = nodes.indices.filter { nodes[$0].barrier != .all }
    writer.add(.barrierKeys, barriers.map { UInt32($0) })
    writer.add(.barrierValues, barriers.map { nodes[$0].barrier.rawValue })
  }

  // MARK: Edges

  private func addEdges(to writer: inout SectionWriter, _ strings: inout StringTable) {
    writer.add(.nodeFirstOut, order.firstOut)
    writer.add(.outEdges, order.outEdges.map(\.rawValue))
    writer.add(.edgeHeads, order.heads.map(\.rawValue))
    var access: [UInt16] = []
    var limits: [UInt16] = []
    var lanes: [UInt8] = []
    access.reserveCapacity(order.heads.count)
    limits.reserveCapacity(order.heads.count)
    lanes.reserveCapacity(order.heads.count)
    for direction in directions {
      access.append(direction.access.rawValue)
      limits.append(StoredSpeedLimit(direction.speedLimit).rawValue)
      lanes.append(direction.lanes)
    }
    writer.add(.edgeAccess, access)
    writer.add(.edgeSpeedLimits, limits)
    writer.add(.edgeLanes, lanes)
    add(\.turnLanes, .turnLaneKeys, .turnLaneValues, to: &writer, &strings)
    add(\.destination, .destinationKeys, .destinationValues, to: &writer, &strings)
    add(\.destinationRef, .destinationRefKeys, .destinationRefValues, to: &writer, &strings)
    add(\.conditions, .conditionKeys, .conditionValues, to: &writer, &strings)
  }

  private var directions: some Sequence<RoadNetwork.Direction> {
    order.segments.lazy.flatMap { [network.segments[$0].forward, network.segments[$0].backward] }
  }

  private func add(
    _ text: KeyPath<RoadNetwork.Direction, String>, _ keys: SectionTag, _ values: SectionTag,
    to writer: inout SectionWriter, _ strings: inout StringTable
  ) {
    let column = strings.sparse(directions.map { $0[keyPath: text] })
    writer.add(keys, column.keys)
    writer.add(values, column.values)
  }

  // MARK: Ways

  private func addWays(to writer: inout SectionWriter, _ strings: inout StringTable) {
    let ways = order.ways.map { network.ways[$0] }
    writer.add(.wayIDs, ways.map(\.id.rawValue))
    writer.add(.wayClasses, ways.map(\.roadClass.rawValue))
    writer.add(.wayFlags, ways.map(\.flags.rawValue))
    writer.add(.waySurfaces, ways.map(\.surface.rawValue))
    writer.add(.wayNames, ways.map { strings.id(of: $0.name) })
    writer.add(.wayRefs, ways.map { strings.id(of: $0.ref) })
    writer.add(.segmentWays, order.segments.map { order.newWay[network.segments[$0].way] })
  }

  // MARK: Shapes

  private func addShapes(to writer: inout SectionWriter) {
    var first: [UInt32] = [0]
    var places: [Place] = []
    var sources: [Int64] = []
    var distances: [UInt32] = []
    for old in order.segments {
      let segment = network.segments[old]
      places += network.shape[segment.shape]
      sources += network.shapeSources.isEmpty ? [] : network.shapeSources[segment.shape].map(\.rawValue)
      distances += shapeDistances(of: network.shape[segment.shape], statedLength: segment.length)
      first.append(UInt32(places.count))
    }
    writer.add(.segmentFirstPlace, first)
    writer.add(.shapePlaces, places)
    writer.add(.shapeDistances, distances)
    writer.add(.shapeSources, sources)
    let index = SpatialIndexBuilder(first: first, places: places)
    writer.add(.indexBoxes, index.boxes)
    writer.add(.indexLevels, index.levelEnds)
    writer.add(.indexPlaces, index.leafPlaces)
    writer.add(.indexSegments, index.leafSegments)
  }

  // MARK: Restrictions

  private func addRestrictions(to writer: inout SectionWriter, _ strings: inout StringTable) {
    writer.add(.restrictionKinds, network.restrictions.map(\.kind.rawValue))
    writer.add(.restrictionModes, network.restrictions.map { $0.modes.subtracting($0.except).rawValue })
    writer.add(.restrictionConditions, network.restrictions.map { strings.id(of: $0.condition) })
    writer.add(.restrictionSources, network.restrictions.map(\.source))
    let banned = BannedPaths(of: network.restrictions, in: order)
    writer.add(.bannedLast, banned.last)
    writer.add(.bannedFirst, banned.last.isEmpty ? [] : banned.first)
    writer.add(.bannedEdges, banned.edges)
    writer.add(.bannedRestrictions, banned.restrictions)
    if !banned.last.isEmpty { writer.add(.edgeTurnFlags, banned.flags(edgeCount: order.heads.count)) }
  }
}

/// Millimetres from the first place to each place along a line, scaled to the stated length where there is one.
///
/// A line of no length is given one millimetre, so that every edge can be told from a point.
private func shapeDistances(of places: ArraySlice<Place>, statedLength: Metres?) -> [UInt32] {
  var travelled: Metres = 0
  var metres: [Metres] = [0]
  for (a, b) in zip(places, places.dropFirst()) {
    travelled += groundDistance(a, b)
    metres.append(travelled)
  }
  let scale = statedLength.map { travelled > 0 ? $0 / travelled : 0 } ?? 1
  var millimetres = metres.map { UInt32(clamping: Int64(($0 * scale * 1000).rounded())) }
  let least = travelled > 0 ? 1 : UInt32(clamping: Int64(((statedLength ?? 0) * 1000).rounded()))
  millimetres[millimetres.count - 1] = max(millimetres[millimetres.count - 1], least, 1)
  return millimetres
}

extension Provenance {
  /// Lines of `key TAB value`, sorted within each group.
  var text: String {
    var lines = ["source\t\(source)", "kind\t\(kind)", "data_time\t\(dataTime)"]
    lines += options.sorted { $0.key < $1.key }.map { "option.\($0.key)\t\($0.value)" }
    lines += counts.sorted { $0.key < $1.key }.map { "count.\($0.key)\t\($0.value)" }
    return lines.map { $0 + "\n" }.joined()
  }

  init(text: String) {
    self.init()
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "source": source = parts[1]
      case "kind": kind = parts[1]
      case "data_time": dataTime = parts[1]
      case let key where key.hasPrefix("option."): options[String(key.dropFirst(7))] = parts[1]
      case let key where key.hasPrefix("count."): counts[String(key.dropFirst(6))] = Int(parts[1])
      default: continue
      }
    }
  }
}
