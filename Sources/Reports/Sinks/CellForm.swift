internal import Detection
internal import Moments
internal import Records

/// What the number in a cell means.
enum CellForm: UInt8 {
  /// The place of a text in the buffer of the row: its start × 2³² plus its length.
  case text
  /// The same for words with spaces between them, and for `word=number`s.
  case words, counts
  /// The number of a word in the list of its column.
  case code
  case integer, id
  /// Units of 10^−places.
  case decimal1, decimal2, decimal3, decimal4, decimal6, decimal7
  /// Milliseconds since 1970.
  case time
  /// The same × 2¹², and the offset in minutes + 2¹¹.
  case localTime
  /// 0 or 1, or the mark of a ``LateFlag``.
  case flag

  init(_ type: ColumnType) {
    switch type {
    case .text: self = .text
    case .code: self = .code
    case .codes: self = .words
    case .counts: self = .counts
    case .integer: self = .integer
    case .id: self = .id
    case .latitude, .longitude: self = .decimal7
    case .decimal(_, let places): self = Self.decimal(places)
    case .time: self = .time
    case .localTime: self = .localTime
    case .flag: self = .flag
    }
  }

  /// The number of decimals; 0 for all else.
  var places: Int {
    switch self {
    case .decimal1: 1
    case .decimal2: 2
    case .decimal3: 3
    case .decimal4: 4
    case .decimal6: 6
    case .decimal7: 7
    default: 0
    }
  }

  private static func decimal(_ places: Int) -> CellForm {
    switch places {
    case 1: .decimal1
    case 2: .decimal2
    case 3: .decimal3
    case 4: .decimal4
    case 6: .decimal6
    case 7: .decimal7
    default: preconditionFailure("no column has \(places) decimals")
    }
  }
}

/// A column of a table as formats write it.
struct WrittenColumn: BitwiseCopyable {
  /// The number of its cell.
  let cell: Int
  let form: CellForm
  /// The index of its first word among the words of all columns.
  let firstWord: Int
}

/// Columns of a table as formats write them, one after another.
///
/// A class, since copying this many arrays for each row would cost more than a cell.
final class WrittenColumns: Sendable {
  let columns: [WrittenColumn]
  let words: [String]
  /// The words as they are, and in quotes.
  let plainWords: FixedTexts
  let quotedWords: FixedTexts

  /// - Parameter cells: for each column the number of its cell.
  init(_ schemas: [ColumnSchema], in cells: [Int]) {
    var columns: [WrittenColumn] = []
    var words: [String] = []
    for (schema, cell) in zip(schemas, cells) {
      columns.append(WrittenColumn(cell: cell, form: CellForm(schema.type), firstWord: words.count))
      if case .code(let codes) = schema.type { words += codes }
    }
    self.columns = columns
    self.words = words
    plainWords = FixedTexts(words)
    quotedWords = FixedTexts(words.map { "\"\($0)\"" })
  }

  /// All columns of a row after its identity.
  convenience init(_ schemas: [ColumnSchema]) {
    self.init(schemas, in: schemas.indices.map { Cells.identityCount + $0 })
  }

  static let none = WrittenColumns([])
}

// MARK: - Numbers in the forms of the program

extension ZonedTime {
  /// The number of a cell.
  var cell: Int64 { moment.millisecondsSince1970 << 12 | Int64(offsetInMinutes + 2048) }

  init(cell: Int64) {
    self.init(
      moment: Timestamp(millisecondsSince1970: cell >> 12), offsetInMinutes: Int(cell & 0xFFF) - 2048)
  }
}

extension ByteWriter {
  // One function for each number of decimals: equal calls in the arms of a `switch` are merged into one call with a
  // variable number, which costs some 80 instructions more.

  @inline(__always) mutating func decimal1(_ units: Int64) { fixed(units, places: 1) }
  @inline(__always) mutating func decimal2(_ units: Int64) { fixed(units, places: 2) }
  @inline(__always) mutating func decimal3(_ units: Int64) { fixed(units, places: 3) }
  @inline(__always) mutating func decimal4(_ units: Int64) { fixed(units, places: 4) }
  @inline(__always) mutating func decimal6(_ units: Int64) { fixed(units, places: 6) }
  @inline(__always) mutating func decimal7(_ units: Int64) { fixed(units, places: 7) }

  @inline(__always)
  mutating func decimal1(_ units: Int64, after lead: FixedText) { fixed(units, places: 1, after: lead) }

  @inline(__always)
  mutating func decimal2(_ units: Int64, after lead: FixedText) { fixed(units, places: 2, after: lead) }

  @inline(__always)
  mutating func decimal3(_ units: Int64, after lead: FixedText) { fixed(units, places: 3, after: lead) }

  @inline(__always)
  mutating func decimal4(_ units: Int64, after lead: FixedText) { fixed(units, places: 4, after: lead) }

  @inline(__always)
  mutating func decimal6(_ units: Int64, after lead: FixedText) { fixed(units, places: 6, after: lead) }

  @inline(__always)
  mutating func decimal7(_ units: Int64, after lead: FixedText) { fixed(units, places: 7, after: lead) }

  /// A flag, or a placeholder for one that is known only at the end of the run.
  @inline(__always)
  mutating func flag(_ value: Int64) {
    if value >= 0 { word(value == 0 ? .false : .true) } else { bytes(LateFlag.bytes(ofMark: value)) }
  }
}
