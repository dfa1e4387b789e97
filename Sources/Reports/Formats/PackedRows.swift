internal import GeoPackages
internal import Moments
internal import Records
internal import Storage

/// Rows on their way into a GeoPackage: numbers as numbers, words as words.
struct PackedRows: ~Copyable {
  var bytes: ByteWriter
  private(set) var rowCount = 0
  private var layer = 0
  private var columns = WrittenColumns.none

  init(capacity: Int = 256) { bytes = ByteWriter(capacity: capacity) }

  /// Begins the rows of another table.
  mutating func beginTable(layer: Int, _ columns: WrittenColumns) {
    self.layer = layer
    self.columns = columns
  }

  mutating func write(_ cells: inout Cells, _ geometry: Geometry) {
    rowCount += 1
    bytes.buffer.beginPackedRow(layer: layer)
    switch geometry {
    case .point(let place?): bytes.buffer.packGeometry(point: place)
    case .lines(let lines) where !lines.isEmpty: bytes.buffer.packGeometry(lines: lines)
    case .point, .lines: bytes.buffer.packNoGeometry()
    }
    for column in columns.columns { put(column, &cells) }
  }

  private mutating func put(_ column: WrittenColumn, _ cells: inout Cells) {
    let value = cells.numbers[column.cell]
    if value == Cells.null { return bytes.buffer.packNull() }
    switch column.form {
    case .code: bytes.buffer.pack(columns.words[column.firstWord + Int(value)])
    case .text, .words, .counts: bytes.buffer.pack(cells.text(value))
    case .integer, .id: bytes.buffer.pack(value)
    case .decimal1, .decimal2, .decimal3, .decimal4, .decimal6, .decimal7:
      // The nearest number to the decimal that other formats write, since both parts are exact.
      bytes.buffer.pack(Double(value) / decimalPowers[column.form.places])
    case .time:
      bytes.buffer.packText(ofLength: 24)
      bytes.time(Timestamp(millisecondsSince1970: value))
    case .localTime:
      bytes.buffer.packText(ofLength: 29)
      bytes.time(ZonedTime(cell: value))
    case .flag:
      if value >= 0 { bytes.buffer.pack(value) } else { bytes.buffer.pack(late: value) }
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
