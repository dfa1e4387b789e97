internal import Jobs
internal import Moments
internal import Records

/// The lines of one file of the office's log, in the order in which they were written.
struct OfficeLog: Sendable {
  let path: String
  private var lines: [Line] = []
  private var refusals: [Refusal] = []

  private struct Line: Sendable {
    let number: Int
    let time: Timestamp
    let kind: OfficeEvent.Kind
    let asset: String?
    /// Empty if it names none.
    let job: String
    let jobKind: Job.Kind?
    let content: String
  }

  /// - Parameter date: of times of day.
  init(_ bytes: [UInt8], path: String, on date: CivilDate?, _ times: JobTimes) throws(ChangeFileError) {
    self.path = path
    var rows = try JobRows(bytes, path: path, of: "event")
    if let header = rows.header {
      let columns = LogColumns(names: header)
      let needed = [("time", columns.time), ("event", columns.event)]
      let missing = needed.filter { $0.1 == nil }.map(\.0)
      if !missing.isEmpty { throw .missingColumns(path: path, missing) }
    }
    var known: [[String]: LogColumns] = [:]
    while let row = try rows.next() {
      do throws(JobRefusal) {
        let fields = try row.fields.get()
        let columns = known[fields.names] ?? LogColumns(names: fields.names)
        known[fields.names] = columns
        lines.append(try Self.line(fields, columns, number: row.line, on: date, times))
      } catch {
        refusals.append(Refusal(error, JobCost.row, row.line, of: path))
      }
    }
    if isDescending { lines.reverse() }
  }

  /// Whether the last line is the oldest one, and no line is older than one below it.
  private var isDescending: Bool {
    guard let first = lines.first, let last = lines.last, last.time < first.time else { return false }
    return zip(lines, lines.dropFirst()).allSatisfy { $0.time >= $1.time }
  }

  private static func line(
    _ row: JobRows.Fields, _ columns: LogColumns, number: Int, on date: CivilDate?, _ times: JobTimes
  ) throws(JobRefusal) -> Line {
    func value(_ column: Int?) -> String { column.map { row.texts[$0] } ?? "" }
    guard !value(columns.time).isEmpty else { throw JobRefusal(.missingField, "it has no time") }
    guard !value(columns.event).isEmpty else { throw JobRefusal(.missingField, "it names no event") }
    guard let kind = OfficeEvent.Kind(rawValue: value(columns.event).lowercased()) else {
      let words = OfficeEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw JobRefusal(.unknownEvent, "event is one of \(words), not \(shown(value(columns.event)))")
    }
    if value(columns.job).isEmpty, kind != .custom { throw JobRefusal(.missingField, "it names no job") }
    return Line(
      number: number, time: try times.moment(value(columns.time), "time", on: date), kind: kind,
      asset: value(columns.asset).isEmpty ? nil : value(columns.asset), job: value(columns.job),
      jobKind: Job.Kind(rawValue: value(columns.type).lowercased()),
      content: columns.content.map { row.writings[$0] } ?? "")
  }

  // MARK: Among the jobs of the list

  /// The events of known jobs, in the order of the lines.
  func events(of jobs: KnownJobs) -> (events: [OfficeEvent], refusals: [Refusal]) {
    var events: [OfficeEvent] = []
    var refusals = refusals
    var latest: [Job.ID: Line] = [:]
    for line in lines {
      do throws(JobRefusal) {
        let id = line.job.isEmpty ? nil : try jobs.id(line.job, line.jobKind)
        if let id, let before = latest[id], line.time < before.time {
          throw JobRefusal(
            .outOfOrder, "\(id.words) has a later time in line \(before.number), which was read before this one")
        }
        if let id { latest[id] = line }
        var event = OfficeEvent(line.kind, of: id, by: line.asset, at: line.time, content: line.content)
        do throws(JobRefusal) {
          event.replaces = line.kind == .assigned ? try Self.replaced(line.content, jobs) : nil
        } catch {
          refusals.append(
            Refusal(error, "The row counts, but puts an end to no other job.", line.number, of: path))
        }
        events.append(event)
      } catch {
        refusals.append(Refusal(error, JobCost.row, line.number, of: path))
      }
    }
    return (events, refusals.sorted { ($0.line ?? 0) < ($1.line ?? 0) })
  }

  /// The job after `replaces`.
  private static func replaced(_ content: String, _ jobs: KnownJobs) throws(JobRefusal) -> Job.ID? {
    let text = trimmedID(content)
    if text.hasPrefix("{") {
      guard let word = (try? JSONValue(parsing: Array(text.utf8)))?["replaces"]?.word else { return nil }
      return try jobs.id(trimmedID(word), nil)
    }
    guard text.lowercased().hasPrefix("replaces:") else { return nil }
    let rest = text.dropFirst("replaces:".count)
    let line = rest.prefix { !$0.isNewline }.trimmingBlanks
    let word = line.prefix { !$0.isWhitespace && $0 != "," && $0 != ";" }
    if let whole = try? jobs.id(line, nil) { return whole }
    return try jobs.id(String(word), nil)
  }
}

/// The ids of a list.
struct KnownJobs {
  private let ids: Set<Job.ID>
  private let kinds: [String: [Job.Kind]]

  init(_ jobs: [Job]) {
    ids = Set(jobs.map(\.id))
    kinds = Dictionary(jobs.map { ($0.id.text, [$0.id.kind]) }, uniquingKeysWith: +)
  }

  /// The job that a text means: `7`, or `pickup:7`.
  ///
  /// - Parameter kind: as it is stated; `nil` for the only one of that id, or a job.
  func id(_ text: String, _ kind: Job.Kind?) throws(JobRefusal) -> Job.ID {
    if let kind { return try known(Job.ID(text, kind: kind)) }
    if let kinds = kinds[text] {
      if kinds.count == 1 { return Job.ID(text, kind: kinds[0]) }
      if kinds.contains(.job) { return Job.ID(text) }
      let words = kinds.map { "\($0.rawValue):\(text)" }.joined(separator: " or ")
      throw JobRefusal(.unknownJob, "\(shown(text)) may be several; write \(words)")
    }
    if let colon = text.firstIndex(of: ":"), let kind = Job.Kind(rawValue: text[..<colon].lowercased()) {
      return try known(Job.ID(text[text.index(after: colon)...].trimmingBlanks, kind: kind))
    }
    return try known(Job.ID(text))
  }

  private func known(_ id: Job.ID) throws(JobRefusal) -> Job.ID {
    guard ids.contains(id) else { throw JobRefusal(.unknownJob, "\(id.words) is in no list, or was left out of it") }
    return id
  }
}
