internal import ArgumentParser
internal import Foundation
internal import Reports
internal import Traces
internal import Work

/// How a run works. Every command with many inputs has these options.
struct RunOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "Number of workers; by default the number of processors.")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup(title: "Success and failure") var verdict: VerdictOptions

  func validate() throws {
    if jobs < 1 { throw ValidationError("--jobs is at least 1.") }
  }

  /// - Parameters:
  ///   - options: options that change the result, as the user gave them.
  ///   - files: what the run reads.
  func settings(_ options: [String: String], reading files: [String]) -> RunSettings {
    var settings = RunSettings(version: Tracemill.version)
    settings.stop = StopSignals.stop(whileReading: files)
    settings.jobs = jobs
    settings.options = options
    return settings
  }
}

/// Runs, and prints progress and refusals meanwhile; then copies the files from which nothing came.
///
/// - Parameters:
///   - isSilent: a file lists all refusals, so they are not printed.
///   - place: says where to find the refusals that are not printed.
///   - progress: describes the progress in a few words.
func carryOut<Work: Job>(
  _ run: Run<Work>, over files: [String], next: () -> [Work.Input]?, with options: RunOptions, isSilent: Bool,
  place: String, _ console: Console, progress: (RunCounts) -> String
) async throws -> RunCounts {
  var teller = RefusalTeller(console: console, isSilent: isSilent, place: place)
  var fruitless = options.verdict.rejectDir.map { _ in FruitlessFiles() }
  defer { console.progress("") }
  return try await endingOrderly {
    let counts = try await run.run(over: files, next: next) { news in
      teller.tell(news.refusals)
      for written in news.outcomes { fruitless?.take(written.outcome) }
      console.progress(progress(news.counts))
    }
    if let fruitless { try options.verdict.copy(fruitless.among(files), console) }
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
    throw Failure(exit: .interrupted, description: error.description)
  } catch let error as ResumeError {
    throw Failure(exit: .unwritableOutput, description: error.description)
  } catch let error as ReportError {
    throw Failure(exit: .unwritableOutput, description: error.description)
  } catch let error as OutputError {
    throw Failure(exit: error.exit, description: error.description)
  }
}

/// The counts by code, in one line.
func list(_ counts: [String: Int]) -> String {
  counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
}
