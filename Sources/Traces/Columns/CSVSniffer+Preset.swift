internal import Records

extension CSVSniffer {
  /// Takes the columns of a preset that the user has not named.
  ///
  /// - Throws: ``CSVLayoutError`` if the file lacks a column that every file of this preset has.
  mutating func takeColumns(of preset: TracePreset, _ header: [String]) throws(CSVLayoutError) {
    let places = Self.places(of: header)
    for column in CSVColumn.allCases where settings.columns.byColumn[column] == nil {
      let names = preset.columns[column]?.compactMap(\.asName) ?? []
      let found = names.compactMap { places[Self.key($0)] }
      // In objects, some names occur in a few only.
      layout.columns[column] = found.first(where: hasValues) ?? found.first ?? layout.columns[column]
      if layout.columns[column] == nil, !names.isEmpty, TracePreset.required.contains(column) {
        throw missing(column, names, of: preset, header)
      }
    }
  }

  /// Takes the column by which a preset says which rows are fixes.
  mutating func takePresetRows(_ header: [String]) throws(CSVLayoutError) {
    guard let preset = settings.preset, let choice = preset.rows else { return }
    let index = choice.column.asNumber.map { $0 - 1 } ?? Self.places(of: header)[Self.key(choice.column.asName ?? "")]
    guard let index, index < layout.columnCount else { return }
    layout.rowChoice = FixFlag(column: index, kind: .words(choice.words))
  }

  private func missing(
    _ column: CSVColumn, _ names: [String], of preset: TracePreset, _ header: [String]
  ) -> CSVLayoutError {
    let expected = names.map { quoted($0.utf8) }.joined(separator: " or ")
    return CSVLayoutError(
      reason: .columnsUnknown,
      message: "the preset \(preset.name) looks for the \(column.meaning) in \(expected), and the columns are "
        + "\(list(header)): --columns \(column.rawValue)=NAME names another, or read the file without the preset. "
        + "The file was skipped.")
  }

  private func hasValues(_ column: Int) -> Bool { !sample.values(of: column, afterHeader: true).isEmpty }

  /// The columns by their names; of two with the same name the first.
  private static func places(of header: [String]) -> [String: Int] {
    Dictionary(header.enumerated().map { (key($1), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Names of presets are compared whatever their case and the blanks around them.
  private static func key(_ name: String) -> String {
    String(name.lowercased().drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension CSVColumn {
  /// In words.
  fileprivate var meaning: String {
    switch self {
    case .latitude: "latitude"
    case .longitude: "longitude"
    default: rawValue
    }
  }
}
