internal import Downloads
internal import Foundation
internal import Logging
internal import Moments
internal import Records
internal import Storage
internal import Synchronization
internal import Work

/// Messages for people go to the log on standard error; standard output carries data only.
///
/// Silent if all is well: by default it prints only warnings and errors. It prints no colours, so `NO_COLOR` is respected.
struct Console {
  private var log: Logger
  private let progressStyle: ProgressStyle?

  init(level: Logger.Level = .warning, progress: ProgressStyle? = nil) {
    log = Logger(label: "tracemill") { _ in ConsoleLog() }
    log.logLevel = level
    progressStyle = progress
  }

  init(_ verbosity: VerbosityOptions) {
    let level = verbosity.isQuiet ? Logger.Level.error : verbosity.isVerbose ? .info : .warning
    self.init(level: level, progress: verbosity.progress)
  }

  func error(_ line: String) { log.error("\(line)") }
  func warn(_ line: String) { log.warning("\(line)") }
  func inform(_ line: String) { log.info("\(line)") }

  /// What only somebody who watches wants to know: on terminals, unless `--quiet`, or `--verbose`, which says more. Cron
  /// stays silent when all is well.
  func note(_ line: String) {
    guard log.logLevel == .warning, Self.isTerminal, !Self.isJSON, progressStyle != .json else { return }
    Self.tell(line: line)
  }

  func warn(_ refusal: Refusal) {
    var facts: Logger.Metadata = ["file": "\(refusal.file)", "reason": "\(refusal.reason)"]
    facts["line"] = refusal.line.map { "\($0)" }
    facts["trace_id"] = refusal.traceID.map { "\($0)" }
    log.warning("\(refusal.description)", metadata: facts)
  }

  // MARK: Progress

  /// How progress is shown; `nil` for a line that is renewed, on terminals only.
  var progress: ProgressStyle? {
    if let progressStyle { return progressStyle }
    return log.logLevel < .error && Self.isTerminal ? nil : ProgressStyle.none
  }

  /// A line that the next one overwrites; on terminals only.
  func progress(_ line: String) {
    guard progress == nil else { return }
    Self.write("\r\u{1B}[K" + shown(line, isLine: true))
  }

  // MARK: Streams

  /// Data for standard output; on a terminal, others' control characters in it are escaped. If its reader has gone away,
  /// the program ends silently.
  static func put(_ text: String) throws {
    let isShown = isatty(STDOUT_FILENO) == 1
    do {
      try writeAll(Array((isShown ? shown(text) : text).utf8), to: STDOUT_FILENO, path: "standard output")
    } catch .system(_, _, EPIPE) {
      throw Exit.success.code
    } catch {
      throw Failure(exit: .unwritableOutput, description: error.description)
    }
  }

  static let isTerminal = isatty(STDERR_FILENO) == 1

  /// Lines for standard error, in which others' control characters are escaped: also in a file, which somebody will look
  /// at in a terminal.
  static func tell(_ text: String) { write(shown(text)) }

  /// One line, to which others' line breaks add no further one.
  static func tell(line: String) { write("tracemill: \(shown(line, isLine: true))\n") }

  /// No password of an address is told, whoever repeats the address. An error is ignored: nobody would see a message that
  /// standard error is closed.
  private static func write(_ text: String) {
    try? writeAll(Array(withoutCredentials(inText: text).utf8), to: STDERR_FILENO, path: "standard error")
  }

  // MARK: Format

  private static let format = Mutex<LogFormat>(.text)

  /// Holds for all messages of the process, also for those about its end.
  static func setFormat(_ new: LogFormat) { format.withLock { $0 = new } }
  static var isJSON: Bool { format.withLock { $0 == .json } }

  /// Tells the runs of a log apart: when the process began to write, and its number.
  static let runID = "\(Timestamp.now.iso8601.filter { $0 != "-" && $0 != ":" })-\(getpid())"

  /// One line of JSON on standard error.
  static func tell(_ fields: [JSONValue.Field]) {
    tell(String(decoding: JSONValue.object(fields).line(), as: UTF8.self) + "\n")
  }
}

/// Lines as Unix programs print them: the name of the program and a sentence; cron and journals add the time. Or lines
/// of JSON.
private struct ConsoleLog: LogHandler {
  var metadata = Logger.Metadata()
  var logLevel = Logger.Level.warning

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    guard Console.isJSON else { return Console.tell(line: "\(event.message)") }
    let facts = (event.metadata ?? [:]).sorted { $0.key < $1.key }
    Console.tell(
      [
        .init(name: "time", value: .text(Timestamp.now.fullISO8601)),
        .init(name: "level", value: .text(event.level.rawValue)),
        .init(name: "run_id", value: .text(Console.runID)),
        .init(name: "message", value: .text("\(event.message)")),
      ] + facts.map { .init(name: $0.key, value: json($0.key, $0.value)) })
  }

  /// Ids are texts, even if they look like numbers.
  private func json(_ name: String, _ value: Logger.Metadata.Value) -> JSONValue {
    name == "line" ? Int("\(value)").map(JSONValue.integer) ?? .null : .text("\(value)")
  }
}
