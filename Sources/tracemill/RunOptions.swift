internal import ArgumentParser
internal import Foundation
internal import Reports
internal import Traces
internal import Work

/// How a run works, for every command that works on many inputs.
struct RunOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "Traces or requests worked on at the same time; as many as processors by default.")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  func validate() throws {
    if jobs < 1 { throw ValidationError("--jobs is at least 1.") }
  }

  /// - Parameter options: that change the result, as the user gave them.
  func settings(_ options: [String: String]) -> RunSettings {
    var settings = RunSettings(version: Tracemill.version)
    settings.jobs = jobs
    settings.options = options
    return settings
  }
}

/// Runs, and prints progress and refusals on the way.
///
/// - Parameters:
///   - isSilent: refusals have a file of their own.
///   - place: says where refusals are found that are not printed.
///   - progress: what has been done, in a few words.
func carryOut<Work: Job>(
  _ run: Run<Work>, over files: [String], next: () -> [Work.Input]?, isSilent: Bool, place: String, _ console: Console,
  progress: (RunCounts) -> String
) async throws -> RunCounts {
  var teller = RefusalTeller(console: console, isSilent: isSilent, place: place)
  defer { console.progress("") }
  return try await endingOrderly {
    try await run.run(over: files, next: next) { news in
      teller.tell(news.refusals)
      console.progress(progress(news.counts))
    }
  }
}

/// Runs `body` and gives its errors the exit codes of runs.
func endingOrderly<Result>(_ body: () async throws -> Result) async throws -> Result {
  do {
    return try await body()
  } catch ReportError.brokenPipe {
    throw Exit.success.code
  } catch let error as ReportError {
    throw Failure(exit: .unwritableOutput, description: error.description)
  } catch let error as OutputError {
    throw Failure(exit: error.exit, description: error.description)
  }
}

extension RunCounts {
  /// Ends the program with 1 where a file could not be read, or, in a strict run, where anything is not well.
  func end(isStrict: Bool) throws {
    if hasUnreadableFile || isStrict && !isAllWell { throw Exit.notAllWell.code }
  }
}

/// Counts by code in one line.
func list(_ counts: [String: Int]) -> String {
  counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
}
