internal import ArgumentParser
internal import Foundation
internal import Reports
internal import Work

/// Where the reports of a run go, and what of them is written, for every command that makes reports.
struct OutputOptions<Table: ReportTable>: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A directory (an existing one, or a name that ends in / or has no extension), a file, or - for standard output.",
      valueName: "dir|file|-"), completion: .file())
  var output: String = "-"

  @Option(help: "How to write: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format: String?

  @Option(
    name: .customLong("table"),
    help: ArgumentHelp(
      "Write this table only; may be given again: \(Table.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "table"))
  var tables: [String] = []

  @OptionGroup var claiming: ClaimOptions

  var destination: ReportDestination { tracemill.destination(output) }

  /// - Parameter moreTables: beside those that are written where none is named.
  func settings(moreTables: [Table] = []) throws -> ReportSettings<Table.Subject> {
    ReportSettings(
      format: try chosenFormat(), tables: try tables.map { try choice($0, "--table") }, moreTables: moreTables)
  }

  /// As the user says, else by the ending of the output's name, else CSV into directories and for tables, NDJSON
  /// elsewhere.
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

  /// - Throws: `ValidationError` where the destination cannot hold what is asked for.
  func layout(_ settings: ReportSettings<Table.Subject>) throws -> ReportLayout<Table.Subject> {
    do throws(ReportError) {
      return try ReportLayout(settings, for: destination)
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Claims the files of a run that writes reports.
  func claim(
    _ settings: ReportSettings<Table.Subject>, _ kind: OutputContent.Kind, inputs: [String?], _ console: Console
  ) throws -> OutputClaim {
    try claiming.claim(
      destination, names: try layout(settings).frames.map(\.name), inputs: inputs,
      content: OutputContent(kind, format: settings.format.rawValue), console)
  }

  /// What is refused has a file of its own.
  var hasFileOfRejects: Bool {
    if tables.contains(TripTable.rejects.rawValue) { return true }
    if case .directory = destination { return tables.isEmpty }
    return false
  }
}
