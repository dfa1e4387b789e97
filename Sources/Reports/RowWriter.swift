internal import Geodesy
internal import Moments
internal import Records

/// Writes the values of one table, row by row and column by column, in one format.
///
/// A row is ``beginRow()``, one call per column in the order of the ``TableSchema``, ``endRow()``. What cannot be
/// written (a NaN, a year of five digits) becomes a null.
protocol RowWriter: ~Copyable {
  var bytes: ByteWriter { get set }
  mutating func beginRow()
  /// Puts what stands before a value.
  mutating func beginField()
  mutating func endRow()
  mutating func putNull()
  mutating func put(text: String)
  mutating func put(id: Int64)
  mutating func put(time: Timestamp)
  mutating func put(codes: [String])
  mutating func put(counts: [(code: String, count: Int)])
}

extension RowWriter where Self: ~Copyable {
  mutating func text(_ value: String?) {
    beginField()
    if let value { put(text: value) } else { putNull() }
  }

  /// A text of which the empty one says that there is none.
  mutating func name(_ value: String) {
    text(value.isEmpty ? nil : value)
  }

  mutating func codes(_ values: [String]) {
    beginField()
    put(codes: values)
  }

  mutating func counts(_ values: [(code: String, count: Int)]) {
    beginField()
    put(counts: values)
  }

  mutating func integer(_ value: Int?) {
    beginField()
    if let value { bytes.integer(Int64(value)) } else { putNull() }
  }

  mutating func id(_ value: Int64?) {
    beginField()
    if let value { put(id: value) } else { putNull() }
  }

  /// Two columns: latitude and longitude.
  mutating func place(_ value: Place?) {
    beginField()
    if let value { bytes.fixed(Int64(value.latitudeE7), places: 7) } else { putNull() }
    beginField()
    if let value { bytes.fixed(Int64(value.longitudeE7), places: 7) } else { putNull() }
  }

  mutating func quantity(_ value: Double?, _ quantity: Quantity) {
    beginField()
    guard let value, let units = fixedPoint(value, places: quantity.places) else { return putNull() }
    bytes.fixed(units, places: quantity.places)
  }

  mutating func time(_ value: Timestamp?) {
    beginField()
    if let value, Timestamp.writable.contains(value) { put(time: value) } else { putNull() }
  }

  mutating func flag(_ value: Bool?) {
    beginField()
    switch value {
    case true?: bytes.word(.true)
    case false?: bytes.word(.false)
    case nil: putNull()
    }
  }
}
