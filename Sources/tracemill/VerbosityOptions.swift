internal import ArgumentParser

/// How much the program prints on standard error.
struct VerbosityOptions: ParsableArguments {
  @Flag(name: [.customShort("q"), .customLong("quiet")], help: "Print errors only.")
  var isQuiet = false

  @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Also print what was done.")
  var isVerbose = false

  func validate() throws {
    if isQuiet && isVerbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }
}
