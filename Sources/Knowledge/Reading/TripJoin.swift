internal import Records
internal import RoadGraph

/// Joins the rows of each trip.
struct TripJoin {
  private let graph: RoadGraph
  private let mode: TravelMode
  private let refuse: (Refusal) -> Void
  private var assembler: DriveAssembler
  private var trip: OpenTrip?
  private(set) var counts = ReportCounts()

  private struct OpenTrip {
    let cells: TripCells
    let file: String
    let line: Int
  }

  init(on graph: RoadGraph, mode: TravelMode, refuse: @escaping (Refusal) -> Void) {
    self.graph = graph
    self.mode = mode
    self.refuse = refuse
    assembler = DriveAssembler(on: graph)
  }

  private mutating func refuse(_ reason: ReadingReason, file: String, line: Int, trip: String? = nil) {
    counts.refused[reason.rawValue, default: 0] += 1
    refuse(
      Refusal(
        file: file, line: line, traceID: trip, reason: reason.rawValue,
        message: "\(reason.meaning). The \(reason == .offPath ? "fix" : "row") was skipped."))
  }
}

// MARK: - One trip

extension TripJoin {
  /// Begins a trip, whose other rows follow.
  private mutating func begin(_ cells: RowCells, file: String, line: Int) throws(ReportReadingError) {
    counts.trips += 1
    assembler.removeAll()
    trip = nil
    do throws(RowFault) {
      trip = OpenTrip(cells: try TripCells(cells), file: file, line: line)
    } catch { refuse(error.reason, file: file, line: line) }
    if let version = trip?.cells.mapVersion, version != graph.version {
      throw .otherMap(path: file, line: line, version: version, wanted: graph.version)
    }
  }

  /// Adds a row of another table.
  private mutating func add(_ cells: RowCells, of table: ReportTable, file: String, line: Int) {
    do throws(RowFault) {
      switch table {
      case .trips: break
      case .edges: assembler.add(try EdgeCells(cells, on: graph))
      case .points: if let point = try PointCells(cells, on: graph) { assembler.add(point) }
      case .events: if let event = try EventCells(cells) { assembler.add(event.stand) }
      }
    } catch {
      if table == .edges { assembler.cut() }
      refuse(error.reason, file: file, line: line, trip: trip?.cells.tripID)
    }
  }

  /// The drive of the trip whose rows have ended; `nil` if nothing can be learned from it.
  private mutating func finish() -> DriveRecord? {
    guard let trip else { return nil }
    guard trip.cells.mode == mode.name else {
      counts.otherMode += 1
      return nil
    }
    guard let begin = trip.cells.begin, let end = trip.cells.end else {
      counts.timeless += 1
      return nil
    }
    var offPath = 0
    let drive = assembler.drive(of: trip.cells, from: begin, to: end) { offPath += 1 }
    for _ in 0..<offPath { refuse(.offPath, file: trip.file, line: trip.line, trip: trip.cells.tripID) }
    if drive == nil { counts.roadless += 1 } else { counts.drives += 1 }
    return drive
  }
}

// MARK: - Tables beside one another

extension TripJoin {
  /// - Parameter streams: of all tables, that of `trips` first.
  mutating func read(_ streams: [RowStream], _ body: (DriveRecord) throws -> Void) throws {
    guard let trips = streams.first else { return }
    var others = try streams.dropFirst().map { stream throws(ReportReadingError) in try OpenStream(stream) }
    while try trips.advance() {
      guard trips.isSound else {
        counts.trips += 1
        refuse(.badRecord, file: trips.path, line: trips.line)
        continue
      }
      try begin(trips.cells, file: trips.path, line: trips.line)
      for number in others.indices { try take(from: &others[number], of: trips.cells) }
      if let drive = finish() { try body(drive) }
    }
    for var other in others {
      while other.hasRow { try skip(&other) }
    }
  }

  private struct OpenStream {
    let rows: RowStream
    var hasRow: Bool

