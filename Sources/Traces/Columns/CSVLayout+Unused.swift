internal import Records

extension CSVLayout {
  /// The layout with the unused columns whose values vary and that might change what the others mean: by their names,
  /// because their values look like flags, or because they agree with how the vehicle moves.
  ///
  /// - Parameter table: from the header or the first row on.
  func notingDoubtfulColumns(in table: [UInt8], _ settings: TraceReadingSettings) -> CSVLayout {
    let (used, names) = (usedColumns, readableNames)
    let unused = names.indices.filter { !used.contains($0) && !names[$0].isEmpty }
    guard !unused.isEmpty else { return self }
    let values = TableValues(table, self)
    var layout = self
    layout.doubtful = unused.filter { index in
      let texts = values.texts(at: index)
      guard Set(texts).count > 1 else { return false }
      return mightMatter(names[index]) || UnknownColumn(name: names[index], texts).mayBeFlag
        || mayBeMotion(index, texts, table, settings)
    }
    return layout
  }

  /// Whether an unknown column agrees with the places as speeds or courses do, if these have no column.
  private func mayBeMotion(
    _ index: Int, _ texts: [String], _ table: [UInt8], _ settings: TraceReadingSettings
  ) -> Bool {
    let missing = [CSVColumn.speed, .heading].filter {
      columns[$0] == nil && settings.columns.byColumn[$0] != .absent
    }
    guard !missing.isEmpty, columns[.time] != nil, Set(texts).count > 2 else { return false }
    if missing.contains(.speed), TableValues.haveUnits(texts) { return true }
    if missing.contains(.heading), texts.allSatisfy({ CompassPoint.isPoint($0) }) { return true }
    guard texts.allSatisfy({ Double($0.replacing(",", with: ".")) != nil }) else { return false }
    // A field is read with one meaning, so each is tried by itself.
    return missing.contains { column in
      var layout = self
      layout.columns[column] = index
      let evidence = MotionEvidence(table, layout, settings)
      return column == .speed ? evidence.areSpeeds : evidence.areHeadings
    }
  }

  /// Whether a column of this name might change what the others mean: it has a word such as `speed`, `valid` or `zone`, or
  /// is one of the names under which such a column is known in any language.
  func mightMatter(_ name: String) -> Bool {
    let words = HeaderName.words(of: name)
    if !Self.telling.isDisjoint(with: words) || FixFlagRecogniser.isFlag(words) { return true }
    let known = HeaderName(name)
    if known.speedUnit != nil, columns[.speed] == nil { return true }
    let meanings: [CSVColumn] =
      [.latitude, .longitude, .speed, .heading, .time] + (columns[.trace] == nil ? [.trace] : [])
    return meanings.contains { ColumnVocabulary.rank(of: known, as: $0) != nil }
  }

  /// The columns that are not used and might matter.
  private var tellingColumns: [Int] {
    let (used, names) = (usedColumns, readableNames)
    return names.indices.filter { !used.contains($0) && mightMatter(names[$0]) }
  }

  /// Their names, even if all their values are equal: a stream shows only the first of them.
  var namesOfTellingColumns: [String] { tellingColumns.compactMap { header?[$0] } }

  /// Whole words of a name: `provider` has no `id`.
  private static let telling: Set<String> = [
    "speed", "velocity", "heading", "course", "bearing", "valid", "invalid", "validity", "fix", "sat", "sats",
    "satellites", "dop", "hdop", "pdop", "mock", "mocked", "outlier", "status", "zone", "timezone", "tz", "offset",
    "time",
    "timestamp", "date", "unit", "units", "id", "pace", "hemisphere", "hemi", "geschw", "vit",
  ]

  /// The columns of the file that mean something, counted from 0.
  var usedColumns: Set<Int> {
    Set(columns.values).union(flags.map(\.column)).union(kept).union(rowChoice.map { [$0.column] } ?? [])
  }

  /// The names of the columns in ``doubtful``.
  package var doubtfulColumns: [String] { doubtful.compactMap { header?[$0] } }
}
