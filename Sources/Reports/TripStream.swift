package import Detection
package import Geodesy
package import Guidance
package import Jobs
package import Matching
package import Moments
package import Plans
package import Records
package import RoadGraph
internal import Traces
package import Trips

/// The rows of a trip in progress that have become certain.
package struct TripRows: Sendable {
  package var points: [DecidedFix] = []
  package var edges = Numbered<TripEdge>([])
  package var maneuvers = Numbered<Maneuver>([])
  package var crossings = Numbered<Crossing>([])
  package var events = Numbered<Event>([])
  /// The waypoints, deviations and polls among the events; empty without a plan.
  package var milestones = Numbered<Milestone>([])
  package var deviations = Numbered<(event: Event, payload: Deviation)>([])
  package var betterRoutes = Numbered<(event: Event, payload: PolledRoute)>([])
  package var segments = Numbered<TripPair>([])
  package var legs = Numbered<DrivenLeg>([])
  package var visits = Numbered<(visit: Visit, site: Site)>([])
  /// The plan, and the places on it of `points`.
  package var plan: PlanOutcome?
  package var positions: [PlanPosition?] = []
  /// How the plan was kept; `nil` before the end of the trip, and without a plan.
  package var tally: PlanTally?
  /// The trip itself; `nil` before its end.
  package var end: TripEnd?

  package init() {}

  /// All rows of a trip.
  package init(of report: TripReport) {
    let matched = report.trip.matched
    points = matched.fixes.indices.map {
      DecidedFix(number: $0, fix: matched.trace.fixes[$0], matched: matched.fixes[$0])
    }
    edges = Numbered(report.trip.edges)
    maneuvers = Numbered(report.itinerary.maneuvers)
    crossings = Numbered(report.crossings ?? [])
    takeEvents(report.events)
    plan = report.plan
    positions = report.plan?.positions ?? []
    tally = report.planTally
    segments = Numbered(report.trip.pairs(on: report.graph))
    legs = Numbered(report.trip.drivenLegs)
    visits = Numbered(report.visits.map { of in of.list.map { ($0, of.sites.sites[$0.site]) } } ?? [])
    end = TripEnd(of: report)
  }

  /// Takes the next events, in order. Their rows are numbered after the previous ones.
  package mutating func takeEvents(_ found: [Event], after last: EventRowCounts = EventRowCounts()) {
    events = Numbered(found, from: last.events)
    milestones = Numbered(found.compactMap { $0.payload as? Milestone }, from: last.milestones)
    let left = found.compactMap { event in (event.payload as? Deviation).map { (event, $0) } }
    deviations = Numbered(left, from: last.deviations)
    let polled = found.compactMap { event in (event.payload as? PolledRoute).map { (event, $0) } }
    betterRoutes = Numbered(polled, from: last.betterRoutes)
  }

  package var eventCounts: EventRowCounts {
    EventRowCounts(
      events: events.endIndex, milestones: milestones.endIndex, deviations: deviations.endIndex,
      betterRoutes: betterRoutes.endIndex)
  }
}

/// The number of rows written so far for the events of a trip.
package struct EventRowCounts: Sendable {
  package var events = 0
  package var milestones = 0
  package var deviations = 0
  package var betterRoutes = 0

  package init(events: Int = 0, milestones: Int = 0, deviations: Int = 0, betterRoutes: Int = 0) {
    self.events = events
    self.milestones = milestones
    self.deviations = deviations
    self.betterRoutes = betterRoutes
  }
}