    init(_ rows: RowStream) throws(ReportReadingError) {
      self.rows = rows
      hasRow = try rows.advance()
    }

    mutating func advance() throws(ReportReadingError) { hasRow = try rows.advance() }
  }

  /// Takes the rows of a trip. Rows before them belong to no trip, if the trip has rows at all.
  private mutating func take(from stream: inout OpenStream, of trip: RowCells) throws(ReportReadingError) {
    let rows = stream.rows
    let isExpected = self.trip?.cells.has[rows.table] ?? false
    var isFound = false
    while stream.hasRow {
      if !rows.isSound {
        if rows.table == .edges { assembler.cut() }
        refuse(.badRecord, file: rows.path, line: rows.line)
        try stream.advance()
      } else if rows.cells.agrees(in: 0, with: trip, in: 0) {
        isFound = true
        if self.trip != nil { add(rows.cells, of: rows.table, file: rows.path, line: rows.line) }
        try stream.advance()
      } else if isExpected && !isFound {
        try skip(&stream)
      } else {
        return
      }
    }
  }

  private mutating func skip(_ stream: inout OpenStream) throws(ReportReadingError) {
    refuse(stream.rows.isSound ? .unknownTrip : .badRecord, file: stream.rows.path, line: stream.rows.line)
    try stream.advance()
  }
}

// MARK: - Documents and features

extension TripJoin {
  /// Reads a file with the document of a trip on each line.
  mutating func readDocuments(_ path: String, _ body: (DriveRecord) throws -> Void) throws {
    var lines = try JSONLines(path: path)
    var reader = DocumentReader()
    while let next = try lines.next() {
      do throws(RowFault) {
        guard case .object(let text) = next else { throw RowFault(.badRecord) }
        try reader.takeTrip(of: text)
      } catch {
        refuse(error.reason, file: path, line: lines.line)
        continue
      }
      try check(reader.missing, path, .trips)
      try begin(reader.cells, file: path, line: lines.line)
      for table in ReportTable.allCases where table != .trips {
        guard var place = reader.lists[table] else {
          throw ReportReadingError.missingTable(name: table.rawValue, beside: path)
        }
        do {
          while try reader.takeRow(of: table, &place) {
            try check(reader.missing, path, table)
            if trip != nil { add(reader.cells, of: table, file: path, line: lines.line) }
          }
        } catch let fault as RowFault { refuse(fault.reason, file: path, line: lines.line) }
      }
      if let drive = finish() { try body(drive) }
    }
  }

  /// Reads GeoJSON with the features of several tables.
  mutating func readFeatures(_ path: String, _ body: (DriveRecord) throws -> Void) throws {
    var lines = try JSONLines(path: path)
    var reader = FeatureReader()
    var seen: Set<ReportTable> = []
    while let next = try lines.next() {
      let found: ReportTable?
      do throws(RowFault) {
        guard case .object(let text) = next else { throw RowFault(.badRecord) }
        found = try reader.take(text)
      } catch {
        refuse(error.reason, file: path, line: lines.line)
        continue
      }
      guard let table = found else { continue }
      seen.insert(table)
      try check(reader.missing, path, table)
      if table == .trips {
        if let drive = finish() { try body(drive) }
        try begin(reader.cells, file: path, line: lines.line)
      } else if let trip, reader.cells.text(0, is: trip.cells.tripID) {
        add(reader.cells, of: table, file: path, line: lines.line)
      } else {
        refuse(.unknownTrip, file: path, line: lines.line)
      }
    }
    if let drive = finish() { try body(drive) }
    for table in [ReportTable.edges, .points] where counts.trips > 0 && !seen.contains(table) {
      throw ReportReadingError.missingTable(name: table.rawValue, beside: path)
    }
  }

  private func check(_ missing: [String], _ path: String, _ table: ReportTable) throws(ReportReadingError) {
    guard missing.isEmpty else { throw .missingColumns(missing, path: path, table: table.rawValue) }
  }
}
