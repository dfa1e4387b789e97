import Foundation
import Geodesy
import Moments
import RandomNumbers
import Records
import Testing

@testable import Traces

struct NMEAReaderTests {
  /// A sentence with its checksum.
  static func sentence(_ body: String) -> String {
    let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(body)*\(sum.count < 2 ? "0" : "")\(sum)"
  }

  private static func lines(_ bodies: [String]) -> String { bodies.map(sentence).joined(separator: "\r\n") + "\r\n" }

  /// What a receiver writes each second.
  static let drive = lines([
    "GPGSV,3,1,11,03,03,111,00", "GPGGA,030405.00,4730.000,N,00930.000,E,1,08,0.9,545.4,M,46.9,M,,",
    "GPRMC,030405.00,A,4730.000,N,00930.000,E,019.4384,084.4,020126,,,A",
    "GNRMC,030406.250,A,4736.000,N,00936.000,E,,,020126,,,A", "PUBX,00,030407.00,4717.11,N",
  ])

  @Test func `sentences of the same time make one fix`() {
    let file = ReadFile(Self.drive, as: "logs/van.nmea")
    #expect(file.rows == ["2026-01-02T03:04:05Z 47.5 9.5", "2026-01-02T03:04:06.250Z 47.6 9.6"])
    #expect(file.traces.map(\.id) == ["van"] && file.refusals.isEmpty && file.format?.name == "nmea")
    #expect(file.fixes.map { $0.speed.map { ($0 * 1000).rounded() } } == [10_000, nil])
    #expect(file.fixes[0].bearing.map { ($0 * 10).rounded() } == 844 && file.fixes[0].accuracy == 4.5)
    #expect(file.fixes.map(\.line) == [2, 4])
  }

  @Test(arguments: [
    ("GPRMC,030405,A,4730.000,S,00930.000,W,,,020126", "2026-01-02T03:04:05Z -47.5 -9.5"),
    ("GPRMC,030405,V,,,,,,,020126", "missing_position"),
    ("GPRMC,030405,V,4730.000,N,00930.000,E,,,020126", "missing_position"),
    ("GNRMC,030405,A,4730.000,N,00930.000,E,,,020126,,,N", "missing_position"),
    ("GPRMC,030405,A,4730.000,N,00930.000,E,,,060180", "implausible_time"),
    ("GPRMC,250405,A,4730.000,N,00930.000,E,,,020126", "bad_time"),
    ("GPRMC,030405,A,4730.000,N,00930.000,E,,,320126", "bad_time"),
    ("GPRMC,030405,A,4760.000,N,00930.000,E,,,020126", "bad_position"),
    ("GPRMC,030405,A,4730.000,,00930.000,E,,,020126", "bad_position"),
    ("GPRMC,030405,A,9130.000,N,00930.000,E,,,020126", "bad_position"),
    ("GPRMC,030405,A,4730.000,N,00930.000,E,,,311299", "1999-12-31T03:04:05Z 47.5 9.5"),
  ])
  func `a sentence is a fix or a refusal`(body: String, row: String) {
    let file = ReadFile(Self.lines([body]), as: "x.nmea")
    #expect(file.rows == [row], "\(file.complaints)")
  }

