internal import Geodesy
package import Records
package import RoadGraph

/// Builds a road network from two tables: `nodes` (id, lat, lon) and `edges` (id, from, to, and optionally oneway,
/// length_m, class, name, max_speed_kmh, geometry as WKT `LINESTRING` of longitude and latitude).
///
/// Each row of `edges` becomes one way with the id of the row. Invalid rows are left out; invalid values are ignored as
/// if the field were empty. Both are counted and reported to `onRefusal` in the order of the files, which may be
/// compressed with gzip. Two oneway rows along the same line in opposite directions are one road with two directions,
/// each of which keeps its row's id; otherwise turning round on it could not be distinguished from driving the wrong
/// way.
///
/// - Throws: ``MapImportError`` if a file is missing, lacks a column, or contains nothing usable.
package func importEdgeList(
  nodes: String, edges: String, settings: MapImportSettings = MapImportSettings(),
  onRefusal: @escaping (Refusal) -> Void = { _ in }
) throws(MapImportError) -> RoadNetwork {
  var list = EdgeList()
  try list.readNodes(ListTable(path: nodes, required: ["id", "lat", "lon"], onRefusal: onRefusal))
  try list.readEdges(ListTable(path: edges, required: ["id", "from", "to"], onRefusal: onRefusal), settings: settings)
  guard !list.network.segments.isEmpty else { throw .noRoads(path: edges) }
  list.counts.add(list.network.ways.count, "ways_kept")
  list.network.provenance = provenance(path: edges, kind: "edge_list", settings: settings, counts: list.counts)
  return list.network
}

/// A network under construction from an edge list.
private struct EdgeList {
  var network = RoadNetwork()
  var counts = ImportCounts()
  private var nodeByID: [Int64: Int] = [:]
  private var knownEdges: Set<Int64> = []
  /// Oneway segments whose opposite has not been read yet.
  private var onewaysByEnds: [Ends: [Int]] = [:]

  private struct Ends: Hashable {
    var from: Int
    var to: Int
  }

  mutating func readNodes(_ table: ListTable) throws(MapImportError) {
    var table = table
    let columns = NodeColumns(table.row)
    while try table.next() {
      counts.add("node_rows_read")
      guard let reason = addNode(table.row, columns) else { continue }
      table.refuse(reason)
      counts.add(reason.count)
    }
  }

  private struct NodeColumns {
    let id, latitude, longitude: Int?

    init(_ table: CSVTable) {
      id = table.column("id")
      latitude = table.column("lat")
      longitude = table.column("lon")
    }
  }

  private mutating func addNode(_ row: CSVTable, _ columns: NodeColumns) -> ListReason? {
    guard row.flaw == nil else { return .badRecord }
    guard let id = row.integer(columns.id), let latitude = row.number(columns.latitude),
      let longitude = row.number(columns.longitude)
    else { return .unreadableNumber }
    guard Place.isValid(latitude: latitude, longitude: longitude) else { return .placeOutsideEarth }
    guard nodeByID[id] == nil else { return .repeatedID }
    nodeByID[id] = network.nodes.count
    network.nodes.append(
      RoadNetwork.Node(source: SourceNodeID(id), place: Place(latitude: latitude, longitude: longitude)))
    return nil
  }

  mutating func readEdges(_ table: ListTable, settings: MapImportSettings) throws(MapImportError) {
    var table = table
    let columns = EdgeColumns(table.row)
    while try table.next() {
      counts.add("edge_rows_read")
      for reason in reasons(adding: table.row, columns, settings: settings) {
        table.refuse(reason)
        counts.add(reason.count)
      }
    }
  }

  /// Adds an edge.
  ///
  /// - Returns: why the row is refused, or the ignored values.
  private mutating func reasons(
    adding row: CSVTable, _ columns: EdgeColumns, settings: MapImportSettings
  ) -> [ListReason] {
    do throws(RowRefusal) {
      return try addEdge(row, columns, settings: settings)
    } catch {
      return [error.reason]
    }
  }

  /// - Returns: the ignored values.
  private mutating func addEdge(
    _ row: CSVTable, _ columns: EdgeColumns, settings: MapImportSettings
  ) throws(RowRefusal) -> [ListReason] {
    guard row.flaw == nil else { throw RowRefusal(.badRecord) }
    guard let id = row.integer(columns.id), let from = row.integer(columns.from), let to = row.integer(columns.to)
    else { throw RowRefusal(.unreadableNumber) }
    guard let from = nodeByID[from], let to = nodeByID[to] else { throw RowRefusal(.unknownNode) }
    guard !knownEdges.contains(id) else { throw RowRefusal(.repeatedID) }
    let shape = try self.shape(row, columns, from: network.nodes[from].place, to: network.nodes[to].place)
    guard from != to || shape.count > 2 else { throw RowRefusal(.noLength) }
    knownEdges.insert(id)
    let road = ListedRoad(row, columns)
    if let opposite = opposite(of: road, from: from, to: to, shape: shape) {
      join(id, to: opposite, road.directions.forward)
      return road.refusals
    }
    let way = addWay(id, road, at: shape[0], settings: settings)
    addSegment(road, way: way, from: from, to: to, shape: shape)
    if road.oneway == .forward {
      onewaysByEnds[Ends(from: from, to: to), default: []].append(network.segments.count - 1)
    }
    return road.refusals
  }

