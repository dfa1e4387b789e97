internal import Extracts
private import FoundationEssentials
internal import Geodesy
internal import RoadGraph

/// The first pass over an OSM file: its roads and turn rules, without places.
struct RoadSurvey {
  /// *w* ways, in the order of the file.
  var ways: [RoadNetwork.Way] = []
  /// *w* indices into ``directionPairs``.
  var directionsOfWay: [UInt32] = []
  private(set) var directionPairs: [DirectionPair] = []
  /// Ways tagged with their driving side, by index.
  private(set) var drivingSideOfWay: [Int: DrivingSide] = [:]
  /// The nodes of all ways, one after the other.
  var nodeIDs: [Int64] = []
  /// *w* + 1: `nodeIDs[firstNode[i] ..< firstNode[i + 1]]` belong to way *i*.
  var firstNode: [Int] = [0]
  var turnRules: [TurnRule] = []
  private(set) var zones: [SurveyedZone] = []
  private(set) var squares: [SurveyedSquare] = []
  private var relatedSquares: [RelatedSquare] = []
  private(set) var enforcements: [EnforcementRule] = []
  private var routes = RouteRelations()
  /// Ways that the import read although they may not be roads of the map, and ways that relations name.
  private(set) var otherWayIDs: [Int64] = []
  /// Relations that the import read.
  private(set) var relationIDs: [Int64] = []
  /// ISO 8601 in UTC, or empty.
  private(set) var dataTime = ""
  private(set) var counts = ImportCounts()

  private let modes: TravelModeSet
  private var unreadableSpeeds = 0
  private var knownDirections: [DirectionPair: UInt32] = [:]
  private var knownNames: Set<String> = []
  private var seenWays = SeenIDs()
  private var seenRelations = SeenIDs()

  /// - Throws: ``ExtractError`` if the file is damaged or is a change file.
  init(path: String, format: OSMFormat, settings: MapImportSettings) throws(ExtractError) {
    modes = settings.modes
    let header = try Self.header(path: path, format: format)
    var file = try OSMFile(
      path: path, format: format, kinds: [.ways, .relations], metadata: header.timestamp.isEmpty)
    var tags = Tags()
    var newest: Int64 = 0
    while let kind = try file.next() {
      newest = max(newest, file.timestamp)
      guard file.hasTags else { continue }
      tags.load(file.object.tagBytes)
      if kind == .ways {
        readWay(file.object, tags)
      } else {
        readRelation(file.object, tags)
      }
    }
    attachRoutes()
    otherWayIDs += zones.flatMap(\.ways) + relatedSquares.flatMap(\.ways)
    zones = zones.withoutRepetitions()
    try zones.findLines(path: path, format: format)
    try addRelatedSquares(path: path, format: format)
    counts.add(zones.count, "zones_read")
    counts.add(unreadableSpeeds, "speed_limits_unreadable")
    dataTime = header.timestamp.isEmpty ? Self.text(newest) : header.timestamp
    knownDirections = [:]
    knownNames = []
    seenWays = SeenIDs()
    seenRelations = SeenIDs()
  }

  private static func header(path: String, format: OSMFormat) throws(ExtractError) -> ExtractHeader {
    var file = try OSMFile(path: path, format: format, kinds: [])
    let header = try file.header()
    guard !header.hasVersions && format.name != "o5c" else {
      throw .unsupported(
        path: path, what: "a change or history file",
        cure: "Apply it to an extract first (osmium apply-changes, osmium time-filter) and import the result.")
    }
    return header
  }

  /// Seconds since 1970 as ISO 8601; empty for 0 and for the placeholder 1 that some programs write.
  private static func text(_ seconds: Int64) -> String {
    seconds <= 1 ? "" : Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
  }

  private mutating func readWay(_ object: OSMObject, _ tags: Tags) {
    guard seenWays.isNew(object.id) else { return counts.add("ways_repeated") }
    guard let notice = NoticedWay(tags, id: object.id, unreadableSpeeds: &unreadableSpeeds) else { return }
    if let kind = notice.zone { addZone(kind, of: object, tags) }
    guard var road = notice.road, modes == .all || serves(road.directions) else {
      otherWayIDs.append(object.id)
      return counts.add(notice.road == nil ? 0 : 1, "ways_of_other_modes")
    }
    road.way.name = shared(road.way.name)
    road.way.ref = shared(road.way.ref)
    let begin = nodeIDs.count
    object.appendNodeIDs(to: &nodeIDs)
    add(road)
    if road.isSurface, nodeIDs.count - begin > 3, nodeIDs[begin] == nodeIDs[nodeIDs.count - 1] {
      squares.append(SurveyedSquare(ways: [ways.count - 1], rings: [Array(nodeIDs[begin...])]))
    }
  }

  /// Adds a road whose nodes have been appended.
  private mutating func add(_ road: RoadAttributes) {
    if let side = road.drivingSide { drivingSideOfWay[ways.count] = side }
    ways.append(road.way)
    directionsOfWay.append(index(of: road.directions))
    firstNode.append(nodeIDs.count)
  }

