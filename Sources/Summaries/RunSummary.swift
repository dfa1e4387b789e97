/// A run over traces in figures: what the manifest counts, and what the tables of trips, events, jobs and tours say.
package struct RunSummary: Sendable {
  package struct Counts: Sendable {
    package let count: Int
    package let byStatus: [String: Int]
    package let byReason: [String: Int]
  }

  /// The events of one type.
  package struct Events: Sendable {
    package private(set) var count = 0
    package private(set) var length = 0.0

    fileprivate mutating func add(_ length: Double?) {
      count += 1
      self.length += length ?? 0
    }
  }

  package struct Trip: Sendable {
    package let traceID: String
    package let status: String
    package let reason: String?
    package let fixes: Int?
    package let coverage: Double?
    package let confidence: Double?
    package let length: Double?

    /// The share of the trip that is expected to be known and right.
    var quality: Double { (coverage ?? 0) * (confidence ?? 0) }
  }

  /// What became of the jobs.
  package struct Jobs: Sendable {
    package private(set) var count = 0
    package private(set) var byState: [String: Int] = [:]
    /// With an arrival more than a minute after the planned one.
    package private(set) var late = 0
    /// With service after the window.
    package private(set) var violated = 0
    /// Said to be finished, and the drives say otherwise.
    package private(set) var contradicted = 0
    /// Done by another asset than the one that was to do them.
    package private(set) var doneByOthers = 0

    /// In seconds, as in the column `late` of `tours`.
    private static let lateAfter = 60.0

    fileprivate mutating func add(_ row: TableRow) throws(RowFault) {
      count += 1
      byState[row.text("state") ?? "", default: 0] += 1
      if try row.number("late_s") ?? 0 > Self.lateAfter { late += 1 }
      if row.flag("window_violated") { violated += 1 }
      if row.text("claim") == "contradicted" { contradicted += 1 }
      if let asset = row.text("asset"), let doer = row.text("done_by"), doer != asset { doneByOthers += 1 }
    }
  }

  /// The jobs of one asset and day.
  package struct Tour: Sendable {
    package let asset: String
    package let date: String?
    package let jobs, done, late, missed, outOfOrder: Int
    /// In metres.
    package let driven, planned: Double?
    /// In seconds.
    package let idle: Double?

    fileprivate init(_ row: TableRow) throws(RowFault) {
      func count(_ column: String) throws(RowFault) -> Int { Int(try row.number(column) ?? 0) }
      asset = row.text("asset") ?? ""
      date = row.text("date")
      (jobs, done, late) = (try count("jobs"), try count("done"), try count("late"))
      (missed, outOfOrder) = (try count("missed"), try count("out_of_order"))
      (driven, planned) = (try row.number("driven_m"), try row.number("planned_m"))
      idle = try row.number("idle_s")
    }
  }

  package let folder: String
  package let version: String
  package let startedAt, finishedAt: String
  package let mapID, mapVersion, mapDataTime: String
  package let trips, fixes, rejects: Counts
  /// In metres; `nil` without a table of trips that has it.
  package private(set) var length: Double?
  /// In seconds, of the trips with times.
  package private(set) var duration: Double?
  /// The numbers of events by type; `nil` if the run wrote no events.
  package private(set) var events: [String: Events]?
  /// `nil` if the run wrote no jobs.
  package private(set) var jobs: Jobs?
  /// In the order of the table; `nil` if the run wrote no tours.
  package private(set) var tours: [Tour]?
  package private(set) var confidence = Distribution(.shares)
  package private(set) var coverage = Distribution(.shares)
  package private(set) var tripLength = Distribution(.lengths)
  /// The worst first.
  package private(set) var worst: [Trip] = []
  private let worstCount: Int

  /// Reads the manifest of a folder and the files that it lists.
  ///
  /// Memory: the longest row or document, whatever the number of trips, and all tours.
  ///
  /// - Parameter worst: how many of the worst trips to name.
  package init(of folder: String, worst worstCount: Int) throws(SummaryError) {
    let manifest = try RunManifest(of: folder)
    self.folder = folder
    self.worstCount = worstCount
    version = manifest.version
    (startedAt, finishedAt) = (manifest.startedAt, manifest.finishedAt)
    (mapID, mapVersion, mapDataTime) = (manifest.mapID, manifest.mapVersion, manifest.mapDataTime)
    trips = Counts(manifest.trips)
    fixes = Counts(manifest.fixes)
    rejects = Counts(manifest.rejects)
    for output in manifest.outputs {
      let path = try manifest.path(of: output)
      guard let file = TableFile(name: output.name, path: path) else { continue }
      if file.hasEvents { events = events ?? [:] }
      if file.table == .jobs { jobs = jobs ?? Jobs() }
      if file.table == .tours { tours = tours ?? [] }
      try file.forEachRow(Self.columns) { (table, row) throws(RowFault) in try take(row, of: table) }
    }
  }

  private static let columns: [TableFile.Table: [String]] = [
    .trips: ["trace_id", "status", "reason", "fixes", "coverage", "confidence", "length_m", "duration_s"],
    .events: ["type", "length_m"],
    .jobs: ["state", "claim", "asset", "done_by", "late_s", "window_violated"],
    .tours: ["asset", "date", "jobs", "done", "late", "missed", "out_of_order", "driven_m", "planned_m", "idle_s"],
  ]

  private mutating func take(_ row: TableRow, of table: TableFile.Table) throws(RowFault) {
    switch table {
    case .trips: try takeTrip(row)
    case .events: events?[row.text("type") ?? "", default: Events()].add(try row.number("length_m"))
    case .jobs: try jobs[orNew: Jobs()].add(row)
    case .tours: tours[orNew: []].append(try Tour(row))
    }
  }

  private mutating func takeTrip(_ row: TableRow) throws(RowFault) {
    let trip = Trip(
      traceID: row.text("trace_id") ?? "", status: row.text("status") ?? "", reason: row.text("reason"),
      fixes: try row.number("fixes").map { Int($0) }, coverage: try row.number("coverage"),
      confidence: try row.number("confidence"), length: try row.number("length_m"))
    if let seconds = try row.number("duration_s") { duration = (duration ?? 0) + seconds }
    if let metres = trip.length {
      length = (length ?? 0) + metres
      tripLength.add(metres)
    }
    if let share = trip.confidence { confidence.add(share) }
    if let share = trip.coverage { coverage.add(share) }
    if trip.coverage != nil, trip.confidence != nil { enter(trip) }
  }

  /// Keeps the worst ones in order; of equally bad ones the first.
  private mutating func enter(_ trip: Trip) {
    if worst.count == worstCount, worst.last.map({ $0.quality <= trip.quality }) ?? true { return }
    let place = worst.firstIndex { $0.quality > trip.quality } ?? worst.count
    worst.insert(trip, at: place)
    if worst.count > worstCount { worst.removeLast() }
  }
}

extension RunSummary.Counts {
  init(_ counts: RunManifest.Counts) {
    self.init(count: counts.count, byStatus: counts.byStatus, byReason: counts.byReason)
  }
}

extension Optional {
  /// The value, or a first one.
  fileprivate subscript(orNew first: Wrapped) -> Wrapped {
    get { self ?? first }
    set { self = newValue }
  }
}
