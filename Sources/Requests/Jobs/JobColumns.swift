internal import Geodesy
internal import Jobs
internal import Moments
internal import Records
internal import Traces

/// The columns of a table of orders, or the names of a JSON object.
struct JobColumns {
  private let job: Int?
  private let asset: Int?
  private let date: Int?
  private let sequence: Int?
  private let name: Int?
  private let earliest: Int?
  private let latest: Int?
  private let planned: Int?
  private let service: Int?
  private let secondsPerUnit: Seconds
  private let type: Int?
  private let threshold: Int?
  private let dispatcher: Int?
  private let ground: GroundColumns

  init(names: [String]) {
    let known = KnownColumns(header: names)
    job = known.number(of: Self.jobs)
    type = known.number(of: ["type", "jobtype", "kind"])
    name = known.number(of: [
      "name", "jobname", "customer", "customername", "placename", "site", "sitename", "stopname", "description",
      "label",
      "title",
    ])
    dispatcher = known.number(of: ["dispatcher", "dispatcherid", "dispatchername", "planner"])
    sequence = known.number(of: [
      "seq", "sequence", "plannedseq", "plannedsequence", "sequencenumber", "stopsequence", "stopnumber", "stopno",
    ])
    earliest = known.number(of: [
      "earliest", "earliestarrival", "windowstart", "windowbegin", "windowfrom", "twstart", "twbegin",
      "timewindowstart",
      "from", "opens", "notbefore", "readytime",
    ])
    latest = known.number(of: [
      "latest", "latestarrival", "windowend", "windowto", "twend", "timewindowend", "to", "until", "closes", "notafter",
      "due", "duetime", "deadline",
    ])
    planned = known.number(of: [
      "planned", "plannedarrival", "plannedtime", "plannedat", "scheduled", "scheduledarrival", "scheduledtime",
      "arrival",
    ])
    service = known.number(of: [
      "services", "service", "servicesec", "serviceseconds", "servicetime", "servicetimes", "servicemin",
      "serviceminutes", "servicetimemin", "serviceduration",
    ])
    secondsPerUnit = service.map { known.word($0).contains("min") } == true ? 60 : 1
    threshold = known.number(of: ["etathreshold", "threshold"])
    asset = known.number(of: Self.assets)
    date = known.number(of: ["date", "day", "jobdate", "tourdate", "plandate", "planneddate", "servicedate"])
    let taken = [job, type, name, dispatcher, sequence, earliest, latest, planned, service, threshold, asset, date]
    ground = GroundColumns(of: known, besides: taken, words: Self.grounds)
  }

  private static let jobs = [
    "job", "jobid", "jobno", "jobnumber", "order", "orderid", "orderno", "ordernumber", "task", "taskid", "id",
  ]
  private static let grounds = ["wkt", "geometry", "geom", "place", "location", "position", "coordinates"]

  /// Who is to do it: an asset rather than its vehicle, and that rather than a person. `client` and `object`, which name
  /// vehicles in traces, name others here.
  fileprivate static let assets =
    ["asset", "vehicle", "van", "truck", "unit", "device", "driver", "courier", "rider", "technician", "crew", "team"]
    .flatMap { [$0, $0 + "id", $0 + "no", $0 + "name"] }

  var hasJob: Bool { job != nil }

  // MARK: Rows

  /// The order of a row.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - date: of rows that have none.
  func job(
    _ row: JobRows.Fields, line: Int, of path: String, on date: CivilDate?, _ times: JobTimes
  ) throws(JobRefusal) -> WrittenJob {
    func value(_ column: Int?) -> String { column.map { row.texts[$0] } ?? "" }
    guard !value(job).isEmpty else { throw JobRefusal(.missingField, "it names no job; a column job has its id") }
    let kind = Job.Kind(rawValue: value(type).lowercased()) ?? .job
    var written = WrittenJob(Job.ID(value(job), kind: kind), file: path, line: line)
    written.type = value(type)
    if !value(asset).isEmpty { written.asset = Job.Asset(value(asset)) }
    written.day = try Self.day(value(self.date)) ?? date
    written.sequence = try Self.sequence(value(sequence))
    written.name = value(name)
    written.dispatcher = value(dispatcher)
    written.threshold = try Self.threshold(value(threshold))
    written.service = try service(value(service))
    let day = written.day
    func moment(_ column: Int?, _ field: String) throws(JobRefusal) -> Timestamp? {
      value(column).isEmpty ? nil : try times.moment(value(column), field, on: day)
    }
    written.planned = try moment(planned, "planned")
    let window = try Job.Window(
      try moment(earliest, "earliest"), try moment(latest, "latest"), "\(value(earliest)) to \(value(latest))")
    written.windows = window.map { [$0] } ?? []
    try place(value, in: &written)
    return written
  }

