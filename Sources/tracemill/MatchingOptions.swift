internal import ArgumentParser
internal import Matching
internal import RoadGraph
internal import RoadRules
internal import Settings

/// The settings of the matching model that users tune.
struct MatchingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Standard deviation of fixes without a stated accuracy, in metres.", valueName: "m"))
  var sigma: Double = MatchingSettings(mode: .car).noise.sigma

  @Option(help: ArgumentHelp("Search radius around a fix, in metres. Roads farther away are ignored.", valueName: "m"))
  var radius: Double = MatchingSettings(mode: .car).candidates.radius

  @Option(
    help: ArgumentHelp(
      """
      Which roads are likely before a fix is seen: plan, those of the plan of the trace; or those that the drives in a \
      folder of knowledge used. For fixes that are few and inaccurate.
      """, valueName: "plan|folder"))
  var prior: String?

  /// Drives are expected to keep their plans.
  var expectsPlans: Bool { prior == "plan" }

  /// In seconds, if a file or a variable says so.
  private var timeLimit: Double? {
    get throws { try RareSetting.timeLimit.number(in: 1e-9...1e9, "more than 0 and at most 1000000000 seconds") }
  }

  func validate() throws {
    guard sigma > 0, sigma <= 1000 else { throw ValidationError("--sigma is more than 0 and at most 1000 metres.") }
    guard radius > 0, radius <= 5000 else { throw ValidationError("--radius is more than 0 and at most 5000 metres.") }
    _ = try timeLimit
  }

  func apply(to settings: inout MatchingSettings) throws {
    settings.noise.sigma = sigma
    settings.candidates.radius = radius
    settings.timeLimit = try timeLimit.map { .seconds($0) }
  }

  /// Adds the prior that a folder of knowledge has.
  func addPrior(on graph: RoadGraph, to settings: inout MatchingSettings, _ console: Console) throws {
    guard let prior, !expectsPlans else { return }
    let passages = try KnowledgeUse(mode: settings.rules.mode).passages(of: prior, on: graph, console)
    settings.rules.prior = RoutePrior(use: passages)
  }

  /// The options, for the manifest.
  var options: [String: String] {
    var options = ["sigma": "\(sigma)", "radius": "\(radius)"]
    options["prior"] = prior
    options["time_limit"] = (try? timeLimit).flatMap { $0 }.map { "\($0)" }
    return options
  }
}
