package import Moments

/// What is known beforehand of the files of one exporter.
///
/// A preset covers all of their columns: columns that it does not name are not read, so that nothing is guessed.
package struct TracePreset: Hashable, Sendable {
  package var name: String
  /// For each meaning the names that the column may have, the most likely first.
  package var columns: [CSVColumn: [CSVColumnChoice]] = [:]
  /// `nil` if the names or the values of columns say it.
  package var speedUnit: SpeedUnit?
  package var headings: HeadingForm?
  package var timeFormat: TimeFormat?
  /// Times without an offset are UTC, whatever the clock of the place.
  package var timesAreUniversal = false
  /// The numbers written for an unknown measure, such as a course of 511.
  package var unknown: [CSVColumn: Set<Double>] = [:]
  /// The words of ``CSVColumn/valid``; empty if the usual ones are meant.
  package var validity = RowWords()
  /// The rows that are fixes; others are skipped. `nil` if all are.
  package var rows: RowChoice?

  package init(name: String) {
    self.name = name
  }

  /// A file that lacks one of these does not belong to the preset.
  static let required: Set<CSVColumn> = [.latitude, .longitude, .position, .time, .date]

  /// The names of columns that a file may lack.
  var optionalNames: [String] {
    let columns = columns.filter { !Self.required.contains($0.key) }.sorted { $0.key.rawValue < $1.key.rawValue }
    return (columns.flatMap(\.value) + (rows.map { [$0.column] } ?? [])).compactMap(\.asName)
  }
}

/// The words by which a column accepts or refuses a row.
package struct RowWords: Hashable, Sendable {
  package var good: Set<String> = []
  package var bad: Set<String> = []

  package init(good: Set<String> = [], bad: Set<String> = []) {
    self.good = Set(good.map { FlagWord($0).text })
    self.bad = Set(bad.map { FlagWord($0).text })
  }

  package var isEmpty: Bool { good.isEmpty && bad.isEmpty }

  func refuses(_ word: FlagWord) -> Bool {
    bad.contains(word.text) || !good.isEmpty && !good.contains(word.text)
  }
}

/// The rows of a table that are fixes, by the words of one column.
package struct RowChoice: Hashable, Sendable {
  package var column: CSVColumnChoice
  package var words: RowWords

  package init(column: CSVColumnChoice, words: RowWords) {
    self.column = column
    self.words = words
  }
}

extension TraceReadingSettings {
  /// The columns by name or number: the user's choice, or else the preset's.
  func choices(of column: CSVColumn) -> [CSVColumnChoice] {
    columns.byColumn[column].map { [$0] } ?? preset?.columns[column] ?? []
  }

  /// Whether the user or the preset says which column this is.
  func isChosen(_ column: CSVColumn) -> Bool { !choices(of: column).isEmpty }

  /// The format of times that the user or else the preset states.
  var statedTimeFormat: TimeFormat {
    timeFormat == .automatic ? preset?.timeFormat ?? .automatic : timeFormat
  }

  /// How times of tables and objects are read before their values are known. Only the user's word makes ancient ones
  /// plausible.
  func timeReading(clock: LocalClock?) -> TimeReading {
    TimeReading(statedTimeFormat, clock: clock, readsAncient: timeFormat != .automatic)
  }

  /// The clock of times without an offset; `nil` for UTC.
  var clockOfTimes: LocalClock? { preset?.timesAreUniversal == true ? nil : clock }
}
