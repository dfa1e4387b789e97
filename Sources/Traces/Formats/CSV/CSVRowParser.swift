internal import Geodesy
internal import Moments
internal import Records
internal import Storage

/// Turns one split record into a fix and, on request, states what is wrong with it.
struct CSVRowParser {
  private let splitter: CSVSplitter
  private let style: NumberStyle
  private let times: TimeReading
  private let plainTimes: PlainTimes
  private let metresPerSpeed: Double
  private let metresPerHDOP: Double
  private let hasTime: Bool
  private let hasExtras: Bool
  private let coordinates: CoordinateParser
  /// Whether the day is in a column of its own.
  private let hasDate: Bool
  private let headings: HeadingForm
  private let headingsAreSigned: Bool
  private let hasPlainHeadings: Bool
  private let letterO: CompassPoint.LetterO
  private let flags: [FixFlag]
  private let flagNames: [String]
  private let rowChoice: FixFlag?
  private let placeOfRowChoice: Int
  private let unknown: UnknownNumbers
  /// The name of the column of dilutions, if a large one means that there is no position.
  private let dilutionName: String?

  init(_ layout: CSVLayout, settings: TraceReadingSettings) {
    splitter = layout.splitter
    style = layout.dialect.numberStyle
    times = layout.times
    plainTimes = layout.times.plain
    metresPerSpeed = (settings.speedUnit ?? layout.speedUnit).metresPerSecond
    metresPerHDOP = settings.metresPerHDOP
    hasTime = layout.columns[.time] != nil
    hasDate = layout.columns[.date] != nil
    coordinates = CoordinateParser(layout)
    headings = layout.headings
    headingsAreSigned = layout.headingsAreSigned
    letterO = layout.letterO
    unknown = UnknownNumbers(settings.preset, layout)
    dilutionName = layout.largeDilutionsAreInvalid ? layout.name(of: .hdop) : nil
    hasPlainHeadings = layout.headings == .degrees && !layout.headingsAreSigned && unknown.headings.isEmpty
    flags = layout.flags
    flagNames = layout.flagNames
    rowChoice = layout.rowChoice
    placeOfRowChoice = WantedFields.placeOfRowChoice(in: layout)
    hasExtras = [CSVColumn.speed, .heading, .accuracy, .hdop].contains { layout.columns[$0] != nil }
  }

  // The places of `CSVColumn.allCases` in a record.
  static let latitude = 1
  static let longitude = 2
  private static let time = 3
  static let speed = 4
  static let heading = 5
  private static let accuracy = 6
  private static let hdop = 7
  static let vehicle = 8
  private static let date = 9
  static let latitudeHemisphere = 10
  static let longitudeHemisphere = 11
  static let position = 12

  /// Whether a record is not a fix and is skipped, according to a preset.
  @inline(__always)
  func passesOver(_ record: borrowing TraceRecord, in bytes: Span<UInt8>) -> Bool {
    guard let rowChoice else { return false }
    let field = record.fields[placeOfRowChoice].range
    return field.isEmpty || rowChoice.refuses(bytes.extracting(field))
  }

  /// The fix of one record; its `refusal` shows whether it is usable.
  func fix(of record: borrowing TraceRecord, in bytes: Span<UInt8>, line: Int) -> Fix {
    guard splitter.hasExpectedFields(record) else {
      return Fix(place: nil, time: nil, line: UInt32(clamping: line), refusal: .badRecord)
    }
    let (north, east) = coordinates.read(record, in: bytes)
    let time = hasTime ? time(of: record, in: bytes) : .some(nil)
    var refusal = positionRefusal(north, east)
    if !flags.isEmpty, refusal == nil, refusingFlag(of: record, in: bytes) != nil { refusal = .invalidFix }
    if dilutionName != nil, refusal == nil, isWithoutFix(record, in: bytes) { refusal = .invalidFix }
    if time == nil && refusal == nil { return fixWithBadTime(record, place(north, east), in: bytes, line: line) }
    guard hasExtras else {
      return Fix(place: place(north, east), time: time ?? nil, line: UInt32(clamping: line), refusal: refusal)
    }
    return Fix(
      place: place(north, east), time: time ?? nil, speed: speed(of: record, in: bytes),
      bearing: bearing(of: record, in: bytes), accuracy: accuracy(of: record, in: bytes),
      line: UInt32(clamping: line), refusal: refusal)
  }

