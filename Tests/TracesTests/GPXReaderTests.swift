import Geodesy
import Moments
import Records
import Testing

@testable import Traces

struct GPXReaderTests {
  private func gpx(_ body: String, version: String = "1.1") -> String {
    "<?xml version=\"1.0\"?>\n<gpx version=\"\(version)\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n\(body)\n</gpx>"
  }

  private func points(_ body: String) -> String { gpx("<trk><trkseg>\n\(body)\n</trkseg></trk>") }

  @Test func `a point's own elements and attributes make its fix`() throws {
    let file = ReadFile(
      gpx(
        """
        <trk><name>morning</name><trkseg>
        <trkpt lat="47.5" lon="9.25"><ele>400</ele><time>2026-01-02T03:04:05Z</time>
          <course>270</course><speed>12.5</speed><hdop>1.2</hdop></trkpt>
        </trkseg></trk>
        """, version: "1.0"), as: "drives/van 12.gpx")
    let trace = try #require(file.traces.first)
    let fix = try #require(trace.fixes.first)
    #expect(trace.id == "van 12")
    #expect(trace.source == TraceSource(file: "drives/van 12.gpx", track: 1, segment: 1))
    #expect(fix.place == Place(latitude: 47.5, longitude: 9.25))
    #expect(fix.time?.iso8601 == "2026-01-02T03:04:05Z")
    #expect(fix.speed == 12.5)
    #expect(fix.bearing == 270)
    #expect(fix.accuracy.map { ($0 * 10).rounded() } == 60)
    #expect(fix.altitude == 400)
    #expect(fix.line == 4)
    #expect(file.format?.name == "gpx" && file.format?.version == "1.0")
    #expect(file.refusals == [])
  }

  @Test(arguments: [
    "<extensions><g:TrackPointExtension><g:speed>7.5</g:speed><g:course>90</g:course></g:TrackPointExtension></extensions>",
    "<extensions><speed>7.5</speed><bearing>90.0</bearing></extensions>",
    "<extensions><x:Speed> 7.5 </x:Speed><x:heading>90</x:heading></extensions>",
    "<speed>7.5</speed><course>90</course><extensions><speed>99</speed><course>1</course></extensions>",
    "<extensions><a><b><speed>7.5</speed></b></a><course>90</course></extensions>",
    "<extensions><speed>7<![CDATA[.5]]></speed><course>&#57;0</course></extensions>",
  ])
  func `speed and course are found in extensions of any namespace`(body: String) {
    let file = ReadFile(points("<trkpt lat='1' lon='2' xmlns:g='g' xmlns:x='x'>\(body)</trkpt>"))
    #expect(file.fixes.map(\.speed) == [7.5])
    #expect(file.fixes.map(\.bearing) == [90])
  }

  @Test(
    arguments: [
      ("431.37", 431.4), ("-28.1", -28), ("0", 0), ("8849", 8849), ("high", nil), ("", nil), ("-99999", nil),
    ] as [(String, Metres?)])
  func `an altitude is kept to a fifth of a metre, and one that cannot be is not`(text: String, altitude: Metres?) {
    let file = ReadFile(points("<trkpt lat='1' lon='2'><ele>\(text)</ele></trkpt>"))
    #expect(file.fixes.map { $0.altitude.map { ($0 * 10).rounded() / 10 } } == [altitude])
    #expect(file.fixes.map(\.refusal) == [nil])
  }

  @Test(arguments: [
    ("<speed>-1</speed>", Double?.none), ("<speed>fast</speed>", nil), ("<course>361</course>", nil),
    ("<course>-90</course>", nil), ("<speed></speed>", nil), ("<speed>0</speed>", 0),
  ])
  func `a device's value that cannot be is unknown, and the fix stays`(body: String, speed: Double?) {
    let file = ReadFile(points("<trkpt lat='1' lon='2'>\(body)</trkpt>"))
    #expect(file.fixes.map(\.speed) == [speed])
    #expect(file.fixes.map(\.bearing) == [nil])
    #expect(file.fixes.map(\.refusal) == [nil])
  }

  @Test func `stated accuracy wins over the dilution of precision`() {
    let file = ReadFile(
      points("<trkpt lat='1' lon='2'><hdop>2</hdop><extensions><accuracy>4</accuracy></extensions></trkpt>"))
    #expect(file.fixes.map(\.accuracy) == [4])
  }

  @Test func `the time of an extension is not the time of the fix`() {
    let file = ReadFile(
      points("<trkpt lat='1' lon='2'><extensions><time>2020-01-01T00:00:00Z</time></extensions></trkpt>"))
    #expect(file.fixes.map(\.time) == [nil])
  }

