internal import Records

/// Says what the columns of a file with a header mean, by their names and their values.
///
/// Among the columns whose names and values both fit, the one with the most certain name is taken: a column whose
/// values are courses is not a trace, and neither is an odometer.
struct HeaderRecogniser {
  private let header: [String]
  private let names: [HeaderName]
  private let values: [ColumnValues]
  /// The columns that the user has named are there from the start.
  private(set) var columns: [CSVColumn: Int]
  /// The power of ten by which coordinates are to be multiplied, where their names say so.
  private(set) var exponent: Int?
  /// The form of courses according to the name of their column.
  private(set) var headings: HeadingForm?
  /// The unit in the name of the column of speeds.
  private(set) var speedUnit: SpeedUnit?
  /// The number of a column `id`, from 1, that is ignored because it numbers rows.
  private(set) var rowNumberColumn: Int?

  /// Gives values of a column beyond the sample.
  private let furtherValues: (Int) -> [String]

  init(
    _ header: [String], _ sample: CSVSample, chosen: [CSVColumn: Int], furtherValues: @escaping (Int) -> [String]
  ) {
    self.header = header
    self.furtherValues = furtherValues
    names = header.map(HeaderName.init)
    values = header.indices.map { sample.values(of: $0, afterHeader: true) }
    columns = chosen
    recognisePlaces()
    recogniseTimes()
    recogniseTraces()
    for column in [CSVColumn.heading, .speed, .accuracy, .hdop] {
      take(column) { $0.share(Self.beginsAsNumber) == 1 || column == .heading && $0.share(Self.isCompassPoint) == 1 }
    }
    headings = columns[.heading].flatMap { names[$0].headingForm }
    exponent = [CSVColumn.latitude, .longitude].compactMap { columns[$0].flatMap { names[$0].exponent } }.first
    takeSpeedByUnit()
    speedUnit = columns[.speed].flatMap { names[$0].speedUnit }
  }

