package import Records
internal import Storage

/// The files of a run: the part of the reports in each, and the text before, between and after the parts.
package struct ReportLayout<Subject: Report>: Sendable {
  package let outputs: [ReportOutput<Subject.Table>]

  /// Whether a folder has a file of what was refused.
  package enum Refusals: Sendable { case listed, notListed }

  /// - Throws: ``ReportError/oneTableOnly(_:tables:)``, ``ReportError/notATableOf(_:table:)``.
  package init(
    _ settings: ReportSettings<Subject>, for destination: ReportDestination, refusals: Refusals = .listed
  ) throws(ReportError) {
    var outputs = try Self.outputs(of: settings, for: destination)
    if settings.format == .gpkg {
      if case .standardOutput = destination { throw .cannotStreamDatabase }
      if settings.compression != nil { throw .cannotCompressDatabase }
    } else if settings.format == .html, settings.compression != nil {
      throw .cannotCompressPages
    } else if case .directory = destination {
      if refusals == .listed, settings.tables.isEmpty, !outputs.contains(where: \.isOfRejects) {
        outputs.append(.rejects(beside: settings))
      }
      if settings.tables.isEmpty { outputs += Self.ofRun(settings, beside: outputs) }
    } else if outputs.count != 1 {
      throw .oneTableOnly(settings.format, tables: outputs.count)
    }
    if !settings.columns.isEmpty { outputs = try Self.outputs(choosing: settings, of: outputs) }
    self.outputs = outputs.map { $0.compressed(settings.compression) }
  }

  /// The text around the reports in each file.
  package var frames: [OutputFrame] { outputs.map { $0.frame } }

  /// The number, among the outputs, of the page that lists the others; `nil` without such a page.
  package var indexPage: Int? {
    outputs.firstIndex { output in
      if case .index = output.content { true } else { false }
    }
  }

  private static func outputs(
    choosing settings: ReportSettings<Subject>, of outputs: [ReportOutput<Subject.Table>]
  ) throws(ReportError) -> [ReportOutput<Subject.Table>] {
    let chosen = ChosenColumns(try settings.selections(for: outputs))
    return outputs.map { $0.choosing(chosen) }
  }

  /// Documents and tracks have no place for tables of the run.
  private static func ofRun(
    _ settings: ReportSettings<Subject>, beside outputs: [ReportOutput<Subject.Table>]
  ) -> [ReportOutput<Subject.Table>] {
    let style: RowStyle =
      switch settings.format {
      case .json: .json
      case .ndjson: .ndjson
      case .arrow: .arrow
      case .csv, .geojson, .gpx, .gpkg, .html: .csv(settings.csvTexts)
      }
    return settings.moreTables.filter { table in table.isOfRun && !outputs.contains { $0.holds(table) } }
      .map { .table($0, style, settings) }
  }

  private static func outputs(
    of settings: ReportSettings<Subject>, for destination: ReportDestination
  ) throws(ReportError) -> [ReportOutput<Subject.Table>] {
    let tables = Subject.Table.allCases.filter(settings.tables.contains)
    switch settings.format {
    case .csv, .arrow:
      let style = settings.format == .csv ? RowStyle.csv(settings.csvTexts) : .arrow
      return settings.replaced(tables.isEmpty ? settings.ownTables(for: destination) : tables).map {
        .table($0, style, settings)
      }
    case .json, .ndjson:
      let style = settings.format == .json ? RowStyle.json : .ndjson
      return tables.isEmpty ? [.documents(style)] : settings.replaced(tables).map { .table($0, style, settings) }
    case .geojson:
      return try features(of: settings.replaced(tables.isEmpty ? settings.ownFeatures(for: destination) : tables))
    case .gpkg:
      let hasRejects = tables.isEmpty || tables.contains { $0 == Subject.defaults.rejects }
      let layers = tables.isEmpty ? settings.withMore(Subject.defaults.inDirectory) : tables
      return [.layers(settings.replaced(layers), hasRejects: hasRejects, settings)]
    case .gpx, .html:
      if let table = tables.first { throw .notATableOf(settings.format, table: table.rawValue) }
      if settings.format == .gpx { return [.gpx] }
      if case .directory = destination { return [.index] }
      return [.page]
    }
  }

  private static func features(
    of tables: [Subject.Table]
  ) throws(ReportError) -> [ReportOutput<Subject.Table>] {
    if let table = tables.first(where: { $0.form.shape == nil }) {
      throw .notATableOf(.geojson, table: table.rawValue)
    }
    if Subject.defaults.sharesFeatureFile { return [.features(tables, in: Subject.document.main)] }
    return tables.map { .features([$0], in: $0) }
  }
}

extension ReportSettings {
  fileprivate func replaced(_ tables: [Subject.Table]) -> [Subject.Table] { tables.map { replacements[$0] ?? $0 } }

  /// Tables and the tables added to them, each once.
  fileprivate func withMore(_ tables: [Subject.Table]) -> [Subject.Table] {
    tables + moreTables.filter { !tables.contains($0) }
  }

