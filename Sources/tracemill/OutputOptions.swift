internal import ArgumentParser
internal import Foundation
internal import Reports
internal import Storage
internal import Work

/// Where the reports of a run go, and which are written. Every command that writes reports has these options.
struct OutputOptions<Table: ReportTable>: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A directory (an existing one, or a name that ends in / or has no extension), a file, or - for standard output.",
      valueName: "dir|file|-"), completion: .file())
  var output: String = "-"

  @Option(help: "Output format: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format: String?

  @Option(
    name: .customLong("table"),
    help: ArgumentHelp(
      "Write only this table; may be repeated: \(Table.choices.map(\.rawValue).joined(separator: ", ")).",
      valueName: "table"))
  var tables: [String] = []

  @OptionGroup var claiming: ClaimOptions

  /// Reports go to standard output, a pipe or a device.
  var isStream: Bool {
    switch destination {
    case .standardOutput: true
    case .file(let path): FileKind(at: path) == .stream
    case .directory: false
    }
  }

  var destination: ReportDestination { tracemill.destination(output) }

  /// - Parameter moreTables: tables in addition to those that are written by default.
  func settings(moreTables: [Table] = []) throws -> ReportSettings<Table.Subject> {
    ReportSettings(
      format: try chosenFormat(), tables: try tables.map { try choice($0, "--table") }, moreTables: moreTables)
  }

  /// The format that the user gave, else that of the extension of the output, else CSV for directories and tables, else

  /// NDJSON.
  private func chosenFormat() throws -> ReportFormat {
    if let format { return try choice(format, "--format") }
    switch destination {
    case .directory: return .csv
    case .file(let path):
      if let known = ReportFormat(rawValue: (path as NSString).pathExtension) { return known }
    case .standardOutput: break
    }
    return tables.isEmpty ? .ndjson : .csv
  }

  /// - Throws: `ValidationError` if the destination cannot hold the requested reports.
  func layout(_ settings: ReportSettings<Table.Subject>) throws -> ReportLayout<Table.Subject> {
    do throws(ReportError) {
      return try ReportLayout(settings, for: destination)
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Claims the files of a run that writes reports.
  ///
  /// - Parameter isInFolder: whether an output stands in the directory itself.
  func claim(
    _ settings: ReportSettings<Table.Subject>, _ kind: OutputContent.Kind, inputs: [String?], _ console: Console,
    partials: OutputRules.AbandonedPartials = .remove, isInFolder: (OutputFrame) -> Bool = { _ in true }
  ) throws -> OutputClaim {
    try claiming.claim(
      destination, names: try layout(settings).frames.filter(isInFolder).map(\.name), inputs: inputs,
      content: OutputContent(kind, format: settings.format.rawValue), partials: partials, console)
  }

  /// Whether a file lists all refusals.
  var hasFileOfRejects: Bool {
    if tables.contains(TripTable.rejects.rawValue) { return true }
    if case .directory = destination { return tables.isEmpty }
    return false
  }
}
