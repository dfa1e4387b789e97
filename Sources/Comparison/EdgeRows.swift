internal import GeoPackages
internal import Records
internal import Storage

/// Rows of edges that are not CSV, as the CSV that `match` writes of them.
struct EdgeRows: ~Copyable {
  /// All that is read of a row.
  private static let columns = [
    "trace_id", "trip_id", "from_node", "to_node", "way", "way_id", "direction", "forward", "begin", "end", "length_m",
    "edge", "begin_offset_m", "end_offset_m",
  ]

  private var bytes = ByteWriter()
  private let used: [String]

  /// The rows of JSON or NDJSON, or the edges of trip documents; `nil` for GeoJSON and anything that is not JSON.
  static func table(ofJSON bytes: [UInt8], path: String) -> CSVTable? {
    guard let values = try? JSONValue.numberedSequence(in: bytes) else { return nil }
    let rows = values.flatMap { value in (value.value.list ?? [value.value]).flatMap(Self.edgeRows) }
    guard let first = rows.first, ["from_node", "way", "way_id", "edge"].contains(where: { first[$0] != nil }),
      !["geometry", "features", "coordinates"].contains(where: { first[$0] != nil })
    else { return nil }
    var table = EdgeRows(columns.filter { first[$0] != nil })
    for row in rows { table.add { row[$0]?.plainText } }
    return table.finished(path: path, firstLine: values.first?.value.list == nil ? 1 : 2)
  }

  /// A row, or the edges of a document as rows.
  private static func edgeRows(of value: JSONValue) -> [JSONValue] {
    guard let edges = value["edges"]?.list, let id = value["trace_id"] else { return [value] }
    let field = JSONValue.Field(name: "trace_id", value: id)
    return edges.map { .object([field] + ($0.fields ?? [])) }
  }

  /// The table `segments` of a GeoPackage, or else `edges`.
  static func table(ofDatabase path: String) throws(ComparisonError) -> CSVTable? {
    for name in ["segments", "edges"] {
      var table = EdgeRows(columns)
      var count = 0
      do throws(StorageError) {
        try forEachLayerRow(of: name, columns, at: path) { row in
          count += 1
          table.add { row[$0] }
        }
      } catch {
        throw .unreadable(error.description)
      }
      if count > 0 { return table.finished(path: path, firstLine: 1) }
    }
    return nil
  }

  private init(_ used: [String]) {
    self.used = used
    bytes.text(used.joined(separator: ",") + "\n")
  }

  private mutating func add(_ value: (String) -> String?) {
    for (place, column) in used.enumerated() {
      if place > 0 { bytes.byte(UInt8(ascii: ",")) }
      if let text = value(column) { bytes.csvField(text) }
    }
    bytes.byte(UInt8(ascii: "\n"))
  }

  /// - Parameter firstLine: the line of the first row in its file.
  private consuming func finished(path: String, firstLine: Int) -> CSVTable? {
    try? CSVTable(RecordBuffer(ByteStream(bytes.array, path: path)), firstLine: firstLine)
  }
}
