package import Records
package import Storage

/// How a matrix is written.
package enum MatrixFormat: Hashable, Sendable {
  /// One object: the ids of the places, then all durations and all distances by rows, as VROOM takes them.
  case json
  /// One row per pair.
  case csv(CSVTexts)

  static let columns = ["from", "to", "duration_s", "distance_m"]

  package var name: String { self == .json ? "json" : "csv" }

  /// Of the file in a directory.
  package func fileName(_ compression: Compression?) -> String {
    OutputFrame.whole("matrix.\(name)", prologue: "", epilogue: "").compressed(compression).name
  }

  /// Every row is written twice: first its durations, and its distances after the durations of all rows.
  package var isInTwoParts: Bool { self == .json }
}

/// Times and lengths between places, written row by row. Units are whole seconds and metres.
package struct MatrixReport: Sendable {
  /// What becomes of a pair: `nil` where there is no route.
  package typealias Entry = (duration: Int64, distance: Int64)?

  package let format: MatrixFormat
  private let from: [String]
  private let to: [String]
  private let compression: Compression?
  private let isSquare: Bool

  /// - Parameters:
  ///   - from: the ids of the rows.
  ///   - to: the ids of the columns; `nil` if they are the rows.
  package init(from: [String], to: [String]?, as format: MatrixFormat, _ compression: Compression? = nil) {
    self.from = from
    self.to = to ?? from
    self.format = format
    self.compression = compression
    isSquare = to == nil
  }

  package var frame: OutputFrame {
    let frame: OutputFrame =
      switch format {
      case .json: .whole("matrix.json", prologue: head, epilogue: "\n]}\n")
      case .csv:
        .whole("matrix.csv", prologue: MatrixFormat.columns.joined(separator: ",") + "\n", epilogue: "")
      }
    return frame.compressed(compression)
  }

  private var head: String {
    var writer = ByteWriter()
    writer.text("{\"schema\":\"\(Self.schemaName)\",")
    if isSquare {
      Self.put(from, named: "ids", &writer)
    } else {
      Self.put(from, named: "from_ids", &writer)
      Self.put(to, named: "to_ids", &writer)
    }
    writer.text("\"durations\":[\n")
    return String(decoding: writer.finished().array, as: UTF8.self)
  }

  private static func put(_ ids: [String], named name: String, _ writer: inout ByteWriter) {
    writer.text("\"\(name)\":[")
    for (i, id) in ids.enumerated() {
      if i > 0 { writer.text(",") }
      writer.jsonString(id)
    }
    writer.text("],")
  }

  // MARK: Rows

  /// A row of the part of durations, or, in a format without parts, the whole row.
  package func row(_ number: Int, _ entries: [Entry]) -> RenderedChunk {
    guard case .csv(let texts) = format else { return list(number, entries.map { $0?.duration }) }
    var writer = ByteWriter(capacity: 32 * entries.count)
    for (column, entry) in entries.enumerated() {
      writer.csvField(from[number], texts)
      writer.text(",")
      writer.csvField(to[column], texts)
      writer.text(",")
      if let entry { writer.integer(entry.duration) }
      writer.text(",")
      if let entry { writer.integer(entry.distance) }
      writer.text("\n")
    }
    return RenderedChunk(writer, rowCount: entries.count)
  }

  /// A row of the part of distances.
  package func distances(_ number: Int, _ distances: [Int64?]) -> RenderedChunk {
    list(number, distances, before: number == 0 ? "\n],\"distances\":[\n" : "")
  }

  private func list(_ number: Int, _ values: [Int64?], before: String = "") -> RenderedChunk {
    var writer = ByteWriter(capacity: 8 * values.count + 32)
    writer.text(before)
    writer.text(number == 0 ? "[" : ",\n[")
    for (i, value) in values.enumerated() {
      if i > 0 { writer.text(",") }
      if let value { writer.integer(value) } else { writer.text("null") }
    }
    writer.text("]")
    return RenderedChunk(writer, rowCount: 1)
  }

  // MARK: Schema

  private static let schemaName = "tracemill/matrix/1"

  /// The JSON Schema of the document.
  package static var jsonSchema: JSONValue {
    JSONSchema.object([
      .init("schema", .constant(schemaName), "The kind of document."),
      .init("ids", .list(.text), "Ids of the places, which are rows and columns.", isRequired: false),
      .init(
        "from_ids", .list(.text), "Instead of `ids`, where columns are other places: ids of rows.", isRequired: false),
      .init("to_ids", .list(.text), "The same: ids of the columns.", isRequired: false),
      .init(
        "durations", rows,
        "By row and column: seconds, in traffic if times or traffic are given; null if there is no route."),
      .init("distances", rows, "By row and column: length on the road in metres; null if there is no route."),
    ]).document(title: "A matrix of tracemill")
  }

  private static let rows = JSONSchema.list(.list(.nullable(.integer)))
}
