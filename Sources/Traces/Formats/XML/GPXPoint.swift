internal import Geodesy
internal import Moments
internal import Records
internal import Storage

/// One `trkpt` while its fields arrive.
struct GPXPoint {
  let line: Int
  private var north = CoordinateReading.missing
  private var east = CoordinateReading.missing
  private var time: Timestamp?
  private var speed: MetresPerSecond?
  private var bearing: Degrees?
  private var accuracy: Metres?
  private var altitude: Metres?
  private var hdop: Double?
  private var box: Box?

  private(set) var marks = Marks()

  /// What concerns the whole trace.
  struct Marks {
    /// The time has no offset, so that it is by the clock of some place.
    var hasLocalTime = false
    /// The receiver says that it has no position: by its kind of fix, an extension or its dilution of precision.
    var isInvalid = false
    /// No satellite was seen; where no point of a trace has any, the number is not known.
    var isWithoutSatellites = false
  }

  /// What complaints say of its fields.
  private struct Flaws {
    var latitude: [UInt8] = []
    var longitude: [UInt8] = []
    var time: TimeFlaw?
    var timeComplaint: String?
  }

  /// Flaws are rare and in a box, since the parser moves its point about.
  private indirect enum Box {
    case flaws(Flaws)
  }

  init(line: Int) {
    self.line = line
  }

  private var flaws: Flaws {
    get { if case .flaws(let flaws) = box { flaws } else { Flaws() } }
    set { box = .flaws(newValue) }
  }

  @inline(__always)
  mutating func take(latitude text: Span<UInt8>) {
    var cursor = ByteCursor(text)
    north = cursor.coordinate(limit: 90, NumberStyle())
    if north == .notANumber || north == .outOfRange { flaws.latitude = [UInt8](copying: text) }
  }

  @inline(__always)
  mutating func take(longitude text: Span<UInt8>) {
    var cursor = ByteCursor(text)
    east = cursor.coordinate(limit: 180, NumberStyle())
    if east == .notANumber || east == .outOfRange { flaws.longitude = [UInt8](copying: text) }
  }

  /// Takes the text of one field; the first readable value of each is used.
  mutating func take(_ field: PointField, _ text: Span<UInt8>, _ times: TimeReading) {
    var cursor = ByteCursor(text)
    switch field {
    case .time: takeTime([UInt8](copying: text), times)
    case .speed: speed = speed ?? cursor.magnitude()
    case .bearing: bearing = bearing ?? cursor.course()
    case .hdop:
      hdop = hdop ?? cursor.magnitude()
      if let hdop, hdop >= FixFlagRecogniser.mostDilution { marks.isInvalid = true }
    case .fix: take(FixFlag(column: 0, kind: .validity), [UInt8](copying: text))
    case .satellites: if cursor.magnitude() == 0 { marks.isWithoutSatellites = true }
    case .accuracy: accuracy = accuracy ?? cursor.magnitude()
    case .altitude: altitude = altitude ?? cursor.wholeNumber(NumberStyle())?.value
    case .name: break
    }
  }

  /// Takes what an extension says of the position.
  mutating func take(_ flag: FixFlag, _ text: [UInt8]) {
    let bytes = Array(text[trimmedRange(text)])
    if flag.refuses(bytes.span) { marks.isInvalid = true }
  }

  /// Takes a time that is already read; the first one is used.
  mutating func take(_ moment: Timestamp) { time = time ?? moment }

  private mutating func takeTime(_ text: [UInt8], _ times: TimeReading) {
    let trimmed = trimmedRange(text)
    guard !trimmed.isEmpty, time == nil else { return }
    time = times.time(ByteCursor(text.span, in: trimmed))
    marks.hasLocalTime = isLocalTime(text[trimmed])
    guard time == nil else { return }
    flaws.time = times.flaw(of: ByteCursor(text.span, in: trimmed))
    flaws.timeComplaint = flaws.time.map { RefusalSentence.time(Array(text[trimmed]), $0, as: times) }
  }

  /// The first of two moments that the clocks showed alike.
  private var repeatedTime: Timestamp? {
    if case .repeatedHour(let first) = flaws.time { first } else { nil }
  }

  /// The fix; if it is refused, also a sentence that states why.
  func fix(metresPerHDOP: Metres) -> (Fix, complaint: String?) {
    let refusal = positionRefusal(north, east) ?? (time == nil ? flaws.time?.reason : nil)
    let fix = Fix(
      place: place(north, east), time: time ?? repeatedTime, speed: speed, bearing: bearing,
      accuracy: accuracy ?? hdop.map { $0 * metresPerHDOP }, altitude: altitude, line: UInt32(clamping: line),
      refusal: refusal)
    return (fix, refusal == nil ? nil : complaint)
  }

  private var complaint: String? {
    RefusalSentence.coordinate("latitude", north, limit: 90, text: flaws.latitude)
      ?? RefusalSentence.coordinate("longitude", east, limit: 180, text: flaws.longitude)
      ?? flaws.timeComplaint
  }
}

/// The name of a track as its element has it; `nil` for blanks. A character that does not fit in whole is left out.
func trackName(_ text: [UInt8]) -> String? {
  let name = String(decoding: text[trimmedRange(text)], as: UTF8.self)
  let whole = trimmedID(name.hasSuffix("\u{FFFD}") ? String(name.dropLast()) : name)
  return whole.isEmpty ? nil : whole
}

/// The place of two good readings.
func place(_ north: CoordinateReading, _ east: CoordinateReading) -> Place? {
  guard case .unitsE7(let latitude) = north, case .unitsE7(let longitude) = east else { return nil }
  return Place(latitudeE7: latitude, longitudeE7: longitude)
}

/// Why two readings do not form a place; `nil` if they do.
func positionRefusal(_ north: CoordinateReading, _ east: CoordinateReading) -> FixReason? {
  switch (north, east) {
  case (.unitsE7, .unitsE7): nil
  case (.missing, .missing), (.missing, .unitsE7), (.unitsE7, .missing): .missingPosition
  default: .badPosition
  }
}

/// The offsets of a text without the white space around it.
func trimmedRange(_ text: [UInt8]) -> Range<Int> {
  func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
  guard let first = text.firstIndex(where: { !isBlank($0) }) else { return 0..<0 }
  let last = text.lastIndex { !isBlank($0) } ?? first
  return first..<last + 1
}

/// Whether a date with a time of day has no offset after it.
func isLocalTime(_ text: ArraySlice<UInt8>) -> Bool {
  guard let clock = text.firstIndex(of: UInt8(ascii: ":")) else { return false }
  return !text[clock...].contains {
    $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 | 0x20 == UInt8(ascii: "z")
  }
}