  /// The place, which a later file may give as well. A text beside latitude and longitude that is no geometry is the
  /// name of the place.
  private func place(_ value: (Int?) -> String, in written: inout WrittenJob) throws(JobRefusal) {
    let text = GroundText(value(ground.text))
    let isPlaced = !value(ground.latitude).isEmpty || !value(ground.longitude).isEmpty
    if value(ground.text).isEmpty && !isPlaced { return }
    do throws(SiteRefusal) {
      if isPlaced, !text.isGeometry {
        written.extent = try ground.circle(value)
        if written.name.isEmpty { written.name = value(ground.text) }
      } else {
        written.extent = try ground.extent { $0 == ground.text ? text.text : value($0) }
      }
    } catch {
      throw JobRefusal(error)
    }
  }

  private static func day(_ text: String) throws(JobRefusal) -> CivilDate? {
    if text.isEmpty { return nil }
    guard let day = CivilDate(written: text) else {
      throw JobRefusal(.badValue, "date is a day such as 2026-03-02, not \(shown(text))")
    }
    return day
  }

  private static func sequence(_ text: String) throws(JobRefusal) -> Int? {
    if text.isEmpty { return nil }
    guard let number = Int(text), number >= 1 else {
      throw JobRefusal(.badValue, "seq is a whole number from 1, not \(shown(text))")
    }
    return number
  }

  private func service(_ text: String) throws(JobRefusal) -> Seconds? {
    if text.isEmpty { return nil }
    let number = Double(text).map { $0 * secondsPerUnit } ?? parseDuration(text)
    guard let number, (0...longestService).contains(number) else {
      throw JobRefusal(.badValue, "service_s is a number of seconds, not \(shown(text))")
    }
    return number
  }

  /// `10%`, `120s`, `2min`.
  private static func threshold(_ text: String) throws(JobRefusal) -> Job.ETAThreshold? {
    if text.isEmpty { return nil }
    if text.hasSuffix("%"), let share = Double(text.dropLast().trimmingBlanks), (0...100).contains(share) {
      return .share(share / 100)
    }
    guard Double(text) == nil, let time = parseDuration(text), time <= longestService else {
      throw JobRefusal(
        .badValue, "eta_threshold is a share such as 10% or a time such as 120s, not \(shown(text))")
    }
    return .time(time)
  }
}

/// A month: a longer service is a mistake in the unit.
let longestService: Seconds = 31 * 86_400

/// A place as well-known text or GeoJSON, or two numbers. Two numbers in brackets are a position of JSON, whose
/// longitude comes first.
private struct GroundText {
  let text: String
  /// Whether it says where the place is, well or badly.
  let isGeometry: Bool

  init(_ written: String) {
    if written.hasPrefix("[") || written.hasPrefix("{"), let json = try? JSONValue(parsing: Array(written.utf8)) {
      text = Self.text(of: json) ?? written
      isGeometry = true
    } else {
      text = written
      let upper = written.uppercased()
      isGeometry =
        WrittenPosition(written) != nil || ["POLYGON", "POINT", "{", "["].contains { upper.hasPrefix($0) }
        || upper.hasPrefix("MULTIPOLYGON") || upper.hasPrefix("SRID=")
    }
  }

  private static func text(of json: JSONValue) -> String? {
    if let list = json.list {
      let numbers = list.compactMap(\.number)
      return numbers.count == list.count && numbers.count >= 2 ? "POINT (\(numbers[0]) \(numbers[1]))" : nil
    }
    guard let latitude = json["lat"]?.number, let longitude = (json["lon"] ?? json["lng"])?.number else { return nil }
    return "POINT (\(longitude) \(latitude))"
  }
}

extension JobFile {
  /// The orders of a table, or of one JSON object per line.
  init(rows bytes: [UInt8], path: String, on date: CivilDate?, _ times: JobTimes) throws(ChangeFileError) {
    self.init(path: path)
    var rows = try JobRows(bytes, path: path, of: "job")
    var known: [[String]: JobColumns] = [:]
    if let header = rows.header, !JobColumns(names: header).hasJob {
      throw .missingColumns(path: path, ["job"])
    }
    while let row = try rows.next() {
      do throws(JobRefusal) {
        let fields = try row.fields.get()
        let columns = known[fields.names] ?? JobColumns(names: fields.names)
        known[fields.names] = columns
        try take(try columns.job(fields, line: row.line, of: path, on: date, times))
      } catch {
        refuse(error, JobCost.job, line: row.line)
      }
    }
  }
}

/// The columns of the office's log.
struct LogColumns {
  let time: Int?
  let event: Int?
  let asset: Int?
  let job: Int?
  let content: Int?
  let type: Int?

  init(names: [String]) {
    let known = KnownColumns(header: names)
    time = known.number(of: ["time", "timestamp", "datetime", "eventtime", "at", "when"])
    event = known.number(of: ["event", "eventtype", "status", "state", "action"])
    job = known.number(of: ["job", "jobid", "jobno", "jobnumber", "order", "orderid", "orderno", "task", "taskid"])
    content = known.number(of: [
      "content", "note", "notes", "text", "message", "comment", "remark", "payload", "data",
    ])
    type = known.number(of: ["type", "jobtype", "kind"])
    asset = known.number(of: JobColumns.assets)
  }
}
