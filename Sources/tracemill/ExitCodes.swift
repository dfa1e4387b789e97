internal import ArgumentParser

/// The exit codes of the program.
enum Exit: Int32, CaseIterable {
  case success = 0
  case notAllWell = 1
  case usage = 2
  case unreadableInput = 3
  case unwritableOutput = 4
  case busyOutput = 5
  case interrupted = 6
  case outOfTime = 7

  var code: ExitCode { ExitCode(rawValue) }

  var explanation: Explanation { Explanation("\(rawValue)", .exitCode, meaning, cure) }

  private var meaning: String {
    switch self {
    case .success: "the run finished; refused records, if any, are in the rejects"
    case .notAllWell:
      "the run finished and all reports are written, but it is no success: there was nothing to read or nothing came of "
        + "it, an existing file could not be read, no trip could be held against a plan although plans were given, no "
        + "trace lies on the map, a --fail-if holds, a threshold of compare was missed or it measured nothing, or, with --fail-if any, something was refused or not fully "
        + "matched"
    case .usage:
      "the command line or a configuration is wrong, an output is one of the inputs, or a file for one trip would get several; nothing was written"
    case .unreadableInput: "an input does not exist, or the map cannot be read"
    case .unwritableOutput:
      "a result cannot be written, or a file that tracemill did not write, or the reports of a run over other files, are in "
        + "its place"
    case .busyOutput: "another run is writing the same files; nothing was read or written"
    case .interrupted: "a signal ended the run early; no file was replaced"
    case .outOfTime:
      "the time of --max-duration was over before all files were read; the reports of the "
        + "others are written, and with --resume what was done is kept"
    }
  }

  private var cure: String {
    switch self {
    case .success: "Nothing."
    case .notAllWell: "Read the message and the rejects. If nothing is a normal day, --allow-empty."
    case .usage: "Read the message; tracemill help COMMAND lists the options."
    case .unreadableInput: "Check the path and permissions; build a damaged map again."
    case .unwritableOutput: "Check permissions and free space; --overwrite replaces files of others and of other runs."
    case .busyOutput: "Wait with TRACEMILL_LOCK_WAIT=SECONDS, or write elsewhere."
    case .interrupted: "Run again; with --resume, the run goes on where it was."
    case .outOfTime: "Run again: with --resume, it goes on where it was. Or allow more time."
    }
  }
}

/// A failure with the sentence to print and the exit code.
struct Failure: Error, CustomStringConvertible {
  var exit: Exit
  var description: String
}

/// Runs `body`; its errors end the program with the given code.
func failing<Result: ~Copyable>(_ exit: Exit, _ body: () throws -> Result) throws -> Result {
  do { return try body() } catch { throw Failure(exit: exit, description: "\(error)") }
}
