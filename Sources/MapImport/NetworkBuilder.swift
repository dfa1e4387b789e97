internal import Geodesy
internal import RoadGraph

/// Cuts ways into segments at nodes where roads meet or end, and at nodes with attributes.
struct NetworkBuilder {
  private(set) var network = RoadNetwork()
  /// Ways tagged with their driving side, by index in the network.
  private(set) var drivingSideOfWay: [Int: DrivingSide] = [:]
  /// For *w* ways, *w* + 1 entries: the segments of way *i* are `firstSegment[i] ..< firstSegment[i + 1]`.
  private(set) var firstSegment: [Int] = [0]
  private(set) var counts = ImportCounts()
  /// By node of the network.
  private(set) var exitSigns: [Int: ExitSign] = [:]

  /// Without its ways, which are in the network.
  private let survey: RoadSurvey
  private let index: NodeIndex
  private let nodes: NodeSurvey
  /// The nodes of all ways as rows, in the layout of ``RoadSurvey/nodeIDs``.
  private let rows: [UInt32]
  /// By index into ``RoadSurvey/directionPairs``.
  private let directions: [RoadNetwork.Directions]
  /// The row of each place of the network's shape.
  private var shapeRows: [UInt32] = []
  /// Rows at which ways are cut.
  private var isJunction: [Bool]
  /// The ways that are done and kept; of the survey's ways behind them in the network, some are still to be cut.
  private var keptWays = 0
  /// The network's node of each row.
  private var nodeOfRow: [UInt32]
  private static let noNode = UInt32.max

  /// - Parameter survey: its `nodeIDs` are no longer needed once `rows` replace them.
  init(survey: consuming RoadSurvey, index: consuming NodeIndex, nodes: consuming NodeSurvey) {
    var survey = survey
    rows = survey.nodeIDs.map { UInt32(index.row(of: $0) ?? 0) }
    survey.nodeIDs = []
    directions = survey.directionPairs.map { RoadNetwork.Directions(forward: $0.forward, backward: $0.backward) }
    let roadsOfSquares = survey.squares.map { square in square.ways.first.map { survey.ways[$0] } }
    network.ways.reserveCapacity(survey.ways.count + survey.squares.count)
    network.ways += survey.ways
    survey.ways = []
    self.index = index
    self.nodes = nodes
    isJunction = Self.junctions(rows: rows, firstNode: survey.firstNode, count: index.ids.count)
    nodeOfRow = Array(repeating: Self.noNode, count: index.ids.count)
    self.survey = survey
    for row in nodes.details.keys { isJunction[row] = true }
    for node in survey.turnRules.flatMap(\.viaNodes) + survey.enforcements.flatMap(\.nodes) {
      if let row = index.row(of: node) { isJunction[row] = true }
    }
    let squares = SquareLines(
      self.survey.squares, rows: rows, firstNode: self.survey.firstNode, index: index, nodes: nodes)
    for line in squares.lines.joined() {
      isJunction[Int(line.begin)] = true
      isJunction[Int(line.end)] = true
    }
    let wayCount = network.ways.count
    reserve(lines: squares.lines.joined().count)
    for way in 0..<wayCount { add(way) }
    network.ways.removeLast(wayCount - keptWays)
    for (number, lines) in squares.lines.enumerated() {
      cross(self.survey.squares[number], of: roadsOfSquares[number], lines)
    }
  }

  /// Adds the lines across a square as one more way, with the id and the attributes of the road along its edge.
  private mutating func cross(_ square: SurveyedSquare, of road: RoadNetwork.Way?, _ lines: [SquareLines.Line]) {
    guard let way = square.ways.first, var road, !lines.isEmpty else { return }
    var directions = survey.directionPairs[Int(survey.directionsOfWay[way])]
    directions.forward.access = directions.forward.access.except(motorModes)
    directions.backward.access = directions.backward.access.except(motorModes)
    let shared = RoadNetwork.Directions(forward: directions.forward, backward: directions.backward)
    for line in lines { addSegment([line.begin, line.end], shared) }
    road.flags.insert(.square)
    network.ways.append(road)
    keptWays += 1
    firstSegment.append(network.segments.count)
    counts.add(1, "squares_crossed")
  }

  /// Ends of ways, and nodes that occur more than once.
  private static func junctions(rows: [UInt32], firstNode: [Int], count: Int) -> [Bool] {
    var uses = [UInt8](repeating: 0, count: count)
    for way in 0..<firstNode.count - 1 {
      let range = firstNode[way]..<firstNode[way + 1]
      for position in range where position == range.lowerBound || rows[position] != rows[position - 1] {
        uses[Int(rows[position])] = min(uses[Int(rows[position])], 1) + 1
      }
      guard !range.isEmpty else { continue }
      uses[Int(rows[range.lowerBound])] = 2
      uses[Int(rows[range.upperBound - 1])] = 2
    }
    return uses.map { $0 > 1 }
  }

