import Foundation
import Geodesy
import RandomNumbers
import TestSupport

/// A file of fixes in a format without columns, written in a random dialect, and what it says.
struct WrittenDocument {
  enum Kind: String, CaseIterable {
    case gpx, kml, tcx, ndjson, list, points, lines, sequence, nmea

    /// The ending of the names of such files.
    var ending: String {
      switch self {
      case .list: "json"
      case .points, .lines: "geojson"
      case .sequence: "geojsonseq"
      default: rawValue
      }
    }
  }

  let kind: Kind
  /// The traces in the order of the file, each in the order of time.
  let traces: [[WrittenTable.Row]]
  /// Objects name the vehicle of each fix.
  let namesVehicles: Bool
  let choices: WrittenChoices
  let bytes: [UInt8]
  let path: String

  init(_ kind: Kind, _ random: inout SplitMix64) {
    self.kind = kind
    let choices = WrittenChoices(&random)
    let count = kind == .nmea ? 1 : choices.traces
    let traces = (0..<count).map { WrittenTable.drive(of: "van-\($0 + 1)", &random) }
    self.choices = choices
    self.traces = traces
    namesVehicles = [.ndjson, .list, .points].contains(kind)
    path = choices.isNamed ? "day.\(kind.ending)" : "day"
    let text =
      switch kind {
      case .gpx: WrittenXML(choices).gpx(traces)
      case .kml: WrittenXML(choices).kml(traces)
      case .tcx: WrittenXML(choices).tcx(traces)
      case .ndjson: WrittenJSON(choices).lines(of: traces)
      case .list: WrittenJSON(choices).list(of: traces)
      case .points: WrittenJSON(choices).points(of: traces)
      case .lines: WrittenJSON(choices).lineStrings(of: traces)
      case .sequence: WrittenJSON(choices).sequence(of: traces)
      case .nmea: WrittenNMEA(choices).log(of: traces.flatMap(\.self))
      }
    bytes = choices.encoded(text.replacing("\n", with: choices.lineEnd), mayBeUTF16: kind != .nmea)
  }

  /// The greatest error of a coordinate, in degrees.
  var resolution: Degrees {
    0.6 * pow(10, -Double(choices.decimals)) / (kind == .nmea ? 60 : 1) + 0.6e-7
  }
}

/// How a document is written: each property is drawn by itself.
struct WrittenChoices: CustomStringConvertible {
  enum Time: String, CaseIterable { case zulu, offset, decimals, seconds, milliseconds }

  let traces: Int
  /// The number of decimals of coordinates.
  let decimals: Int
  let lineEnd: String
  let isNewestFirst: Bool
  let hasPrefix: Bool
  let hasSpeed: Bool
  let hasAltitude: Bool
  let hasExtras: Bool
  let isCompact: Bool
  let isNamed: Bool
  /// Among the ways in which a format says the same.
  let variant: Int
  let time: Time
  private let isMarked: Bool
  private let isUTF16: Bool
  private let isCompressed: Bool

  init(_ random: inout SplitMix64) {
    func seldom() -> Bool { Int.random(in: 0..<4, using: &random) == 0 }
    traces = Int.random(in: 1...3, using: &random)
    decimals = Int.random(in: 5...8, using: &random)
    lineEnd = seldom() ? "\r\n" : "\n"
    isNewestFirst = seldom()
    hasPrefix = seldom()
    hasSpeed = seldom()
    hasAltitude = seldom()
    hasExtras = seldom()
    isCompact = seldom()
    isNamed = !seldom()
    variant = Int.random(in: 0..<12, using: &random)
    time = Time.allCases.randomElement(using: &random) ?? .zulu
    isMarked = seldom()
    isUTF16 = seldom() && seldom()
    isCompressed = seldom()
  }

  var description: String {
    "\(traces) traces, \(decimals) decimals, newest first \(isNewestFirst), prefix \(hasPrefix), speed \(hasSpeed), "
      + "altitude \(hasAltitude), extras \(hasExtras), compact \(isCompact), variant \(variant), \(time), "
      + "marked \(isMarked), UTF-16 \(isUTF16)"
  }

  /// The rows in the order of the file.
  func ordered(_ rows: [WrittenTable.Row]) -> [WrittenTable.Row] { isNewestFirst ? rows.reversed() : rows }

  func degrees(_ value: Degrees) -> String { decimal(value, decimals, false) }

  /// The time of a row in ISO 8601.
  func iso(_ row: WrittenTable.Row) -> String {
    let text = CivilText(row.milliseconds)
    switch time {
    case .offset: return text.later(hours: 2).date("-") + "T" + text.later(hours: 2).clock + "+02:00"
    case .decimals: return "\(text.date("-"))T\(text.clock).000Z"
    default: return "\(text.date("-"))T\(text.clock)Z"
    }
  }

  /// The time of a row as a value of JSON.
  func json(_ row: WrittenTable.Row) -> String {
    switch time {
    case .seconds: String(row.milliseconds / 1000)
    case .milliseconds: String(row.milliseconds)
    default: "\"\(iso(row))\""
    }
  }

  func encoded(_ text: String, mayBeUTF16: Bool) -> [UInt8] {
    var bytes = Array(text.utf8)
    if isUTF16, mayBeUTF16 {
      bytes = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    } else if isMarked {
      bytes = [0xEF, 0xBB, 0xBF] + bytes
    }
    return isCompressed ? gzipped(bytes) : bytes
  }
}