  /// `nil` if the text cannot be read, `.some(nil)` if it is empty.
  @inline(__always)
  private func time(of record: borrowing TraceRecord, in bytes: Span<UInt8>) -> Timestamp?? {
    let range = record.fields[Self.time].range
    if range.isEmpty { return .some(nil) }
    if hasDate { return datedTime(of: record, in: bytes) }
    if let time = plainTimes.time(ByteCursor(bytes, in: range)) { return .some(time) }
    return times.time(ByteCursor(bytes, in: range)).map { .some($0) }
  }

  @inline(never)
  private func datedTime(of record: borrowing TraceRecord, in bytes: Span<UInt8>) -> Timestamp?? {
    let text = timeText(of: record, in: bytes)
    return times.time(ByteCursor(text.span)).map { .some($0) }
  }

  /// With the day before it if that is in a column of its own.
  private func timeText(of record: borrowing TraceRecord, in bytes: Span<UInt8>) -> [UInt8] {
    let clock = record.fields[Self.time].text(in: bytes)
    return hasDate ? record.fields[Self.date].text(in: bytes) + [0x20] + clock : clock
  }

  private func timeFlaw(of record: borrowing TraceRecord, in bytes: Span<UInt8>) -> TimeFlaw? {
    let text = timeText(of: record, in: bytes)
    return times.flaw(of: ByteCursor(text.span))
  }

  /// A time that the clocks showed twice is kept, as the order of the trace may decide which it is.
  private func fixWithBadTime(_ record: borrowing TraceRecord, _ place: Place?, in bytes: Span<UInt8>, line: Int) -> Fix
  {
    let flaw = timeFlaw(of: record, in: bytes)
    var first: Timestamp?
    if case .repeatedHour(let moment) = flaw { first = moment }
    return Fix(
      place: place, time: first, speed: speed(of: record, in: bytes), bearing: bearing(of: record, in: bytes),
      accuracy: accuracy(of: record, in: bytes), line: UInt32(clamping: line), refusal: flaw?.reason ?? .badTime)
  }

  /// The number of the first flag that calls the position bad.
  @inline(never)
  private func refusingFlag(of record: borrowing TraceRecord, in bytes: Span<UInt8>) -> Int? {
    for index in flags.indices {
      let field = record.fields[WantedFields.firstFlag + index]
      if flags[index].refuses(bytes.extracting(field.range)) { return index }
    }
    return nil
  }

  /// Whether the dilution of precision is what receivers write without a fix.
  @inline(never)
  private func isWithoutFix(_ record: borrowing TraceRecord, in bytes: Span<UInt8>) -> Bool {
    var cursor = ByteCursor(bytes, in: record.fields[Self.hdop].range)
    guard let dilution = cursor.magnitude(style), !unknown.dilutions.contains(dilution) else { return false }
    return dilution >= FixFlagRecogniser.mostDilution
  }

  private func speed(of record: borrowing TraceRecord, in bytes: Span<UInt8>) -> MetresPerSecond? {
    let range = record.fields[Self.speed].range
    var cursor = ByteCursor(bytes, in: range)
    let number = cursor.magnitude(style)
    if let number, unknown.speeds.contains(number) { return nil }
    let speed = number.map { $0 * metresPerSpeed }
    guard let speed else { return range.isEmpty ? nil : writtenSpeed(record.fields[Self.speed].text(in: bytes)) }
    return speed > Self.mostSpeed ? nil : speed
  }

  /// Devices write the largest numbers for "unknown": 102.3 knots, 255 km/h times ten. Nothing on a road is faster.
  private static let mostSpeed: MetresPerSecond = 150

