internal import Storage

/// The offsets of one field's text within the bytes it was split from, quotes left out.
struct CSVField: BitwiseCopyable {
  var begin: Int32 = 0
  var end: Int32 = 0
  /// Whether `""` stands for a quote somewhere in it.
  var hasEscapes = false

  var range: Range<Int> { Int(begin)..<Int(end) }
}

/// One record split into the fields of the columns that are wanted.
struct CSVRecord: BitwiseCopyable {
  /// By the raw position of ``CSVColumn`` in `allCases`.
  var fields = InlineArray<8, CSVField>(repeating: CSVField())
  /// How many fields the record has.
  var fieldCount = 0
  /// Whether the last field is empty.
  var endsEmpty = false
  /// The offset behind the record and its line end.
  var end = 0
  /// Line ends within quotes.
  var innerLines = 0
  /// Whether a quote is not closed, or text follows a closing one.
  var isBroken = false
}

/// Splits records per RFC 4180, with blanks around fields dropped.
struct CSVSplitter {
  let dialect: CSVDialect
  /// For each column of the file the position in ``CSVRecord/fields``, or ``unwanted``.
  let places: [UInt8]
  static let unwanted: UInt8 = 255

  /// Splits the record that begins at `start`.
  ///
  /// The record is filled in place: returning its 130 bytes cost 15 % of all reading time.
  ///
  /// - Parameter isLast: whether nothing follows `bytes`, so that a record may end with them.
  /// - Returns: whether the record is complete; `false` where it goes on behind `bytes`.
  func split(_ bytes: Span<UInt8>, from start: Int, isLast: Bool, into record: inout CSVRecord) -> Bool {
    record = CSVRecord()
    var position = start
    while true {
      var field = CSVField()
      guard let stop = scanField(in: bytes, from: position, into: &field, &record), isLast || stop < bytes.count else {
        return false
      }
      put(field, into: &record)
      guard stop < bytes.count, bytes[stop] == dialect.delimiter else {
        record.end = min(stop + 1, bytes.count)
        record.endsEmpty = field.begin == field.end
        return true
      }
      position = stop + 1
    }
  }

  private func put(_ field: CSVField, into record: inout CSVRecord) {
    if record.fieldCount < places.count {
      let place = places[record.fieldCount]
      if place != Self.unwanted { record.fields[Int(place)] = field }
    }
    record.fieldCount += 1
  }

  /// Returns the offset of the delimiter or line end behind the field, or of the end of `bytes`.
  @inline(__always)
  private func scanField(
    in bytes: Span<UInt8>, from start: Int, into field: inout CSVField, _ record: inout CSVRecord
  ) -> Int? {
    var begin = start
    while begin < bytes.count, bytes[begin] == 0x20 { begin += 1 }
    if begin < bytes.count, bytes[begin] == 0x22 { return scanQuoted(in: bytes, from: begin, into: &field, &record) }
    let position = bytes.firstOffset(of: dialect.delimiter, or: dialect.lineEnd, from: begin)
    var end = position
    while end > begin, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x0D { end -= 1 }
    field.begin = Int32(truncatingIfNeeded: begin)
    field.end = Int32(truncatingIfNeeded: end)
    return position
  }

  private func scanQuoted(
    in bytes: Span<UInt8>, from quote: Int, into field: inout CSVField, _ record: inout CSVRecord
  ) -> Int? {
    var position = quote + 1
    while position < bytes.count {
      if bytes[position] == dialect.lineEnd { record.innerLines += 1 }
      if bytes[position] == 0x22 {
        guard position + 1 < bytes.count, bytes[position + 1] == 0x22 else { break }
        field.hasEscapes = true
        position += 1
      }
      position += 1
    }
    field.begin = Int32(truncatingIfNeeded: quote + 1)
    field.end = Int32(truncatingIfNeeded: position)
    guard position < bytes.count else {
      record.isBroken = true
      return bytes.count
    }
    return skipBehindQuote(in: bytes, from: position + 1, &record)
  }

  private func skipBehindQuote(in bytes: Span<UInt8>, from start: Int, _ record: inout CSVRecord) -> Int {
    var position = start
    while position < bytes.count, bytes[position] != dialect.delimiter, bytes[position] != dialect.lineEnd {
      if bytes[position] != 0x20 && bytes[position] != 0x0D { record.isBroken = true }
      position += 1
    }
    return position
  }
}

extension CSVSplitter {
  /// Every field of the one record that `bytes` holds, for headers and messages.
  static func texts(of bytes: [UInt8], _ dialect: CSVDialect) -> [String] {
    var record = CSVRecord()
    return texts(of: bytes, dialect, &record)
  }

  /// The same; `nil` where quotes are broken.
  static func wholeTexts(of bytes: [UInt8], _ dialect: CSVDialect) -> [String]? {
    var record = CSVRecord()
    let texts = texts(of: bytes, dialect, &record)
    return record.isBroken ? nil : texts
  }

  private static func texts(of bytes: [UInt8], _ dialect: CSVDialect, _ record: inout CSVRecord) -> [String] {
    let splitter = CSVSplitter(dialect: dialect, places: [])
    var texts: [String] = []
    var position = 0
    while true {
      var field = CSVField()
      let stop = splitter.scanField(in: bytes.span, from: position, into: &field, &record) ?? bytes.count
      texts.append(String(decoding: text(of: field, in: bytes.span), as: UTF8.self))
      guard stop < bytes.count, bytes[stop] == dialect.delimiter else { return texts }
      position = stop + 1
    }
  }

  /// The bytes of a field, with `""` undone.
  static func text(of field: CSVField, in bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var position = Int(field.begin)
    while position < Int(field.end) {
      text.append(bytes[position])
      position += field.hasEscapes && bytes[position] == 0x22 ? 2 : 1
    }
    return text
  }
}
