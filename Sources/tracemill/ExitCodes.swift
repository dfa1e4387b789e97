internal import ArgumentParser

/// How the program ends.
enum Exit: Int32 {
  /// The job is done; bad records, if any, are in the rejects.
  case success = 0
  /// The job is done, but a file that is there could not be read, something was refused or not matched whole (with
  /// `--strict`), or a threshold of a comparison was not reached.
  case notAllWell = 1
  /// The command line makes no sense.
  case usage = 2
  /// A map or an input cannot be read at all.
  case unreadableInput = 3
  /// A result cannot be written.
  case unwritableOutput = 4
  /// Another run writes the same result.
  case busyOutput = 5

  var code: ExitCode { ExitCode(rawValue) }
}

/// A failure with the sentence to print and the code to end with.
struct Failure: Error, CustomStringConvertible {
  var exit: Exit
  var description: String
}

/// Runs `body` and says with which code its errors end the program.
func failing<Result>(_ exit: Exit, _ body: () throws -> Result) throws -> Result {
  do { return try body() } catch { throw Failure(exit: exit, description: "\(error)") }
}
