internal import ArgumentParser
internal import Reports
internal import Traces
internal import Work

/// Which columns of the input reports have as well.
struct KeepOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Carry columns of CSV, or members of JSON, into the tables trips and points: driver,customer. In a file without a \
      header they have numbers.
      """, valueName: "column,…"))
  var keep: String?

  /// As the input has them.
  var names: [String] { keep?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? [] }

  /// The option, for the manifest.
  var options: [String: String] { ["keep": keep].compactMapValues(\.self) }

  func validate() throws {
    guard !names.contains("") else { throw ValidationError("--keep is a list of columns such as driver,customer.") }
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw ValidationError("--keep names \(twice) twice.")
    }
  }

  func apply(to settings: inout TraceSettings) {
    settings.reading.keep = names
    settings.report.added.kept = KeptNames.inReports(names)
  }
}
