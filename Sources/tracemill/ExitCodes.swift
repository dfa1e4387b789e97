internal import ArgumentParser

/// The exit codes of the program.
enum Exit: Int32 {
  /// The run finished; bad records, if any, are in the rejects.
  case success = 0
  /// The run finished, but an existing file could not be read, no trip could be held against a plan although plans were
  /// given, something was refused or not fully matched (with `--strict`), or a threshold of a comparison was missed.
  case notAllWell = 1
  /// The command line is wrong.
  case usage = 2
  /// A map or an input cannot be read.
  case unreadableInput = 3
  /// A result cannot be written.
  case unwritableOutput = 4
  /// Another run is writing the same result.
  case busyOutput = 5
  /// A signal ended the run before its end.
  case interrupted = 6

  var code: ExitCode { ExitCode(rawValue) }
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
