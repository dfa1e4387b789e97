internal import ArgumentParser
internal import Settings
internal import Trips

/// Which positions of a trip are reported besides its fixes.
struct PositionOptions: ParsableArguments {
  static let keys = KeyedOption(
    "positions", "Positions between the fixes of a trip, on the road and with their bearing, in the table positions.",
    [
      OptionKey(
        "rate", .number(0.001...1000, unit: "Hz"),
        "positions at this rate for the whole trip, in Hz; they replace those of the fixes"),
      OptionKey(
        "at", .word(Extrapolation.allCases.map(\.rawValue)), usual: "tunnels",
        "where positions that nobody measured are estimated along the road, without time and speed: in tunnels, in tunnels "
          + "and gaps, or nowhere"),
      OptionKey(
        "estimates", .number(0.001...1000, unit: "Hz"), usual: "1, or that of rate",
        "the rate of these estimates, in Hz"),
    ])

  @Option(name: .customLong("positions"), help: keys.argumentHelp, completion: keys.completion)
  var given: [String] = []

  private var values: KeyValues { Self.keys.checked(given) }

  /// The keys that were given.
  var text: String { values.text }

  /// None was given.
  var isEmpty: Bool { values.isEmpty }

  func validate() throws {
    let keys = try Self.keys.values(given)
    guard keys.has("estimates") else { return }
    if keys.has("rate") {
      throw ValidationError("--positions rate is the rate of estimates as well; leave out estimates.")
    }
    if keys["at"] == Extrapolation.none.rawValue {
      throw ValidationError(
        "--positions at=none estimates nothing; leave out estimates, or write at=tunnels or at=gaps.")
    }
  }

  func apply(to settings: inout PositionSettings) {
    let keys = values
    if let place = keys["at"].flatMap(Extrapolation.init(rawValue:)) { settings.extrapolation = place }
    settings.isInterpolated = keys.has("rate")
    if let rate = keys.number("rate") ?? keys.number("estimates") { settings.rate = rate }
  }

  /// The keys that were given, for the manifest.
  var options: [String: String] {
    let keys = values
    var options: [String: String] = [:]
    options["interpolate"] = keys.number("rate").map { "\($0)" }
    options["extrapolate"] = keys["at"]
    options["extrapolate_rate"] = keys.number("estimates").map { "\($0)" }
    return options
  }
}
