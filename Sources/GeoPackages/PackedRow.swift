package import Geodesy
package import Storage

// Rows on their way from the workers that compute them to the one writer that binds them to statements. A row is
//
//     layer     1 byte
//     geometry  4 bytes of length, 0 for none, then GeoPackageBinary
//     cells     for each column of the layer: a tag of 1 byte, then its value
//
// Numbers have their lowest byte first.

/// What follows the tag of a cell.
enum CellTag: UInt8 {
  case null
  /// 8 bytes.
  case integer, real
  /// 4 bytes of length, then UTF-8.
  case text
  /// 8 bytes: a value that is known when the file is finished.
  case late
}

extension ByteBuffer {
  /// Begins a row; its cells follow.
  package mutating func beginPackedRow(layer: Int) { append(UInt8(layer)) }

  /// The geometry of a layer without geometry, or none.
  package mutating func packNoGeometry() { append(0, count: 4) }

  package mutating func packGeometry(point: Place) {
    append(UInt64(GeometryBlob.pointSize), count: 4)
    GeometryBlob.append(point: point, to: &self)
  }

  /// - Precondition: each line has two places or more.
  package mutating func packGeometry(lines: [[Place]]) {
    append(UInt64(GeometryBlob.size(ofLines: lines)), count: 4)
    GeometryBlob.append(lines: lines, to: &self)
  }

  package mutating func packNull() { append(CellTag.null.rawValue) }

  package mutating func pack(_ value: Int64) {
    append(CellTag.integer.rawValue)
    append(UInt64(bitPattern: value), count: 8)
  }

  package mutating func pack(_ value: Double) {
    append(CellTag.real.rawValue)
    append(value.bitPattern, count: 8)
  }

  package mutating func pack(_ text: String) {
    append(CellTag.text.rawValue)
    append(UInt64(text.utf8.count), count: 4)
    append(text)
  }

  package mutating func pack(_ text: Span<UInt8>) {
    append(CellTag.text.rawValue)
    append(UInt64(text.count), count: 4)
    append(text)
  }

  /// Begins an ASCII text of known length; the text follows.
  package mutating func packText(ofLength count: Int) {
    append(CellTag.text.rawValue)
    append(UInt64(count), count: 4)
  }

  package mutating func pack(late mark: Int64) {
    append(CellTag.late.rawValue)
    append(UInt64(bitPattern: mark), count: 8)
  }
}
