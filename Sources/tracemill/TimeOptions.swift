internal import ArgumentParser
internal import Moments
internal import Records
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Traces

/// When a route begins, and the rules in force on the roads then.
struct TimeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      When the routes begin, such as 2026-03-02T08:00:00+01:00. Rules of the map that depend on time then apply, and the \
      routes state the times of passing.
      """, valueName: "time"))
  var departure: String?

  @Option(
    help: ArgumentHelp(
      "When the routes should end; they depart as much earlier as they take without traffic.", valueName: "time"))
  var arrival: String?

  @Option(
    help: ArgumentHelp(
      "Rules in addition to those of the map: roads closed, slowed down or made more expensive, always or at times.",
      valueName: "file.json"), completion: .file(extensions: ["json"]))
  var policy: String?

  @Option(
    help: ArgumentHelp("Traffic speeds and events on the roads.", valueName: "file.csv"),
    completion: .file(extensions: ["csv"]))
  var traffic: String?

  @Option(
    help: ArgumentHelp(
      """
      How routes use traffic: optimal finds the best route in the traffic at departure, keep times the route found \
      without traffic, ignore leaves traffic out.
      """, valueName: TrafficMode.allCases.map(\.rawValue).joined(separator: "|")))
  var trafficMode: String = TrafficMode.optimal.rawValue

  @Option(
    help: ArgumentHelp(
      "Areas to avoid: a file of polygons as GeoJSON or well-known text, or such a text; may be repeated.",
      valueName: "file|WKT"), completion: .file())
  var avoidArea: [String] = []

  func validate() throws {
    _ = try added(to: RequestOptions())
    _ = try choice(trafficMode, "--traffic-mode") as TrafficMode
  }

  /// The files that the options may name.
  var files: [String?] { [policy, traffic] + avoidArea }

  /// The options that were given, for the manifest.
  var options: [String: String] {
    var options: [String: String] = [:]
    options["departure"] = departure
    options["arrival"] = arrival
    options["policy"] = policy
    options["traffic"] = traffic
    options["traffic_mode"] = traffic.map { _ in trafficMode }
    options["avoid_area"] = avoidArea.isEmpty ? nil : avoidArea.joined(separator: "; ")
    return options
  }

  /// The default options with the time added.
  func added(to defaults: RequestOptions) throws -> RequestOptions {
    if departure != nil, arrival != nil { throw ValidationError("Name either --departure or --arrival.") }
    var defaults = defaults
    if let departure { defaults.time = .departure(try time(departure, "--departure")) }
    if let arrival { defaults.time = .arrival(try time(arrival, "--arrival")) }
    return defaults
  }

  private func time(_ text: String, _ option: String) throws -> ZonedTime {
    guard let time = ZonedTime(iso8601: text) else {
      throw ValidationError("\(option) is a time with its offset such as 2026-03-02T08:00:00+01:00, not '\(text)'.")
    }
    return time
  }

  /// The rules of the roads of a map, and when they apply. Reports the conditions that cannot be evaluated.
  func timetable(on graph: RoadGraph, _ console: Console) throws -> RoadTimetable {
    var timetable = RoadTimetable()
    let rules = ConditionalRules(of: graph)
    if !rules.isEmpty { timetable.rules = rules }
    if departure != nil || arrival != nil { tell(rules, console) }
    timetable.trafficMode = try choice(trafficMode, "--traffic-mode")
    try failing(.unreadableInput) {
      if let policy { try add(policy: policy, on: graph, to: &timetable, console) }
      if let traffic { try add(traffic: traffic, on: graph, to: &timetable, console) }
    }
    return timetable
  }

  /// The edges in areas to avoid.
  func avoided(on graph: RoadGraph) throws -> [EdgeID] {
    try failing(.unreadableInput) { try avoidArea.flatMap { try RoadArea(fileOrText: $0).edges(on: graph) } }
  }

  private func add(
    policy path: String, on graph: RoadGraph, to timetable: inout RoadTimetable, _ console: Console
  ) throws {
    let file = try RoadPolicy(path: path, on: graph)
    timetable.policy = file.changes
    tell(file.refusals, of: path, console)
    console.inform("\(path): \(file.count) rules for \(file.changes.edgeCount) edges")
  }

  private func add(
    traffic path: String, on graph: RoadGraph, to timetable: inout RoadTimetable, _ console: Console
  ) throws {
    let file = try TrafficFile(path: path, on: graph)
    timetable.traffic = file.changes
    for event in file.events { timetable.add(event) }
    tell(file.refusals, of: path, console)
    console.inform(
      "\(path): \(file.count) rows, \(file.events.count) of them events, for \(file.changes.edgeCount) edges")
  }

  private func tell(_ refusals: [NumberedRefusal], of path: String, _ console: Console) {
    var teller = RefusalTeller(console: console, isSilent: false, place: "correct these first")
    teller.tell(
      refusals.map {
        Refusal(
          file: path, line: $0.number, traceID: nil, reason: $0.refusal.reason.rawValue,
          message: "\($0.refusal.message) (\($0.refusal.reason.rawValue)). It was left out.")
      })
    guard refusals.count > 1 else { return }
    let counts = Dictionary(grouping: refusals, by: \.refusal.reason.rawValue).mapValues(\.count)
    let list = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    console.warn("\(path): \(refusals.count) left out because of \(list)")
  }

  private func tell(_ rules: ConditionalRules, _ console: Console) {
    let untold = rules.untold.sorted { $0.key < $1.key }.map { "\($0.value) for \($0.key.rawValue)" }
    let count = "\(rules.edgeCount) roads, \(rules.restrictionCount) turn restrictions"
    console.inform("rules of the map that depend on time or vehicle: \(count)")
    let list = untold.joined(separator: ", ")
    if !untold.isEmpty { console.inform("conditions that cannot be evaluated and bind nobody: \(list)") }
    if rules.withHolidays > 0 { console.inform("\(rules.withHolidays) of them mention holidays, which are ignored") }
  }
}
