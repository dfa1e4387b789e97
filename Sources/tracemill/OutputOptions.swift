internal import ArgumentParser
internal import Reports
internal import Storage
internal import Work

/// Where the reports of a run go, and which are written. Every command that writes reports has these options.
struct OutputOptions<Table: ReportTable>: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      A directory (an existing one, or a name that ends in / or has no extension), a file, or - for standard output. The \
      name of a file gives its format, and .gz or .zst after it compresses it: trips.csv.gz.
      """,
      valueName: "dir|file|-"), completion: .file())
  var output: String = "-"

  @Option(
    help: """
      Output format: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")). With .gz or .zst, the files of a \
      directory are compressed: csv.gz.
      """,
    completion: .list(ReportFormat.allCases.map(\.rawValue)))
  var format: String?

  @Option(
    name: .customLong("table"),
    help: ArgumentHelp(
      """
      Write only this table, or with a plus, as in +notifications, also this one: beside the usual \
      tables, in documents and in pages. May be repeated: \(Table.choices.map(\.rawValue).joined(separator: ", ")).
      """,
      valueName: "[+]table"), completion: .list(Table.choices.map(\.rawValue)))
  var chosenTables: [String] = []

  @Option(
    name: .customLong("select"),
    help: ArgumentHelp(
      """
      Write only these columns of a table, in this order. Name the table if there are several; may be repeated. \
      (--columns is about the columns that are read.)
      """, valueName: "[table=]column,…"))
  var selections: [String] = []

  @OptionGroup var spreadsheets: CSVSafetyOptions
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

  /// The tables that were named, with and without a plus.
  var tables: [String] { chosenTables.map { $0.hasPrefix("+") ? String($0.dropFirst()) : $0 } }

  /// Only tables that were named are written.
  private var isOfChosen: Bool { chosenTables.contains { !$0.hasPrefix("+") } }

  /// Only other tables are written.
  func leavesOut(_ table: Table) -> Bool { isOfChosen && !tables.contains(table.rawValue) }

  /// The tables that were added, for the manifest; those that are written are among its outputs.
  var options: [String: String] {
    ["table": chosenTables.contains { $0.hasPrefix("+") } ? textOfTables : nil].compactMapValues(\.self)
  }

  /// The option as it was given.
  var textOfTables: String { chosenTables.joined(separator: ",") }

  /// - Parameter moreTables: tables that options ask for in addition to those that are written by default.
  func settings(moreTables: [Table] = []) throws -> ReportSettings<Table.Subject> {
    let (chosen, added) = try namedTables()
    var settings = ReportSettings<Table.Subject>(format: try chosenFormat(), tables: chosen)
    for table in moreTables + added where !settings.moreTables.contains(table) { settings.moreTables.append(table) }
    settings.compression = try chosenCompression()
    settings.columns = try selections.map(columns)
    // Tables of refusals are CSV beside several formats.
    settings.csvTexts = try spreadsheets.texts(isCSV: ![.json, .ndjson].contains(settings.format))
    return settings
  }

  /// - Throws: `ValidationError` for a table with a plus that the format would leave out without a word.
  func checkMore(in settings: ReportSettings<Table.Subject>) throws {
    guard !isOfChosen else { return }
    let named: [Table] = try tables.map { try choice($0, "--table") }
    guard let table = named.first(where: { !settings.hasPlace(for: $0) }) else { return }
    throw ValidationError(
      "\(settings.format.rawValue) has no place for the table \(table.rawValue) beside its own; leave out the plus and write "
        + "only this table, or choose csv, arrow or gpkg.")
  }

  /// The tables that are written alone, and those that are added. Beside chosen tables, one of the whole run is written
  /// only where there is room, as in a directory: `+doubts` then marks their events.
  private func namedTables() throws -> (chosen: [Table], added: [Table]) {
    let named: [Table] = try tables.map { try choice($0, "--table") }
    guard isOfChosen else { return ([], named) }
    let isAdded = zip(chosenTables, named).map { $0.hasPrefix("+") && $1.isOfRun }
    return (zip(named, isAdded).filter { !$1 }.map(\.0), zip(named, isAdded).filter { $1 }.map(\.0))
  }

  private func columns(of selection: String) throws -> ColumnChoice<Table> {
    let parts = selection.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let table: Table? = parts.count == 2 ? try choice(String(parts[0]), "The table of --select") : nil
    let names = (parts.last ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard !names.contains("") else {
      throw ValidationError("--select is a list of columns, such as trip_id,time, and not \(selection).")
    }
    return ColumnChoice(of: table, names)
  }

  /// The format that the user gave, else by the name of the output, else CSV for directories and tables, else NDJSON.
  private func chosenFormat() throws -> ReportFormat {
    if let format = nameOfFormat {
      if ReportFormat(rawValue: format) == nil, let advice = adviceOnForeignFormat(format) {
        let formats = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--format is one of \(formats); \(advice)")
      }
      return try choice(format, "--format")
    }
    switch destination {
    case .directory: return .csv
    case .file(let path):
      let name = OutputName(path)
      if let known = name.format { return known }
      if !isStream, !name.saysNothing { throw ValidationError(name.refusal(of: path)) }
    case .standardOutput: break
    }
    return isOfChosen ? .csv : .ndjson
  }

  /// What follows the dot of the format, as in `csv.gz`.
  private var ending: Substring? {
    format.flatMap { format in format.firstIndex(of: ".").map { format[format.index(after: $0)...] } }
  }

  /// The format without the ending of a compression.
  private var nameOfFormat: String? { format.map { String($0.prefix { $0 != "." }) } }

  /// The compression in the name of a file; for a directory, the one in the format.
  private func chosenCompression() throws -> Compression? {
    let asked = try ending.map { try choice(String($0), "The ending of --format") as Compression }
    switch destination {
    case .directory: return asked
    case .file(let path) where !isStream:
      let named = OutputName(path).compression
      if let asked, asked != named {
        throw ValidationError(
          "--format \(format ?? "") compresses directories; a file is compressed by its name: \(path).\(asked.rawValue)"
        )
      }
      return named
    case .file(let path):
      if asked != nil || OutputName(path).compression != nil {
        throw ValidationError("\(path): \(ReportError.cannotCompressStream)")
      }
    case .standardOutput:
      if let asked {
        throw ValidationError(
          "Standard output stays plain; leave out .\(asked.rawValue) and pipe it through \(asked.program), or name a file "
            + "with -o."
        )
      }
    }
    return nil
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
  /// - Parameters:
  ///   - content: what the run writes.
  ///   - isInFolder: whether an output is in the directory itself.
  func claim(
    _ settings: ReportSettings<Table.Subject>, _ content: OutputContent, inputs: [String?], _ console: Console,
    partials: OutputRules.AbandonedPartials = .remove, isInFolder: (OutputFrame) -> Bool = { _ in true }
  ) throws -> OutputClaim {
    try claiming.claim(
      destination, names: try layout(settings).frames.filter(isInFolder).map(\.name), inputs: inputs,
      content: content, partials: partials, console)
  }

  /// Whether a file lists all refusals.
  var hasFileOfRejects: Bool {
    if tables.contains(TripTable.rejects.rawValue) { return true }
    guard !isOfChosen else { return false }
    if case .directory = destination { return true }
    return (try? chosenFormat()) == .gpkg
  }
}

extension Compression {
  /// The program that compresses in the same way.
  fileprivate var program: String { self == .gzip ? "gzip" : "zstd" }
}