  @Test func `every bad point keeps its place and is told with its line`() {
    let marked = MarkedText(
      points(
        """
        <trkpt lat="1" lon="2"><time>2026-01-02T03:04:05Z</time></trkpt>
        1️⃣<trkpt lat="481.2" lon="2"/>
        2️⃣<trkpt lat="1" lon="east"/>
        3️⃣<trkpt lon="2"/>
        4️⃣<trkpt lat="1" lon="2"><time>noon</time></trkpt>
        <trkpt lat="3" lon="4"/>
        """))
    let file = ReadFile(marked.text, as: "van.gpx")
    #expect(
      file.rows == [
        "2026-01-02T03:04:05Z 1.0 2.0", "bad_position", "bad_position", "missing_position", "bad_time", "3.0 4.0",
      ])
    #expect(file.refusals.map(\.line) == ["1️⃣", "2️⃣", "3️⃣", "4️⃣"].map { marked.lines[$0] })
    #expect(file.refusals.first?.description == "van.gpx:5: latitude 481.2 is outside -90…90. The point was skipped.")
    #expect(file.refusals[1].message == "longitude 'east' is not a number. The point was skipped.")
    #expect(file.refusals[2].message == "latitude is missing. The point was skipped.")
    #expect(file.refusals[3].message.hasPrefix("time 'noon' is not ISO 8601"))
    #expect(file.counts == ["bad_position": 2, "missing_position": 1, "bad_time": 1])
  }

  @Test func `each segment is a trace, and an empty one is told`() {
    let point = "<trkpt lat='1' lon='2'/>"
    let file = ReadFile(
      gpx(
        "<trk><trkseg>\(point)</trkseg><trkseg/></trk><trk><trkseg>\(point)\(point)</trkseg><trkseg>\(point)</trkseg></trk>"
      ),
      as: "day.gpx.gz")
    #expect(file.traces.map(\.id) == ["day", "day#2.1", "day#2.2"])
    #expect(file.traces.map(\.fixes.count) == [1, 2, 1])
    #expect(file.traces.map(\.source.segment) == [1, 1, 2])
    #expect(file.refusals.map(\.traceID) == ["day#1.2"])
    #expect(file.refusals.map(\.reason) == ["empty_segment"])
  }

  @Test func `points directly in a track are one segment`() {
    let file = ReadFile(gpx("<trk><trkpt lat='1' lon='2'/><trkpt lat='1' lon='3'/></trk>"))
    #expect(file.traces.map(\.fixes.count) == [2])
  }

  @Test(arguments: [
    ("<rte><rtept lat='1' lon='2'/></rte>", "route_only"), ("<wpt lat='1' lon='2'/>", "no_track"), ("", "no_track"),
    ("<trk/>", "no_track"),
  ])
  func `a file without a track says what it is`(body: String, reason: String) {
    let file = ReadFile(gpx(body))
    #expect(file.traces.isEmpty)
    #expect(file.refusals.map(\.reason) == [reason])
  }

  @Test func `what stands before broken XML is kept`() throws {
    let marked = MarkedText(
      """
      <gpx><trk><trkseg>
      <trkpt lat="1" lon="2"/>
      <trkpt lat="3" lon="4"><time>2026-01-02T03:04:05Z</time>
      1️⃣<</trkpt>
      """)
    let file = ReadFile(marked.text, as: "cut.gpx")
    #expect(file.rows == ["1.0 2.0", "bad_record"])
    let damage = try #require(file.refusals.last)
    #expect(damage.reason == "malformed_xml")
    #expect(damage.line == marked.lines["1️⃣"])
    #expect(damage.message.hasPrefix("not well-formed XML: StartTag: invalid element name"))
  }

  @Test(arguments: [
    "<!DOCTYPE gpx SYSTEM 'http://example.org/gpx.dtd'><gpx/>",
    "<?xml version='1.0'?>\n<!DOCTYPE gpx [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><gpx><trk><name>&b;</name></trk></gpx>",
    "<!DOCTYPE gpx [<!ENTITY secret SYSTEM 'file:///etc/passwd'>]><gpx><trk><trkseg><trkpt lat='&secret;' lon='1'/></trkseg></trk></gpx>",
  ])
  func `document types are refused`(text: String) {
    let file = ReadFile(text)
    #expect(file.refusals.map(\.reason) == ["doctype_refused"])
    #expect(file.traces.isEmpty)
  }

  @Test func `an entity nobody declared is broken XML`() {
    let file = ReadFile(points("<trkpt lat='1' lon='2'><name>&what;</name></trkpt>"))
    #expect(file.refusals.map(\.reason).last == "malformed_xml")
  }

  @Test(arguments: ["<rss/>", "<?xml version='1.0'?>\n<osm version='0.6'><trkpt/></osm>"])
  func `XML that is not GPX is an unknown format`(text: String) {
    #expect(ReadFile(text).refusals.map(\.reason) == ["unknown_format"])
  }

  @Test func `byte order marks and other encodings are understood`() throws {
    let text = points("<trkpt lat='1' lon='2'><name>Zürich</name></trkpt>")
    let latin = text.replacing("?xml version=\"1.0\"", with: "?xml version=\"1.0\" encoding=\"ISO-8859-1\"")
    let encodings: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF] + Array(text.utf8),
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      latin.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) },
    ]
    for bytes in encodings { #expect(ReadFile(bytes, as: "a.gpx").rows == ["1.0 2.0"]) }
  }

  @Test func `lines are right beyond the 65,535th`() {
    let many = String(repeating: "<trkpt lat='1'\nlon='2'/>\n", count: 40_000)
    let file = ReadFile(points(many + "<trkpt lat='x' lon='2'/>"))
    #expect(file.fixes.count == 40_001)
    #expect(file.refusals.map(\.line) == [80_004])
  }

  @Test func `refusals told are limited per trace, counted are all`() {
    let bad = String(repeating: "<trkpt lat='x' lon='2'/>", count: 100)
    let file = ReadFile(gpx("<trk><trkseg>\(bad)</trkseg><trkseg>\(bad)</trkseg></trk>"))
    #expect(file.refusals.count == 40)
    #expect(file.counts == ["bad_position": 200])
    #expect(file.fixes.count == 200)
  }
}
