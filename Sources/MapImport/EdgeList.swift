internal import Geodesy
package import RoadGraph

/// Builds a road network from two tables: `nodes` (id, lat, lon) and `edges` (id, from, to, and where given: oneway,
/// length_m, class, name, max_speed_kmh, geometry as WKT `LINESTRING` of longitude and latitude).
///
/// Each row of `edges` becomes one way with the row's id. Rows that make no sense are left out, counted, and told to
/// `onRefusal` in the order of the files. Two oneway rows along the same line in opposite directions are one road with
/// two directions, each of which keeps its row's id; otherwise turning round on it could not be told from driving the
/// wrong way.
///
/// - Throws: ``MapImportError`` when a file is absent, lacks a column, or nothing usable is in it.
package func importEdgeList(
  nodes: String, edges: String, settings: MapImportSettings = MapImportSettings(),
  onRefusal: (RefusedRow) -> Void = { _ in }
) throws(MapImportError) -> RoadNetwork {
  var list = EdgeList()
  var refusals: [RefusedRow] = []
  refusals += try list.readNodes(nodes)
  refusals += try list.readEdges(edges, settings: settings)
  refusals.forEach(onRefusal)
  guard !list.network.segments.isEmpty else { throw .noRoads(path: edges) }
  for refusal in refusals { list.counts.add("rows_refused_\(refusal.reason.rawValue)") }
  list.counts.add(list.network.ways.count, "ways_kept")
  list.network.provenance = provenance(path: edges, kind: "edge_list", settings: settings, counts: list.counts)
  return list.network
}

/// An edge list on its way into a network.
private struct EdgeList {
  var network = RoadNetwork()
  var counts = ImportCounts()
  private var nodeByID: [Int64: Int] = [:]
  private var knownEdges: Set<Int64> = []
  /// Oneway segments whose opposite has not come.
  private var onewaysByEnds: [Ends: [Int]] = [:]

  private struct Ends: Hashable {
    var from: Int
    var to: Int
  }

  mutating func readNodes(_ path: String) throws(MapImportError) -> [RefusedRow] {
    var rows = try CSVRows(path: path, required: ["id", "lat", "lon"])
    var refusals: [RefusedRow] = []
    while rows.next() {
      counts.add("node_rows_read")
      if let reason = addNode(rows) { refusals.append(RefusedRow(path: path, line: rows.line, reason: reason)) }
    }
    return refusals
  }

  private mutating func addNode(_ row: CSVRows) -> RefusedRow.Reason? {
    guard let id = row.text("id").flatMap({ Int64($0) }), let latitude = row.text("lat").flatMap({ Double($0) }),
      let longitude = row.text("lon").flatMap({ Double($0) })
    else { return .unreadableNumber }
    guard Place.isValid(latitude: latitude, longitude: longitude) else { return .placeOutsideEarth }
    guard nodeByID[id] == nil else { return .repeatedID }
    nodeByID[id] = network.nodes.count
    network.nodes.append(
      RoadNetwork.Node(source: SourceNodeID(id), place: Place(latitude: latitude, longitude: longitude)))
    return nil
  }

  mutating func readEdges(_ path: String, settings: MapImportSettings) throws(MapImportError) -> [RefusedRow] {
    var rows = try CSVRows(path: path, required: ["id", "from", "to"])
    var refusals: [RefusedRow] = []
    while rows.next() {
      counts.add("edge_rows_read")
      do throws(RowRefusal) {
        try addEdge(rows, settings: settings)
      } catch {
        refusals.append(RefusedRow(path: path, line: rows.line, reason: error.reason))
      }
    }
    return refusals
  }

  private mutating func addEdge(_ row: CSVRows, settings: MapImportSettings) throws(RowRefusal) {
    guard let id = row.text("id").flatMap({ Int64($0) }) else { throw RowRefusal(.unreadableNumber) }
    guard let from = row.text("from").flatMap({ Int64($0) }), let to = row.text("to").flatMap({ Int64($0) }) else {
      throw RowRefusal(.unreadableNumber)
    }
    guard let from = nodeByID[from], let to = nodeByID[to] else { throw RowRefusal(.unknownNode) }
    guard !knownEdges.contains(id) else { throw RowRefusal(.repeatedID) }
    let shape = try self.shape(row, from: network.nodes[from].place, to: network.nodes[to].place)
    guard from != to || shape.count > 2 else { throw RowRefusal(.noLength) }
    knownEdges.insert(id)
    let directions = directions(row, roadClass: roadClass(row))
    if let opposite = opposite(of: row, from: from, to: to, shape: shape) {
      join(row, id, to: opposite, directions.forward)
      return
    }
    let way = addWay(id, row, at: shape[0], settings: settings)
    addSegment(row, way: way, from: from, to: to, shape: shape, directions)
    if oneway(row) == .forward {
      onewaysByEnds[Ends(from: from, to: to), default: []].append(network.segments.count - 1)
    }
  }

