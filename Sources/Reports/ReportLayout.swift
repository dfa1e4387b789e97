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

  let content: Content
  let frame: OutputFrame

  /// The name of the file: `points.csv`.
  package var name: String { frame.name }

  static func table(_ table: ReportTable, _ style: RowStyle) -> ReportOutput {
    ReportOutput(
      content: .table(table, style), frame: .rows(of: table.rawValue, style, header: table.schema.csvHeader))
  }

  static func documents(_ style: RowStyle) -> ReportOutput {
    ReportOutput(content: .documents(style), frame: .rows(of: "trips", style))
  }

  static func features(_ tables: [ReportTable]) -> ReportOutput {
    ReportOutput(content: .features(tables), frame: .features(of: "trips"))
  }

  static let tracks = ReportOutput(content: .tracks, frame: .gpx(of: "trips"))
}

/// The name of a file, and what stands in it around what is rendered.
package struct OutputFrame: Sendable {
  /// With its ending: `points.csv`.
  package let name: String
  /// Before the first, between two, and after the last chunk.
  let prologue: String
  let separator: String
  let epilogue: String

  /// - Parameter header: the first line of CSV.
  static func rows(of name: String, _ style: RowStyle, header: String = "") -> OutputFrame {
    let name = "\(name).\(style.rawValue)"
    switch style {
    case .csv: return OutputFrame(name: name, prologue: header, separator: "", epilogue: "")
    case .ndjson: return OutputFrame(name: name, prologue: "", separator: "", epilogue: "")
    case .json: return OutputFrame(name: name, prologue: "[\n", separator: ",\n", epilogue: "\n]\n")
    }
  }

  static func features(of name: String) -> OutputFrame {
    OutputFrame(
      name: "\(name).geojson", prologue: "{\"type\":\"FeatureCollection\",\"features\":[\n", separator: ",\n",
      epilogue: "\n]}\n")
  }

  static func gpx(of name: String) -> OutputFrame {
    OutputFrame(
      name: "\(name).gpx",
      prologue: """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="tracemill" xmlns="http://www.topografix.com/GPX/1/1">

        """, separator: "", epilogue: "</gpx>\n")
  }
}
