internal import SQLite

/// Inserts the rows of one layer, and into its spatial index.
final class LayerWriter {
  let schema: LayerSchema
  private let rows: Statement
  private let index: PackedIndex?
  private var rowCount: Int64 = 0
  private(set) var bounds: LayerBounds?
  /// The columns with values that are known when the file is finished.
  private(set) var lateColumns: Set<Int> = []

  init(_ schema: LayerSchema, in database: Database) throws {
    self.schema = schema
    let places = (schema.shape == nil ? 1 : 2) + schema.columns.count
    let marks = Array(repeating: "?", count: places).joined(separator: ", ")
    rows = try database.statement("INSERT INTO \"\(schema.name)\" VALUES (\(marks))")
    index = schema.shape == nil ? nil : try PackedIndex(Standard.index(of: schema.name), in: database)
  }

  /// Inserts the row whose layer number has been read.
  func insert(_ row: inout PackedReader) throws {
    rowCount += 1
    try rows.bind(rowCount, at: 1)
    let size = row.length()
    if schema.shape != nil { try takeGeometry(of: size, from: &row) }
    let first = schema.shape == nil ? 2 : 3
    for column in schema.columns.indices { try take(&row, column: column, at: first + column) }
    try rows.run()
  }

  private func takeGeometry(of size: Int, from row: inout PackedReader) throws {
    guard size > 0 else { return try rows.bindNull(at: 2) }
    let bounds = LayerBounds(ofGeometry: size, in: row)
    try unsafe rows.bind(blob: row.content(size), at: 2)
    self.bounds = self.bounds.map { $0.union(bounds) } ?? bounds
    try index?.append(row: rowCount, bounds)
  }

  /// Completes the spatial index.
  func finishIndex() throws { try index?.finish() }

  private func take(_ row: inout PackedReader, column: Int, at place: Int) throws {
    switch CellTag(rawValue: row.byte()) {
    case .null: try rows.bindNull(at: place)
    case .integer: try rows.bind(row.integer(), at: place)
    case .real: try rows.bind(row.real(), at: place)
    case .text: try unsafe rows.bind(text: row.content(row.length()), at: place)
    case .late:
      lateColumns.insert(column)
      try rows.bind(row.integer(), at: place)
    case nil: preconditionFailure("a cell of no kind")
    }
  }
}

/// The smallest box around some geometries, in degrees.
struct LayerBounds {
  let west, east, south, north: Double

  init(west: Double, east: Double, south: Double, north: Double) {
    (self.west, self.east, self.south, self.north) = (west, east, south, north)
  }

  /// The box around the geometry that comes next.
  init(ofGeometry size: Int, in row: PackedReader) {
    if size == GeometryBlob.pointSize {
      let (x, y) = (row.real(ahead: GeometryBlob.pointOffset), row.real(ahead: GeometryBlob.pointOffset + 8))
      self.init(west: x, east: x, south: y, north: y)
    } else {
      let bounds = (0..<4).map { row.real(ahead: GeometryBlob.envelopeOffset + 8 * $0) }
      self.init(west: bounds[0], east: bounds[1], south: bounds[2], north: bounds[3])
    }
  }

  func union(_ other: LayerBounds) -> LayerBounds {
    LayerBounds(
      west: min(west, other.west), east: max(east, other.east), south: min(south, other.south),
      north: max(north, other.north))
  }
}
