import Foundation
import Geodesy
import Moments
import RandomNumbers
import TestSupport

/// How a table is written: each property is drawn by itself, as far as they go together.
struct WrittenDialect: CustomStringConvertible {
  enum Order: String, CaseIterable { case grouped, newestFirst, shuffled, inTurn }
  enum Encoding: String, CaseIterable { case plain, marked, utf16Little, utf16Big }

  struct Column {
    let name: String
    let value: (WrittenTable.Row, Int) -> String
  }

  let delimiter: String
  let hasDecimalComma: Bool
  let quotes: Bool
  let lineEnd: String
  let endsWithLineEnd: Bool
  let encoding: Encoding
  let isCompressed: Bool
  let vehicles: Int
  let hasTraceColumn: Bool
  let order: Order
  let preamble: [String]
  let place: WrittenPlaces
  let time: WrittenTimes
  private let words: WrittenWords
  private let hasSpeed: Bool
  private let extras: [Column]

  init(_ random: inout SplitMix64) {
    func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    func often() -> Bool { Int.random(in: 0..<4, using: &random) > 0 }
    delimiter = one([",", ";", "\t", "|"])
    hasDecimalComma = delimiter != "," && !often()
    quotes = !often()
    lineEnd = one(["\n", "\n", "\r\n", "\r"])
    endsWithLineEnd = often()
    encoding = often() ? .plain : one(Encoding.allCases)
    isCompressed = !often()
    vehicles = one([1, 1, 2, 3])
    hasTraceColumn = vehicles > 1 || often()
    order = often() ? .grouped : one(Order.allCases)
    preamble = often() ? [] : one([["# made by a test"], ["sep=\(delimiter)"], ["Report", "of a fleet"], ["", ""]])
    place = one(WrittenPlaces.allCases)
    time = one(WrittenTimes.allCases)
    words = one(WrittenWords.all)
    hasSpeed = !often()
    let all = Self.extraColumns
    extras = all.filter { _ in !often() }
  }

  var description: String {
    "delimiter \(delimiter.debugDescription), decimal comma \(hasDecimalComma), quotes \(quotes), \(order), \(encoding), "
      + "\(place), \(time), \(words.latitude), traces \(hasTraceColumn), \(preamble)"
  }

  /// What says nothing of place and time, and could be taken for it.
  private static var extraColumns: [Column] {
    [
      Column(name: "odometer") { _, number in String(120_000 + 13 * number) },
      Column(name: "heading") { _, number in String((number * 37) % 360) },
      Column(name: "altitude") { _, number in String(430 + number % 7) },
      Column(name: "ignition") { _, _ in "on" },
      Column(name: "satellites") { _, number in String(7 + number % 5) },
      Column(name: "remark") { _, number in number % 5 == 0 ? "ok" : "" },
    ]
  }

  var columns: [Column] {
    var columns = place.columns(words, hasDecimalComma) + time.columns(words) + extras
    if hasTraceColumn { columns.append(Column(name: words.vehicle) { row, _ in row.vehicle }) }
    if hasSpeed {
      columns.append(
        Column(name: "speed_kmh") { row, _ in decimal(row.speed * 3.6, 2, hasDecimalComma) })
    }
    return columns
  }

