internal import Records

/// The fields of one record that are wanted, by the raw position of ``CSVColumn`` in `allCases`; fields of flags come
/// from ``firstFlag`` on.
struct WantedFields: CSVFields, ~Copyable {
  /// For each column of the file the position in `fields`, or ``unwanted``.
  private let places: [UInt8]
  private var fields = InlineArray<18, CSVField>(repeating: CSVField())
  private static let unwanted: UInt8 = 255
  /// The place of `valid`, which the layout keeps as a flag.
  static let firstFlag = 13
  /// The place of the column that says whether a row is a fix.
  static let rowChoice = 17

  init(_ layout: CSVLayout) {
    var places = [UInt8](repeating: Self.unwanted, count: layout.columnCount)
    for (place, column) in CSVColumn.allCases.enumerated() {
      if let index = layout.columns[column], index < layout.columnCount { places[index] = UInt8(place) }
    }
    for (place, flag) in layout.flags.enumerated() { places[flag.column] = UInt8(Self.firstFlag + place) }
    if let choice = layout.rowChoice, places[choice.column] == Self.unwanted {
      places[choice.column] = UInt8(Self.rowChoice)
    }
    self.places = places
  }

  /// Where a record has the field of the column that says whether it is a fix; that column may mean something else, too.
  static func placeOfRowChoice(in layout: CSVLayout) -> Int {
    guard let choice = layout.rowChoice else { return rowChoice }
    if let flag = layout.flags.firstIndex(where: { $0.column == choice.column }) { return firstFlag + flag }
    return CSVColumn.allCases.firstIndex { layout.columns[$0] == choice.column } ?? rowChoice
  }

  subscript(place: Int) -> CSVField { fields[place] }

  @inline(__always)
  mutating func removeAll() { fields = InlineArray(repeating: CSVField()) }

  @inline(__always)
  mutating func put(_ field: CSVField, at column: Int) {
    guard column < places.count, places[column] != Self.unwanted else { return }
    fields[Int(places[column])] = field
  }
}

typealias TraceRecord = CSVRecord<WantedFields>
