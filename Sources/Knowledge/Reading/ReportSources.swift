internal import Records
internal import Storage

/// Files that hold the drives of one run, or of one part of it.
enum ReportSource: Equatable {
  /// One file for each table, as CSV, Arrow, NDJSON or JSON.
  case tables([ReportTable: String])
  /// A file of documents, one for each trip.
  case documents(String)
  case features(String)
  case database(String)
}

/// Finds the reports in folders and among files.
struct ReportFinder {
  private(set) var sources: [ReportSource] = []

  /// Adds what a path names: a file, or a folder and all folders below it.
  ///
  /// A folder with a manifest has the files that the manifest lists. The trips of a folder are taken once, however many
  /// forms they are written in.
  mutating func add(_ path: String) throws(ReportReadingError) {
    let before = sources.count
    if FileKind(at: path) == .directory {
      try addFolder(path)
      if sources.count == before { throw .noReports(path: path) }
    } else if let file = ReportFile(path) {
      try add(among: try siblings(of: file), only: file)
    } else {
      throw .unknownFile(path: path)
    }
  }

  /// The files of the tables beside a file, with the same ending.
  private func siblings(of file: ReportFile) throws(ReportReadingError) -> [ReportFile] {
    guard file.table != nil, file.form <= .lines else { return [file] }
    return try entries(of: file.folder).compactMap { entry in
      entry.kind == .file ? ReportFile(joinedPath(file.folder, entry.name)) : nil
    }.filter { $0.ending == file.ending }
  }

  private mutating func addFolder(_ folder: String) throws(ReportReadingError) {
    if let files = try manifestFiles(of: folder) {
      let byFolder = Dictionary(grouping: files, by: \.folder)
      for folder in byFolder.keys.sorted() { try add(among: byFolder[folder] ?? [], only: nil) }
      return
    }
    let entries = try entries(of: folder).filter { !$0.name.hasPrefix(".") }
    try add(
      among: entries.filter { $0.kind == .file }.compactMap { ReportFile(joinedPath(folder, $0.name)) }, only: nil)
    for entry in entries where entry.kind == .directory { try addFolder(joinedPath(folder, entry.name)) }
  }

  private func entries(of folder: String) throws(ReportReadingError) -> [FolderEntry] {
    do throws(StorageError) { return try folderEntries(of: folder.isEmpty ? "." : folder) } catch {
      throw .unreadable(error)
    }
  }

  /// Adds the trips among the files of a folder.
  ///
  /// - Parameter only: the file that was named, if it was a file.
  private mutating func add(among files: [ReportFile], only named: ReportFile?) throws(ReportReadingError) {
    let candidates = files.filter { $0.table == .trips || $0.path == named?.path }
    guard let trips = candidates.min(by: { ($0.form, $0.path) < ($1.form, $1.path) }) else { return }
    let source = try source(of: trips, among: files)
    if !sources.contains(source) { sources.append(source) }
  }

  private func source(of trips: ReportFile, among files: [ReportFile]) throws(ReportReadingError) -> ReportSource {
    switch trips.form {
    case .database: return .database(trips.path)
    case .features: return .features(trips.path)
    case .lines where try beginsWithDocument(trips.path): return .documents(trips.path)
    case .csv, .columns, .lines: break
    }
    var tables: [ReportTable: String] = [:]
    for table in ReportTable.allCases {
      guard let file = files.first(where: { $0.table == table && $0.ending == trips.ending }) else {
        throw .missingTable(name: table.rawValue, beside: trips.path)
      }
      tables[table] = file.path
    }
    return .tables(tables)
  }

  private func beginsWithDocument(_ path: String) throws(ReportReadingError) -> Bool {
    var lines = try JSONLines(path: path)
    guard case .object(let first) = try lines.next() else { return false }
    return (try? first.value(of: "schema")) != nil
  }
}

extension ReportFinder {
  /// The tables that the manifest of a folder lists; `nil` without a manifest.
  private func manifestFiles(of folder: String) throws(ReportReadingError) -> [ReportFile]? {
    let path = joinedPath(folder, "manifest.json")
    guard FileKind(at: path) != .missing else { return nil }
    let bytes: [UInt8]
    do throws(StorageError) { bytes = try wholeFile(path, atMost: .document) } catch { throw .unreadable(error) }
    guard let manifest = try? JSONValue(parsing: bytes),
      manifest["schema"]?.text?.hasPrefix("tracemill/manifest/") == true, manifest["trips"] != nil
    else { return nil }
    var files: [ReportFile] = []
    for output in manifest["outputs"]?.list ?? [] {
      guard let name = output["name"]?.text, let file = ReportFile(joinedPath(folder, name)), file.table != nil else {
        continue
      }
      guard fileSize(of: file.path) == output["bytes"]?.integer else { throw .changed(path: file.path) }
      files.append(file)
    }
    return files
  }
}

/// A file that may be a table, by its name.
struct ReportFile: Equatable {
  /// In the order of preference.
  enum Form: Int, Comparable {
    case csv, columns, lines, database, features
    static func < (a: Form, b: Form) -> Bool { a.rawValue < b.rawValue }
  }

  let path: String
  let folder: String
  /// `nil` for a file that is not named like a table.
  let table: ReportTable?
  let form: Form
  /// All behind the first point of its name: `csv.gz`.
  let ending: String

  /// `nil` for a file in another form.
  init?(_ path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let parts = name.split(separator: ".").map(String.init)
    let endings = parts.dropFirst().filter { !["gz", "zst"].contains($0) }
    switch endings.last {
    case "csv": form = .csv
    case "arrow": form = .columns
    case "json", "ndjson": form = .lines
    case "geojson": form = .features
    case "gpkg": form = .database
    default: return nil
    }
    self.path = path
    folder = folderPath(of: path)
    table = parts.first.flatMap(ReportTable.init)
    ending = parts.dropFirst().joined(separator: ".")
  }
}
