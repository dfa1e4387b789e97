internal import Records

/// How routes are written.
package struct RouteReportSettings: Hashable, Sendable {
  package var format: ReportFormat
  /// The tables wanted; none stands for the format's own choice: route documents for JSON and NDJSON, the table `routes`
  /// for CSV, and all tables into a directory, the lines of routes for GeoJSON, GPX routes for GPX.
  package var tables: [RouteTable]

  package init(format: ReportFormat, table: RouteTable? = nil) {
    self.format = format
    tables = table.map { [$0] } ?? []
  }

  fileprivate var table: RouteTable? { tables.first }
}

/// Turns the answers to requests into the bytes of one file; works on any thread, as their order is the ``ReportWriter``'s business.
package struct RouteRenderer: Sendable {
  private enum Content: Sendable {
    case documents(RowStyle)
    case table(RouteTable, RowStyle)
    case features(RouteTable)
    case gpx
  }

  private let content: Content
  /// What stands around what is rendered.
  package let frame: OutputFrame

  package init(_ settings: RouteReportSettings) {
    let name = settings.table?.rawValue ?? "routes"
    switch settings.format {
    case .csv:
      let table = settings.table ?? .routes
      content = .table(table, .csv)
      frame = .rows(of: name, .csv, header: table.schema.csvHeader)
    case .json, .ndjson:
      let style = settings.format == .json ? RowStyle.json : .ndjson
      content = settings.table.map { .table($0, style) } ?? .documents(style)
      frame = .rows(of: name, style)
    case .geojson:
      content = .features(settings.table ?? .routes)
      frame = .features(of: name)
    case .gpx:
      content = .gpx
      frame = .gpx(of: name)
    }
  }

  /// - Parameter known: what the worker keeps from route to route.
  package func render(_ report: RouteReport, _ known: inout ElementTexts) -> RenderedChunk {
    switch content {
    case .documents(let style): report.document(style, &known)
    case .table(let table, let style): report.rows(of: table, style)
    case .features(let table): report.features(of: table)
    case .gpx: report.gpxRoute()
    }
  }
}

extension RouteReport {
  fileprivate func document(_ style: RowStyle, _ known: inout ElementTexts) -> RenderedChunk {
    var bytes = ByteWriter(capacity: 2048 + 512 * rowCount(of: .elements))
    writeDocument(to: &bytes, &known)
    if style == .ndjson { bytes.text("\n") }
    return RenderedChunk(bytes, rowCount: 1)
  }

  fileprivate func rows(of table: RouteTable, _ style: RowStyle) -> RenderedChunk {
    let bytes = renderRows(
      JSONFrame.routeRows[table], style, rowCount: rowCount(of: table),
      identity: table == .routes ? (csv: [], json: []) : (csv: csvIdentity, json: jsonIdentity)
    ) {
      write(table, to: &$0)
    } json: {
      write(table, to: &$0)
    }
    return RenderedChunk(bytes, rowCount: rowCount(of: table))
  }

  fileprivate func features(of table: RouteTable) -> RenderedChunk {
    var bytes = ByteWriter(capacity: 4096)
    writeFeatures(of: table, to: &bytes)
    return RenderedChunk(bytes, rowCount: rowCount(of: table))
  }

  fileprivate func gpxRoute() -> RenderedChunk {
    var bytes = ByteWriter(capacity: 4096)
    writeGPXRoute(to: &bytes)
    return RenderedChunk(bytes, rowCount: 1)
  }

  private var csvIdentity: [UInt8] {
    var bytes = ByteWriter()
    bytes.csvField(id)
    bytes.text(",\(alternative)")
    return bytes.array
  }

  private var jsonIdentity: [UInt8] {
    var bytes = ByteWriter()
    bytes.text("{\"id\":")
    bytes.jsonString(id)
    bytes.text(",\"alternative\":\(alternative)")
    return bytes.array
  }
}
