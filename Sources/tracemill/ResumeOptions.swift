internal import ArgumentParser
internal import Moments
internal import Reports
internal import Work

/// Whether a run continues where earlier ones have ended.
struct ResumeOptions: ParsableArguments {
  @Flag(
    name: [.customLong("resume"), .customLong("incremental")],
    help: """
      Keep a ledger in the output directory of what is done: a run that was killed goes on where it was, and a run over \
      files that were matched before works only on new and changed ones. The files are the same as without it.
      """)
  var isResumed = false

  @Option(
    help: ArgumentHelp(
      "Spread trips over directories: {date}, {vehicle}, {date}/{vehicle}. Goes with --resume.", valueName: "pattern"))
  var partition: String?

  func validate() throws {
    guard let partition else { return }
    if Partitioning(partition) == nil {
      throw ValidationError("--partition is {date}, {vehicle}, {date}/{vehicle} or {vehicle}/{date}, not \(partition).")
    }
    if !isResumed {
      throw ValidationError("--partition goes with --resume, whose ledger knows which partitions a run adds to.")
    }
  }

  func settings(_ clock: LocalClock?) -> ResumeSettings {
    var settings = ResumeSettings()
    settings.partitioning = partition.flatMap { Partitioning($0) }
    if let clock { settings.partitioning?.clock = clock }
    return settings
  }
}

extension OutputOptions {
  /// Whether the output directory has a ledger of earlier runs.
  var hasLedger: Bool {
    guard case .directory(let folder) = destination else { return false }
    return ResumedRun.hasLedger(in: folder)
  }

  /// - Throws: `ValidationError` if a ledger cannot be kept beside the output.
  func checkResumable() throws {
    guard case .directory(_) = destination else {
      throw ValidationError("--resume keeps a ledger in a directory; name one with -o.")
    }
  }
}
