private import FoundationEssentials
package import Geodesy
internal import Moments
internal import Plans
package import Records
internal import Storage

/// Which plan each trace has, as the rows of `--plans` say.
///
/// The files of the plans are read at once, each of them once.
package struct PlanAssignments: Sendable {
  /// The plans that rows name, each once.
  package private(set) var entries: [PlanFile.Entry] = []
  /// The rows in use.
  package private(set) var rows: [Row] = []
  /// The others, and the plans that are left out of their files.
  package private(set) var refusals: [Refusal] = []
  /// The file of the rows, and the files that they name.
  package let path: String
  package private(set) var files: [String] = []
  private var rowOfTrace: [String: Int] = [:]
  private var toursOfDay: [VehicleDay: DayTours] = [:]
  /// Of tours that hold for any day.
  private var rowOfVehicle: [String: Int] = [:]
  private var entryOfPlan: [PlanName: Int] = [:]

  /// A row in use.
  package struct Row: Sendable {
    /// From 1; of a tour, its number.
    package let line: Int
    /// The number of its plan.
    package let entry: Int
    /// Of the tour that it is; `nil` for a line of the file.
    fileprivate(set) var tour: String?
  }

  /// What a row gives a plan.
  private enum Name {
    case trace(String)
    case tour(VehicleDay, TourTime?)
  }

  private struct VehicleDay: Hashable {
    let vehicle: String
    let day: CivilDate
  }

  /// What a row calls its plan.
  private enum PlanName: Hashable {
    case known(String)
    case inFile(String, id: String?)
    case handle(String)
  }

  /// - Parameters:
  ///   - known: the plans that rows may name by their ids.
  ///   - isOnMap: see ``PlanFile``.
  /// - Throws: ``ChangeFileError`` if the file does not exist or lacks a column that is needed.
  package init(path: String, known: PlanFile?, isOnMap: (Place) -> Bool) throws(ChangeFileError) {
    self.path = path
    var reader = PlanReader(folder: folderPath(of: path), known: known)
    var rows = try PlanRows(path: path)
    while let row = try rows.next() {
      do throws(PlanRowRefusal) {
        try take(row, from: &reader, isOnMap)
      } catch {
        let id = try? row.values.get()[.trace]
        refusals.append(
          Refusal(
            file: path, line: row.line, traceID: id, reason: error.reason.rawValue,
            message: "\(error.message). The row was skipped."))
      }
    }
    files = reader.files
    refusals = reader.refusals + refusals
  }

  /// The tours of an optimiser, each as a row of its own. The first tour of an asset and day counts, and an id counts
  /// more than a description.
  ///
  /// - Parameter path: their file, for messages.
  init(tours: [AssignedTour], path: String) {
    self.path = path
    entries = tours.map(\.entry)
    rows = tours.indices.map { Row(line: $0 + 1, entry: $0, tour: tours[$0].name) }
    let names = tours.enumerated().flatMap { row, tour in
      tour.vehicles.enumerated().map { (rank: $0, vehicle: $1, day: tour.day, row: row) }
    }
    for name in names.sorted(by: { ($0.rank, $0.row) < ($1.rank, $1.row) }) {
      guard let day = name.day else {
        rowOfVehicle[name.vehicle] = rowOfVehicle[name.vehicle] ?? name.row
        continue
      }
      let key = VehicleDay(vehicle: name.vehicle, day: day)
      guard toursOfDay[key] == nil else { continue }
      toursOfDay[key, default: DayTours()].append(nil, row: name.row)
    }
  }

  /// The number of the row of a trace. A row for the trace itself takes precedence over one for its vehicle and day.
  package func row(of trace: TraceNames) -> Int? {
    if let row = trace.ids.lazy.compactMap({ rowOfTrace[$0] }).first { return row }
    if case .row(let row) = tour(of: trace) { return row }
    return rowOfVehicle[trace.vehicle]
  }

  /// Why a trace has no row, as a sentence.
  package func whyNone(for trace: TraceNames) -> String {
    switch tour(of: trace) {
    case .undecided(let first, let second)?:
      "The trace begins midway between the departures of lines \(rows[first].line) and \(rows[second].line)."
    case .outside?: "The trace begins in none of the time windows that rows give its vehicle for its day."
    case .row?, nil:
      rows.first?.tour == nil
        ? "No row names the trace, nor its vehicle and day." : "No planned tour is of the trace's vehicle and day."
    }
  }

  /// `nil` if no row names the vehicle and the day.
  private func tour(of trace: TraceNames) -> DayTours.Choice? {
    guard let day = trace.day, let tours = toursOfDay[VehicleDay(vehicle: trace.vehicle, day: day)] else { return nil }
    return tours.choice(at: trace.secondsOfDay)
  }

  private mutating func take(
    _ row: PlanRows.Row, from reader: inout PlanReader, _ isOnMap: (Place) -> Bool
  ) throws(PlanRowRefusal) {
    let values = try row.values.get()
    let name = try Self.name(values)
    if let first = rival(of: name) {
      throw PlanRowRefusal(
        .repeated, "line \(rows[first].line) gives \(Self.described(name)) a plan already" + Self.advice(name))
    }
    guard let text = values[.plan] else { throw PlanRowRefusal(.missingField, "the row names no plan") }
    let plan = try reader.plan(text, isOnMap)
    let entry = entryOfPlan[plan.name] ?? entries.count
    if entry == entries.count {
      entries.append(plan.entry)
      entryOfPlan[plan.name] = entry
    }
    switch name {
    case .trace(let id): rowOfTrace[id] = rows.count
    case .tour(let day, let time): toursOfDay[day, default: DayTours()].append(time, row: rows.count)
    }
    rows.append(Row(line: row.line, entry: entry))
  }

  private static func name(_ values: [PlanField: String]) throws(PlanRowRefusal) -> Name {
    switch (values[.trace], values[.vehicle], values[.date]) {
    case (let trace?, nil, _): return .trace(trace)
    case (nil, let vehicle?, let date?):
      guard let day = CivilDate(written: date) else {
        throw PlanRowRefusal(.badValue, "date is a day such as 2026-03-02, not \(shown(date))")
      }
      return .tour(VehicleDay(vehicle: vehicle, day: day), try time(values[.time]))
    case (_?, _?, _): throw PlanRowRefusal(.badValue, "the row names a trace and a vehicle; leave one of them out")
    case (nil, _?, nil): throw PlanRowRefusal(.missingField, "the row names a vehicle without a date")
    case (nil, nil, _): throw PlanRowRefusal(.missingField, "the row names neither a trace nor a vehicle")
    }
  }

  private static func time(_ text: String?) throws(PlanRowRefusal) -> TourTime? {
    guard let text else { return nil }
    guard let time = TourTime(text) else {
      throw PlanRowRefusal(
        .badValue, "time is a departure such as 08:00, or a window such as 06:30-11:00, not \(shown(text))")
    }
    return time
  }

  /// The row that gives the same drives a plan.
  private func rival(of name: Name) -> Int? {
    switch name {
    case .trace(let id): rowOfTrace[id]
    case .tour(let day, let time): toursOfDay[day]?.rival(of: time)
    }
  }

  private static func described(_ name: Name) -> String {
    switch name {
    case .trace(let id): "trace \(shown(id))"
    case .tour(let day, _): "vehicle \(shown(day.vehicle)) on \(day.day.iso8601)"
    }
  }

  /// How several tours are told apart.
  private static func advice(_ name: Name) -> String {
    if case .tour = name { return "; a column time, with a departure or a window, tells its tours apart" }
    return ""
  }

  /// Finds the plans that rows name.
  private struct PlanReader {
    let folder: String
    let known: PlanFile?
    private var plansOfFile: [String: Result<PlanFile, ChangeFileError>] = [:]

    init(folder: String, known: PlanFile?) {
      self.folder = folder
      self.known = known
    }

    var files: [String] { plansOfFile.keys.sorted() }

    /// Of the plans in all files.
    var refusals: [Refusal] {
      let inFiles = files.flatMap { (try? plansOfFile[$0]?.get().refusals) ?? [] }
      return (known?.refusals ?? []) + inFiles
    }

    /// The plan of a row: an id among the known plans, a file with or without an id in it, or a handle.
    mutating func plan(
      _ text: String, _ isOnMap: (Place) -> Bool
    ) throws(PlanRowRefusal) -> (name: PlanName, entry: PlanFile.Entry) {
      if let known, let number = try Self.number(of: text, in: known, shown(text)) {
        return (.known(known.entries[number].id), known.entries[number])
      }
      if let (path, id) = file(text) {
        return (.inFile(path, id: id), try entry(of: path, id: id, shown(text), isOnMap))
      }
      let handle = RouteHandle(text: text)
      if handle.isWhole {
        return (
          .handle(text), PlanFile.Entry(id: "1", task: .success(.route(WrittenRoute(id: "1", handle: handle))))
        )
      }
      let among = known == nil ? "" : "the id of a plan of --plan, nor "
      throw PlanRowRefusal(.unknownPlan, "plan \(shown(text)) is neither \(among)a file beside this one, nor a handle")
    }

    /// The path of a file that exists, and the id after the last `#`.
    private func file(_ text: String) -> (path: String, id: String?)? {
      let whole = resolved(text)
      if isFile(whole) { return (whole, nil) }
      guard let mark = text.lastIndex(of: "#") else { return nil }
      let path = resolved(String(text[..<mark]))
      return isFile(path) ? (path, String(text[text.index(after: mark)...])) : nil
    }

    private func resolved(_ path: String) -> String {
      path.hasPrefix("/") || folder.isEmpty ? path : joinedPath(folder, path)
    }

    private func isFile(_ path: String) -> Bool { ![.missing, .directory].contains(FileKind(at: path)) }

    private mutating func entry(
      of path: String, id: String?, _ text: String, _ isOnMap: (Place) -> Bool
    ) throws(PlanRowRefusal) -> PlanFile.Entry {
      let plans = try plans(of: path, isOnMap)
      if let id {
        if let number = try Self.number(of: id, in: plans, text) { return plans.entries[number] }
        throw PlanRowRefusal(.unknownPlan, "\(text): the file has no plan of the id \(shown(id))")
      }
      if plans.isSingle { return plans.entries[0] }
      throw PlanRowRefusal(
        .ambiguousPlan,
        "\(text) has \(plans.entries.count) plans; name one by its id behind a #, such as #\(plans.entries[0].id)")
    }

    /// The number of the plan of an id or of a place in the file; `nil` if there is none.
    private static func number(
      of id: String, in file: PlanFile, _ text: String
    ) throws(PlanRowRefusal) -> Int? {
      let numbers = file.numbers(of: id)
      guard numbers.count > 1 else { return numbers.first }
      let places = numbers.map { "#\($0 + 1)" }.joined(separator: ", ")
      throw PlanRowRefusal(
        .ambiguousPlan, "\(text) is the name of \(numbers.count) plans; name one by its number: \(places)")
    }

    private mutating func plans(of path: String, _ isOnMap: (Place) -> Bool) throws(PlanRowRefusal) -> PlanFile {
      let read =
        plansOfFile[path]
        ?? Result { () throws(ChangeFileError) in try PlanFile(fileOrHandle: path, isOnMap: isOnMap) }
      plansOfFile[path] = read
      switch read {
      case .success(let plans): return plans
      case .failure(.unreadable(let sentence)): throw PlanRowRefusal(.unreadableFile, sentence)
      case .failure(let error): throw PlanRowRefusal(.badPlan, "\(error)")
      }
    }
  }
}
