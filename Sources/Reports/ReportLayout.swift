/// The files of a run: the part of the reports in each, and the text before, between and after the parts.
package struct ReportLayout<Subject: Report>: Sendable {
  package let outputs: [ReportOutput<Subject.Table>]

  /// - Throws: ``ReportError/oneTableOnly(_:tables:)``, ``ReportError/notATableOf(_:table:)``.
  package init(_ settings: ReportSettings<Subject>, for destination: ReportDestination) throws(ReportError) {
    var outputs = try Self.outputs(of: settings, for: destination)
    if case .directory = destination {
      if settings.tables.isEmpty, !outputs.contains(where: \.isOfRejects) {
        outputs.append(.rejects(beside: settings.format))
      }
      if settings.tables.isEmpty { outputs += Self.ofRun(settings, beside: outputs) }
    } else if outputs.count != 1 {
      throw .oneTableOnly(settings.format, tables: outputs.count)
    }
    self.outputs = outputs
  }

  /// The text around the reports in each file.
  package var frames: [OutputFrame] { outputs.map(\.frame) }

  /// Documents and tracks have no place for tables of the run.
  private static func ofRun(
    _ settings: ReportSettings<Subject>, beside outputs: [ReportOutput<Subject.Table>]
  ) -> [ReportOutput<Subject.Table>] {
    let style = RowStyle(rawValue: settings.format.rawValue) ?? .csv
    return settings.moreTables.filter { table in table.isOfRun && !outputs.contains { $0.holds(table) } }
      .map { .table($0, style, settings) }
  }

  private static func outputs(
    of settings: ReportSettings<Subject>, for destination: ReportDestination
  ) throws(ReportError) -> [ReportOutput<Subject.Table>] {
    let tables = Subject.Table.allCases.filter(settings.tables.contains)
    switch settings.format {
    case .csv:
      return settings.replaced(tables.isEmpty ? settings.ownTables(for: destination) : tables).map {
        .table($0, .csv, settings)
      }
    case .json, .ndjson:
      let style = settings.format == .json ? RowStyle.json : .ndjson
      return tables.isEmpty ? [.documents(style)] : settings.replaced(tables).map { .table($0, style, settings) }
    case .geojson:
      return try features(
        of: settings.replaced(tables.isEmpty ? [Subject.document.main] + settings.moreTables : tables))
    case .gpx:
      if let table = tables.first { throw .notATableOf(.gpx, table: table.rawValue) }
      return [.gpx]
    }
  }

  private static func features(
    of tables: [Subject.Table]
  ) throws(ReportError) -> [ReportOutput<Subject.Table>] {
    if let table = tables.first(where: { !$0.form.hasGeometry }) {
      throw .notATableOf(.geojson, table: table.rawValue)
    }
    if Subject.defaults.sharesFeatureFile { return [.features(tables, in: Subject.document.main)] }
    return tables.map { .features([$0], in: $0) }
  }
}

extension ReportSettings {
  fileprivate func replaced(_ tables: [Subject.Table]) -> [Subject.Table] { tables.map { replacements[$0] ?? $0 } }

  /// The tables of CSV if none is chosen.
  fileprivate func ownTables(for destination: ReportDestination) -> [Subject.Table] {
    if case .directory = destination { return Subject.defaults.inDirectory + moreTables }
    return Subject.defaults.inStream + moreTables
  }
}

/// How the rows of a table are written.
package enum RowStyle: String, Sendable { case csv, json, ndjson }

/// One file of a run.
package struct ReportOutput<Table: ReportTable>: Sendable {
  let content: ReportContent<Table>
  let frame: OutputFrame

  /// The name of the file: `points.csv`.
  package var name: String { frame.name }

  var isOfRejects: Bool {
    if case .rejects = content { return true }
    return false
  }

  func holds(_ table: Table) -> Bool {
    switch content {
    case .table(let own, _): own == table
    case .features(let tables): tables.contains(table)
    case .documents, .gpx, .rejects: false
    }
  }

  static func table(
    _ table: Table, _ style: RowStyle, _ settings: ReportSettings<Table.Subject>
  ) -> ReportOutput {
    if table == Table.Subject.defaults.rejects { return rejects(style) }
    return ReportOutput(
      content: .table(table, style),
      frame: .rows(of: table.name, style, header: table.form(keeping: settings.kept).schema.csvHeader)
        .withLateFlags(of: [table]))
  }

  static func documents(_ style: RowStyle) -> ReportOutput {
    let shape = Table.Subject.document
    return ReportOutput(
      content: .documents(style),
      frame: .rows(of: shape.main.rawValue, style).withLateFlags(of: shape.members.map(\.table)))
  }

  static func features(_ tables: [Table], in file: Table) -> ReportOutput {
    ReportOutput(content: .features(tables), frame: .features(of: file.name).withLateFlags(of: tables))
  }

  static var gpx: ReportOutput {
    ReportOutput(content: .gpx, frame: .gpx(of: Table.Subject.document.main.rawValue))
  }

  static func rejects(_ style: RowStyle) -> ReportOutput {
    let table = TripTable.rejects
    return ReportOutput(
      content: .rejects(style), frame: .rows(of: table.rawValue, style, header: table.schema.csvHeader))
  }

  /// Documents, features and tracks have no place for inputs refused before they became a report.
  static func rejects(beside format: ReportFormat) -> ReportOutput {
    switch format {
    case .json: rejects(.json)
    case .ndjson: rejects(.ndjson)
    case .csv, .geojson, .gpx: rejects(.csv)
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
