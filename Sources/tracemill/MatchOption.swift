internal import ArgumentParser
internal import Settings

/// What an option or a setting of `match` means for the rows of earlier runs, and beside which others it is refused.
struct MatchOption: Sendable {
  enum Rows: Sendable {
    /// Rows are kept only if this is as it was.
    case follow(@Sendable (MatchCommand) -> String?)
    /// Rows are the same whatever it says; why.
    case stay(String)
  }

  /// Another option beside which this one makes no sense.
  struct Refusal: Sendable {
    let other: String
    /// What both do, and what to leave out.
    let sentence: String
    let areGiven: @Sendable (MatchCommand) -> Bool
  }

  let name: String
  let rows: Rows
  var refusals: [Refusal] = []

  static func follows(_ name: String, _ value: @escaping @Sendable (MatchCommand) -> String?) -> MatchOption {
    MatchOption(name: name, rows: .follow(value))
  }

  static func stays(_ name: String, _ reason: String) -> MatchOption { MatchOption(name: name, rows: .stay(reason)) }

  /// The option with what it is refused beside.
  func refused(
    beside other: String, _ sentence: String, if areGiven: @escaping @Sendable (MatchCommand) -> Bool
  ) -> MatchOption {
    var option = self
    option.refusals.append(Refusal(other: other, sentence: sentence, areGiven: areGiven))
    return option
  }

  /// The same beside `--resume`.
  func refusedResumed(_ sentence: String, if isGiven: @escaping @Sendable (MatchCommand) -> Bool) -> MatchOption {
    refused(beside: "resume", sentence) { $0.resuming.isResumed && isGiven($0) }
  }
}

extension MatchCommand {
  /// Every option of `match`, and every setting that changes a row.
  static let options: [MatchOption] = ofReading + ofPlans + ofMatching + ofOutput + ofRuns

  /// Every option that may change a row, by its name, with its value. Rows of an earlier run are kept only if all these
  /// options have the same values.
  var optionsOfRows: [String: String] {
    Self.checkOptions()
    let followed = Self.options.compactMap { option -> (String, String)? in
      guard case .follow(let value) = option.rows else { return nil }
      return (option.name, value(self) ?? "not given")
    }
    return Dictionary(uniqueKeysWithValues: followed)
  }

  /// An option that is not in the list would let rows of another run pass for rows of this one.
  private static func checkOptions() {
    let names = CommandTree.part(of: ["match"])?.command(of: ["match"])?.command.options.compactMap(\.longName) ?? []
    let missing = Set(names).subtracting(options.map(\.name))
    precondition(!names.isEmpty && missing.isEmpty, "not among the options of match: \(missing.sorted())")
  }

  /// - Throws: `ValidationError` for two options that do not go together.
  func checkPairs() throws {
    let refusals = Self.options.flatMap(\.refusals)
    if let refusal = refusals.first(where: { $0.areGiven(self) }) { throw ValidationError(refusal.sentence) }
  }

  private static let ofReading: [MatchOption] = [
    .follows("columns") { $0.reading.columns }, .follows("preset") { $0.reading.presetText },
    .follows("items") { $0.reading.items }, .follows("csv") { $0.reading.csv.text },
    .follows("time-zone") { $0.reading.clock.timeZone }, .follows("keep") { $0.keeping.keep },
    .follows("split") { $0.splitting.split.joined(separator: ",") }, .follows("when") { $0.splitting.when.text },
    .stays("files-from", "each file has its own record"),
    .stays("newer-than", "as files-from").refusedResumed(
      "--resume knows by itself which files are new, and removes the rows of files that are not among the inputs; leave "
        + "out --newer-than, or add --partition."
    ) { $0.inputs.newerThan != nil && $0.resuming.partition == nil },
    .stays("limit", "refused beside resume").refusedResumed(
      "--limit takes some of the traces, and --resume whole files; leave out one of them."
    ) { $0.inputs.limit != nil },
    .stays("shard", "refused beside resume").refusedResumed(
      "--shard takes some of the traces, and --resume whole files; leave out one of them."
    ) { $0.inputs.shard != nil }.refused(
      beside: "table", "--table doubts judges whole runs, and --shard makes parts of one; leave out one of them."
    ) { $0.inputs.shard != nil && $0.seeksDoubts },
  ]