  /// Adds the squares of relations. The ways of their outer border become roads, unless they are roads by themselves.
  private mutating func addRelatedSquares(path: String, format: OSMFormat) throws(ExtractError) {
    guard !relatedSquares.isEmpty else { return }
    let wanted = Set(relatedSquares.flatMap(\.ways))
    let lines = try nodesOfWays(wanted, path: path, format: format)
    var known: [Int64: Int] = [:]
    for (number, way) in ways.enumerated() where wanted.contains(way.id.rawValue) { known[way.id.rawValue] = number }
    for related in relatedSquares where modes == .all || serves(related.road.directions) {
      let outer = related.ways.filter(related.outer.contains)
      let inner = related.ways.filter { !related.outer.contains($0) }
      guard let rings = SurveyedSquare.rings(of: outer.compactMap { lines[$0] }),
        let holes = inner.isEmpty ? [] : SurveyedSquare.rings(of: inner.compactMap { lines[$0] })
      else {
        counts.add("squares_open")
        continue
      }
      var square = SurveyedSquare(rings: rings + holes, roadRings: rings.count)
      for way in outer {
        let road = known[way] ?? add(related, lines[way] ?? [], way)
        known[way] = road
        square.ways.append(road)
      }
      squares.append(square)
    }
  }

  /// Adds a way of the border of a square.
  ///
  /// - Returns: its index.
  private mutating func add(_ square: RelatedSquare, _ nodes: [Int64], _ way: Int64) -> Int {
    var road = square.road
    road.way.id = WayID(way)
    nodeIDs += nodes
    add(road)
    return ways.count - 1
  }

  private func serves(_ pair: DirectionPair) -> Bool {
    TravelMode.allCases.contains { mode in
      modes.contains(TravelModeSet(mode)) && max(pair.forward.access[mode], pair.backward.access[mode]) > .no
    }
  }

  private mutating func index(of pair: DirectionPair) -> UInt32 {
    if let known = knownDirections[pair] { return known }
    let index = UInt32(directionPairs.count)
    directionPairs.append(pair)
    knownDirections[pair] = index
    return index
  }

  /// Adds to each way the numbered routes that lead along it.
  private mutating func attachRoutes() {
    guard !routes.isEmpty else { return }
    for way in ways.indices {
      guard let uses = routes[ways[way].id.rawValue] else { continue }
      let pair = directionPairs[Int(directionsOfWay[way])].led(by: uses)
      directionsOfWay[way] = index(of: pair)
    }
    routes = RouteRelations()
  }

  /// One shared copy of each long text, since the ways of a street repeat its name.
  private mutating func shared(_ text: String) -> String {
    text.utf8.count <= 15 ? text : knownNames.insert(text).memberAfterInsert
  }

  /// An area drawn by one way; other ways with its tags are pieces of a border.
  private mutating func addZone(_ kind: ZoneKind, of way: OSMObject, _ tags: Tags) {
    let nodes = way.nodeIDs
    guard nodes.count > 3, nodes.first == nodes.last else { return }
    var zone = SurveyedZone(kind: kind, name: tags.text(.name) ?? "", source: .way(way.id))
    zone.lines = [nodes]
    zones.append(zone)
  }

  /// The nodes beside the roads that areas and devices need.
  var otherNodeIDs: [Int64] {
    zones.flatMap { $0.lines.flatMap(\.self) } + enforcements.flatMap(\.nodes)
      + squares.flatMap { $0.rings.dropFirst($0.roadRings).joined() }
  }

  /// The places of ``otherNodeIDs``, by id, without those that the file lacks.
  func otherPlaces(_ index: NodeIndex, _ nodes: NodeSurvey) -> [Int64: Place] {
    var places: [Int64: Place] = [:]
    for node in otherNodeIDs {
      if let row = index.row(of: node) { places[node] = nodes.place(UInt32(row)) }
    }
    return places
  }

  private mutating func readRelation(_ object: OSMObject, _ tags: Tags) {
    guard let notice = NoticedRelation(tags) else { return }
    let (id, members) = (object.id, object.members)
    if notice == .restriction { counts.add("restrictions_read") }
    guard seenRelations.isNew(id) else { return counts.add(notice == .restriction ? 1 : 0, "restrictions_repeated") }
    relationIDs.append(id)
    switch notice {
    case .zone:
      if let zone = readZone(tags, id: id, members: members) { zones.append(zone) }
    case .square:
      if let square = readSquare(tags, id: id, members: members) { relatedSquares.append(square) }
    case .enforcement:
      enforcements += readEnforcements(tags, id: id, members: members, counts: &counts)
    case .roadRoute:
      routes.read(tags, members: members, counts: &counts)
    case .restriction:
      let isConditional = tags.conditionals.contains { $0.key.restrictedModes != nil }
      counts.add(isConditional ? 1 : 0, "restrictions_read_conditional")
      turnRules += readTurnRules(tags, id: id, members: members, counts: &counts)
    }
  }
}

/// Recognises repeated ids, at no cost while ids ascend, as they do in sorted files.
struct SeenIDs {
  private var last: Int64?
  private var ascending: [Int64] = []
  private var all: Set<Int64>?

  mutating func isNew(_ id: Int64) -> Bool {
    if all == nil, last.map({ id > $0 }) ?? true {
      last = id
      ascending.append(id)
      return true
    }
    if all == nil {
      all = Set(ascending)
      ascending = []
    }
    return all?.insert(id).inserted ?? true
  }
}
