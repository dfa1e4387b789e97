import Foundation
import Geodesy
import Moments
import Records
import Testing

@testable import Traces

/// KML and TCX, and XML that is damaged.
struct XMLFormatTests {
  static let kml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
    <Placemark><name>a</name><gx:Track><altitudeMode>absolute</altitudeMode>
    <when>2026-01-02T03:04:05Z</when>
    <when>2026-01-02T04:04:06+01:00</when>
    <gx:coord>9.5 47.5 430</gx:coord>
    <gx:coord>9.6 47.6 431</gx:coord></gx:Track></Placemark>
    <Placemark><MultiGeometry><LineString><coordinates>
      9.1,47.1,0
      9.2,47.2,0 9.3,47.3</coordinates></LineString></MultiGeometry></Placemark></Document></kml>
    """

  static let tcx = """
    <?xml version="1.0" encoding="UTF-8"?>
    <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
    <Activity Sport="Other"><Id>2026-01-02T03:04:05Z</Id><Lap StartTime="2026-01-02T03:04:05Z"><Track>
    <Trackpoint><Time>2026-01-02T03:04:05Z</Time><Position><LatitudeDegrees>47.5</LatitudeDegrees>
    <LongitudeDegrees>9.5</LongitudeDegrees></Position><Extensions><x:TPX xmlns:x="x"><x:Speed>10</x:Speed></x:TPX>
    </Extensions></Trackpoint><Trackpoint><Time>2026-01-02T03:04:06Z</Time></Trackpoint></Track></Lap><Lap><Track>
    <Trackpoint><Time>2026-01-02T03:04:07Z</Time><Position><LatitudeDegrees>47.6</LatitudeDegrees>
    <LongitudeDegrees>9.6</LongitudeDegrees></Position></Trackpoint></Track></Lap></Activity></Activities>
    </TrainingCenterDatabase>
    """

  static let gpx = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>x</name><trkseg>
    <trkpt lat="47.1" lon="9.1"><time>2026-01-02T03:04:01Z</time></trkpt>
    <trkpt lat="47.2" lon="9.2"><time>2026-01-02T03:04:02Z</time></trkpt>
    <trkpt lat="47.3" lon="9.3"><time>2026-01-02T03:04:03Z</time></trkpt>
    <trkpt lat="47.4" lon="9.4"><time>2026-01-02T03:04:04Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  @Test func `tracks of KML have times, its lines have none`() {
    let file = ReadFile(Self.kml, as: "day.kml")
    #expect(file.traces.map(\.id) == ["day", "day#2.1"] && file.format == .kml && file.refusals.isEmpty)
    #expect(
      file.rows == [
        "2026-01-02T03:04:05Z 47.5 9.5", "2026-01-02T03:04:06Z 47.6 9.6", "47.1 9.1", "47.2 9.2", "47.3 9.3",
      ])
    #expect(file.fixes.map(\.line) == [6, 7, 9, 10, 10])
  }

  @Test func `further values of a KML track are neither times nor places`() {
    let arrays = """
      <ExtendedData><SchemaData schemaUrl="#s">
      <gx:SimpleArrayData name="when"><gx:value>2026-01-02T09:04:05Z</gx:value><gx:value/></gx:SimpleArrayData>
      <gx:SimpleArrayData name="coord"><gx:value>1 2 3</gx:value><gx:value>4 5 6</gx:value></gx:SimpleArrayData>
      <gx:SimpleArrayData name="heartrate"><gx:value>140</gx:value></gx:SimpleArrayData>
      </SchemaData></ExtendedData>
      """
    let ends = Self.kml.replacing("</gx:Track>", with: "\(arrays)</gx:Track>")
    let begins = Self.kml.replacing("<altitudeMode>", with: "\(arrays)<altitudeMode>")
    for text in [ends, begins] {
      let file = ReadFile(text, as: "day.kml")
      #expect(file.rows == ReadFile(Self.kml, as: "day.kml").rows && file.refusals.isEmpty, "\(file.complaints)")
    }
  }

  @Test func `KML in UTF-16 is KML`() {
    let mark: [UInt8] = [0xFF, 0xFE]
    let bytes = mark + Self.kml.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(ReadFile(bytes, as: "day.kml").fixes.count == 5)
  }

  @Test(arguments: [
    ("<gx:Track><when>2026-01-02T03:04:05Z</when><gx:coord/></gx:Track>", ["missing_position"]),
    ("<gx:Track><when>noon</when><gx:coord>9.5 47.5</gx:coord></gx:Track>", ["bad_time"]),
    ("<gx:Track><when>2026-01-02T03:04:05Z</when><gx:coord>9.5 97.5</gx:coord></gx:Track>", ["bad_position"]),
    ("<gx:Track><when>2026-01-02T03:04:05Z</when><gx:coord>9.5 47.5</gx:coord><gx:coord>9 4</gx:coord></gx:Track>", []),
    ("<LineString><coordinates>9.5,x 9.5,47.5</coordinates></LineString>", ["bad_position", "47.5 9.5"]),
  ])
  func `a place of KML is a fix or a refusal`(body: String, rows: [String]) {
    let file = ReadFile("<kml xmlns:gx='g'><Placemark>\(body)</Placemark></kml>")
    #expect(file.rows == rows && !file.refusals.isEmpty, "\(file.complaints)")
  }

  @Test func `an activity of TCX is one trace, whatever its laps`() {
    let file = ReadFile(Self.tcx, as: "run.tcx")
    #expect(file.traces.map(\.id) == ["run"] && file.format == .tcx)
    #expect(
      file.rows == ["2026-01-02T03:04:05Z 47.5 9.5", "missing_position", "2026-01-02T03:04:07Z 47.6 9.6"])
    #expect(file.fixes.first?.speed == 10 && file.fixes.map(\.line) == [4, 6, 7])
  }

  @Test(arguments: [
    ("<kml/>", "no_track"),
    ("<kml><Placemark><Point><coordinates>9,47</coordinates></Point></Placemark></kml>", "no_track"),
    ("<TrainingCenterDatabase/>", "no_track"),
    (
      "<TrainingCenterDatabase><Courses><Course><Track><Trackpoint/></Track></Course></Courses></TrainingCenterDatabase>",
      "route_only"
    ),
    ("<osm version='0.6'><node/></osm>", "unknown_format"), ("<rss/>", "unknown_format"),
  ])
  func `XML without a drive says what it is`(text: String, reason: String) {
    #expect(ReadFile(text).refusals.map(\.reason) == [reason])
  }

  // MARK: Damage

  /// What is done to a file of four points, and what is left of them.
  static let damages: [(change: @Sendable (String) -> [UInt8], rows: [String], lines: [Int])] = [
    // A byte that is no UTF-8 outside of points, and within one.
    ({ bytes($0, ">x<", [0x3E, 0xE9, 0x3C]) }, ["1", "2", "3", "4"], [2]),
    ({ bytes($0, "04:02Z", Array("04:0".utf8) + [0xFF] + Array("Z".utf8)) }, ["1", "bad_time", "3", "4"], [4]),
    // A bare ampersand.
    ({ Array($0.replacingOccurrences(of: ">x<", with: ">a & b<").utf8) }, ["1", "2", "3", "4"], [2]),
    ({ Array($0.replacingOccurrences(of: "04:02Z", with: "04:&02Z").utf8) }, ["1", "bad_record", "3", "4"], [4]),
    // Blank lines before the declaration.
    ({ Array(("\n \n" + $0).utf8) }, ["1", "2", "3", "4"], []),
    // Control characters.
    ({ Array($0.replacingOccurrences(of: ">x<", with: ">\u{1}<").utf8) }, ["1", "2", "3", "4"], [2]),
    ({ Array($0.replacingOccurrences(of: "04:02Z", with: "04:\u{1}02Z").utf8) }, ["1", "bad_record", "3", "4"], [4]),
    // A zero, and a stray bracket.
    ({ Array($0.replacingOccurrences(of: ">x<", with: ">\u{0}<").utf8) }, ["1", "2", "3", "4"], [2]),
    ({ Array($0.replacingOccurrences(of: ">x<", with: ">a < b<").utf8) }, ["1", "2", "3", "4"], [2]),
    ({ Array($0.replacingOccurrences(of: "04:02Z", with: "04:< 02Z").utf8) }, ["1", "bad_record", "3", "4"], [4]),
    // Elements that are not closed.
    ({ Array($0.replacingOccurrences(of: "04:02Z</time>", with: "04:02Z").utf8) }, ["1", "bad_record", "3", "4"], [4]),
    (
      { Array($0.replacingOccurrences(of: "04:02Z</time></trkpt>", with: "04:02Z").utf8) },
      ["1", "bad_record", "3", "4"], [7]
    ),
    ({ Array($0.replacingOccurrences(of: "</name>", with: "").utf8) }, ["1", "2", "3", "4"], [7]),
  ]

  private static func bytes(_ text: String, _ old: String, _ new: [UInt8]) -> [UInt8] {
    guard let range = text.range(of: old) else { return [] }
    return Array(text[..<range.lowerBound].utf8) + new + Array(text[range.upperBound...].utf8)
  }

  /// The points as their number, refused ones as their reason.
  private func points(_ file: ReadFile) -> [String] {
    file.fixes.map { $0.refusal?.rawValue ?? ($0.place.map { "\(Int((($0.latitude - 47) * 10).rounded()))" } ?? "?") }
  }

  @Test(arguments: damages.indices)
  func `damage costs the points that it hits`(index: Int) {
    let (change, rows, lines) = Self.damages[index]
    let file = ReadFile(change(Self.gpx), as: "a.gpx")
    #expect(points(file) == rows, "\(file.complaints)")
    let noted = file.refusals.filter { $0.reason == "malformed_xml" }
    #expect(noted.isEmpty == lines.isEmpty && (lines.isEmpty || noted.first?.line == lines.first), "\(file.complaints)")
  }

  @Test func `documents one behind the other are all read, whole or cut short`() {
    let whole = ReadFile(Self.gpx + "\n" + Self.gpx, as: "a.gpx")
    #expect(points(whole) == ["1", "2", "3", "4", "1", "2", "3", "4"] && whole.traces.map(\.id) == ["a", "a#2.1"])
    #expect(whole.fixes.map(\.line) == [3, 4, 5, 6, 10, 11, 12, 13], "\(whole.complaints)")
    let cut = Self.gpx.prefix(300)
    let both = ReadFile(cut + Self.gpx, as: "a.gpx")
    #expect(points(both).suffix(4) == ["1", "2", "3", "4"] && points(both).prefix(1) == ["1"], "\(both.complaints)")
  }

  @Test func `wherever a zero or a bracket stands, no point is invented and few are lost`() {
    let bytes = Array(Self.gpx.utf8)
    for place in bytes.indices {
      for sign in [0, UInt8(ascii: "<"), UInt8(ascii: "&"), 0xFF] {
        var damaged = bytes
        damaged[place] = sign
        let file = ReadFile(damaged, as: "a.gpx")
        let good = points(file).filter { $0.count == 1 }
        #expect(good.allSatisfy { "1234".contains($0) } && Set(good).count == good.count, "\(place) \(sign)")
        if place > 60 { #expect(good.count >= 2, "\(place) \(sign): \(file.complaints)") }
      }
    }
  }

  @Test(arguments: [kml, tcx, gpx])
  func `every truncation and every flipped byte reads to its end`(text: String) {
    let bytes = Array(text.utf8)
    for count in 1..<bytes.count {
      let file = ReadFile(Array(bytes[..<count]), as: "cut.xml")
      #expect(!file.traces.isEmpty || !file.refusals.isEmpty)
    }
    for place in bytes.indices {
      var flipped = bytes
      flipped[place] ^= 1 << UInt8(place % 8)
      let file = ReadFile(flipped, as: "flipped.xml")
      #expect(!file.traces.isEmpty || !file.refusals.isEmpty)
    }
  }

  @Test func `damage everywhere ends`() {
    let text = "<gpx>" + String(repeating: "<trkpt><", count: 20_000)
    #expect(ReadFile(text).counts["malformed_xml"] ?? 0 > 0)
  }
}
