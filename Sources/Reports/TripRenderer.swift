internal import Records
internal import Storage
package import Traces
internal import Trips

/// What one trip, or some refusals, add to the files of a report.
package struct RenderedTrip: Sendable {
  /// One entry for every output of the ``ReportLayout``.
  package let chunks: [RenderedChunk]
}

package struct RenderedChunk: Sendable {
  let content: RenderedBytes
  /// Rows, documents, features or tracks.
  package let rowCount: Int

  static let empty = RenderedChunk(ByteWriter(capacity: 0), rowCount: 0)

  init(_ bytes: consuming ByteWriter, rowCount: Int) {
    content = RenderedBytes(bytes.finished())
    self.rowCount = rowCount
  }

  /// A copy of the bytes.
  package var bytes: [UInt8] { content.buffer.array }
}

/// Bytes on their way from one thread to another, in the memory they were made in.
final class RenderedBytes: Sendable {
  let buffer: ByteBuffer

  init(_ buffer: consuming ByteBuffer) { self.buffer = buffer }
}

/// Turns trips into bytes; works on any thread, as the order of trips is the ``ReportWriter``'s business.
package struct TripRenderer: Sendable {
  package let layout: ReportLayout

  package init(_ layout: ReportLayout) { self.layout = layout }

  package func render(_ report: TripReport) -> RenderedTrip {
    RenderedTrip(chunks: layout.outputs.map { report.chunk(of: $0.content) })
  }

  package func render(_ refusals: [Refusal]) -> RenderedTrip {
    RenderedTrip(
      chunks: layout.outputs.map { output in
        guard case .table(.rejects, let style) = output.content else { return .empty }
        return chunk(of: refusals, style)
      })
  }

  private func chunk(of refusals: [Refusal], _ style: RowStyle) -> RenderedChunk {
    let bytes = renderRows(
      JSONFrame.tableRows[.rejects], style, rowCount: refusals.count, identity: (csv: [], json: [])
    ) { rows in
      for refusal in refusals { refusal.write(to: &rows) }
    } json: { rows in
      for refusal in refusals { refusal.write(to: &rows) }
    }
    return RenderedChunk(bytes, rowCount: refusals.count)
  }
}

extension TripReport {
  fileprivate func chunk(of content: ReportOutput.Content) -> RenderedChunk {
    switch content {
    case .table(let table, let style): rows(of: table, style)
    case .documents(let style): document(style)
    case .features(let tables): features(of: tables)
    case .tracks: track()
    }
  }

  private func rows(of table: ReportTable, _ style: RowStyle) -> RenderedChunk {
    if table == .segments { return rows(of: trip.pairs(on: graph), style) }
    let identity = table == .trips ? (csv: [], json: []) : (csv: csvIdentity, json: jsonIdentity())
    let bytes = renderRows(JSONFrame.tableRows[table], style, rowCount: rowCount(of: table), identity: identity) {
      write(table, to: &$0)
    } json: {
      write(table, to: &$0)
    }
    return RenderedChunk(bytes, rowCount: rowCount(of: table))
  }

  private func rows(of pairs: [TripPair], _ style: RowStyle) -> RenderedChunk {
    let identity = (csv: csvIdentity, json: jsonIdentity())
    let bytes = renderRows(JSONFrame.tableRows[.segments], style, rowCount: pairs.count, identity: identity) {
      write(pairs, to: &$0)
    } json: {
      write(pairs, to: &$0)
    }
    return RenderedChunk(bytes, rowCount: pairs.count)
  }

  private func document(_ style: RowStyle) -> RenderedChunk {
    let rows = 400 * rowCount(of: .points) + 512 * rowCount(of: .edges) + 320 * rowCount(of: .maneuvers)
    var bytes = ByteWriter(capacity: 1024 + rows)
    writeDocument(to: &bytes)
    if style == .ndjson { bytes.text("\n") }
    return RenderedChunk(bytes, rowCount: 1)
  }

  private func features(of tables: [ReportTable]) -> RenderedChunk {
    var bytes = ByteWriter(capacity: 4096)
    var count = 0
    for table in tables where rowCount(of: table) > 0 {
      if count > 0 { bytes.text(",\n") }
      writeFeatures(of: table, to: &bytes)
      count += rowCount(of: table)
    }
    return RenderedChunk(bytes, rowCount: count)
  }

  private func track() -> RenderedChunk {
    var bytes = ByteWriter(capacity: 4096)
    writeTrack(to: &bytes)
    return RenderedChunk(bytes, rowCount: 1)
  }

  private var csvIdentity: [UInt8] { TripIdentity(tripID: tripID, traceID: trace.id).csv() }

  /// The begin of every row as a JSON object, up to and without the comma after `trace_id`.
  ///
  /// - Parameter table: the value of a field `table` before them, if any.
  func jsonIdentity(table: ReportTable? = nil) -> [UInt8] {
    TripIdentity(tripID: tripID, traceID: trace.id).json(table: table)
  }
}

/// The ids at the begin of every row of one trip.
struct TripIdentity {
  let tripID: String
  let traceID: String

  func csv() -> [UInt8] {
    var bytes = ByteWriter()
    bytes.csvField(tripID)
    bytes.byte(UInt8(ascii: ","))
    bytes.csvField(traceID)
    return bytes.array
  }

  func json(table: ReportTable? = nil) -> [UInt8] {
    var bytes = ByteWriter()
    bytes.text(table.map { "{\"table\":\"\($0.rawValue)\",\"trip_id\":" } ?? "{\"trip_id\":")
    bytes.jsonString(tripID)
    bytes.text(",\"trace_id\":")
    bytes.jsonString(traceID)
    return bytes.array
  }
}

extension JSONFrame {
  /// The rows of each table, after the ids where it has them.
  static let tableRows = Dictionary(
    uniqueKeysWithValues: ReportTable.allCases.map { table in
      let columns = table.schema.ownColumns
      return (table, JSONFrame(columns, opening: columns.count == table.schema.columns.count ? "{" : ","))
    })
}

/// Rows of one table in any style; the two closures are the same code for the two writers, without a box around either.
func renderRows(
  _ frame: JSONFrame?, _ style: RowStyle, rowCount: Int, identity: (csv: [UInt8], json: [UInt8]),
  csv: (inout CSVRows) -> Void, json: (inout JSONRows) -> Void
) -> ByteWriter {
  switch style {
  case .csv:
    var rows = CSVRows(identity: identity.csv, capacity: 256 + 160 * rowCount)
    csv(&rows)
    return rows.bytes
  case .json, .ndjson:
    guard let frame else { return ByteWriter(capacity: 0) }
    var rows = JSONRows(
      frame, identity: identity.json, separator: style == .json ? ",\n" : "",
      terminator: style == .json ? "" : "\n", bytes: ByteWriter(capacity: 512 + 440 * rowCount))
    json(&rows)
    return rows.bytes
  }
}
