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
    help: ArgumentHelp(
      """
      Traffic speeds and events on the roads, or a folder of knowledge with the usual speeds at each hour of the week; may \
      be repeated. Speeds of a file beat usual ones.
      """, valueName: "file.csv|folder"),
    completion: .file(extensions: ["csv"]))
  var traffic: [String] = []

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

  /// Whether a time is given for all requests.
  var isGiven: Bool { departure != nil || arrival != nil }

  /// The files that the options may name.
  var files: [String?] { [policy] + traffic + avoidArea }

  /// The options that were given, for the manifest.
  var options: [String: String] {
    var options: [String: String] = [:]
    options["departure"] = departure
    options["arrival"] = arrival
    options["policy"] = policy
    options["traffic"] = traffic.isEmpty ? nil : traffic.joined(separator: "; ")
    options["traffic_mode"] = traffic.isEmpty ? nil : trafficMode
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
  ///
  /// - Parameter mode: of all requests; `nil` if each has its own.
  func timetable(on graph: RoadGraph, for mode: TravelMode?, _ console: Console) throws -> RoadTimetable {
    var timetable = RoadTimetable()
    let rules = ConditionalRules(of: graph)
    if !rules.isEmpty { timetable.rules = rules }
    if departure != nil || arrival != nil { rules.tell(console) }
    timetable.trafficMode = try choice(trafficMode, "--traffic-mode")
    try timetable.add(policy: policy, traffic: traffic, knowing: KnowledgeUse(mode: mode), on: graph, console)
    return timetable
  }

  /// Says that usual speeds count for nothing without a time.
  func warnOfHours(_ timetable: RoadTimetable, _ console: Console) {
    guard !isGiven, timetable.learned?.key != nil else { return }
    console.warn("--traffic: usual speeds make no difference without --departure or --arrival")
  }

  /// The edges in areas to avoid.
  func avoided(on graph: RoadGraph) throws -> [EdgeID] {
    try failing(.unreadableInput) { try avoidArea.flatMap { try RoadArea(fileOrText: $0).edges(on: graph) } }
  }
}