  /// A field, quoted where it must be.
  func field(_ text: String) -> String {
    guard quotes || text.contains(delimiter) || text.contains("\"") else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  func encoded(_ text: String) -> [UInt8] {
    let bytes: [UInt8]
    switch encoding {
    case .plain: bytes = Array(text.utf8)
    case .marked: bytes = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    case .utf16Little: bytes = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .utf16Big: bytes = [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
    return isCompressed ? gzipped(bytes) : bytes
  }
}

/// The names of columns in one language.
struct WrittenWords {
  let vehicle: String
  let latitude: String
  let longitude: String
  let time: String
  let date: String
  let clock: String

  static let all = [
    WrittenWords(
      vehicle: "vehicleId", latitude: "lat", longitude: "lon", time: "timestamp", date: "date", clock: "time"),
    WrittenWords(
      vehicle: "DEVICE_ID", latitude: "Latitude", longitude: "Longitude", time: "fixtime", date: "gpsDate",
      clock: "gps_time"),
    WrittenWords(
      vehicle: "Kennzeichen", latitude: "Breitengrad", longitude: "Längengrad", time: "Zeitstempel", date: "Datum",
      clock: "Uhrzeit"),
    WrittenWords(
      vehicle: "immatriculation", latitude: "latitude", longitude: "longitude", time: "horodatage", date: "jour",
      clock: "heure"),
    WrittenWords(
      vehicle: "matrícula", latitude: "latitud", longitude: "longitud", time: "fechaHora", date: "fecha", clock: "hora"),
    WrittenWords(
      vehicle: "targa", latitude: "latitudine", longitude: "longitudine", time: "dataora", date: "data", clock: "ora"),
    WrittenWords(
      vehicle: "kenteken", latitude: "gps.lat", longitude: "gps.lng", time: "tijdstip", date: "datum", clock: "tijd"),
    WrittenWords(vehicle: "imei", latitude: "y", longitude: "x", time: "ts", date: "date", clock: "utc_time"),
  ]
}

/// How places are written.
enum WrittenPlaces: String, CaseIterable {
  case degrees, sevenDecimals, named_e7, bare_e7, named_e6, letters, letterColumns, minutes, seconds, pair, wkt, geojson

  /// In degrees.
  var resolution: Degrees {
    switch self {
    case .degrees, .letters, .letterColumns, .pair: 0.6e-5
    case .minutes: 0.6e-4 / 60
    case .seconds: 0.6e-2 / 3600
    case .named_e6: 0.6e-6
    default: 0.6e-7
    }
  }

  func columns(_ words: WrittenWords, _ hasComma: Bool) -> [WrittenDialect.Column] {
    let (latitude, longitude) = (words.latitude, words.longitude)
    func both(_ suffix: String = "", _ text: @escaping (Degrees, Bool) -> String) -> [WrittenDialect.Column] {
      [
        WrittenDialect.Column(name: latitude + suffix) { row, _ in text(row.latitude, true) },
        WrittenDialect.Column(name: longitude + suffix) { row, _ in text(row.longitude, false) },
      ]
    }
    func one(_ name: String, _ text: @escaping (WrittenTable.Row) -> String) -> [WrittenDialect.Column] {
      [WrittenDialect.Column(name: name) { row, _ in text(row) }]
    }
    switch self {
    case .degrees: return both { value, _ in decimal(value, 5, hasComma) }
    case .sevenDecimals: return both { value, _ in decimal(value, 7, hasComma) }
    case .named_e7: return both("_e7") { value, _ in decimal(value * 1e7, 0, false) }
    case .bare_e7: return both { value, _ in decimal(value * 1e7, 0, false) }
    case .named_e6: return both("_e6") { value, _ in decimal(value * 1e6, 0, false) }
    case .letters: return both { value, isNorth in decimal(abs(value), 5, hasComma) + " " + letter(value, isNorth) }
    case .letterColumns:
      return both { value, _ in decimal(abs(value), 5, hasComma) } + [
        WrittenDialect.Column(name: "ns") { row, _ in letter(row.latitude, true) },
        WrittenDialect.Column(name: "ew") { row, _ in letter(row.longitude, false) },
      ]
    case .minutes:
      return both { value, isNorth in
        let whole = Int(abs(value) * 60e4 + 0.5)
        return "\(whole / 600_000)°" + decimal(Double(whole % 600_000) / 1e4, 4, hasComma) + "'"
          + letter(value, isNorth)
      }
    case .seconds:
      return both { value, isNorth in
        let whole = Int(abs(value) * 3600e2 + 0.5)
        return letter(value, isNorth) + "\(whole / 360_000)°\(whole / 6000 % 60)'"
          + decimal(Double(whole % 6000) / 100, 2, hasComma) + "\""
      }
    case .pair: return one("position") { decimal($0.latitude, 5, false) + ", " + decimal($0.longitude, 5, false) }
    case .wkt:
      return one("geom") { "POINT (" + decimal($0.longitude, 7, false) + " " + decimal($0.latitude, 7, false) + ")" }
    case .geojson:
      return one("geometry") {
        "{\"type\":\"Point\",\"coordinates\":[\(decimal($0.longitude, 7, false)),\(decimal($0.latitude, 7, false))]}"
      }
    }
  }

  private func letter(_ value: Degrees, _ isNorth: Bool) -> String {
    isNorth ? (value < 0 ? "S" : "N") : (value < 0 ? "W" : "E")
  }
}

/// How times are written.
enum WrittenTimes: String, CaseIterable {
  case iso, blank, offset, compact, slashes, seconds, milliseconds, points, dayFirst, monthFirst, columns, months,
    serial

  /// In milliseconds.
  var resolution: Int64 { self == .serial ? 500 : 0 }

  func columns(_ words: WrittenWords) -> [WrittenDialect.Column] {
    func one(_ text: @escaping (CivilText) -> String) -> [WrittenDialect.Column] {
      [WrittenDialect.Column(name: words.time) { row, _ in text(CivilText(row.milliseconds)) }]
    }
    switch self {
    case .iso: return one { "\($0.date("-"))T\($0.clock)Z" }
    case .blank: return one { "\($0.date("-")) \($0.clock)" }
    case .offset: return one { $0.later(hours: 2).date("-") + "T" + $0.later(hours: 2).clock + "+02:00" }
    case .compact: return one { $0.date("") + "T" + $0.clock.replacing(":", with: "") + "Z" }
    case .slashes: return one { $0.date("/") + " " + $0.clock }
    case .seconds: return one { String($0.milliseconds / 1000) }
    case .milliseconds: return one { String($0.milliseconds) }
    case .points: return one { "\($0.two(.day)).\($0.two(.month)).\($0.year) \($0.clock)" }
    case .dayFirst: return one { "\($0.two(.day))/\($0.two(.month))/\($0.year) \($0.clock)" }
    case .monthFirst: return one { "\($0.month)/\($0.day)/\($0.year) \($0.twelveHours)" }
    case .months: return one { "\($0.day) \($0.monthName) \($0.year) \($0.clock)" }
    case .serial: return one { decimal(25_569 + Double($0.milliseconds) / 86_400_000, 6, false) }
    case .columns:
      return [
        WrittenDialect.Column(name: words.date) { row, _ in CivilText(row.milliseconds).date("-") },
        WrittenDialect.Column(name: words.clock) { row, _ in CivilText(row.milliseconds).clock },
      ]
    }
  }
}

/// A moment as the parts of its text in UTC, by the calendar of Foundation and not by that of the program.
struct CivilText {
  enum Part { case day, month }

  let milliseconds: Int64
  let year: Int
  let month: Int
  let day: Int
  private let hour: Int
  private let minute: Int
  private let second: Int

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "GMT") ?? .current
    return calendar
  }()

  init(_ milliseconds: Int64) {
    self.milliseconds = milliseconds
    let parts = Self.calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double(milliseconds / 1000)))
    (year, month, day) = (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    (hour, minute, second) = (parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
  }

  func later(hours: Int64) -> CivilText { CivilText(milliseconds + hours * 3_600_000) }
  func two(_ part: Part) -> String { padded(part == .day ? day : month) }
  func date(_ separator: String) -> String { [String(year), padded(month), padded(day)].joined(separator: separator) }
  var clock: String { [hour, minute, second].map(padded).joined(separator: ":") }
  var twelveHours: String {
    "\((hour + 11) % 12 + 1):\(padded(minute)):\(padded(second)) \(hour < 12 ? "AM" : "PM")"
  }
  var monthName: String {
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month - 1]
  }

  private func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
}

/// A number with some decimals, and a comma or a point before them.
func decimal(_ value: Double, _ places: Int, _ hasComma: Bool) -> String {
  let text = String(format: "%.\(places)f", value)
  return hasComma ? text.replacing(".", with: ",") : text
}
