internal import ArgumentParser
internal import Reports

/// What a live run cannot do although a run over recorded traces can: an option of `match` or a table, the reason, and
/// what to do instead.
struct LiveLimit: Sendable {
  enum Subject: Hashable, Sendable {
    case option(String)
    case table(TripTable)
  }

  let subject: Subject
  let sentence: String
  /// Whether it is asked of `match --online`.
  let isMet: @Sendable (MatchCommand) -> Bool

  static let all = ofInputs + ofOutputs + ofDrives + ofTables

  /// The limit on an option of `match` that `live` does not have; `nil` if it has none.
  static func of(option name: String) -> LiveLimit? { all.first { $0.subject == .option(name) } }

  /// The limit on a table; `nil` if its rows can be written.
  static func of(_ table: TripTable) -> LiveLimit? { all.first { $0.subject == .table(table) } }

  /// - Throws: `ValidationError` if a live run is asked for what it cannot do.
  static func check(_ command: MatchCommand) throws {
    if let limit = all.first(where: { $0.isMet(command) }) { throw ValidationError(limit.sentence) }
  }

  private static func option(
    _ name: String, _ sentence: String, if isMet: @escaping @Sendable (MatchCommand) -> Bool
  ) -> LiveLimit {
    LiveLimit(subject: .option(name), sentence: sentence, isMet: isMet)
  }

  /// An option without which the rows are the same: `match --online` takes it from a file of settings as well.
  private static func idle(_ name: String, _ sentence: String) -> LiveLimit { option(name, sentence) { _ in false } }

  private static func table(_ table: TripTable, _ sentence: String) -> LiveLimit {
    LiveLimit(subject: .table(table), sentence: sentence) { $0.names(table) }
  }

  // MARK: The table

  static let ofSeveralMaps = option("map", "A live run has one map; name one with --map.") { $0.maps.areSeveral }

  private static let ofInputs = [
    ofSeveralMaps,
    option("files-from", "A live run reads one stream; leave out --files-from, and name the stream.") {
      $0.inputs.filesFrom != nil
    },
    option("newer-than", "A live run reads one stream; leave out --newer-than, or match the recorded traces.") {
      $0.inputs.newerThan != nil
    },
    option("limit", "A live run takes all traces of its stream; leave out --limit, or match the recorded traces.") {
      $0.inputs.limit != nil
    },
    option(
      "shard", "A live run takes all traces of its stream; leave out --shard, and split the stream before the run."
    ) { $0.inputs.shard != nil },
    option("dry-run", "A live run reads its stream once; leave out --dry-run.") { $0.dryRun },
    option("max-duration", "A live run ends with its stream; leave out --max-duration, and end the stream.") {
      $0.running.maxDuration != nil
    },
    option("partition", "A live run writes one stream; leave out --partition, and part its rows by their columns.") {
      $0.resuming.partition != nil
    },
    option("resume", "A live run keeps no ledger, and --resume is for files; leave it out.") { $0.resuming.isResumed },
    idle("jobs", "A live run takes rows one by one, as they arrive; leave out --jobs."),
  ]

  private static let ofOutputs = [
    option("output", "A live run writes to standard output; leave out -o, and redirect it.") {
      $0.writing.destination != .standardOutput
    },
    idle("overwrite", "A live run writes to standard output and replaces no file; leave out --overwrite."),
    option("reject-dir", "A live run copies no files; leave out --reject-dir, and take the refused rows from rejects.")
    {
      $0.running.rejecting.rejectDir != nil
    },
    option("select", "A live run writes whole rows; leave out --select, and take the columns from NDJSON.") {
      !$0.writing.selections.isEmpty
    },
    option("shields", "--shields draws what a run has met; leave it out, and match the recorded traces.") {
      $0.drawing.isGiven
    },
    option("learn", "--learn adds whole drives; leave it out, and match the recorded traces.") { $0.learning.isGiven },
    option("plot", "--plot draws whole drives; leave it out, and match the recorded traces.") { $0.plotting.isGiven },
    option("style", "--style is for pages and pictures of whole drives; leave it out, and match the recorded traces.") {
      $0.replaying.style != nil
    },
    option("tiles", "--tiles is for pages of whole drives; leave it out, and match the recorded traces.") {
      !$0.replaying.tilesGiven.isEmpty
    },
    option("pages", "--pages is for pages of whole drives; leave it out, and match the recorded traces.") {
      $0.paging.pages != nil
    },
  ]

  private static let ofDrives = [
    option(
      "split",
      "A live run ends a trip where its trace is silent for 15 minutes; leave out --split, or match the recorded traces."
    ) { !$0.splitting.split.isEmpty },
    option("when", "A live run takes fixes of any time; leave out --when, or match the recorded traces.") {
      !$0.splitting.times.isEmpty
    },
    option(
      "alternatives", "A live run does not compare whole paths; leave out --alternatives, or match the recorded traces."
    ) { $0.otherPaths.alternatives > 0 },
    option(
      "hide", "A live run does not know yet where a trip ends, so it cannot hide it; match the recorded traces."
    ) { $0.hiding.isGiven },
    option("keep", "A live run carries no columns along; leave out --keep, or match the recorded traces.") {
      $0.keeping.keep != nil
    },
  ]

  private static let ofTables = [
    table(.jobs, "A live run has no table jobs; match the recorded traces."),
    table(.tours, "A live run has no table tours; match the recorded traces."),
    table(.doubts, "The table doubts judges whole runs; leave it out, and match the recorded traces."),
    table(
      .alternatives, "The table alternatives compares whole paths; leave it out, and match the recorded traces."),
    table(
      .notifications,
      "The table notifications has what was due before each maneuver, looking back over the whole drive; leave it out, and "
        + "match the recorded traces."),
    table(.candidates, "A live run has no table candidates; match the recorded traces."),
    table(.lanes, "A live run has no table lanes; match the recorded traces."),
    table(.spans, "A live run has no table spans; match the recorded traces."),
  ]
}
