internal import ArgumentParser
internal import Work

/// The figures of a run for those that watch it.
struct MetricsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write metrics of the run into this file, as the textfile collector of Prometheus' node exporter reads them. It is \
      replaced whole, also if the run fails.
      """, valueName: "file.prom"), completion: .file(extensions: ["prom"]))
  var metricsFile: String?

  /// Does the work of a command, and then writes the file of metrics, whatever the end.
  func recorded(_ record: RunRecord, _ work: (RunRecord) async throws -> Void) async throws {
    guard let metricsFile else { return try await work(record) }
    let file = try MetricsFile(path: metricsFile)
    do {
      try await work(record)
    } catch {
      try failing(.unwritableOutput) { try file.write(record, exit: exitCode(of: error), now: .now) }
      throw error
    }
    try failing(.unwritableOutput) { try file.write(record, exit: Exit.success.rawValue, now: .now) }
  }

  private func exitCode(of error: any Error) -> Int32 {
    if let failure = error as? Failure { return failure.exit.rawValue }
    if let code = error as? ExitCode { return code.rawValue }
    return Exit.notAllWell.rawValue
  }
}
