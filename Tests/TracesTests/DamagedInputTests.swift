import Foundation
import RandomNumbers
import Records
import TestSupport
import Testing

@testable import Traces

/// Whatever the bytes: reading ends, without a crash, and every record is a fix or a refusal.
struct DamagedInputTests {
  static let texts = [
    """
    \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.0" xmlns:g="g"><metadata><time>2026-01-02T03:04:05Z</time></metadata><rte><rtept lat="1" lon="2"/></rte>
    <trk><name>a &amp; b</name><trkseg><trkpt lat="47.5" lon="9.5"><time>2026-01-02T03:04:05Z</time><speed>3</speed>
    <extensions><g:x><g:course>12</g:course></g:x></extensions></trkpt><trkpt lat="47.6" lon="9.6"/></trkseg>
    <trkseg><trkpt lat="47.7" lon="9.7"><hdop>1.5</hdop></trkpt><!-- end --></trkseg></trk></gpx>
    """,
    """
    trip_id,time,lat,lon,"speed (km/h)",heading,accuracy
    7,2026-01-02T03:04:05.250+01:00,47.5,-9.5,36,90,4.5
    7,2026-01-02T03:04:06Z,47.6,-9.6,,,
    "8 ""b"" c",1767323045,-47.7,179.9999999,12.5,360,1e1
    7,1767323046000,0,0,0,0,0
    """,
    """
    {"vehicle":{"id":"a"},"time":"2026-01-02T03:04:05Z","location":{"lat":47.5,"lon":-9.5},"speed_kmh":36}
    {"vehicle":{"id":"b"},"time":1767323045000,"location":{"lat":47.6,"lon":9.6},"note":"\\u00e9 \\"x\\""}
    {"vehicle":{"id":"a"},"time":"2026-01-02T03:04:06Z","location":{"lat":0,"lon":0},"speed_kmh":null}
    """,
    """
    {"type":"FeatureCollection","name":"x","features":[
    {"type":"Feature","geometry":{"type":"LineString","coordinates":[[9.5,47.5],[9.6,47.6,400]]},
     "properties":{"trip_id":"t","coordTimes":["2026-01-02T03:04:05Z",1767323046]}},
    {"type":"Feature","geometry":{"type":"Point","coordinates":[9.7,47.7]},"properties":{"time":1767323050,"id":7}}]}
    """,
    "$GPRMC,030405.00,A,4730.000,N,00930.000,E,019.4,084.4,020126,,,A*55\r\n"
      + "$GPGGA,030406,4730.000,N,00930.000,E,1,08,0.9,545.4,M,46.9,M,,*43\r\n$GPGSV,1,1,00*79\r\n",
    XMLFormatTests.kml, XMLFormatTests.tcx, XMLFormatTests.gpx,
    "a;1767323045;47,50001;-109,50001\na;1767323046;47,50002;-109,50002\nb;1767323047;47,50003;-109,50003\n",
  ]

  private var tiny: TraceReadingSettings {
    var settings = TraceReadingSettings()
    settings.bufferSize = 80
    return settings
  }

  private func check(_ bytes: [UInt8]) {
    let file = ReadFile(bytes, as: "damaged", tiny)
    #expect(!file.traces.isEmpty || !file.refusals.isEmpty)
    #expect(file.traces.allSatisfy { !$0.fixes.isEmpty })
    for trace in file.traces { _ = TraceCleaner().clean(trace) }
  }

  @Test(arguments: texts)
  func `every truncation of a valid file reads to its end`(text: String) {
    let bytes = Array(text.utf8)
    for count in bytes.indices { check(Array(bytes[..<count])) }
  }

  @Test func `a truncated GPX file loses no point before the cut`() {
    let bytes = Array(Self.texts[0].utf8)
    for count in bytes.indices {
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      let complete = text.split(separator: "<trkpt").dropFirst().count { $0.contains(">") }
      let fixes = ReadFile(Array(bytes[..<count]), as: "cut.gpx").fixes.count
      #expect(complete...complete + 1 ~= fixes, "cut behind \(text.suffix(30))")
    }
  }

  @Test func `zeros that a logger without power left cost one record, wherever they lie`() {
    let rows = (0..<40).map { "2026-01-02T03:04:\(10 + $0)Z,47.5,9.5\n" }
    for place in [1, 20, 39] {
      let text =
        "time,lat,lon\n" + rows[..<place].joined() + String(repeating: "\0", count: 4096) + rows[place...].joined()
      let file = ReadFile(Array(text.utf8), as: "zeros.csv")
      #expect(file.fixes.count == 40 && file.counts == ["bad_time": 1], "\(place): \(file.counts)")
    }
    #expect(ReadFile(Array("SQLite format 3\0time,lat,lon\n".utf8)).counts == ["unknown_format": 1])
  }

  @Test(arguments: texts.indices, [1, 2, 3])
  func `random mutations of a valid file read to their end`(text: Int, seed: Int) {
    var random = SplitMix64(seed: UInt64(seed * 100 + text))
    let bytes = Array(Self.texts[text].utf8)
    for _ in rounds(700, few: 10) {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&mutated, &random) }
      check(mutated)
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let place = Int.random(in: bytes.indices, using: &random)
    let signs = Array("<>\"'&;,\n\r\t|-+.eE0:TZ/#\u{0}".utf8)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes[place] = signs.randomElement(using: &random) ?? 0
    case 2: bytes.insert(signs.randomElement(using: &random) ?? 0, at: place)
    case 3 where bytes.count > 10: bytes.removeSubrange(place..<min(place + 7, bytes.count))
    default: bytes.insert(contentsOf: bytes[place..<min(place + 40, bytes.count)], at: place)
    }
    if bytes.isEmpty { bytes = [0x3C] }
  }

  @Test(
    arguments: [
      [], Array("<".utf8), [0x1F, 0x8B], Array("lat,lon\n".utf8), Array("{\"lat\":1,\"lon\":2}\n{".utf8),
      Array("$GPRMC,".utf8),
      Array("PK\u{3}\u{4}".utf8), [0x28, 0xB5, 0x2F, 0xFD],
    ] as [[UInt8]])
  func `random bytes read to their end`(beginning: [UInt8]) {
    var random = SplitMix64(seed: 42)
    for _ in rounds(1500) {
      let count = Int.random(in: 0...300, using: &random)
      check(beginning + (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }

  @Test func `the same bytes give the same items`() {
    for text in Self.texts {
      #expect(ReadFile(text).complaints == ReadFile(text).complaints)
      #expect(ReadFile(text).rows == ReadFile(text).rows)
    }
  }

  @Test func `nesting without end is refused`() {
    let text = "<gpx>" + String(repeating: "<a>", count: 100_000)
    #expect(ReadFile(text).counts["malformed_xml"] == 1)
  }
}
