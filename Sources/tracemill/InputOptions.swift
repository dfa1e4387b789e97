internal import ArgumentParser
internal import Moments
internal import Storage
internal import Traces
internal import Work

/// Which files and traces a run takes. Every command that reads traces has these options.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Also read the files and directories listed in this file, one on each line, or with a zero byte after each, as find \
      -print0 writes them; - is standard input.
      """,
      valueName: "file|-"), completion: .file())
  var filesFrom: String?

  @Option(
    help: ArgumentHelp(
      """
      Only files written after this: a file (its time), a time such as 2026-05-04 or 2026-05-04T02:00:00Z, or a duration \
      such as 36h or 2d before now.
      """, valueName: "file|time|duration"))
  var newerThan: String?

  @Option(help: ArgumentHelp("Take at most this many traces, the first ones.", valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      """
      Take only part I of N of the traces. The id of a trace decides, so a trace is always in the same part, and N runs \
      take each trace once. --allow-empty accepts a part without traces.
      """, valueName: "i/n"))
  var shard: String?

  func validate() throws { _ = try selection() }

  var isGiven: Bool { filesFrom != nil || newerThan != nil || limit != nil || shard != nil }

  /// The options that change the result, for the manifest.
  var options: [String: String] {
    let given = ["newer_than": newerThan, "limit": limit.map { "\($0)" }, "shard": shard]
    return given.compactMapValues(\.self)
  }

  func selection() throws -> TraceSelection {
    var selection = TraceSelection()
    if let limit {
      guard limit >= 1 else { throw ValidationError("--limit is at least 1.") }
      selection.limit = limit
    }
    if let shard {
      guard let part = TraceSelection.Shard(shard) else {
        throw ValidationError("--shard is I/N with I from 1 to N, such as 2/8, not \(shard).")
      }
      selection.shard = part
    }
    return selection
  }

  /// The files to read.
  ///
  /// - Parameter arguments: what the command line names; a pattern that is no file names the files it matches.
  func traceFiles(
    naming arguments: [String], _ reading: ReadingOptions, _ verbosity: VerbosityOptions
  ) throws -> TraceFiles {
    var names = filesFrom != nil && arguments == ["-"] ? [] : try arguments.flatMap(expanded)
    if let filesFrom {
      if filesFrom == "-", names.contains("-") {
        throw Failure(
          exit: .usage, description: "standard input cannot be both the list of files (--files-from -) and a trace (-)")
      }
      names += try listed(in: filesFrom)
    }
    var found = try tracemill.traceFiles(of: names, reading, verbosity)
    guard let newerThan else { return found }
    let moment = try moment(newerThan)
    found.keep { $0 == "-" || modificationTime(of: $0).map { $0 > moment } ?? true }
    return found
  }

  private func expanded(_ argument: String) throws -> [String] {
    guard argument != "-", isFilePattern(argument), FileKind(at: argument) == .missing else { return [argument] }
    let found = paths(matching: argument)
    if found.isEmpty { throw Failure(exit: .unreadableInput, description: "\(argument): no file matches this pattern") }
    return found
  }

  private func listed(in list: String) throws -> [String] {
    let bytes = try failing(.unreadableInput) { try wholeFile(list, atMost: .document) }
    // No name has a zero byte, so one of them says how the list is written.
    let end: UInt8 = bytes.contains(0) ? 0 : 0x0A
    return bytes.split(separator: end).map { escapedPath(Array($0)) }
  }

  /// In nanoseconds since 1970.
  private func moment(_ text: String) throws -> Int64 {
    if let time = modificationTime(of: text) { return time }
    if let seconds = parseDuration(text) {
      return nanoseconds(to: Timestamp.now.adding(seconds: -seconds))
    }
    if let time = ZonedTime(iso8601: text) ?? ZonedTime(iso8601: text + "Z") ?? ZonedTime(iso8601: text + "T00:00:00Z")
    {
      return nanoseconds(to: time.moment)
    }
    throw Failure(
      exit: .usage,
      description: """
        --newer-than \(text): there is no such file, and it is neither a time such as 2026-05-04T02:00:00Z nor a \
        duration such as 36h
        """)
  }
}

/// Since 1970; the first or last moment that has a number of nanoseconds for times beyond it, which no file has.
private func nanoseconds(to moment: Timestamp) -> Int64 {
  let milliseconds = moment.millisecondsSince1970
  let (product, overflows) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
  return overflows ? (milliseconds < 0 ? .min : .max) : product
}
