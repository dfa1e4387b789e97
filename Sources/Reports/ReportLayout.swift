/// The files of a report: what each holds, and what stands before, between and after its trips.
package struct ReportLayout: Sendable {
  package let outputs: [ReportOutput]

  /// - Throws: ``ReportError/oneTableOnly(_:tables:)``, ``ReportError/notATableOf(_:table:)``.
  package init(_ settings: ReportSettings, for destination: ReportDestination) throws(ReportError) {
    var outputs = try Self.outputs(of: settings)
    guard case .directory = destination else {
      guard outputs.count == 1 else { throw .oneTableOnly(settings.format, tables: outputs.count) }
      self.outputs = outputs
      return
    }
    if settings.tables.isEmpty && settings.format != .csv { outputs.append(Self.rejects(beside: settings.format)) }
    self.outputs = outputs
  }

  private static func outputs(of settings: ReportSettings) throws(ReportError) -> [ReportOutput] {
    let tables = ReportTable.allCases.filter(settings.tables.contains)
    let more: [ReportTable] = settings.hasAlternatives ? [.alternatives] : []
    switch settings.format {
    case .csv: return (tables.isEmpty ? ReportTable.standard + more : tables).map { .table($0, .csv) }
    case .json, .ndjson:
      let style = settings.format == .json ? RowStyle.json : .ndjson
      return tables.isEmpty ? [.documents(style)] : tables.map { .table($0, style) }
    case .geojson:
      if let table = tables.first(where: [ReportTable.segments, .rejects].contains) {
        throw .notATableOf(.geojson, table: table)
      }
      return [.features(tables.isEmpty ? [.trips] + more : tables)]
    case .gpx:
      if let table = tables.first { throw .notATableOf(.gpx, table: table) }
      return [.tracks]
    }
  }

  /// Trip documents, lines and tracks have no place for what was refused before it became a trip.
  private static func rejects(beside format: ReportFormat) -> ReportOutput {
    switch format {
    case .json: .table(.rejects, .json)
    case .ndjson: .table(.rejects, .ndjson)
    case .csv, .geojson, .gpx: .table(.rejects, .csv)
    }
  }
}

/// How the rows of a table are written.
package enum RowStyle: String, Sendable { case csv, json, ndjson }

/// One file of a report.
package struct ReportOutput: Sendable {
  enum Content: Sendable {
    case table(ReportTable, RowStyle)
    case documents(RowStyle)
    case features([ReportTable])
    case tracks
  }

  /// The name of the file: `points.csv`.
  package let name: String
  let content: Content
  /// Before the first, between two, and after the last chunk.
  let prologue: String
  let separator: String
  let epilogue: String

  private init(_ name: String, _ content: Content, prologue: String, separator: String, epilogue: String) {
    self.name = name
    self.content = content
    self.prologue = prologue
    self.separator = separator
    self.epilogue = epilogue
  }

  static func table(_ table: ReportTable, _ style: RowStyle) -> ReportOutput {
    rows("\(table.rawValue).\(style.rawValue)", .table(table, style), style, header: table.schema.csvHeader)
  }

  static func documents(_ style: RowStyle) -> ReportOutput {
    rows("trips.\(style.rawValue)", .documents(style), style, header: "")
  }

  private static func rows(_ name: String, _ content: Content, _ style: RowStyle, header: String) -> ReportOutput {
    switch style {
    case .csv: ReportOutput(name, content, prologue: header, separator: "", epilogue: "")
    case .ndjson: ReportOutput(name, content, prologue: "", separator: "", epilogue: "")
    case .json: ReportOutput(name, content, prologue: "[\n", separator: ",\n", epilogue: "\n]\n")
    }
  }

  static func features(_ tables: [ReportTable]) -> ReportOutput {
    ReportOutput(
      "trips.geojson", .features(tables), prologue: "{\"type\":\"FeatureCollection\",\"features\":[\n",
      separator: ",\n", epilogue: "\n]}\n")
  }

  static let tracks = ReportOutput(
    "trips.gpx", .tracks,
    prologue: """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="tracemill" xmlns="http://www.topografix.com/GPX/1/1">

      """, separator: "", epilogue: "</gpx>\n")
}
