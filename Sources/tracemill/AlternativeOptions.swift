internal import ArgumentParser
internal import Matching
internal import Reports
internal import Work

/// Whether other likely paths of a trace are reported.
struct AlternativeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also report up to this many other likely paths of each trace, in the table alternatives and in trip documents.",
      valueName: "n"))
  var alternatives: Int = 0

  func validate() throws {
    guard (0...100).contains(alternatives) else { throw ValidationError("--alternatives is 0 to 100.") }
  }

  /// The table of alternatives goes with their number.
  func check(_ tables: [String]) throws {
    if alternatives == 0, tables.contains(TripTable.alternatives.rawValue) {
      throw ValidationError("--table alternatives goes with --alternatives and a number.")
    }
  }

  func apply(to settings: inout TraceSettings) { settings.matching.alternatives.most = alternatives }

  /// The option, for the manifest.
  var options: [String: String] { alternatives > 0 ? ["alternatives": "\(alternatives)"] : [:] }
}
