internal import Moments
internal import Records
internal import Storage

/// The first records of a CSV file, each as the texts of its fields.
struct CSVSample {
  let dialect: CSVDialect
  let timeFormat: TimeFormat
  /// With the header if there is one.
  var records: [[String]]

  /// The values of a column that are not empty, without the header.
  func values(of column: Int, afterHeader: Bool) -> ColumnValues {
    let texts = records.dropFirst(afterHeader ? 1 : 0).compactMap { record in
      record.indices.contains(column) && !record[column].isEmpty ? record[column] : nil
    }
    return ColumnValues(texts, numbers: texts.map(number), self)
  }

  func number(_ text: String) -> ScannedDecimal? {
    let bytes = Array(text.utf8)
    var cursor = ByteCursor(bytes.span)
    return cursor.wholeNumber(dialect.numberStyle)
  }

  func isTime(_ text: String) -> Bool { looksLikeTime(text, as: timeFormat) }

  /// Whether a text is a time of a drive, or of the format that was stated. An order of day, month and year says nothing
  /// of numbers: `101500` is a clock and not the second day of 1970.
  func isPlausibleTime(_ text: String) -> Bool {
    switch timeFormat {
    case .automatic, .dayFirst, .monthFirst, .yearFirst: looksLikePlausibleTime(text)
    default: isTime(text)
    }
  }
}

/// What the sampled values of a column look like. Empty fields say nothing.
struct ColumnValues {
  let texts: [String]
  /// `nil` for a value that is not a number.
  private let numbers: [ScannedDecimal?]
  private let sample: CSVSample

  init(_ texts: [String], numbers: [ScannedDecimal?], _ sample: CSVSample) {
    self.texts = texts
    self.numbers = numbers
    self.sample = sample
  }

  var isEmpty: Bool { texts.isEmpty }
  var distinctCount: Int { Set(texts).count }

  /// The values as numbers if all of them are.
  var decimals: [ScannedDecimal]? {
    let known = numbers.compactMap(\.self)
    return known.count == texts.count && !known.isEmpty ? known : nil
  }

  /// Whether all are numbers and some have decimals. Whole numbers that a spreadsheet wrote as `7.0` are ids.
  var areMeasured: Bool { decimals?.contains { $0.exponent < 0 && $0.value != $0.value.rounded() } ?? false }

  /// The first number that a spreadsheet has cut to a few digits: `3.56E+14`.
  var abridged: String? {
    texts.first { text in
      let parts = text.uppercased().split(separator: "E", maxSplits: 1)
      return parts.count == 2 && parts[0].allSatisfy { $0.isNumber || ".,".contains($0) } && parts[1].first == "+"
        && parts[1].dropFirst().allSatisfy(\.isNumber)
    }
  }

  /// Whether all are courses that change as they do on a drive.
  var lookLikeHeadings: Bool {
    guard let decimals, decimals.allSatisfy({ (0...360).contains($0.value) }) else { return false }
    return texts.count >= 5 && 2 * distinctCount > texts.count
  }

  /// Whether all are numbers that grow as an odometer does.
  var lookLikeOdometer: Bool {
    guard let values = decimals?.map(\.value), values.count >= 5, 2 * distinctCount > texts.count else { return false }
    return zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// The share of values that a rule accepts; 0 without values.
  func share(_ isFit: (String) -> Bool) -> Double {
    isEmpty ? 0 : Double(texts.count(where: isFit)) / Double(texts.count)
  }

  var shareOfTimes: Double { share(sample.isPlausibleTime) }
  var shareOfClocks: Double { share { looksLikeTime("2000-01-01T" + $0) } }
  var shareOfDates: Double { share { looksLikeTime($0 + " 00:00:00") } }

  /// The share of numbers of a magnitude within ± `limit`.
  func shareWithin(_ limit: Double) -> Double {
    let fit = numbers.count { $0.map { abs($0.value) <= limit } ?? false }
    return isEmpty ? 0 : Double(fit) / Double(texts.count)
  }
}