  private static let ofPlans: [MatchOption] = [
    .follows("plan") { $0.plans.plan }, .follows("plans") { $0.plans.plans },
    .follows("pass-through") { _ in "\(RareSetting.passThrough.isOn ?? false)" },
    .stays("job-list", "refused beside resume").refusedResumed(
      "--job-list judges the whole day of a fleet, and --resume makes parts of it; leave one of them out."
    ) { $0.jobs.isGiven }.refused(
      beside: "shard",
      "--job-list judges the whole day of a fleet, and --shard makes parts of it; leave one of them out."
    ) { $0.inputs.shard != nil && $0.jobs.isGiven },
    .stays("job-events", "as job-list"), .stays("job-date", "as job-list"),
    .follows("asset-column") { $0.jobs.assetColumn },
    .follows("better-routes") { $0.polls.text }, .follows("places") { $0.places.places },
    .follows("visit-after") { _ in RareSetting.visitAfter.text }, .follows("positions") { $0.positions.text },
    .follows("policy") { $0.rules.policy },
    .follows("traffic") { $0.rules.traffic.isEmpty ? nil : $0.rules.traffic.joined(separator: "; ") },
    .follows("closed-roads") { "\($0.rules.closedRoads)" },
  ]

  private static let ofMatching: [MatchOption] = [
    .follows("mode") { $0.travel.mode }, .follows("sigma") { "\($0.matching.sigma)" },
    .follows("radius") { "\($0.matching.radius)" }, .follows("prior") { $0.matching.prior },
    .follows("time-limit") { _ in RareSetting.timeLimit.text },
    .follows("alternatives") { "\($0.otherPaths.alternatives)" }, .follows("vehicle") { $0.rules.vehicle.text },
    .follows("speeding") { $0.rules.speeding.text }, .stays("map", "its version counts instead"),
    .stays("library", "as map"),
  ]

  private static let ofOutput: [MatchOption] = [
    .follows("format") { $0.writing.format },
    .follows("table") { $0.writing.textOfTables }.refusedResumed(
      "--table doubts judges whole runs, and --resume makes parts of them; leave one of them out."
    ) { $0.seeksDoubts },
    .follows("select") { $0.writing.selections.joined(separator: ",") },
    .follows("csv-safe") { "\($0.writing.spreadsheets.csvSafe)" }, .follows("partition") { $0.resuming.partition },
    .follows("guidance") { $0.guidance.text },
    .follows("shields") { $0.drawing.shields }.refusedResumed(
      "--shields draws the roads of whole runs, and --resume makes parts of them; leave one of them out."
    ) { $0.drawing.isGiven },
    .follows("plot") { $0.plotting.plot }.refusedResumed(
      "--plot draws whole runs, and --resume makes parts of them; leave one of them out."
    ) { $0.plotting.isGiven },
    .follows("learn") { $0.learning.learn },
    .follows("style") { $0.replaying.style }, .follows("tiles") { $0.replaying.tilesText },
    .stays("pages", "pages are refused beside resume"),
    .follows("hide") { $0.hiding.text }.refused(
      beside: "plan",
      "--hide cannot hide where plans begin and end; leave out one of --hide and the options of plans."
    ) { $0.hiding.isGiven && $0.plans.isGiven }.refused(
      beside: "job-list",
      "--hide cannot hide jobs, which are at the ends of trips; leave out one of --hide and --job-list."
    ) { $0.hiding.isGiven && $0.jobs.isGiven }.refused(
      beside: "reject-dir", "--reject-dir copies files as they are, and --hide hides; leave out one of them."
    ) { $0.hiding.isGiven && $0.running.rejecting.rejectDir != nil }.refused(
      beside: "keep", "--keep copies columns as they are, and ids of --hide hides who drove; leave out one of them."
    ) { $0.hiding.hidesIDs && $0.keeping.keep != nil }.refusedResumed(
      "--resume keeps the names of traces and files in its ledger, and ids of --hide hides them; leave out one of them."
    ) { $0.hiding.hidesIDs },
    .stays("output", "a folder has its own ledger"), .stays("overwrite", "says what may be replaced"),
  ]

  private static let ofRuns: [MatchOption] = [
    .stays("jobs", "any number gives the same bytes"), .stays("max-duration", "what is done is as ever"),
    .stays("metrics-file", "figures of the run"), .stays("allow-empty", "the exit code"),
    .stays("fail-if", "the exit code"),
    .stays("reject-dir", "refused beside resume").refusedResumed(
      "--reject-dir looks at all files, and --resume at new ones; leave one of them out."
    ) { $0.running.rejecting.rejectDir != nil },
    .stays("resume", "rows are kept only with it"), .stays("dry-run", "writes nothing"),
    .stays("online", "refused beside resume"),
    .stays("lag", "as online"), .stays("open-traces", "as online"), .stays("quiet", "messages"),
    .stays("verbose", "messages"), .stays("log", "messages"), .stays("version", "ends the program"),
  ]
}