  private mutating func addWay(_ id: Int64, _ row: CSVRows, at place: Place, settings: MapImportSettings) -> Int {
    var way = RoadNetwork.Way(id: WayID(id), roadClass: roadClass(row))
    way.name = row.text("name") ?? ""
    if way.roadClass == .ferry { way.flags.insert(.ferry) }
    if oneway(row) != .no { way.flags.insert(.oneway) }
    let side = settings.drivingSide ?? (isLeftDrivingTerritory(place) ? .left : .right)
    if side == .left { way.flags.insert(.drivesOnLeft) }
    network.ways.append(way)
    return network.ways.count - 1
  }

  /// The oneway segment that runs along the same line the other way, not yet joined to another.
  private func opposite(of row: CSVRows, from: Int, to: Int, shape: [Place]) -> Int? {
    guard oneway(row) == .forward else { return nil }
    return onewaysByEnds[Ends(from: to, to: from)]?.first { segment in
      let way = network.ways[network.segments[segment].way]
      return way.roadClass == roadClass(row) && way.name == row.text("name") ?? ""
        && network.shape[network.segments[segment].shape].elementsEqual(shape.reversed())
    }
  }

  private mutating func join(_ row: CSVRows, _ id: Int64, to segment: Int, _ direction: RoadNetwork.Direction) {
    let ends = Ends(from: network.segments[segment].from, to: network.segments[segment].to)
    onewaysByEnds[ends]?.removeAll { $0 == segment }
    network.segments[segment].backward = direction
    network.ways[network.segments[segment].way].flags.remove(.oneway)
    network.backwardWays[segment] = WayID(id)
    counts.add("opposite_rows_joined")
  }

  private func roadClass(_ row: CSVRows) -> RoadClass {
    row.text("class").flatMap { RoadClass(name: $0) } ?? .road
  }

  private func oneway(_ row: CSVRows) -> Oneway {
    row.text("oneway").flatMap { onewayValues.find($0.lowercased()) } ?? .no
  }

  private mutating func addSegment(
    _ row: CSVRows, way: Int, from: Int, to: Int, shape: [Place],
    _ directions: (forward: RoadNetwork.Direction, backward: RoadNetwork.Direction)
  ) {
    let start = network.shape.count
    network.shape += shape
    network.shapeSources += [network.nodes[from].source]
    network.shapeSources += Array(repeating: SourceNodeID(0), count: shape.count - 2)
    network.shapeSources += [network.nodes[to].source]
    var segment = RoadNetwork.Segment(way: way, from: from, to: to, shape: start..<network.shape.count)
    segment.length = row.text("length_m").flatMap { Double($0) }.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    (segment.forward, segment.backward) = directions
    network.segments.append(segment)
  }

  private func directions(
    _ row: CSVRows, roadClass: RoadClass
  ) -> (forward: RoadNetwork.Direction, backward: RoadNetwork.Direction) {
    var forward = RoadNetwork.Direction()
    forward.access = defaultAccess(roadClass)
    forward.speedLimit = defaultSpeedLimit(roadClass).map { SpeedLimit(kmh: $0, source: .defaultOfClass) }
    if let text = row.text("max_speed_kmh"), let speed = Double(text), (1...300).contains(speed) {
      forward.speedLimit = SpeedLimit(kmh: Int(speed.rounded()), source: .tag)
    }
    var backward = forward
    let closed = AccessSet.none.with([.pedestrian], forward.access[.pedestrian])
    if !oneway(row).allows(.forward) { forward.access = closed }
    if !oneway(row).allows(.backward) { backward.access = closed }
    return (forward, backward)
  }

  /// The row's places from node to node; its geometry's own ends give way to the nodes'.
  private func shape(_ row: CSVRows, from: Place, to: Place) throws(RowRefusal) -> [Place] {
    guard let text = row.text("geometry") else { return [from, to] }
    guard let line = readLineString(text), let first = line.first, let last = line.last, line.count >= 2 else {
      throw RowRefusal(.unreadableGeometry)
    }
    guard groundDistance(first, from) <= 100, groundDistance(last, to) <= 100 else {
      throw RowRefusal(.geometryElsewhere)
    }
    return [from] + line.dropFirst().dropLast() + [to]
  }
}

private struct RowRefusal: Error {
  let reason: RefusedRow.Reason
  init(_ reason: RefusedRow.Reason) { self.reason = reason }
}

/// The places of a WKT line such as `LINESTRING (7.42 43.73, 7.43 43.74)`; `nil` when it is none.
///
/// - Source: OGC 06-103r4 §7, well-known text; longitude first, heights ignored.
func readLineString(_ text: String) -> [Place]? {
  let text = text.drop { $0 == " " }
  guard text.prefix(10).uppercased() == "LINESTRING", let open = text.firstIndex(of: "("), text.last == ")" else {
    return nil
  }
  var places: [Place] = []
  for pair in text[text.index(after: open)...].dropLast().split(separator: ",") {
    let numbers = pair.split(separator: " ").map { Double($0) }
    guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1],
      Place.isValid(latitude: latitude, longitude: longitude)
    else { return nil }
    places.append(Place(latitude: latitude, longitude: longitude))
  }
  return places
}
