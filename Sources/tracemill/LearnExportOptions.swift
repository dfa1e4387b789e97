internal import ArgumentParser
internal import Geodesy
internal import Knowledge
internal import Moments
internal import Records
internal import Replay
internal import Reports
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Storage
internal import Work

/// Which tables are made of a folder of knowledge, and where they go.
struct LearnExportOptions: ParsableArguments {
  @Option(
    name: .customLong("export"),
    help: ArgumentHelp(
      """
      Make tables, or files for other programs: into a directory, a file whose name gives the format, or - for standard \
      output. A file that is named like a table has that table; traffic.csv is a file for --traffic, .svg a picture, and \
      .html a page of all.
      """, valueName: "dir|file|-"), completion: .file())
  var destination: String?

  @Option(
    help: """
      Output format of tables: json, ndjson, csv, arrow, geojson, gpkg. With .gz or .zst, the files of a directory are \
      compressed: csv.gz. For other programs: \(ForeignFormat.allCases.map(\.rawValue).joined(separator: ", ")).
      """,
    completion: .list(
      ["json", "ndjson", "csv", "arrow", "geojson", "gpkg"] + ForeignFormat.allCases.map(\.rawValue)))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "For --format valhalla: a CSV file with the edges of the tiles, in the columns edge and shape.",
      valueName: "file.csv"), completion: .file(extensions: ["csv"]))
  var tileEdges: String?

  @Option(
    name: .customLong("table"),
    help: ArgumentHelp(
      "Make only this table; may be repeated: \(LearnedTable.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "table"), completion: .list(LearnedTable.allCases.map(\.rawValue)))
  var tables: [String] = []

  @Option(
    name: .customLong("select"),
    help: ArgumentHelp(
      "Write only these columns of a table, in this order. Name the table if there are several; may be repeated.",
      valueName: "[table=]column,…"))
  var selections: [String] = []

  @Option(
    help: ArgumentHelp(
      "The hours at which classes of the week begin: 0,6,9,15,19 (default: every hour).", valueName: "hour,…"))
  var hours: String?

  @Option(
    help: ArgumentHelp(
      "The sets of days in the classes of the week (default: Mo-Fr,Sa,Su).", valueName: "days,…"))
  var days: String?

  @Option(
    help: ArgumentHelp(
      """
      The zones of flows and of coverage: squares or hexagons of a width, or places and areas of a file as for match \
      --places (default: hex=1km, and none for coverage).
      """, valueName: "grid=500m|hex=1km|file"))
  var zones: String?

  @Option(
    help: ArgumentHelp(
      "Places that are known, so that stops there are no rows of stays; a file as for match --places.",
      valueName: "file.geojson|file.csv"),
    completion: .file(extensions: ["geojson", "csv"]))
  var places: String?

  @Option(
    help: ArgumentHelp(
      """
      Publish: only rows that so many vehicles stand behind, none with more than half of the passages, with counts in \
      classes. A row stays as it was published until as many vehicles are new in it. coverage, changes and doubts are left out.
      """, valueName: "n"))
  var atLeast: Int?

  @OptionGroup(title: "Privacy") var hiding: HidingOptions

  @Flag(help: "Replace any file. Without this, only empty files and files that tracemill wrote are replaced.")
  var overwrite = false

  var isGiven: Bool { destination != nil }

  func checkNotGiven() throws {
    let given = [
      ("--format", format != nil), ("--table", !tables.isEmpty), ("--select", !selections.isEmpty),
      ("--hours", hours != nil), ("--days", days != nil), ("--at-least", atLeast != nil),
      ("--zones", zones != nil), ("--places", places != nil), ("--tile-edges", tileEdges != nil),
      ("--hide", hiding.isGiven),
    ]
    if let (name, _) = given.first(where: \.1) { throw ValidationError("\(name) goes with --export.") }
  }

  /// - Throws: `ValidationError` for options that do not go together.
  func check() throws {
    _ = try classes()
    _ = try zoneOption()
    if let foreign { return try check(foreign) }
    if tileEdges != nil { throw ValidationError("--tile-edges goes with --format valhalla.") }
    _ = try writing().layout(settings())
  }

  /// - Throws: `ValidationError` for a folder of knowledge, which has nothing else in it.
  func checkPlace() throws {
    guard let destination, case .directory(let folder) = tracemill.destination(destination),
      FileKind(at: joinedPath(folder, KnowledgeStore.contentsName)) != .missing
    else { return }
    throw ValidationError("\(destination) is a folder of knowledge; name another folder with --export.")
  }

  // MARK: For other programs

  /// `nil` for tables.
  var foreign: ForeignFormat? { ForeignFormat(named: format, destination, hasTables: !tables.isEmpty) }

  private func check(_ format: ForeignFormat) throws {
    try format.check(writing().destination)
    let chosen = try chosenTables()
    if !tables.isEmpty, format != .svg || !Set(chosen).isSubset(of: [.speeds, .use]) {
      throw ValidationError("--table goes with --format \(format.rawValue) only for pictures of speeds and of use.")
    }
    if atLeast != nil, format == .maproulette || format == .osmose || picture == .busiestHour {
      throw ValidationError("Doubts and the hours of use are not published with --at-least; leave it out.")
    }
    if !selections.isEmpty { throw ValidationError("--select is for tables, not for --format \(format.rawValue).") }
    guard (tileEdges != nil) == (format == .valhalla) else {
      throw ValidationError(
        format == .valhalla
          ? "--format valhalla needs the edges of your tiles; name their table with --tile-edges."
          : "--tile-edges goes with --format valhalla.")
    }
  }

  /// The picture of a file; `nil` for a directory of pictures.
  var picture: LearnedPictures.Subject? {
    guard let destination else { return nil }
    let name: Substring?
    switch tracemill.destination(destination) {
    case .directory: return nil
    case .file(let path): name = fileName(of: path).split(separator: ".").first
    case .standardOutput: name = nil
    }
    if tables == [LearnedTable.use.rawValue] { return .use }
    return name.flatMap { LearnedPictures.Subject(rawValue: String($0)) } ?? .speeds
  }

  /// The tables that a format for other programs is made of.
  func tables(of format: ForeignFormat) throws -> [LearnedTable] {
    switch format {
    case .traffic, .valhalla: [.speeds]
    case .osrm: [.speeds, .delays]
    case .maproulette, .osmose: [.doubts]
    case .html: FleetMonth.tables(isPublished: atLeast != nil)
    case .svg where picture == .use || picture == .busiestHour || tables == [LearnedTable.use.rawValue]: [.use]
    case .svg: [.speeds, .use]
    }
  }

  func classes() throws -> WeekClasses {
    do throws(WeekClassesError) {
      return try WeekClasses(days: days, hours: hours)
    } catch {
      throw ValidationError(error.description)
    }
  }

  private func zoneOption() throws -> ZoneOption? {
    guard let zones else { return nil }
    do throws(ZoneOptionError) {
      return try ZoneOption(zones)
    } catch {
      throw ValidationError("--zones: \(error.description).")
    }
  }

  func foundZones() throws -> Zones? {
    switch try zoneOption() {
    case nil: nil
    case .grid(let grid): .grid(grid)
    case .file(let path): .sites(try Self.sites(path))
    }
  }

  func knownPlaces() throws -> SiteIndex? { try places.map(Self.sites) }

  private static func sites(_ path: String) throws -> SiteIndex {
    let file = try failing(.unreadableInput) { try SiteFile(path: path) }
    if let first = file.refusals.first {
      throw Failure(exit: .unreadableInput, description: "\(path): a place in it cannot be read: \(first.description)")
    }
    return file.index
  }

  /// The same as for other commands that write tables.
  func writing() throws -> OutputOptions<LearnedTable> {
    var words = ["--output", destination ?? "-"]
    if let format { words += ["--format", format] }
    for table in try chosenTables() { words += ["--table", table.rawValue] }
    for selection in selections { words += ["--select", selection] }
    if overwrite { words.append("--overwrite") }
    return try OutputOptions<LearnedTable>.parse(words)
  }

  func settings() throws -> ReportSettings<LearnedReport> {
    let settings = try writing().settings()
    if [.gpx, .html].contains(settings.format) {
      throw ValidationError("--format is json, ndjson, csv, arrow, geojson or gpkg for tables of what was learned.")
    }
    return settings
  }

  /// The tables that were named, or else the one that the file is named after, or else all that the output can hold.
  func chosenTables() throws -> [LearnedTable] {
    var chosen: [LearnedTable] = []
    for name in tables {
      chosen.append(try choice(name, "--table"))
    }
    if let least = atLeast, least < 1 { throw ValidationError("--at-least is 1 or more.") }
    if atLeast != nil, let table = chosen.first(where: { !Publication.tables.contains($0) }) {
      throw ValidationError("The table \(table.rawValue) does not count vehicles, so --at-least leaves it out.")
    }
    return chosen.isEmpty ? ownTables() : chosen
  }

  private func ownTables() -> [LearnedTable] {
    let all = LearnedTable.allCases.filter { atLeast == nil || Publication.tables.contains($0) }
    guard let destination, case .file(let path) = tracemill.destination(destination) else { return all }
    let parts = (path.split(separator: "/").last ?? "").split(separator: ".")
    if let table = parts.first.flatMap({ LearnedTable(rawValue: String($0)) }), all.contains(table) { return [table] }
    return all
  }
}