  /// Reserves memory for the pieces of all ways and for lines across squares: an array that grows takes three times as
  /// much. Each cut inside of a way makes one piece more, and each way that ends where it begins is halved.
  private mutating func reserve(lines: Int) {
    let ways = (0..<survey.firstNode.count - 1).map { survey.firstNode[$0]..<survey.firstNode[$0 + 1] }
      .filter { $0.count > 1 }
    let circles = ways.count { rows[$0.lowerBound] == rows[$0.upperBound - 1] }
    let cuts = rows.count { isJunction[Int($0)] } - 2 * ways.count + circles
    network.segments.reserveCapacity(ways.count + cuts + lines)
    network.shape.reserveCapacity(rows.count + cuts + 2 * lines)
    shapeRows.reserveCapacity(rows.count + cuts + 2 * lines)
    network.nodes.reserveCapacity(isJunction.count { $0 } + circles)
  }

  /// Adds one way of the survey, unless none of it can be placed.
  private mutating func add(_ way: Int) {
    let firstNew = network.segments.count
    cut(way)
    guard network.segments.count > firstNew else { return counts.add("ways_without_length") }
    if let side = survey.drivingSideOfWay[way] { drivingSideOfWay[keptWays] = side }
    if keptWays < way { network.ways[keptWays] = network.ways[way] }
    keptWays += 1
    firstSegment.append(network.segments.count)
  }

  /// Splits a way where its nodes are missing, drops repeated nodes, and cuts each part at junctions.
  private mutating func cut(_ way: Int) {
    var part: [UInt32] = []
    for position in survey.firstNode[way]..<survey.firstNode[way + 1] {
      let row = rows[position]
      if nodes.place(row) == nil {
        counts.add("nodes_missing")
        cutPart(part, of: way)
        part.removeAll(keepingCapacity: true)
      } else if part.last == row {
        counts.add("nodes_repeated")
      } else {
        part.append(row)
      }
    }
    cutPart(part, of: way)
  }

  private mutating func cutPart(_ part: [UInt32], of way: Int) {
    guard part.count >= 2 else { return }
    var begin = 0
    for end in 1..<part.count where end == part.count - 1 || isJunction[Int(part[end])] {
      addPiece(part[begin...end], of: way)
      begin = end
    }
  }

  /// A piece that returns to its start is halved, so that no segment is a loop.
  private mutating func addPiece(_ piece: ArraySlice<UInt32>, of way: Int) {
    guard piece.first == piece.last else { return addSegment(piece, of: way) }
    let middle = piece.startIndex + piece.count / 2
    addSegment(piece[...middle], of: way)
    addSegment(piece[middle...], of: way)
  }

  private mutating func addSegment(_ piece: ArraySlice<UInt32>, of way: Int) {
    addSegment(piece, directions[Int(survey.directionsOfWay[way])])
  }

  /// Adds a segment to the way that comes next.
  private mutating func addSegment(_ piece: ArraySlice<UInt32>, _ directions: RoadNetwork.Directions) {
    guard let first = piece.first, let last = piece.last else { return }
    let start = network.shape.count
    for row in piece {
      guard let place = nodes.place(row) else { continue }
      let isInner = row != first && row != last
      if isInner && network.shape.last == place && network.shape.count > start { continue }
      network.shape.append(place)
      shapeRows.append(row)
    }
    if network.shape[start...].allSatisfy({ $0 == network.shape[start] }) { counts.add("segments_of_zero_length") }
    network.segments.append(
      RoadNetwork.Segment(
        way: keptWays, from: node(at: first), to: node(at: last), shape: start..<network.shape.count,
        directions: directions))
  }

  /// The network node of a row, created when first needed.
  private mutating func node(at row: UInt32) -> Int {
    let known = nodeOfRow[Int(row)]
    if known != Self.noNode { return Int(known) }
    let source = SourceNodeID(index.ids[Int(row)])
    var node = RoadNetwork.Node(source: source, place: nodes.place(row) ?? Place(latitudeE7: 0, longitudeE7: 0))
    if let detail = nodes.details[Int(row)] {
      node.flags = detail.flags
      node.barrier = detail.barrier
      node.signs = detail.signs
      node.exitRef = detail.exitRef
      node.exitName = detail.exitName
      node.conditions = detail.conditions
      if !detail.exitSign.isEmpty { exitSigns[network.nodes.count] = detail.exitSign }
    }
    nodeOfRow[Int(row)] = UInt32(network.nodes.count)
    network.nodes.append(node)
    return network.nodes.count - 1
  }

  /// The network node of a source node; `nil` if roads neither meet nor end there.
  func node(of source: Int64) -> Int? {
    guard let row = index.row(of: source), nodeOfRow[row] != Self.noNode else { return nil }
    return Int(nodeOfRow[row])
  }

  /// Returns the network, so that it can be changed without a copy. The sources of its places are added only now, when
  /// nothing else of the builder is needed any more.
  consuming func finish() -> RoadNetwork {
    var network = network
    let (shapeRows, ids) = (shapeRows, index.ids)
    _ = consume self
    network.shapeSources.reserveCapacity(shapeRows.count)
    for row in shapeRows { network.shapeSources.append(SourceNodeID(ids[Int(row)])) }
    return network
  }
}
