import Foundation
import Geodesy
import Moments
import RandomNumbers
import Records
import TestSupport
import Testing

@testable import Traces

/// What is read is what was written, in every format.
struct DialectTests {
  /// One fix as it is written: hundred-thousandths of a degree, and seconds.
  struct Written: Equatable {
    var latitude: Int
    var longitude: Int
    var seconds: Int

    var north: String { Self.degrees(latitude) }
    var east: String { Self.degrees(longitude) }
    var time: String { Timestamp(millisecondsSince1970: Int64(seconds) * 1000).iso8601 }

    private static func degrees(_ value: Int) -> String { String(format: "%.5f", Double(value) / 1e5) }
  }

  enum Dialect: String, CaseIterable {
    case csv, gpx, kml, tcx, ndjson, list, points, line, nmea
  }

  @Test(arguments: Dialect.allCases, 1...12)
  func `a trace is read as it was written`(dialect: Dialect, seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let written = Self.drive(&random)
    let text = Self.text(written, dialect)
    for bytes in [Array(text.utf8), gzipped(Array(text.utf8))] {
      let file = ReadFile(bytes, as: "x")
      #expect(file.refusals.isEmpty && file.traces.count == 1, "\(file.complaints)")
      #expect(file.fixes.map(Self.written) == written)
    }
  }

  /// A drive that no check doubts: steps of up to 20 m each second.
  private static func drive(_ random: inout SplitMix64) -> [Written] {
    var fix = Written(
      latitude: Int.random(in: -80_00000...80_00000, using: &random),
      longitude: Int.random(in: -179_00000...179_00000, using: &random),
      seconds: Int.random(in: 1_200_000_000...1_760_000_000, using: &random))
    return (0..<Int.random(in: 6...60, using: &random)).map { _ in
      fix.latitude += Int.random(in: -9...9, using: &random)
      fix.longitude += Int.random(in: -9...9, using: &random)
      fix.seconds += 1
      return fix
    }
  }

  private static func written(_ fix: Fix) -> Written {
    func rounded(_ degrees: Degrees?) -> Int { degrees.map { Int(($0 * 1e5).rounded()) } ?? .min }
    return Written(
      latitude: rounded(fix.place?.latitude), longitude: rounded(fix.place?.longitude),
      seconds: fix.time.map { Int($0.millisecondsSince1970 / 1000) } ?? .min)
  }

  private static func text(_ fixes: [Written], _ dialect: Dialect) -> String {
    func joined(_ separator: String = "\n", _ row: (Written) -> String) -> String {
      fixes.map(row).joined(separator: separator)
    }
    switch dialect {
    case .csv: return "time,lat,lon\n" + joined { "\($0.time),\($0.north),\($0.east)" } + "\n"
    case .gpx:
      return "<gpx><trk><trkseg>"
        + joined { "<trkpt lat='\($0.north)' lon='\($0.east)'><time>\($0.time)</time></trkpt>" }
        + "</trkseg></trk></gpx>"
    case .kml:
      return "<kml xmlns:gx='g'><Placemark><gx:Track>" + joined { "<when>\($0.time)</when>" }
        + joined { "<gx:coord>\($0.east) \($0.north) 400</gx:coord>" } + "</gx:Track></Placemark></kml>"
    case .tcx:
      return "<TrainingCenterDatabase><Activities><Activity><Lap><Track>"
        + joined {
          "<Trackpoint><Time>\($0.time)</Time><Position><LatitudeDegrees>\($0.north)</LatitudeDegrees><LongitudeDegrees>"
            + "\($0.east)</LongitudeDegrees></Position></Trackpoint>"
        } + "</Track></Lap></Activity></Activities></TrainingCenterDatabase>"
    case .ndjson: return joined { "{\"lat\":\($0.north),\"lon\":\($0.east),\"time\":\($0.seconds)}" } + "\n"
    case .list: return "[" + joined(",\n") { "{\"lat\":\($0.north),\"lon\":\($0.east),\"time\":\"\($0.time)\"}" } + "]"
    case .points:
      return "{\"type\":\"FeatureCollection\",\"features\":["
        + joined(",") {
          "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[\($0.east),\($0.north)]},"
            + "\"properties\":{\"time\":\"\($0.time)\"}}"
        } + "]}"
    case .line:
      return "{\"type\":\"Feature\",\"properties\":{\"coordTimes\":[" + joined(",") { "\"\($0.time)\"" }
        + "]},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[" + joined(",") { "[\($0.east),\($0.north)]" }
        + "]}}"
    case .nmea: return joined { nmea($0) } + "\n"
    }
  }

  private static func nmea(_ fix: Written) -> String {
    func angle(_ value: Int, width: Int) -> String {
      let minutes = String(format: "%09.6f", Double(abs(value) % 100_000) * 60 / 1e5)
      return String(format: "%0\(width)d", abs(value) / 100_000) + minutes
    }
    let clock = Array(fix.time.utf8)
    func digits(_ places: Int...) -> String { String(decoding: places.map { clock[$0] }, as: UTF8.self) }
    return NMEAReaderTests.sentence(
      "GNRMC,\(digits(11, 12, 14, 15, 17, 18)),A,\(angle(fix.latitude, width: 2)),\(fix.latitude < 0 ? "S" : "N"),"
        + "\(angle(fix.longitude, width: 3)),\(fix.longitude < 0 ? "W" : "E"),,,\(digits(8, 9, 5, 6, 2, 3)),,,A")
  }
}