  private mutating func addWay(
    _ id: Int64, _ road: ListedRoad, at place: Place, settings: MapImportSettings
  ) -> Int {
    var way = RoadNetwork.Way(id: WayID(id), roadClass: road.roadClass)
    way.name = road.name
    if way.roadClass == .ferry { way.flags.insert(.ferry) }
    if road.oneway != .no { way.flags.insert(.oneway) }
    let side = settings.drivingSide ?? (isLeftDrivingTerritory(place) ? .left : .right)
    if side == .left { way.flags.insert(.drivesOnLeft) }
    network.ways.append(way)
    return network.ways.count - 1
  }

  /// The oneway segment along the same line in the opposite direction that is not joined to another yet.
  private func opposite(of road: ListedRoad, from: Int, to: Int, shape: [Place]) -> Int? {
    guard road.oneway == .forward else { return nil }
    return onewaysByEnds[Ends(from: to, to: from)]?.first { segment in
      let way = network.ways[network.segments[segment].way]
      return way.roadClass == road.roadClass && way.name == road.name
        && network.shape[network.segments[segment].shape].elementsEqual(shape.reversed())
    }
  }

  private mutating func join(_ id: Int64, to segment: Int, _ direction: RoadNetwork.Direction) {
    let ends = Ends(from: network.segments[segment].from, to: network.segments[segment].to)
    onewaysByEnds[ends]?.removeAll { $0 == segment }
    network.segments[segment].backward = direction
    network.ways[network.segments[segment].way].flags.remove(.oneway)
    network.backwardWays[segment] = WayID(id)
    counts.add("opposite_rows_joined")
  }

  private mutating func addSegment(_ road: ListedRoad, way: Int, from: Int, to: Int, shape: [Place]) {
    let start = network.shape.count
    network.shape += shape
    network.shapeSources += [network.nodes[from].source]
    network.shapeSources += Array(repeating: SourceNodeID(0), count: shape.count - 2)
    network.shapeSources += [network.nodes[to].source]
    var segment = RoadNetwork.Segment(way: way, from: from, to: to, shape: start..<network.shape.count)
    segment.length = road.length
    (segment.forward, segment.backward) = road.directions
    network.segments.append(segment)
  }

  /// The places of the row from node to node. The places of the nodes replace the ends of the geometry.
  private func shape(
    _ row: CSVTable, _ columns: EdgeColumns, from: Place, to: Place
  ) throws(RowRefusal) -> [Place] {
    guard row.has(columns.geometry) else { return [from, to] }
    guard let line = Geodesy.line(ofWKT: row.text(columns.geometry)), let first = line.first, let last = line.last,
      line.count >= 2
    else {
      throw RowRefusal(.unreadableGeometry)
    }
    guard groundDistance(first, from) <= 100, groundDistance(last, to) <= 100 else {
      throw RowRefusal(.geometryElsewhere)
    }
    return [from] + line.dropFirst().dropLast() + [to]
  }
}

/// The numbers of the columns of `edges`.
private struct EdgeColumns {
  let id, from, to, oneway, length, roadClass, name, speedLimit, geometry: Int?

  init(_ table: CSVTable) {
    id = table.column("id")
    from = table.column("from")
    to = table.column("to")
    oneway = table.column("oneway")
    length = table.column("length_m")
    roadClass = table.column("class")
    name = table.column("name")
    speedLimit = table.column("max_speed_kmh")
    geometry = table.column("geometry")
  }
}

/// The road of a row of `edges`.
private struct ListedRoad {
  let name: String
  private(set) var roadClass = RoadClass.road
  private(set) var oneway = Oneway.no
  private(set) var length: Metres?
  private var speedLimit: Int?
  /// The ignored values.
  private(set) var refusals: [ListReason] = []

  init(_ row: CSVTable, _ columns: EdgeColumns) {
    name = row.text(columns.name)
    if row.has(columns.roadClass) {
      roadClass = known(RoadClass(name: row.text(columns.roadClass).lowercased()), orRefuse: .unknownClass) ?? .road
    }
    if row.has(columns.oneway) {
      oneway = known(onewayValues.find(row.text(columns.oneway).lowercased()), orRefuse: .unknownOneway) ?? .no
    }
    if row.has(columns.length) {
      length = known(
        row.number(columns.length).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }, orRefuse: .unreadableLength)
    }
    if row.has(columns.speedLimit) {
      let limit = row.number(columns.speedLimit).flatMap { (1...300).contains($0) ? Int($0.rounded()) : nil }
      speedLimit = known(limit, orRefuse: .unreadableSpeed)
    }
  }

  private mutating func known<Value>(_ value: Value?, orRefuse reason: ListReason) -> Value? {
    if value == nil { refusals.append(reason) }
    return value
  }

  var directions: (forward: RoadNetwork.Direction, backward: RoadNetwork.Direction) {
    var forward = RoadNetwork.Direction()
    forward.access = defaultAccess(roadClass)
    forward.speedLimit =
      speedLimit.map { SpeedLimit(kmh: $0, source: .tag) }
      ?? defaultSpeedLimit(roadClass).map { SpeedLimit(kmh: $0, source: .defaultOfClass) }
    var backward = forward
    let closed = AccessSet.none.with([.pedestrian], forward.access[.pedestrian])
    if !oneway.allows(.forward) { forward.access = closed }
    if !oneway.allows(.backward) { backward.access = closed }
    return (forward, backward)
  }
}

private struct RowRefusal: Error {
  let reason: ListReason
  init(_ reason: ListReason) { self.reason = reason }
}
