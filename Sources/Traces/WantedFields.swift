internal import Records

/// The fields of one record that are wanted, by the raw position of ``CSVColumn`` in `allCases`; those of flags come from
/// ``firstFlag`` on.
struct WantedFields: CSVFields, ~Copyable {
  /// For each column of the file the position in `fields`, or ``unwanted``.
  private let places: [UInt8]
  private var fields = InlineArray<17, CSVField>(repeating: CSVField())
  private static let unwanted: UInt8 = 255
  /// The place of `valid`, which the layout keeps as a flag.
  static let firstFlag = 13

  init(_ layout: CSVLayout) {
    var places = [UInt8](repeating: Self.unwanted, count: layout.columnCount)
    for (place, column) in CSVColumn.allCases.enumerated() {
      if let index = layout.columns[column], index < layout.columnCount { places[index] = UInt8(place) }
    }
    for (place, flag) in layout.flags.enumerated() { places[flag.column] = UInt8(Self.firstFlag + place) }
    self.places = places
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
