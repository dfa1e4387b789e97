package import Geodesy
package import Moments
package import RoadGraph
package import RoadRules

/// The tables that many drives make; `nil` where a table was not asked for.
package struct LearnedTables {
  /// The hours that the rows are about.
  package var classes: WeekClasses
  /// By edge and hours.
  package var speeds: LearnedRows<RoadSpeed>?
  /// By edges and hours.
  package var delays: LearnedRows<TurnDelay>?
  /// By edge.
  package var use: LearnedRows<RoadUse>?
  /// All first, then classes, then zones.
  package var coverage: LearnedRows<Coverage>?
  package var flows: LearnedRows<ZoneFlow>?
  package var stays: LearnedRows<StayPlace>?
  /// By day and edge.
  package var changes: LearnedRows<RoadBreak>?
  /// By kind, the most broken first.
  package var doubts: LearnedRows<LearnedDoubt>?
  /// Of all drives; `nil` if nobody asked for them, or others may not know them.
  package var sums: DriveSums?
  package private(set) var counts: [TableCounts] = []

  package init(classes: WeekClasses) { self.classes = classes }
}

/// A table of what was learned. Raw values are the names in options and of files.
package enum LearnedTable: String, CaseIterable, Sendable {
  case speeds, delays, use, coverage, flows, stays, changes, doubts
}

/// The rows of a table, which can be read as often as needed: of a country they are too many to be in memory.
package struct LearnedRows<Row> {
  private let each: ((Row) throws -> Void) throws -> Void

  package init(_ rows: [Row]) { each = { body in try rows.forEach(body) } }

  /// - Parameter each: calls its argument with each row, always in the same order.
  package init(_ each: @escaping ((Row) throws -> Void) throws -> Void) { self.each = each }

  package func forEach(_ body: (Row) throws -> Void) throws { try each(body) }

  func map(_ change: @escaping (Row) -> Row) -> LearnedRows {
    LearnedRows { body in try forEach { try body(change($0)) } }
  }
}

/// Which tables are wanted, and of which hours.
package struct LearnedQuestion: Sendable {
  package var mode: TravelMode
  package var classes: WeekClasses
  /// The clocks of the place; `nil` for UTC.
  package var clock: LocalClock?
  package var tables = LearnedTable.allCases
  /// Whether the drives themselves are counted, too.
  package var wantsSums = false
  /// Between which trips are counted, and by which coverage is.
  package var zones: Zones?
  /// Where a long stop is no surprise.
  package var known: SiteIndex?

  package init(mode: TravelMode, classes: WeekClasses) {
    self.mode = mode
    self.classes = classes
  }

  func wants(_ tables: LearnedTable...) -> Bool { tables.contains(where: self.tables.contains) }
}

/// How much of the drives a table stands on, and what was left out, by reason.
package struct TableCounts: Hashable, Sendable {
  package let table: LearnedTable
  /// What was counted: intervals, passages, trips or stops.
  package let counted: Int
  package let leftOut: [String: Int]
}

extension LearnedTables {
  /// The zones of flows if none are given: hexagons a kilometre wide.
  private static let usualZones = Zones.grid(ZoneGrid(.hexagon, width: 1000))

  /// - Throws: what `drives` throws, and errors of scratch files.
  package init(of drives: some DriveSource, on graph: RoadGraph, _ question: LearnedQuestion) throws {
    self.init(classes: question.classes)
    if question.wantsSums { sums = try DriveSums(of: drives, clock: question.clock) }
    if question.wants(.speeds, .delays) { try learnTimes(drives, graph, question) }
    if question.wants(.use, .coverage) { try learnUse(drives, graph, question) }
    if question.wants(.flows) {
      let fold = try FlowFold(
        of: drives, on: graph, between: question.zones ?? Self.usualZones, classes: question.classes,
        clock: question.clock)
      flows = LearnedRows(fold.flows)
      counts.append(
        TableCounts(
          table: .flows, counted: fold.counts.trips,
          leftOut: ["outside": fold.counts.outside, "short": fold.counts.short]))
    }
    if question.wants(.stays) {
      let fold = try StayFold(of: drives, on: graph, besides: question.known, clock: question.clock)
      stays = LearnedRows(fold.places)
      counts.append(
        TableCounts(
          table: .stays, counted: fold.counts.stays - fold.counts.known - fold.counts.alone,
          leftOut: ["known": fold.counts.known, "alone": fold.counts.alone]))
    }
    if question.wants(.changes) {
      changes = LearnedRows(
        try BreakFold(of: drives, on: graph, mode: question.mode, clock: question.clock ?? .utc).breaks)
    }
    if question.wants(.doubts) {
      let fold = try DoubtFold(of: drives, on: graph, for: question.mode, clock: question.clock)
      doubts = LearnedRows(fold.doubts)
      counts.append(TableCounts(table: .doubts, counted: fold.tripCount, leftOut: [:]))
    }
  }

  /// Speeds know the delays, so that these are not in them once more.
  private mutating func learnTimes(
    _ drives: some DriveSource, _ graph: RoadGraph, _ question: LearnedQuestion
  ) throws {
    var settings = SpeedSettings()
    (settings.classes, settings.clock) = (question.classes, question.clock)
    let sample = try DriveSample(of: drives, steps: settings.stepsOfSample, workers: settings.workers)
    let fold = try DelayFold(
      of: drives, sample: sample, on: graph, mode: question.mode, classes: question.classes,
      clock: question.clock ?? .utc)
    if question.wants(.delays) {
      delays = LearnedRows { body in try fold.forEachRow(body) }
      let leftOut = fold.counts.leftOut.map { ($0.key.rawValue, $0.value) }
      counts.append(
        TableCounts(
          table: .delays, counted: fold.counts.counted, leftOut: Dictionary(leftOut, uniquingKeysWith: +)))
    }
    guard question.wants(.speeds) else { return }
    let model = try SpeedModel(of: drives, sample: sample, on: graph, mode: question.mode, settings: settings)
    speeds = LearnedRows { body in try model.forEachSpeed(besides: fold, body) }
    let leftOut = SpeedCounts.Reason.allCases.map { ($0.code, model.counts.left[$0.rawValue]) }
    counts.append(
      TableCounts(
        table: .speeds, counted: model.counts.used, leftOut: Dictionary(leftOut, uniquingKeysWith: +)))
  }

  private mutating func learnUse(
    _ drives: some DriveSource, _ graph: RoadGraph, _ question: LearnedQuestion
  ) throws {
    let fold = try UseFold(of: drives, on: graph, for: question.mode, clock: question.clock)
    counts.append(
      TableCounts(
        table: .use, counted: fold.counts.passages,
        leftOut: ["spurs": fold.counts.spurs, "touched": fold.counts.touched]))
    if question.wants(.use) { use = LearnedRows { body in try fold.forEachRoad(body) } }
    if question.wants(.coverage) { coverage = LearnedRows(fold.coverage(by: question.zones)) }
  }
}
