internal import ArgumentParser
internal import Requests
internal import RoadGraph
internal import Routing
internal import Traces

/// When a route begins, and what holds on the roads then.
struct TimeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      When the routes begin, such as 2026-03-02T08:00:00+01:00: what the map says to hold at times then does, and the \
      routes tell the times of passing.
      """, valueName: "time"))
  var departure: String?

  @Option(
    help: ArgumentHelp(
      "When the routes should end: they leave as long before as they take without traffic.", valueName: "time"))
  var arrival: String?

  func validate() throws { _ = try added(to: WrittenRequest()) }

  /// What requests leave open.
  func added(to defaults: WrittenRequest) throws -> WrittenRequest {
    var defaults = defaults
    defaults.departure = departure
    defaults.arrival = arrival
    if departure != nil, arrival != nil { throw ValidationError("Name either --departure or --arrival.") }
    for (text, option) in [(departure, "--departure"), (arrival, "--arrival")] {
      guard let text, ZonedTime(iso8601: text) == nil else { continue }
      throw ValidationError("\(option) is a time with its offset such as 2026-03-02T08:00:00+01:00, not '\(text)'.")
    }
    return defaults
  }

  /// What holds on the roads of a map, and when; says what of it cannot be told.
  func timetable(on graph: RoadGraph, _ console: Console) throws -> RoadTimetable {
    var timetable = RoadTimetable()
    let rules = ConditionalRules(of: graph)
    if rules.edgeCount + rules.restrictionCount > 0 { timetable.rules = rules }
    if departure != nil || arrival != nil { tell(rules, console) }
    return timetable
  }

  private func tell(_ rules: ConditionalRules, _ console: Console) {
    let untold = rules.untold.sorted { $0.key < $1.key }.map { "\($0.value) for \($0.key.rawValue)" }
    console.inform(
      "rules of the map that hold at times: \(rules.edgeCount) roads, \(rules.restrictionCount) turn restrictions")
    if !untold.isEmpty {
      console.inform("conditions that cannot be told and bind nobody: \(untold.joined(separator: ", "))")
    }
    if rules.withHolidays > 0 { console.inform("what \(rules.withHolidays) of them say of holidays is left out") }
  }
}
