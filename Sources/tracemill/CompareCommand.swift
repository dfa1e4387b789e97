internal import ArgumentParser
internal import Comparison
internal import Records
internal import RoadGraph
internal import Traces

struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Measures a result against the truth, or against another result.",
    discussion: """
      Routes are lists of edges (CSV with from_node and to_node, or way and direction; the tables segments and edges) or \
      lines (GeoJSON, GPX, CSV with wkt). Correct is what both have in the same order; a second lap counts again.

      Examples:
        tracemill match traces/ --map city.tmg --table segments -o segments.csv
        tracemill compare truth.csv segments.csv --map city.tmg
        tracemill compare truth.csv segments.csv --map city.tmg \\
          --fail-if 'correct < 0.99' --fail-if 'mismatch > 0.01'
        tracemill compare expected.geojson trips.geojson --tolerance 5 --format json
        tracemill compare truth.csv segments.csv --map city.tmg --truth-points labels.csv --result-points points.csv
        tracemill compare may.csv june.csv --truth-map city-may.tmg --map city-june.tmg
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, csv }

  @Argument(help: "The routes that were driven.", completion: .file())
  var truth: String

  @Argument(help: "The routes to measure.", completion: .file())
  var result: String

  @Option(
    name: .shortAndLong, help: "The road graph of both; it supplies the lengths of edges.",
    completion: .file(extensions: ["tmg"]))
  var map: String?

  @Option(
    help: ArgumentHelp(
      "The road graph of the truth, if it is another one. Both are then compared by line.", valueName: "map"),
    completion: .file(extensions: ["tmg"]))
  var truthMap: String?

  @Option(help: ArgumentHelp("The true place of every fix: trace_id, index, from_node, to_node.", valueName: "csv"))
  var truthPoints: String?

  @Option(help: ArgumentHelp("The table points of the result.", valueName: "csv"))
  var resultPoints: String?

  @Option(help: ArgumentHelp("Distance up to which two lines count as the same, in metres.", valueName: "m"))
  var tolerance: Double = ComparisonSettings().tolerance

  @Option(help: "Bins of the reliability table.")
  var bins: Int = ComparisonSettings().bins

  @Option(help: "Output format: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.text

  @Option(
    help: ArgumentHelp(
      "List this many traces, the worst first. Text lists 20 by default, other formats all.", valueName: "n"))
  var worst: Int?

  @Option(
    name: .customLong("fail-if"),
    help: ArgumentHelp(
      """
      End with exit code 1 if this holds: 'correct < 0.99', 'mismatch > 0.01', 'point_accuracy < 0.9' or \
      'calibration_error > 0.05'; may be repeated. any: if anything was refused.
      """, valueName: "condition|any"))
  var failConditions: [String] = []

  @OptionGroup var spreadsheets: CSVSafetyOptions

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    _ = try spreadsheets.texts(isCSV: format == .csv)
    guard tolerance >= 0.1, tolerance <= 1000 else { throw ValidationError("--tolerance is 0.1 to 1000 metres.") }
    guard (1...1000).contains(bins) else { throw ValidationError("--bins is 1 to 1000.") }
    guard worst ?? 1 >= 0 else { throw ValidationError("--worst is not negative.") }
    if truthMap != nil, map == nil {
      throw ValidationError("--truth-map is the map of the truth; name that of the result with --map.")
    }
    if (truthPoints == nil) != (resultPoints == nil) {
      throw ValidationError("--truth-points and --result-points go together.")
    }
    if truthPoints == nil, bins != ComparisonSettings().bins {
      throw ValidationError("--bins sorts the points of --truth-points and --result-points; name these, too.")
    }
    let thresholds = try thresholds()
    if truthPoints == nil && (thresholds.minPointAccuracy != nil || thresholds.maxCalibrationError != nil) {
      throw ValidationError(
        "--fail-if point_accuracy and calibration_error need --truth-points and --result-points.")
    }
  }

  func run() async throws {
    try checkOutput(against: [truth, result, map, truthMap, truthPoints, resultPoints])
    let comparison = try failing(.unreadableInput) { try self.comparison() }
    let console = Console(verbosity)
    for refusal in comparison.refusals.told { console.warn(refusal.description) }
    let untold = comparison.refusals.count - comparison.refusals.told.count
    if untold > 0 { console.warn("\(untold) further refusals are only counted") }
    for file in [comparison.truth, comparison.result] where file.foreignPieces > 0 { warnOfForeign(file, console) }
    try Console.put(try rendered(comparison))
    let failures = try comparison.emptiness + thresholds().failures(of: comparison)
    for failure in failures { console.error(failure) }
    if !failures.isEmpty || failConditions.contains("any") && comparison.refusals.count > 0 {
      throw Exit.notAllWell.code
    }
  }

  private func warnOfForeign(_ file: ComparedFile, _ console: Console) {
    console.warn(
      "\(file.path): \(file.foreignPieces) pieces lie between nodes that are no neighbours in the map, and count as "
        + "missing or extra. If the file is of another map, name both with --truth-map and --map to compare by line.")
  }

  private func comparison() throws -> Comparison {
    var settings = ComparisonSettings()
    settings.tolerance = tolerance
    settings.bins = bins
    let graph = try map.map(MapVerification.open)
    let truthGraph = try truthMap.map(MapVerification.open)
    var comparison = try compare(truth: truth, result: result, on: graph, truthMap: truthGraph, settings: settings)
    if let truthPoints, let resultPoints {
      comparison.points = try comparePoints(
        truth: truthPoints, result: resultPoints, on: graph, settings: settings, &comparison.refusals)
    }
    return comparison
  }

  private func rendered(_ comparison: Comparison) throws -> String {
    switch format {
    case .text: comparison.text(worst: worst ?? 20)
    case .json: comparison.json(worst: worst)
    case .csv: comparison.csv(worst: worst, try spreadsheets.texts(isCSV: true))
    }
  }

  private func thresholds() throws -> Thresholds {
    var thresholds = Thresholds()
    for condition in failConditions where condition != "any" {
      let (limit, number) = try limit(of: condition)
      guard thresholds[keyPath: limit] == nil else {
        throw ValidationError("--fail-if judges the same twice: \(condition). Leave out one of them.")
      }
      thresholds[keyPath: limit] = number
    }
    return thresholds
  }

  /// What a condition judges, and its number.
  private func limit(of condition: String) throws -> (WritableKeyPath<Thresholds, Double?>, Double) {
    let limits: [String: WritableKeyPath<Thresholds, Double?>] = [
      "correct <": \.minCorrect, "mismatch >": \.maxMismatch, "point_accuracy <": \.minPointAccuracy,
      "calibration_error >": \.maxCalibrationError,
    ]
    guard let parts = condition.wholeMatch(of: /\s*([a-z_]+)\s*([<>])\s*(\S+)\s*/),
      let limit = limits["\(parts.1) \(parts.2)"], let number = Double(parts.3)
    else {
      throw ValidationError(
        "--fail-if is 'correct < 0.99', 'mismatch > 0.01', 'point_accuracy < 0.9', 'calibration_error > 0.05' or any, not "
          + "'\(condition)'.")
    }
    guard number >= 0, number <= 1 || limit == \.maxMismatch else {
      throw ValidationError("--fail-if: \(parts.1) is a fraction, 0 to 1, and not \(parts.3).")
    }
    return (limit, number)
  }
}
