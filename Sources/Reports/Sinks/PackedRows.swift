internal import GeoPackages
internal import Moments
internal import Records
internal import Storage

/// Rows on their way into a GeoPackage: numbers as numbers, words as words.
struct PackedRows: TextRowWriter, ~Copyable {
  var bytes: ByteWriter
  private(set) var rowCount = 0
  private(set) var layer = 0
  /// The first cells of every row, which are equal for a whole trip.
  private var identity: [UInt8] = []

  let clock: LocalClock?

  init(clock: LocalClock? = nil, capacity: Int = 256) {
    self.clock = clock
    bytes = ByteWriter(capacity: capacity)
  }

  /// Begins the rows of another table.
  mutating func beginTable(layer: Int, identity: [UInt8]) {
    self.layer = layer
    self.identity = identity
  }

  /// Writes a row after its geometry, which comes first.
  @inline(__always)
  mutating func write<Row: ReportRow>(layered row: Row) {
    bytes.beginPackedRow(row, layer: layer)
    write(row)
  }

  /// Appends finished rows of the table.
  mutating func append(_ rows: borrowing ByteWriter, rowCount: Int) {
    bytes.buffer.append(rows.buffer.bytes)
    self.rowCount += rowCount
  }

  mutating func beginRow() {
    rowCount += 1
    bytes.bytes(identity)
  }

  @inline(__always)
  mutating func beginField() {}
  mutating func endRow() {}
  mutating func putNull() { bytes.buffer.packNull() }
  mutating func put(text: String) { bytes.buffer.pack(text) }
  mutating func put(code: String) { bytes.buffer.pack(code) }
  mutating func put(codes: some Sequence<String>) { bytes.buffer.pack(codes.joined(separator: " ")) }
  mutating func put(integer: Int64) { bytes.buffer.pack(integer) }
  mutating func put(id: Int64) { bytes.buffer.pack(id) }
  mutating func put(flag: Bool) { bytes.buffer.pack(Int64(flag ? 1 : 0)) }
  mutating func put(late: LateFlag) { bytes.buffer.pack(late: late.mark) }

  mutating func put(counts: [(code: String, count: Int)]) {
    bytes.buffer.pack(counts.map { "\($0.code)=\($0.count)" }.joined(separator: " "))
  }

  /// The nearest number to the decimal that other formats write, since both parts are exact.
  mutating func put(units: Int64, places: Int) {
    bytes.buffer.pack(Double(units) / decimalPowers[places])
  }

  mutating func put(time: Timestamp) {
    bytes.buffer.packText(ofLength: 24)
    bytes.time(time)
  }

  mutating func put(local time: ZonedTime) {
    bytes.buffer.packText(ofLength: 29)
    bytes.time(time)
  }
}

extension ByteWriter {
  /// What is before the cells of a row.
  mutating func beginPackedRow<Row: ReportRow>(_ row: Row, layer: Int) {
    buffer.beginPackedRow(layer: layer)
    switch Row.shape == nil ? .none : row.geometry {
    case .point(let place?): buffer.packGeometry(point: place)
    case .lines(let lines) where !lines.isEmpty: buffer.packGeometry(lines: lines)
    case .point, .lines: buffer.packNoGeometry()
    }
  }
}

extension GeometryShape {
  var ofLayer: LayerSchema.Shape {
    switch self {
    case .point: .point
    case .lines: .lines
    case .any: .any
    }
  }
}

extension ColumnSchema {
  /// The column in a GeoPackage.
  var ofLayer: LayerSchema.Column {
    LayerSchema.Column(name, type.ofLayer, unit.map { "\(meaning) Unit: \($0)." } ?? meaning)
  }
}

extension ColumnType {
  fileprivate var ofLayer: LayerSchema.Column.Kind {
    switch self {
    case .text, .code, .codes, .counts, .localTime: .text
    case .integer, .id: .integer
    case .latitude, .longitude, .decimal: .real
    case .time: .time
    case .flag: .flag
    }
  }
}
