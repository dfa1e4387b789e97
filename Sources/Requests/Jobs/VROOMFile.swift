internal import Geodesy
internal import Jobs
internal import Moments
internal import Records
internal import Traces

/// What a JSON document of the optimiser VROOM is.
enum VROOMShape {
  case solution
  case problem

  /// `nil` for any other document.
  init?(_ json: JSONValue) {
    guard json.fields != nil else { return nil }
    // An error has nothing but these; a row of a list may have a code as well.
    let isError = json["code"]?.integer != nil && json["error"] != nil
    let isEmpty = json["code"]?.integer != nil && json["unassigned"]?.list != nil
    if json["routes"]?.list != nil || isError || isEmpty || json["code"] == .null && json["error"] != nil {
      self = .solution
    } else if ["jobs", "shipments", "vehicles"].contains(where: {
      json[$0]?.list?.allSatisfy { $0.fields != nil } == true
    }) {
      self = .problem
    } else {
      return nil
    }
  }

  static let words = "a solution of VROOM (code, routes, unassigned), a problem of VROOM (jobs, shipments, vehicles)"
}

/// Reads the orders of a solution or a problem.
///
/// - Source: the API documentation of VROOM (docs/API.md of version 1.14), and its older keys.
struct VROOMReader {
  private(set) var file: JobFile
  /// Of the option; also of jobs whose times are absolute.
  private let date: CivilDate?
  private let times: JobTimes

  init(path: String, on date: CivilDate?, _ times: JobTimes) {
    file = JobFile(path: path)
    self.date = date
    self.times = times
  }

  /// The orders of a document. A time without a day costs the whole file, because all of its times are of one kind.
  mutating func read(_ json: JSONValue, as shape: VROOMShape) {
    do throws(JobRefusal) {
      switch shape {
      case .solution: try readSolution(json)
      case .problem: try readProblem(json)
      }
    } catch {
      file = JobFile(path: file.path)
      file.refuse(error, JobCost.file)
    }
  }

  /// Takes what one record says; what is wrong with it costs it alone, unless it lacks the day of all.
  private mutating func attempt(
    _ consequence: String, _ name: String, _ read: (inout VROOMReader) throws(JobRefusal) -> Void
  ) throws(JobRefusal) {
    do throws(JobRefusal) {
      try read(&self)
    } catch {
      if error.reason == .missingDate { throw error }
      file.refuse(JobRefusal(error.reason, "\(name): \(error.message)"), consequence)
    }
  }

  // MARK: Solutions

  private mutating func readSolution(_ json: JSONValue) throws(JobRefusal) {
    let text = json["error"]?.plainText ?? ""
    let hasCode = json["code"].map { $0 != .null } ?? false
    if hasCode ? json["code"]?.integer != 0 : !text.isEmpty {
      throw JobRefusal(.badSolution, Self.fault(code: json["code"], text))
    }
    for (number, route) in (json["routes"]?.list ?? []).enumerated() {
      try attempt("The route was left out.", "route \(number + 1)") { reader throws(JobRefusal) in
        try reader.readRoute(route)
      }
    }
    for task in json["unassigned"]?.list ?? [] {
      try readTask(task, Job.Kind(rawValue: task["type"]?.text ?? "") ?? .job)
    }
  }

  private static func fault(code: JSONValue?, _ text: String) -> String {
    let number = code?.plainText.map { " with code \($0)" } ?? ""
    return "VROOM ended\(number)" + (text.isEmpty ? " and gave no reason" : ": \(text)")
  }

  private mutating func readRoute(_ route: JSONValue) throws(JobRefusal) {
    guard let id = (route["vehicle"] ?? route["vehicle_id"])?.word.map(trimmedID), !id.isEmpty else {
      throw JobRefusal(.missingField, "it names no vehicle")
    }
    let asset = Job.Asset(id, description: trimmedID(route["description"]?.text ?? ""))
    if !asset.description.isEmpty { file.descriptions[id] = asset.description }
    let steps = route["steps"]?.list ?? []
    let begin = try begin(of: steps)
    let day = date ?? begin.map(times.day)
    try attempt(JobCost.tour, "vehicle \(shown(id))") { reader throws(JobRefusal) in
      try reader.takeTour(route, of: asset, on: day, steps)
    }
    var sequence = 0
    for step in steps {
      // Without a type, an old step is of a job if it names one.
      let type = step["type"]?.text ?? (step["job"] ?? step["id"] == nil ? "start" : "job")
      if ["start", "end", "break"].contains(type) { continue }
      guard let kind = Job.Kind(rawValue: type) else {
        file.refuse(
          JobRefusal(.badValue, "vehicle \(shown(id)): a step has the unknown type \(shown(type))"), JobCost.job)
        continue
      }
      sequence += 1
      let place = sequence
      try readTask(step, kind) { job, reader throws(JobRefusal) in
        (job.asset, job.sequence, job.day) = (asset, place, day)
        job.planned = try reader.arrival(step)
      }
    }
  }

  /// The first time of a route; `nil` if it is none, which its step is told for.
  private func begin(of steps: [JSONValue]) throws(JobRefusal) -> Timestamp? {
    guard let number = steps.lazy.compactMap({ $0["arrival"]?.number }).first else { return nil }
    do throws(JobRefusal) {
      return try times.moment(number, "arrival", on: date)
    } catch {
      if error.reason == .missingDate { throw error }
      return nil
    }
  }

  /// When service begins: the arrival, and any waiting for the window to open.
  private func arrival(_ step: JSONValue) throws(JobRefusal) -> Timestamp? {
    guard let arrival = try Self.number(step, "arrival", 0...Self.latest) else { return nil }
    let waiting = try Self.number(step, "waiting_time", 0...longestService) ?? 0
    return try times.moment(arrival, "arrival", on: date).adding(seconds: waiting)
  }

