/// The values of one column of a table, as whole numbers.
///
/// Shapes, for *n* rows and *w* different words:
///
///     values    n entries: units of 10^−places, milliseconds since 1970, 0 or 1, or indices into `words`
///     words     w entries, in the order in which they occurred; empty except for ``Kind/words``
package struct CellColumn: Sendable {
  package enum Kind: Hashable, Sendable {
    case words
    case numbers(places: Int)
    case times
    case flags
  }

  package let name: String
  package let kind: Kind
  package private(set) var values: [Int64] = []
  package private(set) var words: [String] = []
  private var known: [String: Int64] = [:]

  /// The entry of a row that has no value.
  package static let null = Int64.min

  package init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  package init(_ schema: ColumnSchema) { self.init(schema.name, Kind(schema.type)) }

  /// The value of a row as a number; `nil` for none, and for words.
  package func number(_ row: Int) -> Double? {
    guard values[row] != Self.null else { return nil }
    switch kind {
    case .words: return nil
    case .numbers(let places): return Double(values[row]) / decimalPowers[places]
    case .times, .flags: return Double(values[row])
    }
  }

  /// The value of a row as a word; `nil` for none, and for anything else than words.
  package func word(_ row: Int) -> String? {
    guard kind == .words, values[row] != Self.null else { return nil }
    return words[Int(values[row])]
  }

  /// The same column with some of its rows.
  package func keeping(_ rows: [Int]) -> CellColumn {
    var column = self
    column.values = rows.map { values[$0] }
    return column
  }

  package mutating func appendNull() { values.append(Self.null) }

  /// - Parameter value: in the unit of the column.
  package mutating func append(_ value: Int64) { values.append(value) }

  package mutating func append(word: String) {
    if let number = known[word] { return values.append(number) }
    let number = Int64(words.count)
    known[word] = number
    words.append(word)
    values.append(number)
  }

  mutating func append(contentsOf column: CellColumn) {
    for value in column.values {
      if kind == .words, value != Self.null { append(word: column.words[Int(value)]) } else { append(value) }
    }
  }
}

extension CellColumn.Kind {
  package init(_ type: ColumnType) {
    switch type {
    case .text, .code, .codes, .counts, .localTime: self = .words
    case .integer, .id: self = .numbers(places: 0)
    case .latitude, .longitude: self = .numbers(places: 7)
    case .decimal(_, let places): self = .numbers(places: places)
    case .time: self = .times
    case .flag: self = .flags
    }
  }
}

let decimalPowers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7]
