package import Records
package import RoadGraph
private import Synchronization

/// Reads the drives from reports of `match`.
///
/// The rows of a trip are read together, in the order of the table `trips`. Memory: the rows of one trip.
package struct ReportReader: Sendable {
  let graph: RoadGraph
  let mode: TravelMode
  private let sources: [ReportSource]

  /// - Parameters:
  ///   - paths: folders and files.
  ///   - graph: the map on which the trips were matched.
  ///   - mode: trips of other modes are left out, and counted.
  /// - Throws: if a path names no reports, or reports without a table that is needed.
  package init(_ paths: [String], on graph: RoadGraph, mode: TravelMode) throws(ReportReadingError) {
    var finder = ReportFinder()
    for path in paths { try finder.add(path) }
    self.graph = graph
    self.mode = mode
    sources = finder.sources
  }

  /// The number of sources, which can be read at the same time.
  package var sourceCount: Int { sources.count }

  /// Appends the drives of some sources to a spool, several sources at a time.
  ///
  /// - Parameter refuse: called with each row that cannot be used, by source; of many in one source with the first ones.
  /// - Throws: ``ReportReadingError``, ``StoreError``.
  package func read(
    _ range: Range<Int>, into spool: DriveSpool, workers: Int = 2, refuse: (Refusal) -> Void
  ) throws -> ReportCounts {
    let lock = Mutex(())
    let parts = try inParallel(range.count, workers: workers) { [self] number in
      var refusals: [Refusal] = []
      let counts = try forEachDrive(
        of: range.lowerBound + number,
        refuse: { if refusals.count < Self.mostRefusals { refusals.append($0) } },
        { drive in
          let encoded = EncodedDrive(drive)
          try lock.withLock { _ in try spool.append(encoded, on: graph) }
        })
      return (counts: counts, refusals: refusals)
    }
    for refusal in parts.flatMap(\.refusals) { refuse(refusal) }
    return parts.reduce(into: ReportCounts()) { $0 += $1.counts }
  }

  private static let mostRefusals = 100

  /// Calls `body` with each drive of a source.
  ///
  /// - Parameter refuse: called with each row that cannot be used, and why.
  /// - Throws: ``ReportReadingError``, or what `body` throws.
  package func forEachDrive(
    of source: Int, refuse: (Refusal) -> Void, _ body: (DriveRecord) throws -> Void
  ) throws -> ReportCounts {
    try withoutActuallyEscaping(refuse) { refuse in
      var join = TripJoin(on: graph, mode: mode, refuse: refuse)
      switch sources[source] {
      case .tables(let paths): try join.read(try streams(of: paths), body)
      case .database(let path):
        try join.read(
          try ReportTable.allCases.map { table throws(ReportReadingError) in
            try LayerRowStream(reading: table, path: path)
          }, body)
      case .documents(let path): try join.readDocuments(path, body)
      case .features(let path): try join.readFeatures(path, body)
      }
      return join.counts
    }
  }

  private func streams(of paths: [ReportTable: String]) throws(ReportReadingError) -> [RowStream] {
    var streams: [RowStream] = []
    for table in ReportTable.allCases {
      guard let path = paths[table], let file = ReportFile(path) else { continue }
      switch file.form {
      case .csv: streams.append(try CSVRowStream(reading: table, path: path))
      case .columns: streams.append(try ArrowRowStream(reading: table, path: path))
      case .lines, .database, .features: streams.append(try JSONRowStream(reading: table, path: path))
      }
    }
    return streams
  }
}

/// What was read, and what was left out.
package struct ReportCounts: Equatable, Sendable {
  /// Rows of `trips`.
  package var trips = 0
  package var drives = 0
  /// Trips without times.
  package var timeless = 0
  /// Trips of which no timed fix is on a road.
  package var roadless = 0
  /// Trips of another travel mode.
  package var otherMode = 0
  /// Rows and fixes that cannot be used, by the codes of ``ReadingReason``.
  package var refused: [String: Int] = [:]

  package init() {}

  package static func += (sum: inout ReportCounts, counts: ReportCounts) {
    sum.trips += counts.trips
    sum.drives += counts.drives
    sum.timeless += counts.timeless
    sum.roadless += counts.roadless
    sum.otherMode += counts.otherMode
    sum.refused.merge(counts.refused, uniquingKeysWith: +)
  }
}
