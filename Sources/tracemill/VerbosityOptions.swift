internal import ArgumentParser
internal import Settings

/// How much the program prints on standard error, and in which form.
struct VerbosityOptions: ParsableArguments {
  @Flag(name: [.customShort("q"), .customLong("quiet")], help: "Print errors only.")
  var isQuiet = false

  @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Also print what was done.")
  var isVerbose = false

  static let keys = KeyedOption(
    "log", "How messages and progress are written on standard error.",
    [
      OptionKey(
        "format", .word(LogFormat.allCases.map(\.rawValue)), usual: "text",
        "messages as text, or as JSON lines with time, level, id of the run, and file, line, trace_id and reason where they "
          + "are known"),
      OptionKey(
        "progress", .word(ProgressStyle.allCases.map(\.rawValue)), usual: "one line is renewed on a terminal",
        "plain or json prints a line every ten seconds and one at the end, none nothing"),
    ])

  @Option(name: .customLong("log"), help: keys.argumentHelp, completion: keys.completion)
  var log: [String] = []

  var progress: ProgressStyle? { Self.keys.checked(log)["progress"].flatMap(ProgressStyle.init(rawValue:)) }

  func validate() throws {
    if isQuiet && isVerbose { throw ValidationError("--quiet and --verbose exclude each other.") }
    let keys = try Self.keys.values(log)
    Console.setFormat(keys["format"].flatMap(LogFormat.init(rawValue:)) ?? .text)
  }
}

enum ProgressStyle: String, CaseIterable { case json, plain, none }

enum LogFormat: String, CaseIterable { case text, json }
