internal import Records

/// The values of columns in the first records of a table.
struct TableValues {
  private let records: [[String]]
  private let layout: CSVLayout

  init(_ table: [UInt8], _ layout: CSVLayout) {
    self.layout = layout
    let splitter = CSVSplitter(layout.dialect, columnCount: 0)
    let lines = table.split(separator: layout.dialect.lineEnd, maxSplits: 2001, omittingEmptySubsequences: true)
      .prefix(2001)
    let isCut = table.last != layout.dialect.lineEnd && lines.count > 2
    let complete = isCut ? lines.dropLast() : lines[...]
    records = complete.dropFirst(layout.header == nil ? 0 : 1).map { splitter.texts(of: Array($0)).texts }
  }

  func texts(in column: CSVColumn) -> [String] {
    layout.columns[column].map(texts(at:)) ?? []
  }

  /// The values of a column of the file that are not empty.
  func texts(at index: Int) -> [String] {
    records.compactMap { $0.indices.contains(index) && !$0[index].isEmpty ? $0[index] : nil }
  }

  func numbers(in column: CSVColumn) -> [Double] {
    texts(in: column).compactMap { Double($0.replacing(",", with: ".")) }
  }

  /// Whether every value has its unit.
  func haveUnits(in column: CSVColumn) -> Bool {
    Self.haveUnits(texts(in: column))
  }

  /// Whether every text is a number with a unit of speed.
  static func haveUnits(_ texts: [String]) -> Bool {
    !texts.isEmpty
      && texts.allSatisfy { text in
        let rest = text.drop { $0.isNumber || ".,+- ".contains($0) }
        return SpeedUnitWords.unit(afterNumber: String(rest)) != nil
      }
  }
}
