internal import ArgumentParser
internal import Moments
internal import Settings
internal import Traces
internal import Trips
internal import Work

/// Which fixes of the traces are read, and where traces are cut into trips.
struct SplitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Cut each trace into trips: gap=10min where nothing was recorded for so long, stop=5min where the vehicle stood, \
      distance=50km and fixes=1000 where a trip has so much, day=Europe/Berlin at local midnight (day alone: in \
      --time-zone, or UTC). May be repeated. The trips of van-1 are van-1/1, van-1/2 …
      """, valueName: "rule,…"))
  var split: [String] = []

  static let timeKeys = KeyedOption(
    "when", "Only fixes of this time; times without an offset are those of --time-zone, or UTC.",
    [
      OptionKey("from", .text("time"), "only fixes from this time on, such as 2026-11-20T06:00"),
      OptionKey("to", .text("time"), "only fixes before this time; a date alone includes that day"),
      OptionKey("day", .text("date|yesterday|today"), "only fixes of this day"),
    ])

  @Option(name: .customLong("when"), help: Self.timeKeys.argumentHelp, completion: Self.timeKeys.completion)
  var times: [String] = []

  /// The keys of --when that were given.
  var when: KeyValues { Self.timeKeys.checked(times) }

  func validate() throws {
    let when = try Self.timeKeys.values(times)
    if when.has("day"), when.count > 1 { throw ValidationError("--when is either a day, or from and to.") }
  }

  private var selects: Bool { !times.isEmpty }

  func apply(to settings: inout TraceSettings) throws {
    settings.split = try splitting(settings.reading.clock)
    settings.window = try window(settings.reading.clock)
  }

  /// - Parameter clock: the clock of `--time-zone`.
  func splitting(_ clock: LocalClock?) throws -> SplitSettings {
    do throws(SplitError) {
      return try SplitSettings(split, clock: clock)
    } catch {
      throw ValidationError("--split: \(error.description).\(error.hint)")
    }
  }

  private func window(_ clock: LocalClock?) throws -> TimeWindow {
    let clock = clock ?? .utc
    let when = when
    do throws(TimeWindowError) {
      guard let day = when["day"] else { return try TimeWindow(from: when["from"], to: when["to"], clock: clock) }
      return TimeWindow(of: try CivilDate(named: day, now: .now, clock: clock), clock: clock)
    } catch {
      throw ValidationError("\(error.description).")
    }
  }

  /// The options, for the manifest: the moments that were meant, so that the run can be repeated on another day.
  func options(_ settings: TraceSettings) -> [String: String] {
    var options: [String: String] = [:]
    options["split"] = split.isEmpty ? nil : split.joined(separator: ",")
    options["from"] = settings.window.begin?.iso8601
    options["to"] = settings.window.end?.iso8601
    if when.has("day"), let begin = settings.window.begin {
      let clock = settings.reading.clock ?? .utc
      options["day"] = CivilDate(daysSince1970: clock.time(begin).day).iso8601
    }
    return options
  }

  /// Says how much was left out.
  func summarise(_ counts: RunCounts, _ console: Console) {
    guard selects else { return }
    console.inform(
      "not selected: \(counts.unselectedFixes) fixes at other times, and with them \(counts.unselectedTraces) whole traces"
    )
  }
}

extension SplitError {
  /// The zone that was probably meant, or nothing.
  var hint: String {
    guard case .badZone(_, let error) = self else { return "" }
    return error.hint
  }
}
