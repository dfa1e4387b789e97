package import Records
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
    for output in layout.outputs { chunks.append(report.chunk(of: output.content, &scratch)) }
    return chunks
  }

  /// One chunk for each output; only the chunk of rejects has content.
  package func render(_ refusals: [Refusal]) -> [RenderedChunk] {
    layout.outputs.map { output in
      guard case .rejects(let style) = output.content else { return .empty }
      return RenderedChunk(refusals, style)
    }
  }
}

extension RenderedChunk {
  fileprivate init(_ refusals: [Refusal], _ style: RowStyle) {
    switch style {
    case .csv:
      var rows = CSVRows(capacity: 256 + 160 * refusals.count)
      for refusal in refusals { rows.write(RejectRow(refusal)) }
      self.init(rows.bytes, rowCount: refusals.count)
    case .json, .ndjson:
      var rows = JSONRows(TripTable.rejects.form.rows, identity: [], style, bytes: ByteWriter())
      for refusal in refusals { rows.write(RejectRow(refusal)) }
      self.init(rows.bytes, rowCount: refusals.count)
    }
  }
}
