internal import ArgumentParser

/// How much the program prints on standard error, and in which form.
struct VerbosityOptions: ParsableArguments {
  @Flag(name: [.customShort("q"), .customLong("quiet")], help: "Print errors only.")
  var isQuiet = false

  @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Also print what was done.")
  var isVerbose = false

  @Option(
    help: """
      How progress is shown: plain or json prints a line every ten seconds and one at the end, none nothing. By default \
      one line is renewed on a terminal.
      """)
  var progress: ProgressStyle?

  @Option(
    help: """
      Messages as text, or as JSON lines with time, level, id of the run, and file, line, trace_id and reason where they \
      are known.
      """)
  var logFormat = LogFormat.text

  func validate() throws {
    if isQuiet && isVerbose { throw ValidationError("--quiet and --verbose exclude each other.") }
    Console.setFormat(logFormat)
  }
}

enum ProgressStyle: String, CaseIterable, ExpressibleByArgument { case json, plain, none }

enum LogFormat: String, CaseIterable, ExpressibleByArgument { case text, json }
