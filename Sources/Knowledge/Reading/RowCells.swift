internal import Moments
internal import Records
internal import Storage

/// The texts of the wanted columns of one row, whatever the format of its file.
///
/// A null, an empty text and a column that the file does not have are the same: empty. The memory is used again for the
/// next row, so nothing is allocated per row.
struct RowCells {
  private var bytes: [UInt8] = []
  /// The end of each column's text in `bytes`.
  private var ends: [Int] = []

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Appends the text of the next column.
  mutating func append(_ text: ArraySlice<UInt8>) {
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
  }

  mutating func append(_ text: borrowing Span<UInt8>) {
    for index in text.indices { bytes.append(text[index]) }
    ends.append(bytes.count)
  }

  mutating func append(_ text: String?) {
    if let text { bytes.append(contentsOf: text.utf8) }
    ends.append(bytes.count)
  }
}

// MARK: - Values

extension RowCells {
  private func range(_ column: Int) -> Range<Int> { (column > 0 ? ends[column - 1] : 0)..<ends[column] }

  func isEmpty(_ column: Int) -> Bool { range(column).isEmpty }

  func text(_ column: Int) -> String { String(decoding: bytes[range(column)], as: UTF8.self) }

  func text(_ column: Int, is other: String) -> Bool { bytes[range(column)].elementsEqual(other.utf8) }

  /// Whether a column is the same in another row.
  func agrees(in column: Int, with other: RowCells, in otherColumn: Int) -> Bool {
    bytes[range(column)] == other.bytes[other.range(otherColumn)]
  }

  /// A whole number; `nil` if the text is not one.
  func integer(_ column: Int) -> Int64? {
    var cursor = ByteCursor(bytes.span, in: range(column))
    return cursor.wholeInteger()
  }

  /// A decimal times 10^`places`, rounded to a whole number that fits in 32 bits; `nil` if the text is not one.
  func scaled(_ column: Int, places: Int) -> Int32? {
    var cursor = ByteCursor(bytes.span, in: range(column))
    guard let number = cursor.decimal(), cursor.isAtEnd, let units = number.rounded(scaledBy: places) else {
      return nil
    }
    return Int32(exactly: units)
  }

  /// In milliseconds since 1970; `nil` if the text is not a time.
  func time(_ column: Int) -> Int64? {
    parseTime(ByteCursor(bytes.span, in: range(column)))?.millisecondsSince1970
  }

  /// `true`, `false`, `1` or `0`.
  func flag(_ column: Int) -> Bool? {
    if text(column, is: "false") || text(column, is: "0") { return false }
    if text(column, is: "true") || text(column, is: "1") { return true }
    return nil
  }
}
