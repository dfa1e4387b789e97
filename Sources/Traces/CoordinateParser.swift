internal import Geodesy
internal import Records
internal import Storage

/// Reads the position of a record as a layout says that it is written.
struct CoordinateParser {
  private let style: NumberStyle
  private let form: CoordinateForm
  private let areSwapped: Bool
  /// Coordinates are plain numbers of degrees in columns of their own.
  private let isPlain: Bool
  private let hasHemispheres: Bool
  private let hasPosition: Bool
  /// Of two numbers in one text; `nil` if the numbers decide.
  private let isLongitudeFirst: Bool?

  init(_ layout: CSVLayout) {
    style = layout.dialect.numberStyle
    form = layout.coordinates
    areSwapped = layout.areSwapped
    hasHemispheres = layout.columns[.latitudeHemisphere] != nil || layout.columns[.longitudeHemisphere] != nil
    hasPosition = layout.columns[.latitude] == nil && layout.columns[.position] != nil
    isPlain = form == .degrees && !areSwapped && !hasHemispheres && !hasPosition
    let name = layout.columns[.position].flatMap { index in layout.header.map { HeaderName($0[index]).word } }
    isLongitudeFirst = name.map { $0.hasPrefix("lon") || $0.hasPrefix("lng") }.flatMap { $0 ? true : nil }
  }

  @inline(__always)
  func read(
    _ record: borrowing TraceRecord, in bytes: Span<UInt8>
  ) -> (latitude: CoordinateReading, longitude: CoordinateReading) {
    if isPlain {
      let north = plain(record.fields[CSVRowParser.latitude], limit: 90, in: bytes)
      let east = plain(record.fields[CSVRowParser.longitude], limit: 180, in: bytes)
      if case .unitsE7 = north, case .unitsE7 = east { return (north, east) }
    }
    return readWritten(record, in: bytes)
  }

  @inline(__always)
  private func plain(_ field: CSVField, limit: Int, in bytes: Span<UInt8>) -> CoordinateReading {
    var cursor = ByteCursor(bytes, in: field.range)
    return cursor.coordinate(limit: limit, style)
  }

  /// Coordinates in any form, or what is wrong with them.
  @inline(never)
  private func readWritten(
    _ record: borrowing TraceRecord, in bytes: Span<UInt8>
  ) -> (latitude: CoordinateReading, longitude: CoordinateReading) {
    if hasPosition { return position(record, in: bytes) }
    let (north, east) =
      areSwapped
      ? (CSVRowParser.longitude, CSVRowParser.latitude) : (CSVRowParser.latitude, CSVRowParser.longitude)
    return (
      coordinate(record, north, CSVRowParser.latitudeHemisphere, limit: 90, in: bytes),
      coordinate(record, east, CSVRowParser.longitudeHemisphere, limit: 180, in: bytes)
    )
  }

  /// What is wrong with the position of a record; `nil` if nothing is.
  func complaint(_ record: borrowing TraceRecord, in bytes: Span<UInt8>) -> String? {
    let (north, east) = read(record, in: bytes)
    if hasPosition {
      let text = record.fields[CSVRowParser.position].text(in: bytes)
      guard north == .notANumber else { return RefusalSentence.coordinate("position", north, limit: 90, text: text) }
      return "position \(quoted(text)) is neither two coordinates nor a point"
    }
    return RefusalSentence.coordinate(
      "latitude", north, limit: 90, text: record.fields[CSVRowParser.latitude].text(in: bytes))
      ?? RefusalSentence.coordinate(
        "longitude", east, limit: 180, text: record.fields[CSVRowParser.longitude].text(in: bytes))
  }

  private func coordinate(
    _ record: borrowing TraceRecord, _ place: Int, _ hemisphere: Int, limit: Int, in bytes: Span<UInt8>
  ) -> CoordinateReading {
    if isPlain {
      let reading = plain(record.fields[place], limit: limit, in: bytes)
      if reading != .notANumber { return reading }
    }
    return written(record.fields[place].text(in: bytes), record.fields[hemisphere].text(in: bytes), limit: limit)
  }

  /// A coordinate that is more than a number of degrees.
  private func written(_ text: [UInt8], _ hemisphere: [UInt8], limit: Int) -> CoordinateReading {
    if text.isEmpty { return .missing }
    let sign = sign(of: hemisphere, isLatitude: limit == 90)
    guard let sign else { return .notANumber }
    var cursor = ByteCursor(text.span)
    guard let number = cursor.wholeNumber(style)?.value else {
      let angle = AngleText(String(decoding: text, as: UTF8.self), isLatitude: limit == 90)
      return angle.map { reading(sign * $0.degrees, limit: limit) } ?? .notANumber
    }
    // With a hemisphere beside it a number has no sign of its own.
    if hasHemispheres, number < 0, !hemisphere.isEmpty { return .notANumber }
    return reading(sign * degrees(number), limit: limit)
  }

  private func degrees(_ number: Double) -> Degrees {
    switch form {
    case .degrees: return number
    case .scaled(let exponent):
      let divisor: Double = exponent == -7 ? 1e7 : exponent == -6 ? 1e6 : 1e5
      return number / divisor
    case .degreesAndMinutes:
      let whole = (abs(number) / 100).rounded(.down)
      let angle = whole + (abs(number) - 100 * whole) / 60
      return number < 0 ? -angle : angle
    case .semicircles: return number * 180 / 2_147_483_648
    }
  }

  private func reading(_ degrees: Degrees, limit: Int) -> CoordinateReading {
    abs(degrees) <= Degrees(limit) ? .unitsE7(Int32((degrees * 1e7).rounded())) : .outOfRange
  }

  /// `nil` for a letter that is not a hemisphere; 1 without one.
  private func sign(of hemisphere: [UInt8], isLatitude: Bool) -> Double? {
    switch String(decoding: hemisphere, as: UTF8.self).uppercased() {
    case "": 1
    case "N", "NORTH": isLatitude ? 1 : nil
    case "S", "SOUTH": isLatitude ? -1 : nil
    case "E", "EAST": isLatitude ? nil : 1
    case "W", "WEST": isLatitude ? nil : -1
    default: nil
    }
  }

  private func position(
    _ record: borrowing TraceRecord, in bytes: Span<UInt8>
  ) -> (latitude: CoordinateReading, longitude: CoordinateReading) {
    let text = record.fields[CSVRowParser.position].text(in: bytes)
    if text.isEmpty { return (.missing, .missing) }
    guard let pair = PositionText(String(decoding: text, as: UTF8.self), isLongitudeFirst: isLongitudeFirst) else {
      return (.notANumber, .notANumber)
    }
    return (reading(pair.latitude, limit: 90), reading(pair.longitude, limit: 180))
  }
}