  /// The columns that may have this meaning by their names, the most certain first.
  private func candidates(for column: CSVColumn) -> [Int] {
    let taken = Set(columns.values)
    let ranks = header.indices.compactMap { index in
      taken.contains(index) ? nil : ColumnVocabulary.rank(of: names[index], as: column).map { (index, $0) }
    }
    let isPlace = column == .latitude || column == .longitude
    return ranks.map { index, rank in (index, rank + (isPlace && isDerivedPlace(header[index]) ? 10_000 : 0)) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
  }

  /// Whether a name means a place that was computed, or is not where the vehicle was.
  private func isDerivedPlace(_ name: String) -> Bool {
    HeaderName.words(of: name).contains(where: Self.derived.contains)
  }

  private static let derived: Set<String> = [
    "matched", "snapped", "snap", "match", "corrected", "map", "road", "prev", "previous", "start", "end", "begin",
    "stop", "origin", "dest", "destination", "from", "to", "home", "cell", "tower", "network", "wifi", "target", "next",
    "phone", "site", "customer", "poi",
  ]

  /// Takes the first candidate whose values fit, or else the first one.
  private mutating func take(_ column: CSVColumn, where isFit: (ColumnValues) -> Bool) {
    guard columns[column] == nil else { return }
    let candidates = candidates(for: column)
    columns[column] = candidates.first { isFit(values[$0]) } ?? candidates.first
  }

  /// Takes the only column that has a unit of speed in its name and begins as a word for speed, if none is known.
  private mutating func takeSpeedByUnit() {
    guard columns[.speed] == nil else { return }
    let taken = Set(columns.values)
    let fit = header.indices.filter { index in
      !taken.contains(index) && names[index].speedUnit != nil && ColumnVocabulary.mayBeSpeed(names[index].word)
        && values[index].share(Self.beginsAsNumber) == 1
    }
    if fit.count == 1 { columns[.speed] = fit[0] }
  }

  private static func beginsAsNumber(_ text: String) -> Bool {
    text.first.map { $0.isNumber || "+-.,".contains($0) } ?? false
  }

  private static func isCompassPoint(_ text: String) -> Bool { CompassPoint.isPoint(text) }

  /// The column that the user named, or else the first candidate whose values fit.
  private func fitting(_ column: CSVColumn, where isFit: (Int) -> Bool) -> Int? {
    columns[column] ?? candidates(for: column).first(where: isFit)
  }

  /// Whether the column of traces holds vehicles.
  var tracesAreVehicles: Bool {
    columns[.trace].map { ColumnVocabulary.rank(of: names[$0], as: .vehicle) != nil } ?? false
  }

  var isVehicleCertain: Bool { columns[.vehicle].map { ColumnVocabulary.namesVehicle(names[$0]) } ?? false }

  // MARK: Places

  private mutating func recognisePlaces() {
    take(.latitude) { !$0.isEmpty }
    take(.longitude) { !$0.isEmpty }
    if columns[.latitude] == nil || columns[.longitude] == nil {
      columns[.position] = fitting(.position) { values[$0].share { PositionText($0) != nil } >= 0.5 }
    }
    for (column, letters) in [(CSVColumn.latitudeHemisphere, "NSns"), (.longitudeHemisphere, "EWew")] {
      columns[column] = fitting(column) { values[$0].share { $0.count == 1 && letters.contains($0) } > 0.5 }
    }
  }

  // MARK: Times

  private mutating func recogniseTimes() {
    guard columns[.time] == nil else { return }
    let candidates = candidates(for: .time)
    columns[.time] = candidates.first { values[$0].shareOfTimes >= 0.5 }
    guard columns[.time] == nil else { return }
    if let clock = candidates.first(where: { values[$0].shareOfClocks >= 0.5 }) {
      columns[.time] = clock
      columns[.date] = fitting(.date) { values[$0].shareOfDates >= 0.5 }
    }
    // Values that cannot be read are refused with their reason, row by row.
    columns[.time] = columns[.time] ?? candidates.first { !values[$0].isEmpty } ?? candidates.first
  }

  // MARK: Traces

  private mutating func recogniseTraces() {
    columns[.trace] = fitting(.trace) { !values[$0].isEmpty && !isMeasure($0) && !isRowNumber($0) }
    if columns[.trace] == nil { rowNumberColumn = candidates(for: .trace).first(where: isRowNumber).map { $0 + 1 } }
    if tracesAreVehicles { return }
    columns[.vehicle] = fitting(.vehicle) { !values[$0].isEmpty && !isMeasure($0) && $0 + 1 != rowNumberColumn }
  }

  /// Whether a column with the name of an id is a course, an odometer or another measure.
  private func isMeasure(_ index: Int) -> Bool {
    let values = values[index]
    if values.areMeasured { return true }
    switch names[index].word {
    case "track", "cap", "direction": return values.lookLikeHeadings
    case "trip", "tour", "fahrt", "journey": return values.lookLikeOdometer
    default: return false
    }
  }

  /// A column that is only called `id`, or the id of an object or record, numbers rows if it differs in every one of them.
  ///
  /// Twenty vehicles that report in turn differ in the first twenty rows as well, so all of the first rows decide.
  private func isRowNumber(_ index: Int) -> Bool {
    guard Self.isRowName(names[index]), values[index].texts.count >= 3,
      values[index].distinctCount == values[index].texts.count
    else { return false }
    let texts = furtherValues(index)
    return Set(texts).count == texts.count
  }

  private static func isRowName(_ name: HeaderName) -> Bool {
    let endings = [name.word] + name.endings
    return endings.contains { word in
      ["id", "uid", "uuid"].contains {
        word == $0 || word.hasSuffix($0) && rowSubjects.contains(word.dropLast($0.count))
      }
    }
  }

  /// What every record may be; `OBJECTID` is the number of a row in geographic databases.
  private static let rowSubjects: Set<Substring> = [
    "object", "obj", "entity", "row", "record", "event", "message", "msg", "point", "fix", "entry", "log", "ping",
    "position", "location",
  ]
}
