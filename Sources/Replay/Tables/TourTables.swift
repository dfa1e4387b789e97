internal import Reports

/// The tables of a run's jobs, by tour: the jobs, their events, and the tour itself, as pages of its trips show them.
///
/// Memory: all jobs and their events.
struct TourTables {
  private let jobs, events, tours: ColumnTable
  /// The rows of `tours` by asset.
  private let toursOfAsset: [String: [Int]]
  /// The rows of `jobs` by the asset that was to do them, by the one that did them, and by the trip that they name.
  private let jobsOfAsset, jobsOfDoer, jobsOfTrip: [String: [Int]]
  /// The rows of `job_events` by job, and of those without a job by asset.
  private let eventsOfJob, eventsOfAsset: [String: [Int]]

  /// - Parameters: tables with the columns that a run writes, `trip_id` included; missing columns are null.
  init(jobs: ColumnTable, events: ColumnTable, tours: ColumnTable) {
    (self.jobs, self.events, self.tours) = (jobs, events, tours)
    toursOfAsset = tours.rows(by: "asset")
    jobsOfAsset = jobs.rows(by: "asset")
    jobsOfDoer = jobs.rows(by: "done_by")
    jobsOfTrip = jobs.rows(by: "trip_id")
    eventsOfJob = Dictionary(grouping: 0..<events.rowCount) { events.jobKey($0) }
    eventsOfAsset = Dictionary(grouping: eventsOfJob[""] ?? []) { events["asset"]?.word($0) ?? "" }
  }

  /// The tables of the tour to which a trip belongs; none if it belongs to none.
  ///
  /// `jobs` are in planned order, and behind them those of others that the asset did, in the order driven.
  ///
  /// - Parameters:
  ///   - id: of the trip.
  ///   - traceID: of its trace.
  ///   - trip: its row in `trips`.
  func tables(of id: String, traceID: String, _ trip: ColumnTable) -> [ColumnTable] {
    let begin = trip["begin_time"]?.known(0)
    let tour = (names(of: id, trip) + [traceID, id]).lazy.compactMap { self.tour(of: $0, at: begin) }.first
    guard let tour, let asset = tours["asset"]?.word(tour) else { return [] }
    let (own, others) = (ownJobs(of: asset, tour), othersJobs(of: asset, tour))
    let rows = own + others
    let keys = Set(rows.map { jobs.jobKey($0) })
    let ofNoJob = (eventsOfAsset[asset] ?? []).filter { isOn(tour, events["time"]?.known($0)) }
    let happened = (keys.flatMap { eventsOfJob[$0] ?? [] } + ofNoJob).sorted()
    return [tours.keeping([tour]), jobs.keeping(rows), events.keeping(happened)]
  }

  /// What jobs may call the asset of a trip.
  private func names(of id: String, _ trip: ColumnTable) -> [String] {
    let rows = jobsOfTrip[id] ?? []
    let named = rows.compactMap { jobs["done_by"]?.word($0) } + rows.compactMap { jobs["asset"]?.word($0) }
    return named + [trip["vehicle"]?.word(0)].compactMap(\.self)
  }

  /// The row of the tour of an asset whose record has a moment.
  private func tour(of asset: String, at moment: Int64?) -> Int? {
    toursOfAsset[asset]?.first { isOn($0, moment) }
  }

  private func isOn(_ tour: Int, _ moment: Int64?) -> Bool {
    guard let moment, let begin = tours["begin"]?.known(tour), let end = tours["end"]?.known(tour) else { return false }
    return begin <= moment && moment <= end
  }

  /// The jobs that the asset was to do, in planned order.
  private func ownJobs(of asset: String, _ tour: Int) -> [Int] {
    let day = tours["date"]?.word(tour)
    let first = toursOfAsset[asset]?.first
    let own = (jobsOfAsset[asset] ?? []).filter { job in
      if let date = jobs["date"]?.word(job) { return date == day }
      // A job of any day belongs to the day on which its asset did it, else to the first one.
      return jobs["done_by"]?.word(job) == asset ? isOn(tour, jobs["arrival"]?.known(job)) : tour == first
    }
    return own.sorted { (place(of: $0), $0) < (place(of: $1), $1) }
  }

  private func place(of job: Int) -> Int64 { jobs["planned_seq"]?.known(job) ?? .max }

  /// The jobs of others, or of nobody, that the asset did.
  private func othersJobs(of asset: String, _ tour: Int) -> [Int] {
    (jobsOfDoer[asset] ?? []).filter { job in
      jobs["asset"]?.word(job) != asset && isOn(tour, jobs["arrival"]?.known(job))
    }.sorted { (arrival(of: $0), $0) < (arrival(of: $1), $1) }
  }

  private func arrival(of job: Int) -> Int64 { jobs["arrival"]?.known(job) ?? .max }
}

extension ColumnTable {
  /// The rows that have each word of a column, ascending.
  fileprivate func rows(by column: String) -> [String: [Int]] {
    guard let column = self[column] else { return [:] }
    return Dictionary(grouping: (0..<rowCount).filter { column.word($0) != nil }) { column.word($0) ?? "" }
  }

  /// What tells a job from all others: an order has a pickup and a delivery of one id. Empty without a job.
  fileprivate func jobKey(_ row: Int) -> String {
    guard let job = self["job"]?.word(row) else { return "" }
    return "\(job)\0\(self["type"]?.word(row) ?? "")"
  }
}

extension CellColumn {
  /// The value of a row; `nil` for none.
  fileprivate func known(_ row: Int) -> Int64? {
    values.indices.contains(row) && values[row] != Self.null ? values[row] : nil
  }
}

// MARK: - Files

extension TourTables {
  /// Reads the tables of a run's jobs whole.
  ///
  /// - Parameters:
  ///   - rows: opens a table with a column that identifies its rows, which its other columns lack; `nil` if the folder
  ///     has no such table.
  ///   - fault: is called for each cell that is no value of its column.
  /// - Returns: `nil` unless the folder has jobs and tours.
  init?(
    opening rows: (String, _ idName: String) throws(ReplayError) -> TableRows?, _ fault: (String) -> Void
  ) throws(ReplayError) {
    guard var jobs = try rows("jobs", "trip_id"), var tours = try rows("tours", "asset") else { return nil }
    var events = try rows("job_events", "trip_id")
    self.init(
      jobs: try jobs.table(fault), events: try events?.table(fault) ?? ColumnTable("job_events", [], rowCount: 0),
      tours: try tours.table(fault))
  }
}

extension TableRows {
  /// All rows that are left, with the id of each.
  fileprivate mutating func table(_ fault: (String) -> Void) throws(ReplayError) -> ColumnTable {
    var ids = CellColumn("trip_id", .words)
    var cells = columns.map { CellColumn($0.name, $0.kind) }
    var count = 0
    while hasRow {
      if id.isEmpty { ids.appendNull() } else { ids.append(word: id) }
      for number in cells.indices where !cells[number].append(text: text(number)) {
        fault("\(path): \(cells[number].name)")
      }
      count += 1
      try next()
    }
    return ColumnTable(name, (name == "tours" ? [] : [ids]) + cells, rowCount: count)
  }
}
