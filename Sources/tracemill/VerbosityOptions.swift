internal import ArgumentParser

/// How much the program says on standard error.
struct VerbosityOptions: ParsableArguments {
  @Flag(name: [.customShort("q"), .customLong("quiet")], help: "Say nothing but errors.")
  var isQuiet = false

  @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Say also what was done.")
  var isVerbose = false

  func validate() throws {
    if isQuiet && isVerbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }
}
