internal import Geodesy
internal import Moments
internal import Storage

/// What a receiver said about one moment, in one or more sentences.
struct NMEAEpoch {
  let line: Int
  /// Milliseconds since midnight; `nil` for a time that cannot be read.
  let timeOfDay: Int?
  /// Days since 1970-01-01, where a sentence has the date.
  private(set) var day: Int?
  /// The sentences so far; none occurs twice.
  private var addresses: Set<String> = []
  private var timeText: String
  private var badDate: String?
  private var isEarly = false
  private var north = CoordinateReading.missing
  private var east = CoordinateReading.missing
  private var isValid = false
  private var speed: MetresPerSecond?
  private var bearing: Degrees?
  private var hdop: Double?

  /// - Precondition: the sentence is one of ``timed``.
  init(_ sentence: NMEASentence, line: Int) {
    self.line = line
    timeText = sentence[0]
    timeOfDay = Self.timeOfDay(sentence[0])
    take(sentence)
  }

  /// The types of sentences that have a time.
  static let timed: Set<String> = ["RMC", "GGA", "ZDA"]

  /// Whether a sentence says more about this moment: it has the same time, and its like was not there yet.
  func includes(_ sentence: NMEASentence) -> Bool {
    !addresses.contains(sentence.address) && sentence[0] == timeText
      || !addresses.contains(sentence.address) && timeOfDay != nil && Self.timeOfDay(sentence[0]) == timeOfDay
  }

  mutating func take(_ sentence: NMEASentence) {
    addresses.insert(sentence.address)
    switch sentence.type {
    case "RMC": takeRMC(sentence)
    case "GGA": takeGGA(sentence)
    case "ZDA": takeDate(sentence[1] + sentence[2] + sentence[3].suffix(2))
    default: break
    }
  }

  /// Time, status, latitude, N or S, longitude, E or W, knots, course, date, variation, E or W, mode.
  ///
  /// A receiver without a fix may not know the date either, and counts from 1980 or from when it was switched off.
  private mutating func takeRMC(_ sentence: NMEASentence) {
    let isValid = sentence[1] == "A" && sentence[11] != "N"
    takePlace(sentence, at: 2, isValid: isValid)
    guard isValid else { return }
    if let knots = Self.number(sentence[6]), knots <= Self.mostKnots {
      speed = knots * SpeedUnit.knots.metresPerSecond
    }
    if let course = Self.number(sentence[7]), course <= 360 { bearing = course == 360 ? 0 : course }
    takeDate(sentence[8])
  }

  /// Receivers that do not know the speed write 999.9.
  private static let mostKnots = 900.0

  /// Time, latitude, N or S, longitude, E or W, quality, satellites, dilution of precision.
  private mutating func takeGGA(_ sentence: NMEASentence) {
    takePlace(sentence, at: 1, isValid: Int(sentence[5]).map { $0 > 0 } ?? false)
    hdop = Self.number(sentence[7]) ?? hdop
  }

  /// The first valid place is taken; until there is one, an invalid place.
  private mutating func takePlace(_ sentence: NMEASentence, at index: Int, isValid: Bool) {
    guard !self.isValid else { return }
    self.isValid = isValid
    north = Self.angle(sentence[index], sentence[index + 1], limit: 90)
    east = Self.angle(sentence[index + 2], sentence[index + 3], limit: 180)
  }

  private mutating func takeDate(_ text: String) {
    guard !text.isEmpty else { return }
    let numbers = Array(text.utf8).map { Int($0) - 0x30 }
    guard numbers.count == 6, numbers.allSatisfy((0...9).contains) else { return badDate = text }
    let (date, month, years) = (
      10 * numbers[0] + numbers[1], 10 * numbers[2] + numbers[3], 10 * numbers[4] + numbers[5]
    )
    let year = years < 80 ? 2000 + years : 1900 + years
    guard (1...12).contains(month), (1...CivilDate.dayCount(year: year, month: month)).contains(date) else {
      return badDate = text
    }
    isEarly = year < Self.firstYear
    guard !isEarly else { return badDate = text }
    day = CivilDate(year: year, month: month, day: date).daysSince1970
  }

  /// Receivers that do not know the date yet write earlier ones.
  private static let firstYear = 1990

  // MARK: The fix

  /// Whether the sentences have a place, so that the moment is a record.
  var isRecord: Bool { addresses.contains { !$0.hasSuffix("ZDA") } }

  /// The fix without its time; if it is refused, also a sentence that states why.
  func fix(metresPerHDOP: Metres) -> (Fix, complaint: String?) {
    let refusal = refusal
    let fix = Fix(
      place: place(north, east), time: nil, speed: speed, bearing: bearing, accuracy: hdop.map { $0 * metresPerHDOP },
      line: UInt32(clamping: line), refusal: refusal)
    return (fix, refusal == nil ? nil : complaint)
  }

  private var refusal: FixReason? {
    if timeOfDay == nil { return .badTime }
    if badDate != nil, day == nil { return isEarly ? .implausibleTime : .badTime }
    return positionRefusal(north, east) ?? (isValid ? nil : .missingPosition)
  }

  private var complaint: String {
    if timeOfDay == nil { return "time '\(timeText)' is not hhmmss" }
    if let badDate, day == nil, isEarly { return "date '\(badDate)' is one with which receivers begin to count" }
    if let badDate, day == nil { return "date '\(badDate)' is not ddmmyy" }
    if !isValid { return "the receiver says that it had no fix" }
    return RefusalSentence.coordinate("latitude", north, limit: 90, text: [])
      ?? RefusalSentence.coordinate("longitude", east, limit: 180, text: []) ?? "the record cannot be read"
  }

  // MARK: Fields

  /// `hhmmss` or `hhmmss.sss`.
  private static func timeOfDay(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    var cursor = ByteCursor(bytes.span)
    guard let hours = cursor.digits(2), hours < 24, let minutes = cursor.digits(2), minutes < 60,
      let seconds = cursor.digits(2), seconds <= 60
    else { return nil }
    let whole = ((hours * 60 + minutes) * 60 + seconds) * 1000
    guard !cursor.isAtEnd else { return whole }
    guard cursor.peek == UInt8(ascii: "."), let fraction = cursor.decimal()?.value, cursor.isAtEnd else { return nil }
    return whole + Int((fraction * 1000).rounded())
  }

  private static func number(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    var cursor = ByteCursor(bytes.span)
    return cursor.magnitude()
  }

  /// `ddmm.mmmm` or `dddmm.mmmm` and a hemisphere.
  private static func angle(_ text: String, _ side: String, limit: Int) -> CoordinateReading {
    if text.isEmpty { return .missing }
    let sides: [String: Double] = limit == 90 ? ["N": 1, "S": -1] : ["E": 1, "W": -1]
    guard let sign = sides[side], let number = number(text) else { return .notANumber }
    let degrees = (number / 100).rounded(.down)
    let minutes = number - 100 * degrees
    guard minutes < 60 else { return .notANumber }
    let angle = degrees + minutes / 60
    return angle <= Degrees(limit) ? .unitsE7(Int32((sign * angle * 1e7).rounded())) : .outOfRange
  }
}
