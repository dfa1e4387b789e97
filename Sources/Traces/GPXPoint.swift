internal import Geodesy
internal import Moments
internal import Storage

/// One `trkpt` while its fields arrive.
struct GPXPoint {
  let line: Int
  var latitude: [UInt8] = []
  var longitude: [UInt8] = []
  private var time: Timestamp?
  private var badTime: [UInt8]?
  private var speed: MetresPerSecond?
  private var bearing: Degrees?
  private var accuracy: Metres?
  private var hdop: Double?

  init(line: Int) {
    self.line = line
  }

  /// Takes the text of one field; the first readable value of each counts.
  mutating func take(_ field: PointField, _ text: [UInt8]) {
    var cursor = ByteCursor(text.span)
    switch field {
    case .time: takeTime(text)
    case .speed: speed = speed ?? cursor.magnitude()
    case .bearing: bearing = bearing ?? cursor.course()
    case .hdop: hdop = hdop ?? cursor.magnitude()
    case .accuracy: accuracy = accuracy ?? cursor.magnitude()
    }
  }

  private mutating func takeTime(_ text: [UInt8]) {
    let trimmed = trimmedRange(text)
    guard !trimmed.isEmpty, time == nil else { return }
    time = parseTime(ByteCursor(text.span, in: trimmed), as: .iso8601)
    if time == nil { badTime = Array(text[trimmed]) }
  }

  /// The fix; if it is refused, also a sentence that states why.
  func fix(metresPerHDOP: Metres) -> (Fix, complaint: String?) {
    var latitudeCursor = ByteCursor(latitude.span)
    var longitudeCursor = ByteCursor(longitude.span)
    let north = latitudeCursor.coordinate(limit: 90, NumberStyle())
    let east = longitudeCursor.coordinate(limit: 180, NumberStyle())
    let refusal = refusalOf(north, east)
    let fix = Fix(
      place: place(north, east), time: time, speed: speed, bearing: bearing,
      accuracy: accuracy ?? hdop.map { $0 * metresPerHDOP }, line: UInt32(clamping: line), refusal: refusal)
    return (fix, refusal == nil ? nil : complaint(north, east))
  }

  private func complaint(_ north: CoordinateReading, _ east: CoordinateReading) -> String? {
    RefusalSentence.coordinate("latitude", north, limit: 90, text: latitude)
      ?? RefusalSentence.coordinate("longitude", east, limit: 180, text: longitude)
      ?? badTime.map { RefusalSentence.time($0, as: .iso8601) }
  }

  private func refusalOf(_ north: CoordinateReading, _ east: CoordinateReading) -> FixReason? {
    positionRefusal(north, east) ?? (badTime != nil && time == nil ? .badTime : nil)
  }
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
