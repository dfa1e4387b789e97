internal import ArgumentParser
internal import Reports

/// The rows that a live run writes to standard output.
struct StreamOptions: ParsableArguments {
  /// The formats with rows that can be written one by one.
  private static let formats: [ReportFormat] = [.ndjson, .csv, .arrow]
  private static let tables = TripTable.choices.filter { LiveLimit.of($0) == nil }

  @Option(
    help: "Format of the rows: \(formats.map(\.rawValue).joined(separator: ", ")) (default: ndjson).",
    completion: .list(formats.map(\.rawValue)))
  var format: String?

  @Option(
    name: .customLong("table"),
    help: ArgumentHelp(
      """
      Write the rows of this table, or with a plus, as in +events, of this one beside points. May be repeated, and rows of \
      several tables begin with a field table: \(tables.map(\.rawValue).joined(separator: ", ")).
      """,
      valueName: "[+]table"), completion: .list(tables.map(\.rawValue)))
  var chosenTables: [String] = []

  @OptionGroup var spreadsheets: CSVSafetyOptions

  static func of(_ writing: OutputOptions<TripTable>) -> StreamOptions {
    var options = StreamOptions()
    options.format = writing.format
    options.chosenTables = writing.chosenTables
    options.spreadsheets = writing.spreadsheets
    return options
  }

  /// The tables that were named, with and without a plus.
  var named: [String] { chosenTables.map { $0.hasPrefix("+") ? String($0.dropFirst()) : $0 } }

  /// Only other tables are written.
  func leavesOut(_ table: TripTable) -> Bool {
    chosenTables.contains { !$0.hasPrefix("+") } && !named.contains(table.rawValue)
  }

  /// - Parameter added: the tables of which other options have rows; they are beside points.
  func settings(adding added: [TripTable]) throws -> TripReportSettings {
    let named: [TripTable] = try named.map { try choice($0, "--table") }
    if let limit = named.lazy.compactMap(LiveLimit.of).first { throw ValidationError(limit.sentence) }
    var tables = named
    if chosenTables.allSatisfy({ $0.hasPrefix("+") }) {
      tables = [.points] + named.filter { $0 != .points } + added.filter { !named.contains($0) }
    }
    var settings = TripReportSettings(format: try chosenFormat(), tables: tables)
    guard Set(tables).count == 1 || settings.format == .ndjson else {
      throw ValidationError("A live run writes one table as \(settings.format.rawValue), and several as ndjson only.")
    }
    settings.csvTexts = try spreadsheets.texts(isCSV: settings.format == .csv)
    return settings
  }

  private func chosenFormat() throws -> ReportFormat {
    guard let format else { return .ndjson }
    guard let known = ReportFormat(rawValue: format), Self.formats.contains(known) else {
      throw ValidationError(
        "A live run writes \(Self.formats.map(\.rawValue).joined(separator: ", ")), not \(format). For others, match the "
          + "recorded traces.")
    }
    return known
  }
}
