internal import ArgumentParser
internal import Trips

/// Which positions of a trip are given besides those of its fixes.
struct PositionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Positions at this rate for the whole trip, in Hz, on the road and with their bearing, in the table positions. They \
      replace those of the fixes there.
      """, valueName: "Hz"))
  var interpolate: Double?

  @Option(
    help: ArgumentHelp(
      """
      Where positions that nobody measured are estimated along the road, without time and speed: in tunnels, in tunnels \
      and gaps, or nowhere. (default: tunnels)
      """, valueName: Extrapolation.allCases.map(\.rawValue).joined(separator: "|")))
  var extrapolate: String?

  @Option(
    help: ArgumentHelp(
      "The rate of these estimates, in Hz. (default: 1, or that of --interpolate)", valueName: "Hz"))
  var extrapolateRate: Double?

  /// None was given.
  var isEmpty: Bool { interpolate == nil && extrapolate == nil && extrapolateRate == nil }

  func validate() throws {
    var settings = PositionSettings()
    try apply(to: &settings)
  }

  func apply(to settings: inout PositionSettings) throws {
    if let extrapolate { settings.extrapolation = try choice(extrapolate, "--extrapolate") }
    if interpolate != nil, extrapolateRate != nil {
      throw ValidationError("--interpolate gives the rate of estimates as well; leave out --extrapolate-rate.")
    }
    if settings.extrapolation == .none, extrapolateRate != nil {
      throw ValidationError("--extrapolate-rate goes with --extrapolate tunnels or gaps.")
    }
    settings.isInterpolated = interpolate != nil
    if let interpolate { settings.rate = try rate(interpolate, "--interpolate") }
    if let extrapolateRate { settings.rate = try rate(extrapolateRate, "--extrapolate-rate") }
  }

  private func rate(_ rate: Double, _ option: String) throws -> Double {
    guard (0.001...1000).contains(rate) else { throw ValidationError("\(option) is 0.001 to 1000 Hz.") }
    return rate
  }

  /// The options that were given, for the manifest.
  var options: [String: String] {
    var options: [String: String] = [:]
    options["interpolate"] = interpolate.map { "\($0)" }
    options["extrapolate"] = extrapolate
    options["extrapolate_rate"] = extrapolateRate.map { "\($0)" }
    return options
  }
}
