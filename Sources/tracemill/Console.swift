internal import Downloads
internal import Glibc
internal import Moments
internal import Records
internal import Storage
internal import Synchronization
internal import Work

/// Messages for people go to the log on standard error; standard output carries data only.
///
/// By default it prints only warnings and errors. It prints no colours, so `NO_COLOR` is respected.
struct Console {
  /// How much a message matters.
  enum Level: Int {
    case info, warning, error
  }

  /// Messages that matter less are not printed.
  private let level: Level
  private let progressStyle: ProgressStyle?

  init(level: Level = .warning, progress: ProgressStyle? = nil) {
    self.level = level
    progressStyle = progress
  }

  init(_ verbosity: VerbosityOptions) {
    let level = verbosity.isQuiet ? Level.error : verbosity.isVerbose ? .info : .warning
    self.init(level: level, progress: verbosity.progress)
  }

  func error(_ line: String) { tell(line, .error) }
  func warn(_ line: String) { tell(line, .warning) }
  func inform(_ line: String) { tell(line, .info) }

  /// What only somebody who watches wants to know: on terminals, without `--quiet`, and without `--verbose`, which says
  /// more. Under cron it is not printed.
  func note(_ line: String) {
    guard level == .warning, Self.isTerminal, !Self.isJSON, progressStyle != .json else { return }
    Self.tell(line: line)
  }

  func warn(_ refusal: Refusal) {
    let facts: [JSONValue.Field?] = [
      .init(name: "file", value: .text(refusal.file)),
      refusal.line.map { .init(name: "line", value: .integer($0)) },
      .init(name: "reason", value: .text(refusal.reason)),
      refusal.traceID.map { .init(name: "trace_id", value: .text($0)) },
    ]
    tell(refusal.description, .warning, facts.compactMap(\.self))
  }

  /// A line as Unix programs print it, with the name of the program and a sentence, or a line of JSON. Cron and
  /// journals add the time.
  private func tell(_ message: String, _ own: Level, _ facts: [JSONValue.Field] = []) {
    guard own.rawValue >= level.rawValue else { return }
    guard Self.isJSON else { return Self.tell(line: message) }
    Self.tell(
      [
        .init(name: "time", value: .text(Timestamp.now.fullISO8601)),
        .init(name: "level", value: .text("\(own)")),
        .init(name: "run_id", value: .text(Self.runID)),
        .init(name: "message", value: .text(message)),
      ] + facts)
  }

  // MARK: Progress

  /// How progress is shown; `nil` for a line that is renewed, on terminals only.
  var progress: ProgressStyle? {
    if let progressStyle { return progressStyle }
    return level != .error && Self.isTerminal ? nil : ProgressStyle.none
  }

  /// A line that the next one overwrites; on terminals only.
  func progress(_ line: String) {
    guard progress == nil else { return }
    Self.write("\r\u{1B}[K" + shown(line, isLine: true))
  }

  // MARK: Streams

  /// Data for standard output; on a terminal, control characters of inputs are escaped. If the reader has gone away,
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

  /// Lines for standard error, in which control characters of inputs are escaped: also in a file, which somebody will
  /// look at in a terminal.
  static func tell(_ text: String) { write(shown(text)) }

  /// One line, in which line breaks of inputs are escaped.
  static func tell(line: String) { write("tracemill: \(shown(line, isLine: true))\n") }

  /// Leaves out passwords in addresses. Ignores errors: nobody would see a message that standard error is closed.
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
