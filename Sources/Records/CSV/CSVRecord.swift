/// One record of CSV, split into fields. It is filled in place and lent, not copied: it is as large as its fields.
@usableFromInline package struct CSVRecord<Fields: CSVFields & ~Copyable>: ~Copyable {
  @usableFromInline package var fields: Fields
  /// The number of fields in the record.
  @usableFromInline package var fieldCount = 0
  /// Whether the last field is empty.
  @usableFromInline package var endsEmpty = false
  /// The offset after the record and its line end.
  @usableFromInline package var end = 0
  /// Line ends within quotes.
  @usableFromInline package var innerLines = 0
  /// Whether a quote is not closed, or text follows a closing quote.
  @usableFromInline package var isBroken = false
  /// Whether the line is too long to be read and continues after `end`.
  @usableFromInline package var isCut = false

  @inlinable package init(_ fields: consuming Fields) { self.fields = fields }

  /// An empty line is not a record.
  @inlinable package var isEmptyLine: Bool { fieldCount == 1 && endsEmpty && !isBroken }

  @inlinable @inline(__always)
  mutating func reset() {
    fields.removeAll()
    fieldCount = 0
    endsEmpty = false
    end = 0
    innerLines = 0
    isBroken = false
    isCut = false
  }
}

extension CSVRecord: Copyable where Fields: Copyable {}
extension CSVRecord: Sendable where Fields: Sendable & ~Copyable {}

/// Why a record cannot be used, regardless of its fields.
package enum CSVFlaw: Equatable, Sendable {
  case brokenQuote
  case tooLong
  case fieldCount(Int, expected: Int)
}

extension CSVFlaw: CustomStringConvertible {
  /// A clause.
  package var description: String {
    switch self {
    case .brokenQuote: "a quoted field is not closed or has text behind its quote"
    case .tooLong: "the line is longer than \(CSVSplitter.longestRecord) bytes"
    case .fieldCount(let count, let expected):
      "the row has \(count) \(count == 1 ? "field" : "fields"), expected \(expected)"
    }
  }
}
