internal import Foundation
internal import Logging
internal import Storage

/// Messages for people go to the log on standard error; standard output carries data only.
///
/// Silent if all is well: by default it prints only warnings and errors.
struct Console {
  private var log: Logger

  init(level: Logger.Level = .warning) {
    log = Logger(label: "tracemill") { _ in ConsoleLog() }
    log.logLevel = level
  }

  init(_ verbosity: VerbosityOptions) {
    self.init(level: verbosity.isQuiet ? .error : verbosity.isVerbose ? .info : .warning)
  }

  func error(_ line: String) { log.error("\(line)") }
  func warn(_ line: String) { log.warning("\(line)") }
  func inform(_ line: String) { log.info("\(line)") }

  /// A line that the next one overwrites; on terminals only.
  func progress(_ line: String) {
    guard log.logLevel < .error, Self.isTerminal else { return }
    Self.tell("\r\u{1B}[K\(line)")
  }

  /// Data for standard output. If its reader has gone away, the program ends silently.
  static func put(_ text: String) throws {
    do {
      try writeAll(Array(text.utf8), to: STDOUT_FILENO, path: "standard output")
    } catch .system(_, _, EPIPE) {
      throw Exit.success.code
    } catch {
      throw Failure(exit: .unwritableOutput, description: error.description)
    }
  }

  static let isTerminal = isatty(STDERR_FILENO) == 1

  /// An error is ignored: nobody would see a message that standard error is closed.
  static func tell(_ text: String) {
    try? writeAll(Array(text.utf8), to: STDERR_FILENO, path: "standard error")
  }
}

/// Lines as Unix programs print them: the name of the program and a sentence. Cron and journals add the time.
private struct ConsoleLog: LogHandler {
  var metadata = Logger.Metadata()
  var logLevel = Logger.Level.warning

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { Console.tell("tracemill: \(event.message)\n") }
}