/// Writes rows of trips to standard output as they become certain, as CSV, NDJSON or Arrow.
///
/// Rows of several tables are NDJSON and begin with a field `table`.
package final class TripStream {
  /// The tables that can be streamed.
  package static let allTables: [TripTable] = [
    .points, .edges, .maneuvers, .events, .crossings, .positions, .segments, .legs, .visits, .jobEvents, .rejects,
    .trips,
  ]
  /// The tables that can be streamed when trips have plans.
  package static let tablesOfPlans: [TripTable] = [.milestones, .deviations, .betterRoutes, .plans]

  package let tables: [TripTable]
  private let graph: RoadGraph
  private let points: PointContext
  private let style: RowStyle
  private let clock: LocalClock?
  private let visits: VisitSettings
  /// One for each of ``tables``.
  private let columns: [TableColumns]
  private let file = OutputFile.standardOutput
  private var cells = Cells()
  private let batches: ArrowBatches?

  /// The ids at the start of the rows of one trip, for each table.
  package struct Identity: Sendable {
    fileprivate let trip: TripIdentity
    fileprivate let bytes: [[UInt8]]
  }

  /// - Parameters:
  ///   - tables: some of ``allTables`` and ``tablesOfPlans``; one for CSV and Arrow.
  ///   - clock: the clock by which times are also given; `nil` for UTC only.
  ///   - hasPlans: points have their places on the plan.
  ///   - visits: says who has only passed through a place.
  /// - Throws: ``ReportError`` if the header cannot be written.
  package init(
    _ tables: [TripTable], _ style: RowStyle, clock: LocalClock? = nil, hasPlans: Bool, visits: VisitSettings,
    on graph: RoadGraph
  ) throws(ReportError) {
    self.tables = (Self.allTables + Self.tablesOfPlans).filter(tables.contains).map {
      $0 == .points && hasPlans ? .plannedPoints : $0
    }
    self.graph = graph
    points = PointContext(graph: graph)
    self.style = style
    self.clock = clock
    self.visits = visits
    let all = self.tables.map { ($0, $0.form(with: AddedColumns(clock: clock))) }
    columns = all.map { $1.columns }
    let frame = all.first.map { OutputFrame.rows(of: $0.name, style, $1.schema) }
    batches = frame?.batches
    if let frame { try file.write(frame.prologue) }
    try file.flush()
  }

  package func identity(tripID: String, traceID: String, vehicle: String?) -> Identity {
    let trip = TripIdentity(tripID: tripID, traceID: traceID, vehicle: vehicle)
    cells.begin(trip, clock: clock)
    var beginnings: [[UInt8]] = []
    for table in tables {
      let columns = table.form.columns
      switch style {
      case .csv(let texts): beginnings.append(columns.csvIdentity(texts, &cells))
      case .json, .ndjson:
        beginnings.append(tables.count == 1 ? columns.jsonIdentity(&cells) : columns.featureIdentity(&cells))
      case .arrow: beginnings.append([])
      }
    }
    return Identity(trip: trip, bytes: beginnings)
  }

  package func append(_ rows: TripRows, of trip: Identity) throws(ReportError) {
    begin(trip)
    for (table, identity) in zip(tables, trip.bytes) {
      switch table {
      case .points: try append(rows.points.count, of: table, identity) { pointRow($0, of: rows) }
      case .plannedPoints:
        try append(rows.points.count, of: table, identity) {
          let position = rows.positions.indices.contains($0) ? rows.positions[$0] : nil
          return PlannedPointRow(point: pointRow($0, of: rows), outcome: rows.plan, position: position)
        }
      case .edges:
        try append(rows.edges, of: table, identity) { EdgeRow(seq: $0, edge: $1, graph: graph) }
      case .maneuvers:
        try append(rows.maneuvers, of: table, identity) { ManeuverRow(seq: $0, maneuver: $1) }
      case .events:
        try append(rows.events, of: table, identity) { EventRow(seq: $0, event: $1, edge: $1.road, graph: graph) }
      case .crossings:
        try append(rows.crossings, of: table, identity) { CrossingRow(seq: $0, crossing: $1, graph: graph) }
      case .milestones:
        try append(rows.milestones, of: table, identity) { MilestoneRow(seq: $0, milestone: $1) }
      case .deviations:
        try append(rows.deviations, of: table, identity) {
          DeviationRow(seq: $0, event: $1.event, deviation: $1.payload)
        }
      case .betterRoutes:
        try append(rows.betterRoutes, of: table, identity) {
          BetterRouteRow(seq: $0, event: $1.event, poll: $1.payload.poll, graph: graph)
        }
      case .plans:
        guard let plan = rows.plan, let tally = rows.tally else { continue }
        try append(1, of: table, identity) { _ in PlanRow(outcome: plan, tally: tally, graph: graph) }
      case .segments: try append(rows.segments, of: table, identity) { SegmentRow(seq: $0, travelled: $1) }
      case .legs: try append(rows.legs, of: table, identity) { LegRow(seq: $0, driven: $1) }
      case .visits:
        try append(rows.visits, of: table, identity) {
          VisitRow(seq: $0, visit: $1.visit, site: $1.site, settings: visits)
        }
      default: break
      }
    }
  }

  /// Writes the row of a trip that has ended, after all others of it.
  package func append(_ end: TripEnd, of trip: Identity) throws(ReportError) {
    guard let place = tables.firstIndex(of: .trips) else { return }
    begin(trip)
    try append(1, of: .trips, trip.bytes[place]) { _ in TripRow(end: end, identity: trip.trip, graph: graph) }
  }

  /// Writes what was refused.
  package func append(_ refusal: Refusal) throws(ReportError) {
    guard tables.contains(.rejects) else { return }
    let columns = TripTable.rejects.form.columns
    let beginning = tables.count > 1 ? columns.featureIdentity(&cells) : []
    try append(1, of: .rejects, beginning) { _ in RejectRow(refusal) }
  }

  /// Writes what happened to jobs.
  package func append(_ events: [JobEvent], of board: JobBoard) throws(ReportError) {
    guard tables.contains(.jobEvents) else { return }
    let columns = TripTable.jobEvents.form.columns
    if batches != nil { cells = Cells(clock: clock) }
    let beginning = tables.count > 1 ? columns.featureIdentity(&cells) : []
    try append(events.count, of: .jobEvents, beginning) { JobEventRow(events[$0], of: board) }
  }

  /// Writes the next positions of a trip, each with its edge.
  package func append(
    _ positions: Numbered<(position: TripPosition, edge: TripEdge?)>, of trip: Identity
  ) throws(ReportError) {
    guard let place = tables.firstIndex(of: .positions) else { return }
    begin(trip)
    try append(positions, of: .positions, trip.bytes[place]) {
      PositionRow(seq: $0, position: $1.position, edge: $1.edge, graph: graph)
    }
  }

  /// Writes all positions of a trip, some at a time.
  package func appendPositions(of report: TripReport, _ trip: Identity) throws(ReportError) {
    guard let place = tables.firstIndex(of: .positions) else { return }
    begin(trip)
    var next: RowPlace?
    repeat {
      var rows: [PositionRow] = []
      next = PositionRow.forEach(in: report, from: next) { rows.append($0) }
      try append(rows.count, of: .positions, trip.bytes[place]) { rows[$0] }
    } while next != nil
  }

  /// Arrow rows hold the ids of their trip in cells, other rows as bytes.
  private func begin(_ trip: Identity) { if batches != nil { cells.begin(trip.trip, clock: clock) } }

  private func pointRow(_ index: Int, of rows: TripRows) -> PointRow {
    let fix = rows.points[index]
    return PointRow(number: fix.number, fix: fix.fix, matched: fix.matched, trip: points)
  }

  /// Writes a row for each of some values, numbered as in their trip.
  private func append<Value, Row: TableRow>(
    _ values: Numbered<Value>, of table: TripTable, _ identity: [UInt8], _ row: (Int, Value) -> Row
  ) throws(ReportError) {
    let first = values.startIndex
    try append(values.count, of: table, identity) { row(first + $0, values[first + $0]) }
  }

  private func append<Row: TableRow>(
    _ count: Int, of table: TripTable, _ identity: [UInt8], _ row: (Int) -> Row
  ) throws(ReportError) {
    guard count > 0 else { return }
    let columns = tables.firstIndex(of: table).map { self.columns[$0] } ?? table.form.columns
    let chunk = withoutActuallyEscaping(row) { row in
      let rows = TableRows(columns: columns, selection: nil, expectedCount: count) { _, _, cells, body in
        cells.beginTable(columns.own.columns.count)
        for index in 0..<count {
          cells.fill(row(index))
          body(&cells, .none)
        }
        return nil
      }
      let written = rows.written(style, identity: identity, &cells)
      return RenderedChunk(written.bytes, rowCount: count)
    }
    if let batches {
      try file.write(batches.take(chunk.content.buffer))
    } else {
      try file.write(chunk.content.buffer)
    }
  }

  /// Sends all rows to the reader.
  ///
  /// - Throws: ``ReportError/brokenPipe`` if the reader has gone.
  package func flush() throws(ReportError) {
    if let batches { try file.write(batches.flush()) }
    try file.flush()
  }

  /// Writes what ends a stream, after the last row.
  package func finish() throws(ReportError) {
    try flush()
    if batches != nil { try file.write(ArrowMessage.end) }
    try file.flush()
  }
}
