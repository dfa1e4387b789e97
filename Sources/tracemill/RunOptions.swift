internal import ArgumentParser
internal import Dispatching
internal import FoundationEssentials
internal import Moments
internal import Reports
internal import Traces
internal import Work

/// How a run works. Every command with many inputs has these options.
struct RunOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "Number of workers, 1 to 4096; by default the number of processors.")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @Option(
    help: ArgumentHelp(
      """
      Take no new files after this time, such as 90min or 6h; finish those that were begun, write their reports, and end \
      with exit code 7 if files are left.
      """, valueName: "duration"))
  var maxDuration: String?

  @OptionGroup var metrics: MetricsOptions
  @OptionGroup(title: "Success and failure") var verdict: VerdictOptions
  @OptionGroup(title: "Success and failure") var rejecting: RejectOptions

  /// More workers than any machine has processors only take memory.
  private static let mostJobs = 4096

  func validate() throws {
    guard (1...Self.mostJobs).contains(jobs) else { throw ValidationError("--jobs is 1 to \(Self.mostJobs).") }
    if let maxDuration, parseDuration(maxDuration) == nil {
      let cure = Double(maxDuration) == nil ? "" : "; a number needs its unit: s, min, h, d or w"
      throw ValidationError("--max-duration is a duration such as 90min or 6h, not '\(maxDuration)'\(cure).")
    }
  }

  /// Asks the run to stop when its time is over.
  var stop: StopRequest {
    let seconds = maxDuration.flatMap(parseDuration)
    return StopRequest(deadline: seconds.map { .now + .seconds($0) })
  }

  /// - Parameters:
  ///   - options: options that change the result, as the user gave them.
  ///   - files: what the run reads.
  ///   - endsInTime: the run keeps what it has done when its time is over; others finish what they have begun.
  func settings(_ options: [String: String], reading files: [String], endsInTime: Bool = false) -> RunSettings {
    var settings = RunSettings(program: Tracemill.program)
    settings.stop = StopSignals.stop(endsInTime ? stop : StopRequest(), whileReading: files)
    settings.jobs = jobs
    settings.options = options
    return settings
  }
}

/// Runs, and prints progress and refusals meanwhile; then copies the files from which nothing came.
///
/// - Parameters:
///   - layouts: of the files, for the manifest.
///   - isSilent: a file lists all refusals, so they are not printed.
///   - place: says where to find the refusals that are not printed.
///   - unit: what the run counts: `trips`, `requests`.
func carryOut<Work: RunJob>(
  _ run: Run<Work>, over files: [String], next: () -> [Work.Input]?, layouts: () -> LayoutTally = { LayoutTally() },
  with options: RunOptions, isSilent: Bool, place: String, unit: String, _ console: Console
) async throws -> RunCounts {
  var teller = RefusalTeller(console: console, isSilent: isSilent, place: place)
  var fruitless = options.rejecting.rejectDir.map { _ in FruitlessFiles() }
  var progress = ProgressTeller(console, unit: unit, files: files)
  defer { console.progress("") }
  return try await endingOrderly {
    let counts = try await run.run(over: files, next: next, layouts: layouts) { news in
      teller.tell(news.refusals)
      for written in news.outcomes { fruitless?.take(written.outcome) }
      progress.tell(news.counts)
    }
    progress.tell(counts, isEnd: true)
    if let fruitless { try options.rejecting.copy(fruitless.among(files), console) }
    return counts
  }
}

/// Runs `body`; its errors end the program with the exit codes of runs.
func endingOrderly<Result>(_ body: () async throws -> Result) async throws -> Result {
  do {
    return try await body()
  } catch ReportError.brokenPipe {
    throw Exit.success.code
  } catch let error as RunInterrupted {
    throw Failure(exit: error.isOutOfTime ? .outOfTime : .interrupted, description: error.description)
  } catch let error as ResumeError {
    throw Failure(exit: .unwritableOutput, description: error.description)
  } catch let error as ReportError {
    throw Failure(exit: error.isOfSecondDrive ? .usage : .unwritableOutput, description: error.description)
  } catch let error as DispatchError {
    throw Failure(exit: .unwritableOutput, description: error.description)
  } catch let error as OutputError {
    throw Failure(exit: error.exit, description: error.description)
  }
}

/// The counts by code, in one line.
func list(_ counts: [String: Int]) -> String {
  counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
}