  private mutating func takeTour(
    _ route: JSONValue, of asset: Job.Asset, on day: CivilDate?, _ steps: [JSONValue]
  ) throws(JobRefusal) {
    guard !file.tours.contains(where: { $0.tour.asset.id == asset.id && $0.tour.day == day }) else {
      throw JobRefusal(.repeated, "the file has a tour of it on that day already")
    }
    var tour = PlannedTour(of: asset, on: day)
    tour.length = try Self.number(route, "distance", 0...1e9)
    tour.duration = try Self.number(route, "duration", 0...Self.latest)
    tour.departure = try steps.first.flatMap { step throws(JobRefusal) in try arrival(step) }
    file.tours.append(WrittenTour(tour: tour, geometry: route["geometry"]?.text ?? "", file: file.path))
  }

  // MARK: Problems

  private mutating func readProblem(_ json: JSONValue) throws(JobRefusal) {
    for vehicle in json["vehicles"]?.list ?? [] {
      guard let id = vehicle["id"]?.word, let description = vehicle["description"]?.text else { continue }
      file.descriptions[trimmedID(id)] = trimmedID(description)
    }
    for job in json["jobs"]?.list ?? [] { try readTask(job, .job) }
    for shipment in json["shipments"]?.list ?? [] {
      for kind in [Job.Kind.pickup, .delivery] {
        if let step = shipment[kind.rawValue] { try readTask(step, kind) }
      }
    }
  }

  // MARK: Both

  /// Takes a job of a problem, a step of a route, or an unassigned task.
  private mutating func readTask(
    _ json: JSONValue, _ kind: Job.Kind,
    _ plan: (inout WrittenJob, VROOMReader) throws(JobRefusal) -> Void = { _, _ in }
  ) throws(JobRefusal) {
    let id = trimmedID((json["id"] ?? json["job"])?.word ?? "")
    try attempt(JobCost.job, id.isEmpty ? "a \(kind.rawValue)" : Job.ID(id, kind: kind).words) {
      reader throws(JobRefusal) in
      guard !id.isEmpty else { throw JobRefusal(.missingField, "it has no id") }
      var job = WrittenJob(Job.ID(id, kind: kind), file: reader.file.path)
      job.day = reader.date
      job.name = trimmedID(json["description"]?.text ?? "")
      job.extent = try Self.place(json["location"])
      job.service = try Self.service(json)
      job.windows = try reader.windows(json["time_windows"])
      try plan(&job, reader)
      try reader.file.take(job)
    }
  }

  private static func place(_ json: JSONValue?) throws(JobRefusal) -> SiteExtent? {
    guard let json, json != .null, json.list?.isEmpty != true else { return nil }
    guard let list = json.list, list.count >= 2, let longitude = list[0].number, let latitude = list[1].number,
      Place.isValid(latitude: latitude, longitude: longitude)
    else {
      throw JobRefusal(
        .badValue,
        "location \(shown(String(decoding: json.line(), as: UTF8.self))) is no longitude and latitude on the earth")
    }
    return .circle(Place(latitude: latitude, longitude: longitude), radius: SiteFile.defaultRadius)
  }

  /// VROOM counts both from the beginning of service on: the vehicle sets up, then serves, and leaves after both. A step
  /// at the place of the one before it has no setup.
  private static func service(_ json: JSONValue) throws(JobRefusal) -> Seconds? {
    let setup = try number(json, "setup", 0...longestService)
    guard let service = try number(json, "service", 0...longestService) else { return setup }
    return service + (setup ?? 0)
  }

  private func windows(_ json: JSONValue?) throws(JobRefusal) -> [Job.Window] {
    guard let json, json != .null else { return [] }
    guard let list = json.list else { throw JobRefusal(.badValue, "time_windows are no list of pairs") }
    return Job.Window.disjoint(try list.map { pair throws(JobRefusal) in try window(pair) }.compactMap(\.self))
  }

  /// Beside an absolute time, 0 is no beginning, and a time far in the future is no end.
  private func window(_ pair: JSONValue) throws(JobRefusal) -> Job.Window? {
    guard let sides = pair.list, sides.count == 2, let begin = sides[0].number, let end = sides[1].number else {
      throw JobRefusal(.badValue, "a time window is a pair of numbers")
    }
    let words = "\(JobTimes.words(begin)) to \(JobTimes.words(end))"
    guard begin <= end else { throw JobRefusal(.badWindow, "the window \(words) ends before it begins") }
    let hasBegin = begin != 0 || end < JobTimes.leastUnixTime
    let hasEnd = end < JobTimes.leastUnixTime || JobTimes.isPlausible(end)
    return try Job.Window(
      hasBegin ? try times.moment(begin, "time_windows", on: date) : nil,
      hasEnd ? try times.moment(end, "time_windows", on: date) : nil, words)
  }

  /// Later times would not be in this century.
  private static let latest = Double(TimeReading.plausible.upperBound) / 1000

  /// A number of a field; `nil` if the field is absent.
  private static func number(
    _ json: JSONValue, _ name: String, _ range: ClosedRange<Double>
  ) throws(JobRefusal) -> Double? {
    guard let value = json[name], value != .null else { return nil }
    guard let number = value.number, range.contains(number) else {
      throw JobRefusal(
        .badValue,
        "\(name) is a number from \(JobTimes.words(range.lowerBound)) to \(JobTimes.words(range.upperBound)), not "
          + shown(String(decoding: value.line(), as: UTF8.self)))
    }
    return number
  }
}
