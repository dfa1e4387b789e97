package import Detection
package import Jobs
package import Moments
package import Records
package import RoadGraph
internal import Traces

/// Renders reports as bytes. Works on any thread; ``ReportWriter`` keeps the order.
package struct ReportRenderer<Subject: Report>: Sendable {
  package let layout: ReportLayout<Subject>

  package init(_ layout: ReportLayout<Subject>) { self.layout = layout }

  /// One chunk for each output.
  ///
  /// - Parameter scratch: kept by the worker from report to report.
  package func render(_ report: Subject, _ scratch: inout RenderingScratch) -> [RenderedChunk] {
    var chunks: [RenderedChunk] = []
    for output in layout.outputs { chunks.append(report.chunk(of: output.content, output.chosen, &scratch)) }
    return chunks
  }

  /// One chunk for each output; only the chunk of rejects has content.
  package func render(_ refusals: [Refusal]) -> [RenderedChunk] {
    layout.outputs.map { output in
      let selection = Subject.defaults.rejects.flatMap { output.chosen[$0] }
      let rows = TableRows(refusals.map { RejectRow($0) }, of: .rejects, selection) { _ in .none }
      var cells = Cells()
      switch output.content {
      case .rejects(let style): return RenderedChunk(rows, style, &cells)
      case .layers(let tables, hasRejects: true): return RenderedChunk(rows, layer: tables.count, &cells)
      case .table, .documents, .features, .gpx, .page, .index, .layers: return .empty
      }
    }
  }
}

extension ReportRenderer<TripReport> {
  /// One chunk for each output, after the last trip.
  package func render(_ doubts: [Doubt], on graph: RoadGraph) -> [RenderedChunk] {
    render(doubts.map { DoubtRow($0, on: graph) }, of: .doubts, \.geometry)
  }

  /// For each table of jobs one chunk for each output, after the last trip.
  ///
  /// - Parameter clock: see ``AddedColumns/clock``.
  package func render(_ jobs: JobReport, clock: LocalClock?) -> [[RenderedChunk]] {
    [
      render(jobs.jobs.map { JobRow($0) }, of: .jobs, clock: clock, \.geometry),
      render(jobs.events.map { JobEventRow($0, of: jobs.board) }, of: .jobEvents, clock: clock, \.geometry),
      render(jobs.tours.map { TourRow($0) }, of: .tours, clock: clock) { _ in .none },
    ]
  }

  private func render<Row: ReportRow<TripReport>>(
    _ rows: [Row], of table: TripTable, clock: LocalClock? = nil, _ geometry: @escaping (Row) -> Geometry
  ) -> [RenderedChunk] {
    layout.outputs.map { output in
      guard output.holds(table), !rows.isEmpty else { return .empty }
      let rows = TableRows(rows, of: table, clock: clock, output.chosen[table], geometry)
      var cells = Cells(clock: clock)
      switch output.content {
      case .table(_, let style): return RenderedChunk(rows, style, &cells)
      case .features: return RenderedChunk(featuresOf: rows, &cells)
      case .layers(let tables, _): return RenderedChunk(rows, layer: tables.firstIndex(of: table) ?? 0, &cells)
      case .documents, .gpx, .page, .index, .rejects: return .empty
      }
    }
  }
}

// MARK: - Rows of the run

extension TableRows {
  /// Rows without the columns of a report's identity.
  init<Row: ReportRow>(
    _ rows: [Row], of table: TripTable, clock: LocalClock? = nil, _ selection: ColumnSelection?,
    _ geometry: @escaping (Row) -> Geometry
  ) {
    // Forms are made once; the tables of a run with a clock are rendered once, too.
    let form = clock == nil ? table.form : table.form(with: AddedColumns(clock: clock))
    let columns = form.columns
    self.init(columns: columns, selection: selection, expectedCount: rows.count) { _, geometries, cells, body in
      cells.beginTable(columns.own.columns.count)
      for row in rows { row.fill(&cells, geometries, geometry(row), body) }
      return nil
    }
  }
}

extension RenderedChunk {
  fileprivate init(_ rows: TableRows, _ style: RowStyle, _ cells: inout Cells) {
    let written = rows.written(style, &cells)
    let count = written.count
    self.init(written.bytes, rowCount: count)
  }

  fileprivate init(featuresOf rows: TableRows, _ cells: inout Cells) {
    var features = JSONRows(.none, bytes: ByteWriter(capacity: 4096))
    var count = 0
    rows.writeFeatures(to: &features, count: &count, &cells)
    self.init(features.bytes, rowCount: count)
  }

  fileprivate init(_ rows: TableRows, layer: Int, _ cells: inout Cells) {
    var packed = PackedRows(capacity: 256 + 160 * rows.expectedCount)
    _ = rows.writeLayer(layer, to: &packed, &cells)
    let count = packed.rowCount
    self.init(packed.bytes, rowCount: count)
  }
}