  /// The tables of GeoJSON if none is chosen. A folder has tables of the run without places in files of their own.
  fileprivate func ownFeatures(for destination: ReportDestination) -> [Subject.Table] {
    let tables = withMore([Subject.document.main])
    guard case .directory = destination else { return tables }
    return tables.filter { !$0.isOfRun || $0.form.shape != nil }
  }

  /// The tables of CSV if none is chosen.
  fileprivate func ownTables(for destination: ReportDestination) -> [Subject.Table] {
    if case .directory = destination { return withMore(Subject.defaults.inDirectory) }
    return withMore(Subject.defaults.inStream)
  }
}

/// How the rows of a table are written.
package enum RowStyle: Hashable, Sendable {
  case csv(CSVTexts)
  case json, ndjson
  case arrow

  var isJSON: Bool { self == .json || self == .ndjson }
  /// What is written between two objects, and after each.
  var aroundObjects: (separator: ShortWord, terminator: ShortWord) {
    self == .json ? (.commaAndLine, .none) : (.none, .line)
  }

  /// Of files: `csv`.
  var ending: String {
    switch self {
    case .csv: "csv"
    case .json: "json"
    case .ndjson: "ndjson"
    case .arrow: "arrow"
    }
  }
}

/// One file of a run.
package struct ReportOutput<Table: ReportTable>: Sendable {
  let content: ReportContent<Table>
  private(set) var frame: OutputFrame

  /// The columns that are written of its tables.
  private(set) var chosen = ChosenColumns<Table>()

  func choosing(_ chosen: ChosenColumns<Table>) -> ReportOutput {
    var output = self
    output.chosen = chosen
    if let table = tables.first, let selection = chosen[table] { output.frame = frame.headed(selection) }
    output.frame = output.frame.layered { chosen.layer(of: tables[$0]) }
    return output
  }

  func compressed(_ compression: Compression?) -> ReportOutput {
    var output = self
    output.frame = frame.compressed(compression)
    return output
  }

  /// The name of the file: `points.csv`.
  package var name: String { frame.name }

  var isOfRejects: Bool {
    if case .rejects = content { return true }
    return false
  }

  package func holds(_ table: Table) -> Bool {
    switch content {
    case .table(let own, _): own == table
    case .features(let tables), .layers(let tables, _): tables.contains(table)
    case .documents, .gpx, .page, .index, .rejects: false
    }
  }

  static func table(
    _ table: Table, _ style: RowStyle, _ settings: ReportSettings<Table.Subject>
  ) -> ReportOutput {
    if table == Table.Subject.defaults.rejects { return rejects(style) }
    return ReportOutput(
      content: .table(table, style),
      frame: .rows(of: table.name, style, table.form(with: settings.added).schema).withLateFlags(of: [table]))
  }

  static func documents(_ style: RowStyle) -> ReportOutput {
    let shape = Table.Subject.document
    return ReportOutput(
      content: .documents(style),
      frame: .rows(of: shape.main.rawValue, style, shape.main.schema).withLateFlags(of: shape.members.map { $0.table }))
  }

  static func features(_ tables: [Table], in file: Table) -> ReportOutput {
    ReportOutput(content: .features(tables), frame: .features(of: file.name).withLateFlags(of: tables))
  }

  static var gpx: ReportOutput {
    ReportOutput(content: .gpx, frame: .gpx(of: Table.Subject.document.main.rawValue))
  }

  /// The page of one drive.
  static var page: ReportOutput { ReportOutput(content: .page, frame: .page) }

  /// The page that links to the pages of all drives.
  static var index: ReportOutput { ReportOutput(content: .index, frame: .index) }

  /// One file with all tables and, if no table is chosen or this one is, the refusals.
  static func layers(
    _ tables: [Table], hasRejects: Bool, _ settings: ReportSettings<Table.Subject>
  ) -> ReportOutput {
    let tables = tables.filter { $0 != Table.Subject.defaults.rejects }
    let kept = tables.map { $0.form(with: settings.added).layer }
    let layers = kept + (hasRejects ? [TripTable.rejects.form.layer] : [])
    return ReportOutput(
      content: .layers(tables, hasRejects: hasRejects),
      frame: .database(of: Table.Subject.document.main.rawValue, layers).withLateFlags(of: tables))
  }

  static func rejects(_ style: RowStyle) -> ReportOutput {
    let table = TripTable.rejects
    return ReportOutput(
      content: .rejects(style), frame: .rows(of: table.rawValue, style, table.schema))
  }

  /// Documents, features and tracks have no place for inputs refused before they became a report.
  static func rejects(beside settings: ReportSettings<Table.Subject>) -> ReportOutput {
    switch settings.format {
    case .json: rejects(.json)
    case .ndjson: rejects(.ndjson)
    case .arrow: rejects(.arrow)
    case .csv, .geojson, .gpx, .gpkg, .html: rejects(.csv(settings.csvTexts))
    }
  }
}

extension OutputFrame {
  fileprivate func withLateFlags<Table: ReportTable>(of tables: [Table]) -> OutputFrame {
    var frame = self
    frame.hasLateFlags = tables.contains(where: \.hasLateFlags)
    return frame
  }
}
