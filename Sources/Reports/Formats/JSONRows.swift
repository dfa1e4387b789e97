internal import Moments
internal import Records
internal import Storage

/// Rows as JSON objects.
struct JSONRows: ~Copyable {
  var bytes: ByteWriter
  private(set) var rowCount = 0
  private var form: JSONForm
  /// The beginning of every row, which is equal for a whole trip.
  private var identity: [UInt8]
  private let separator: ShortWord
  private let terminator: ShortWord
  /// What ends a row: the closing of its form and the terminator.
  private var ending: ShortWord

  /// - Parameters:
  ///   - identity: the beginning of every row.
  ///   - separator: the text between two rows.
  ///   - terminator: the text after every row.
  init(
    _ form: JSONForm, identity: [UInt8] = [], separator: ShortWord = .none, terminator: ShortWord = .none,
    bytes: consuming ByteWriter = ByteWriter()
  ) {
    self.form = form
    self.identity = identity
    self.separator = separator
    self.terminator = terminator
    ending = form.closing + terminator
    self.bytes = bytes
  }

  /// Begins the rows of another table.
  mutating func beginTable(_ form: JSONForm, identity: [UInt8] = []) {
    self.form = form
    self.identity = identity
    ending = form.closing + terminator
    rowCount = 0
  }

  mutating func write(_ cells: inout Cells) {
    if rowCount > 0 { bytes.word(separator) }
    rowCount += 1
    if !identity.isEmpty { bytes.bytes(identity) }
    bytes.put(form, &cells)
    bytes.word(ending)
  }

  /// Writes all fields without what ends the object.
  mutating func putFields(_ cells: inout Cells) { bytes.put(form, &cells) }
}

// Functions of the bytes and not of the rows, which would hold the form while they change.
extension ByteWriter {
  /// All fields of a row.
  @inline(never)
  fileprivate mutating func put(_ form: JSONForm, _ cells: inout Cells) {
    let list = form.fields
    let fields = list.span
    for index in fields.indices {
      let field = fields[index]
      var lead = field.lead
      if lead.isLonger {
        form.putLead(of: field, into: &self)
        lead = .none
      }
      let value = cells.numbers[field.column.cell]
      if value == Cells.null {
        word(.null, after: lead)
      } else {
        put(value, after: lead, field.column, form.columns, &cells)
      }
    }
  }

  @inline(__always)
  private mutating func put(
    _ value: Int64, after lead: FixedText, _ column: WrittenColumn, _ columns: WrittenColumns, _ cells: inout Cells
  ) {
    switch column.form {
    case .integer: integer(value, after: lead)
    case .id where value.magnitude <= 1 << 53: integer(value, after: lead)
    case .decimal1: decimal1(value, after: lead)
    case .decimal2: decimal2(value, after: lead)
    case .decimal3: decimal3(value, after: lead)
    case .decimal4: decimal4(value, after: lead)
    case .decimal6: decimal6(value, after: lead)
    case .decimal7: decimal7(value, after: lead)
    case .flag where value >= 0: word(value == 0 ? .false : .true, after: lead)
    case .text, .code, .words, .counts, .id, .time, .localTime, .flag:
      text(lead)
      putLonger(value, column, columns, &cells)
    }
  }

  /// Values that are no short numbers or flags.
  @inline(__always)
  private mutating func putLonger(
    _ value: Int64, _ column: WrittenColumn, _ columns: WrittenColumns, _ cells: inout Cells
  ) {
    switch column.form {
    case .text: jsonString(cells.text(value))
    case .code: columns.quotedWords.put(column.firstWord + Int(value), into: &self)
    case .words: jsonWords(cells.text(value))
    case .counts: jsonCounts(cells.text(value))
    case .time: quotedTime(Timestamp(millisecondsSince1970: value))
    case .localTime:
      byte(UInt8(ascii: "\""))
      time(ZonedTime(cell: value))
      byte(UInt8(ascii: "\""))
    case .flag: flag(value)
    default: jsonID(value)
    }
  }
}

extension ByteWriter {
  /// An id: a number if every reader keeps it exact, otherwise a string.
  ///
  /// - Source: RFC 8259 §6: readers may store numbers as IEEE 754 doubles, whose integers are exact to 2⁵³.
  mutating func jsonID(_ id: Int64) {
    guard id.magnitude > 1 << 53 else { return integer(id) }
    byte(UInt8(ascii: "\""))
    integer(id)
    byte(UInt8(ascii: "\""))
  }

  /// A list of words that are separated by spaces.
  fileprivate mutating func jsonWords(_ words: Span<UInt8>) {
    byte(UInt8(ascii: "["))
    if !words.isEmpty { byte(UInt8(ascii: "\"")) }
    for index in words.indices {
      if words[index] == UInt8(ascii: " ") { text("\",\"") } else { byte(words[index]) }
    }
    if !words.isEmpty { byte(UInt8(ascii: "\"")) }
    byte(UInt8(ascii: "]"))
  }

  /// An object of `word=number`s that are separated by spaces.
  fileprivate mutating func jsonCounts(_ counts: Span<UInt8>) {
    byte(UInt8(ascii: "{"))
    if !counts.isEmpty { byte(UInt8(ascii: "\"")) }
    for index in counts.indices {
      switch counts[index] {
      case UInt8(ascii: " "): text(",\"")
      case UInt8(ascii: "="): text("\":")
      default: byte(counts[index])
      }
    }
    byte(UInt8(ascii: "}"))
  }
}