  /// A speed with its unit, `21 km/h`.
  @inline(never)
  private func writtenSpeed(_ text: [UInt8]) -> MetresPerSecond? {
    guard let split = text.lastIndex(where: { 0x30...0x39 ~= $0 }) else { return nil }
    guard let unit = SpeedUnitWords.unit(afterNumber: decodedText(Array(text[(split + 1)...]))) else { return nil }
    let number = Array(text[...split])
    var cursor = ByteCursor(number.span)
    return cursor.magnitude(style).map { $0 * unit.metresPerSecond }
  }

  private func bearing(of record: borrowing TraceRecord, in bytes: Span<UInt8>) -> Degrees? {
    let range = record.fields[Self.heading].range
    var cursor = ByteCursor(bytes, in: range)
    if hasPlainHeadings, let course = cursor.course(style) { return course }
    return range.isEmpty ? nil : writtenBearing(record.fields[Self.heading].text(in: bytes))
  }

  /// A course in another form than degrees, or as a point of the compass.
  @inline(never)
  private func writtenBearing(_ text: [UInt8]) -> Degrees? {
    var cursor = ByteCursor(text.span)
    if let number = cursor.wholeNumber(style)?.value {
      return unknown.headings.contains(number) ? nil : headings.course(number, isSigned: headingsAreSigned)
    }
    return CompassPoint.course(decodedText(text), letterO: letterO) ?? headings.course(written: text, style)
  }

  private func accuracy(of record: borrowing TraceRecord, in bytes: Span<UInt8>) -> Metres? {
    var stated = ByteCursor(bytes, in: record.fields[Self.accuracy].range)
    if let metres = stated.magnitude(style) { return unknown.accuracies.contains(metres) ? nil : metres }
    var dilution = ByteCursor(bytes, in: record.fields[Self.hdop].range)
    return dilution.magnitude(style).flatMap { unknown.dilutions.contains($0) ? nil : $0 * metresPerHDOP }
  }

  /// The speed of a record in the unit of the file, for evidence of that unit.
  func writtenSpeedNumber(of record: borrowing TraceRecord, in bytes: Span<UInt8>) -> Double? {
    var cursor = ByteCursor(bytes, in: record.fields[Self.speed].range)
    return cursor.magnitude(style).flatMap { unknown.speeds.contains($0) ? nil : $0 }
  }

  /// The course of a record in the form of the file.
  func writtenHeadingNumber(of record: borrowing TraceRecord, in bytes: Span<UInt8>) -> Double? {
    var cursor = ByteCursor(bytes, in: record.fields[Self.heading].range)
    return (cursor.wholeNumber(style)?.value).flatMap { unknown.headings.contains($0) ? nil : $0 }
  }

  /// One sentence on why a record was refused.
  func complaint(_ record: borrowing TraceRecord, in bytes: Span<UInt8>) -> String {
    if let flaw = splitter.flaw(of: record) { return flaw.description }
    if let complaint = coordinates.complaint(record, in: bytes) { return complaint }
    if let flag = refusingFlag(of: record, in: bytes) {
      let text = record.fields[WantedFields.firstFlag + flag].text(in: bytes)
      return "column \(quoted(flagNames[flag].utf8)) says \(quoted(text)): the position is not valid"
    }
    if let dilutionName, isWithoutFix(record, in: bytes) {
      let text = record.fields[Self.hdop].text(in: bytes)
      return "column \(quoted(dilutionName.utf8)) says \(quoted(text)), as receivers do that have no position"
    }
    let flaw = timeFlaw(of: record, in: bytes) ?? .unreadable
    return RefusalSentence.time(timeText(of: record, in: bytes), flaw, as: times)
  }
}

/// The numbers written for "unknown", according to a preset or to the first records.
private struct UnknownNumbers {
  let speeds: Set<Double>
  let headings: Set<Double>
  let accuracies: Set<Double>
  let dilutions: Set<Double>

  init(_ preset: TracePreset?, _ layout: CSVLayout) {
    func numbers(_ column: CSVColumn) -> Set<Double> {
      (preset?.unknown[column] ?? []).union(layout.unknownNumbers[column] ?? [])
    }
    (speeds, headings) = (numbers(.speed), numbers(.heading))
    (accuracies, dilutions) = (numbers(.accuracy), numbers(.hdop))
  }
}
