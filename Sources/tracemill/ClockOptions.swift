internal import ArgumentParser
internal import Moments

/// Where the clocks stood that local times were read from.
struct ClockOptions: ParsableArguments {
  @Option(
    name: [.customLong("time-zone"), .customLong("timezone")],
    help: ArgumentHelp(
      """
      The clock of the place: the name of a zone such as Europe/Vaduz, an offset from UTC such as +01:00, or the rule of \
      a zone with its summer time, such as CET-1CEST,M3.5.0,M10.5.0/3. Times of traces without an offset are local times \
      there, unless their column's name says UTC; without this option they are UTC. Rules of roads that hold at certain \
      times are left out without it.
      """, valueName: "zone|offset|rule"))
  var timeZone: String?

  func validate() throws { _ = try clock() }

  func clock() throws -> LocalClock? {
    guard let timeZone else { return nil }
    return try LocalClock(timeZone) ?? zone()?.clock
  }

  /// The zone that was named; `nil` if an offset, a rule or nothing was given.
  func zone() throws -> ZoneFile? {
    guard let timeZone, LocalClock(timeZone) == nil else { return nil }
    do throws(ZoneError) {
      return try ZoneFile(of: timeZone)
    } catch {
      throw ValidationError("--time-zone: \(error.description).\(error.hint)")
    }
  }

  /// Says the rule of the zone that was named.
  func tell(_ console: Console) throws {
    if let timeZone, let zone = try zone() { console.inform("--time-zone \(timeZone): \(zone.rule)") }
  }

  /// The options that were given, for the manifest.
  var options: [String: String] {
    let given = ["time_zone": timeZone, "time_zone_rule": (try? zone())?.rule]
    return given.compactMapValues(\.self)
  }
}
