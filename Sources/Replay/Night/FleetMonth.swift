internal import Detection
internal import Geodesy
package import Knowledge
internal import Moments
package import RoadGraph

/// What many drives know of the roads, as the page of a month shows it.
///
/// It has nothing that the tables do not have, so what they hide is hidden here.
package struct FleetMonth {
  /// A turn in all hours together.
  struct Turn {
    let from, onto: EdgeID
    var passages = 0
    /// Of all passages, beyond free flow.
    var delay: Seconds = 0
    /// The hours in which most of it is.
    var worst: WeekHours
    fileprivate var worstDelay: Seconds = 0
  }

  /// Pieces of one road that are driven differently from one day on.
  struct Change {
    let kind: RoadBreak.Kind
    let day: CivilDate
    /// The surest piece first.
    var breaks: [RoadBreak]
  }

  let graph: RoadGraph
  /// Shares of free flow and counts by piece.
  let pictures: LearnedPictures
  /// All roads with a value, with the trips in both directions.
  let roads: NightRoads
  /// Those in which most time is lost first.
  let turns: [Turn]
  /// The last ones first.
  let changes: [Change]
  /// Those that most trips share first.
  let doubts: [LearnedDoubt]
  let sums: DriveSums?
  /// Of the whole network; `nil` without the table.
  let coverage: Coverage?
  /// What the tables have; a list without its table is left out.
  let hasTurns, hasChanges, hasDoubts: Bool
  /// The fewest vehicles behind each row; `nil` where all are shown.
  let atLeast: Int?

  /// - Parameters:
  ///   - tables: with speeds and use.
  ///   - atLeast: by which rule the tables are published; counts are the least ones of their classes then.
  /// - Throws: what the rows of `tables` throw.
  package init(of tables: LearnedTables, on graph: RoadGraph, atLeast: Int?, settings: ReplaySettings) throws {
    self.graph = graph
    self.atLeast = atLeast
    pictures = try LearnedPictures(of: tables, on: graph, settings: settings)
    roads = Self.roads(of: pictures, on: graph)
    turns = try Self.turns(of: tables)
    changes = try Self.changes(of: tables, on: graph)
    var doubts: [LearnedDoubt] = []
    try tables.doubts?.forEach { doubts.append($0) }
    self.doubts = Array(doubts.sorted { $0.doubt.broken > $1.doubt.broken }.prefix(Self.mostDoubts))
    sums = tables.sums
    var coverage: Coverage?
    try tables.coverage?.forEach { if $0.part == .all { coverage = $0 } }
    self.coverage = coverage
    (hasTurns, hasChanges, hasDoubts) = (tables.delays != nil, tables.changes != nil, tables.doubts != nil)
  }

  /// The tables of which the page is made.
  ///
  /// - Parameter isPublished: without those that do not count vehicles.
  package static func tables(isPublished: Bool) -> [LearnedTable] {
    isPublished ? [.speeds, .delays, .use] : [.speeds, .delays, .use, .coverage, .changes, .doubts]
  }

  private static let mostTurns = 30
  private static let mostChanges = 60
  private static let mostDoubts = 60

  private static func roads(of pictures: LearnedPictures, on graph: RoadGraph) -> NightRoads {
    var trips = pictures.uses.reduce(into: [SegmentID: Int]()) { trips, use in
      trips[use.key.segment, default: 0] += use.value.support.trips
    }
    for number in 0..<graph.edgeCount where pictures.grid.isKnown(EdgeID(number)) {
      trips[EdgeID(number).segment, default: 0] += 0
    }
    return NightRoads(drivenBy: trips, on: graph)
  }

  private static func turns(of tables: LearnedTables) throws -> [Turn] {
    var turns: [[EdgeID]: Turn] = [:]
    try tables.delays?.forEach { row in
      turns[[row.from, row.onto], default: Turn(from: row.from, onto: row.onto, worst: row.hours)].add(row)
    }
    let worst = turns.values.filter { $0.delay > 0 }.sorted {
      $0.delay > $1.delay || $0.delay == $1.delay && ($0.from, $0.onto) < ($1.from, $1.onto)
    }
    return Array(worst.prefix(mostTurns))
  }

  /// Breaks of one road, kind and day are one change. What only follows from another change is none.
  private static func changes(of tables: LearnedTables, on graph: RoadGraph) throws -> [Change] {
    var (changes, places): ([Change], [String: Int]) = ([], [:])
    try tables.changes?.forEach { row in
      guard row.kind != .detour else { return }
      let key = "\(row.kind) \(row.day.daysSince1970) \(graph.label(of: row.edge.segment)) \(way(of: row.edge, graph))"
      if let place = places[key] {
        changes[place].breaks.append(row)
      } else {
        places[key] = changes.count
        changes.append(Change(kind: row.kind, day: row.day, breaks: [row]))
      }
    }
    for place in changes.indices { changes[place].breaks.sort { ($0.pValue, $0.edge) < ($1.pValue, $1.edge) } }
    return Array(changes.sorted { $1.order < $0.order }.prefix(mostChanges))
  }

  /// Roads with a name are told apart by it, others by their way.
  private static func way(of edge: EdgeID, _ graph: RoadGraph) -> Int {
    graph.label(of: edge.segment).isEmpty ? graph.wayIndex(of: edge) : 0
  }
}

extension FleetMonth.Turn {
  init(from: EdgeID, onto: EdgeID, worst: WeekHours) { (self.from, self.onto, self.worst) = (from, onto, worst) }

  fileprivate mutating func add(_ row: TurnDelay) {
    let delay = Double(row.support.passages) * row.expected
    passages += row.support.passages
    self.delay += delay
    if delay > worstDelay { (worstDelay, worst) = (delay, row.hours) }
  }

  /// In seconds.
  var meanDelay: Double { delay / Double(max(1, passages)) }
}

extension FleetMonth.Change {
  /// By day; on one day, by the number of pieces.
  fileprivate var order: (Int, Int, Int) { (day.daysSince1970, breaks.count, -Int(breaks[0].edge.rawValue)) }

  var surest: RoadBreak { breaks[0] }
}
