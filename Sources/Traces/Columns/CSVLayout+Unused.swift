internal import Records

extension CSVLayout {
  /// The layout with the columns that are not used although they might change what the others mean: their names have a
  /// word such as `speed`, `valid` or `zone`, and their values vary.
  ///
  /// - Parameter table: from the header or the first row on.
  func notingDoubtfulColumns(in table: [UInt8]) -> CSVLayout {
    guard let header else { return self }
    let used = Set(columns.values).union(flags.map(\.column)).union(kept)
    let doubtful = header.indices.filter { index in
      !used.contains(index) && !Self.telling.isDisjoint(with: HeaderName.words(of: header[index]))
    }
    guard !doubtful.isEmpty else { return self }
    let values = TableValues(table, self)
    var layout = self
    layout.doubtful = doubtful.filter { Set(values.texts(at: $0)).count > 1 }
    return layout
  }

  /// Whole words of a name: `provider` has no `id`.
  private static let telling: Set<String> = [
    "speed", "heading", "course", "bearing", "valid", "validity", "fix", "sat", "sats", "satellites", "dop", "hdop",
    "pdop",
    "mock", "mocked", "status", "zone", "timezone", "offset", "time", "timestamp", "date", "unit", "units", "id",
  ]

  /// The names of the columns in ``doubtful``.
  package var doubtfulColumns: [String] { doubtful.compactMap { header?[$0] } }
}