  @Test func `the date of a receiver without a fix counts for nothing`() {
    let position = "4730.000,N,00930.000,E"
    let file = ReadFile(
      Self.lines([
        "GPRMC,000001,V,,,,,,,060180", "GPGGA,030405,\(position),1,08,0.9,,,,,,", "GPRMC,030406,A,\(position),,,020126",
        "GPRMC,030407,V,\(position),,,020136", "GPGGA,030408,\(position),1,08,0.9,,,,,,",
      ]), as: "x.nmea")
    #expect(
      file.rows == [
        "missing_position", "2026-01-02T03:04:05Z 47.5 9.5", "2026-01-02T03:04:06Z 47.5 9.5", "missing_position",
        "2026-01-02T03:04:08Z 47.5 9.5",
      ])
  }

  @Test(arguments: [("012.0", 6.2), ("999.9", nil), ("-3", nil)])
  func `a speed that no vehicle has is none`(knots: String, metresPerSecond: Double?) {
    let body = "GPRMC,030405,A,4730.000,N,00930.000,E,\(knots),,020126"
    let speed = ReadFile(Self.lines([body]), as: "x.nmea").fixes.first?.speed
    #expect(speed.map { ($0 * 10).rounded() / 10 } == metresPerSecond)
  }

  @Test func `a checksum that does not fit costs a sentence, with its line`() {
    var lines = Self.drive.split(separator: "\r\n").map(String.init)
    lines[3] = lines[3].replacingOccurrences(of: "4736", with: "4737")
    lines.insert("$GPRMC,030409,A,4730.0", at: 4)
    lines.insert("hello", at: 1)
    let file = ReadFile(lines.joined(separator: "\n"), as: "x.nmea")
    #expect(file.rows == ["2026-01-02T03:04:05Z 47.5 9.5"])
    #expect(file.refusals.map(\.line) == [2, 5, 6] && file.counts == ["bad_record": 3])
    #expect(file.complaints[1].contains("the checksum is ") && file.complaints[2].contains("no checksum"))
  }

  @Test func `sentences without checksums are read where no other has one`() {
    let text = "$GPRMC,030405,A,4730.000,N,00930.000,E,,,020126\n"
    #expect(ReadFile(text, as: "x.nmea").rows == ["2026-01-02T03:04:05Z 47.5 9.5"])
  }

  @Test func `a day without a date of its own begins at midnight, and the first date counts for what came before`() {
    func position(_ time: String) -> String { "GPGGA,\(time),4730.000,N,00930.000,E,1,08,0.9,,,,,," }
    let text = Self.lines([
      position("235958"), position("235959"), position("000000"), "GPZDA,000000,02,01,2026,00,00", position("235959"),
      position("000001"),
    ])
    let times = ReadFile(text, as: "x.nmea").fixes.map { $0.time?.iso8601 }
    #expect(
      times == [
        "2026-01-01T23:59:58Z", "2026-01-01T23:59:59Z", "2026-01-02T00:00:00Z", "2026-01-01T23:59:59Z",
        "2026-01-02T00:00:01Z",
      ])
  }

  @Test func `without any date the fixes have no times, which is said`() {
    let file = ReadFile(Self.lines(["GPGGA,030405,4730.000,N,00930.000,E,1,08,0.9,,,,,,"]), as: "x.nmea")
    #expect(file.rows == ["47.5 9.5"] && file.counts == ["no_date": 1])
    #expect(ReadFile(Self.lines(["GPGSV,3,1,11"]), as: "x.nmea").counts == ["no_track": 1])
  }

  @Test func `two sentences of one kind with the same time are two records`() {
    let body = "GPRMC,030405,A,4730.000,N,00930.000,E,,,020126"
    #expect(ReadFile(Self.lines([body, body]), as: "x.nmea").fixes.count == 2)
  }

  @Test func `what loggers put before sentences is passed over`() {
    for prefix in ["\\s:rx,c:1671620143*4B\\", "2026-01-02T03:04:05Z ", "[12:00:00.123] "] {
      let text = prefix + Self.sentence("GPRMC,030405,A,4730.000,N,00930.000,E,,,020126") + "\n"
      #expect(ReadFile(text, as: "x.log").rows == ["2026-01-02T03:04:05Z 47.5 9.5"], "\(prefix)")
    }
  }

  @Test func `no flipped byte makes a fix that was not written`() {
    let bytes = Array(Self.drive.utf8)
    let rows = Set(
      ReadFile(Self.drive, as: "x.nmea").fixes.compactMap(\.place).map { "\($0.latitude) \($0.longitude)" })
    for place in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[place] ^= 1 << bit
        let found = ReadFile(flipped, as: "x.nmea").fixes.filter { $0.refusal == nil }.compactMap(\.place)
        #expect(found.allSatisfy { rows.contains("\($0.latitude) \($0.longitude)") }, "byte \(place), bit \(bit)")
      }
    }
  }
}
