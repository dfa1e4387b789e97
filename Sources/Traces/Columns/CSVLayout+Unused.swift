internal import Records

extension CSVLayout {
  /// The layout with the columns that are not used although they might change what the others mean, and whose values
  /// vary.
  ///
  /// - Parameter table: from the header or the first row on.
  func notingDoubtfulColumns(in table: [UInt8]) -> CSVLayout {
    let columns = tellingColumns
    guard !columns.isEmpty else { return self }
    let values = TableValues(table, self)
    var layout = self
    layout.doubtful = columns.filter { Set(values.texts(at: $0)).count > 1 }
    return layout
  }

  /// Whether a column of this name might change what the others mean: it has a word such as `speed`, `valid` or `zone`, or
  /// is one of the names under which such a column is known in any language.
  func mightMatter(_ name: String) -> Bool {
    let words = HeaderName.words(of: name)
    if !Self.telling.isDisjoint(with: words) || FixFlagRecogniser.isFlag(words) { return true }
    let known = HeaderName(name)
    let meanings: [CSVColumn] = [.speed, .heading, .time] + (columns[.trace] == nil ? [.trace] : [])
    return meanings.contains { ColumnVocabulary.rank(of: known, as: $0) != nil }
  }

  /// The columns that are not used and might matter.
  private var tellingColumns: [Int] {
    let (used, names) = (usedColumns, readableNames)
    return names.indices.filter { !used.contains($0) && mightMatter(names[$0]) }
  }

  /// Their names, also of those whose values are all the same: a stream shows only the first of them.
  var namesOfTellingColumns: [String] { tellingColumns.compactMap { header?[$0] } }

  /// Whole words of a name: `provider` has no `id`.
  private static let telling: Set<String> = [
    "speed", "velocity", "heading", "course", "bearing", "valid", "invalid", "validity", "fix", "sat", "sats",
    "satellites", "dop", "hdop", "pdop", "mock", "mocked", "outlier", "status", "zone", "timezone", "tz", "offset",
    "time",
    "timestamp", "date", "unit", "units", "id",
  ]

  /// Those of the file that mean something, from 0.
  var usedColumns: Set<Int> {
    Set(columns.values).union(flags.map(\.column)).union(kept).union(rowChoice.map { [$0.column] } ?? [])
  }

  /// The names of the columns in ``doubtful``.
  package var doubtfulColumns: [String] { doubtful.compactMap { header?[$0] } }
}
