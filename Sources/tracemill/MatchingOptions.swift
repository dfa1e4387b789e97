internal import ArgumentParser
internal import Matching
internal import RoadGraph
internal import RoadRules
internal import Settings
internal import Storage
internal import Work

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

  /// The folder of knowledge that is the prior, if it is one.
  var folderOfPrior: String? { expectsPlans ? nil : prior }

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
    guard let folderOfPrior else { return }
    let passages = try KnowledgeUse(mode: settings.rules.mode).passages(of: folderOfPrior, on: graph, console)
    settings.rules.prior = RoutePrior(use: passages)
  }

  /// - Throws: `ValidationError` for a folder that is the prior as well.
  func check(learningInto learn: String) throws {
    guard let folderOfPrior, linkTarget(of: folderOfPrior) == linkTarget(of: learn) else { return }
    throw ValidationError(
      "--prior and --learn name the same folder: run again, the traces would be a prior for themselves. Learn into another "
        + "folder; tracemill learn A B -o ALL merges them.")
  }

  /// What stands for the passages that the folder of knowledge has on some maps; `nil` without one.
  func key(of places: [TraceJob.Place]) -> UInt64? {
    folderOfPrior.map { _ in places.compactMap { $0.settings.matching.rules.prior?.key }.reduce(0, ^) }
  }

  /// The same by the path of the folder.
  func keys(of places: [TraceJob.Place]) -> [String: UInt64] {
    guard let folderOfPrior, let key = key(of: places) else { return [:] }
    return [folderOfPrior: key]
  }

  /// The options, for the manifest.
  var options: [String: String] {
    var options = ["sigma": "\(sigma)", "radius": "\(radius)"]
    options["prior"] = prior
    options["time_limit"] = (try? timeLimit).flatMap { $0 }.map { "\($0)" }
    return options
  }
}
