package import Detection
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
      switch output.content {
      case .rejects(let style): return RenderedChunk(refusals, style, output.selectionOfRejects)
      case .layers(let tables, hasRejects: true):
        return RenderedChunk(packed: refusals.map { RejectRow($0) }, layer: tables.count, output.selectionOfRejects)
      case .table, .documents, .features, .gpx, .page, .index, .layers: return .empty
      }
    }
  }
}

extension ReportRenderer<TripReport> {
  /// One chunk for each output, after the last trip.
  package func render(_ doubts: [Doubt], on graph: RoadGraph) -> [RenderedChunk] {
    let rows = doubts.map { DoubtRow($0, on: graph) }
    return layout.outputs.map { output in
      guard output.holds(.doubts), !rows.isEmpty else { return .empty }
      switch output.content {
      case .table(_, let style): return RenderedChunk(rows, of: .doubts, style, output.chosen[.doubts])
      case .features: return RenderedChunk(featuresOf: rows, .doubts, output.chosen[.doubts])
      case .layers(let tables, _):
        return RenderedChunk(packed: rows, layer: tables.firstIndex(of: .doubts) ?? 0, output.chosen[.doubts])
      case .documents, .gpx, .page, .index, .rejects: return .empty
      }
    }
  }
}

extension RenderedChunk {
  /// Rows that stand alone.
  fileprivate init<Row: ReportRow>(
    _ rows: [Row], of table: TripTable, _ style: RowStyle, _ selection: ColumnSelection?
  ) {
    if let selection {
      self.init(rows, style, selection)
      return
    }
    switch style {
    case .csv(let texts):
      var written = CSVRows(texts, capacity: 256 + 160 * rows.count)
      for row in rows { written.write(row) }
      self.init(written.bytes, rowCount: rows.count)
    case .json, .ndjson:
      var written = JSONRows(table.form.rows, identity: [], style, bytes: ByteWriter())
      for row in rows { written.write(row) }
      self.init(written.bytes, rowCount: rows.count)
    }
  }

  fileprivate init(_ refusals: [Refusal], _ style: RowStyle, _ selection: ColumnSelection?) {
    self.init(refusals.map { RejectRow($0) }, of: .rejects, style, selection)
  }
}

extension ReportOutput {
  fileprivate var selectionOfRejects: ColumnSelection? { Table.Subject.defaults.rejects.flatMap { chosen[$0] } }
}
