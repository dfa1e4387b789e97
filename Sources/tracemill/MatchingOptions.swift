internal import ArgumentParser
internal import Matching
internal import RoadGraph

/// The settings of the matching model that users tune.
struct MatchingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Standard deviation of fixes without a stated accuracy, in metres.", valueName: "m"))
  var sigma: Double = MatchingSettings(mode: .car).noise.sigma

  @Option(help: ArgumentHelp("Search radius around a fix, in metres. Roads farther away are ignored.", valueName: "m"))
  var radius: Double = MatchingSettings(mode: .car).candidates.radius

  @Option(help: ArgumentHelp("Give up on a trace after this many seconds; its status is then timeout.", valueName: "s"))
  var timeLimit: Double?

  @Option(
    help: ArgumentHelp(
      "Also report up to this many other likely paths of each trace, in the table alternatives and in trip documents.",
      valueName: "n"))
  var alternatives: Int = 0

  @Flag(
    help: """
      Say for each fix why it is on its road and not on another: its likeliest places with their probabilities, in the \
      table candidates and in trip documents. What the codes in reports mean, says the command explain.
      """)
  var explain = false

  func validate() throws {
    guard (0...100).contains(alternatives) else { throw ValidationError("--alternatives is 0 to 100.") }
    guard sigma > 0, sigma <= 1000 else { throw ValidationError("--sigma is more than 0 and at most 1000 metres.") }
    guard radius > 0, radius <= 5000 else { throw ValidationError("--radius is more than 0 and at most 5000 metres.") }
    guard let timeLimit else { return }
    guard timeLimit > 0, timeLimit <= 1e9 else {
      throw ValidationError("--time-limit is more than 0 and at most 1000000000 seconds.")
    }
  }

  func apply(to settings: inout MatchingSettings) {
    settings.noise.sigma = sigma
    settings.candidates.radius = radius
    settings.alternatives.most = alternatives
    settings.timeLimit = timeLimit.map { .seconds($0) }
  }

  /// The options, for the manifest.
  var options: [String: String] {
    var options = ["sigma": "\(sigma)", "radius": "\(radius)"]
    options["time_limit"] = timeLimit.map { "\($0)" }
    if alternatives > 0 { options["alternatives"] = "\(alternatives)" }
    if explain { options["explain"] = "true" }
    return options
  }
}
