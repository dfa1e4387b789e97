/// The offsets of one field's text within the bytes it was split from, without quotes.
@usableFromInline package struct CSVField: BitwiseCopyable, Sendable {
  @usableFromInline package var begin: Int32 = 0
  @usableFromInline package var end: Int32 = 0
  /// Whether it contains `""`, an escaped quote.
  @usableFromInline package var hasEscapes = false

  @inlinable package init() {}

  @inlinable package var range: Range<Int> { Int(begin)..<Int(end) }
  @inlinable package var isEmpty: Bool { begin == end }

  /// The bytes of the field, with `""` replaced by `"`.
  package func text(in bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var position = Int(begin)
    while position < Int(end) {
      text.append(bytes[position])
      position += hasEscapes && bytes[position] == 0x22 ? 2 : 1
    }
    return text
  }
}

/// Takes the fields of a record from a splitter, one after the other.
@usableFromInline package protocol CSVFields: ~Copyable {
  mutating func removeAll()
  /// Takes field number `column`, from 0.
  mutating func put(_ field: CSVField, at column: Int)
}

/// Every field of a record.
@usableFromInline package struct AllFields: CSVFields {
  @usableFromInline package private(set) var list: [CSVField] = []

  package init() {}

  @usableFromInline package mutating func removeAll() { list.removeAll(keepingCapacity: true) }
  @usableFromInline package mutating func put(_ field: CSVField, at column: Int) { list.append(field) }
}
