import Foundation
import FoundationXML
import Geodesy
import Guidance
import Matching
import RoadGraph
import TestSupport
import Testing
import Trips

@testable import Reports

private func features(_ reports: [TripReport], _ tables: [TripTable] = []) throws -> [[String: Any]] {
  let collection = try jsonObject(try written(reports, .geojson, tables))
  #expect(collection["type"] as? String == "FeatureCollection")
  return try #require(collection["features"] as? [[String: Any]])
}

private func property(_ name: String, of feature: [String: Any]) -> String? {
  (feature["properties"] as? [String: Any])?[name] as? String
}

/// A trip that ends with a second leg: on CD, after a gap.
func withTwoLegs(_ trip: inout Trip) {
  trip.legs = [Leg(edges: 0..<2, fixes: 0...1), Leg(edges: 2..<3, fixes: 2...2)]
  let path = trip.matched.paths[0]
  trip.matched.paths = [path, path]
  trip.matched.paths[0].steps.removeLast()
  trip.matched.paths[0].anchors.removeLast()
  trip.matched.paths[1].steps.removeFirst(2)
  trip.matched.paths[1].anchors = [.init(fix: 2, step: 0, offset: 20)]
}

@Test func `the line of a trip runs along the roads, the first and last edge in part`() throws {
  let sketch = try ReportDrawing.sketch()
  let text = try written([ReportDrawing.report(on: sketch)], .geojson)
  #expect(
    text.contains(
      """
      "geometry":{"type":"LineString","coordinates":[[9.5002655,47.5000000],[9.5005309,47.5000000],\
      [9.5005309,47.4996402],[9.5007964,47.4996402]]}
      """))
}

@Test func `each leg is a line of its own`() throws {
  let sketch = try ReportDrawing.sketch()
  let report = ReportDrawing.report(on: sketch, adjust: withTwoLegs)
  let geometry = try #require(try features([report])[0]["geometry"] as? [String: Any])
  #expect(geometry["type"] as? String == "MultiLineString")
  #expect((geometry["coordinates"] as? [[[Double]]])?.map(\.count) == [3, 2])
}

@Test func `a trip without a path is a feature without geometry`() throws {
  let report = ReportDrawing.unreadable(on: try ReportDrawing.sketch(), fixes: 2)
  let found = try features([report])
  #expect(found.count == 1)
  #expect(found[0]["geometry"] is NSNull)
  #expect(property("status", of: found[0]) == "rejected")
}

@Test func `every table but rejects can be features, the rows their properties`() throws {
  let sketch = try ReportDrawing.sketch()
  let reports = [ReportDrawing.unreadable(on: sketch, fixes: 1), ReportDrawing.report(on: sketch)]
  let found = try features(reports, [.trips, .points, .edges, .maneuvers, .events])
  let tables = found.map { property("table", of: $0) ?? "" }
  #expect(
    tables == ["trips", "points", "trips"] + Array(repeating: "points", count: 5) + ["edges", "edges", "edges"]
      + ["maneuvers", "events", "events"])
  for (feature, table) in zip(found, tables) {
    let schema = try #require(TripTable(rawValue: table)).schema
    let names = (feature["properties"] as? [String: Any])?.keys.sorted()
    #expect(names == (["table"] + schema.columns.map(\.name)).sorted())
  }
}

@Test func `a fix shows on the road where it is matched, else where the device saw it`() throws {
  let sketch = try ReportDrawing.sketch()
  let points = try features([ReportDrawing.report(on: sketch)], [.points])
  let coordinates = points.map { ($0["geometry"] as? [String: Any])?["coordinates"] as? [Double] }
  #expect(
    coordinates == [
      [9.5002655, 47.5], [9.5005309, 47.4998201], [9.5007964, 47.4996402], nil, [9.5013273, 47.4998201],
    ])
}

@Test(
  arguments: [
    ("inland", [(10, 1), (20, 2)], [[(10, 1), (20, 2)]]),
    ("eastward", [(179, 1), (-179, 3)], [[(179, 1), (180, 2)], [(-180, 2), (-179, 3)]]),
    ("westward", [(-179, 3), (179, 1)], [[(-179, 3), (-180, 2)], [(180, 2), (179, 1)]]),
    (
      "there and back", [(179, 0), (-179, 0), (179, 0)],
      [[(179, 0), (180, 0)], [(-180, 0), (-179, 0), (-180, 0)], [(180, 0), (179, 0)]]
    ),
    ("begins on it", [(180, 1), (-179, 1)], [[(-180, 1), (-179, 1)]]),
    ("ends on its other side", [(179, 1), (-180, 1)], [[(179, 1), (180, 1)]]),
    ("only touches it", [(179, 1), (180, 1), (179, 2)], [[(179, 1), (180, 1), (179, 2)]]),
    ("stands still", [(7, 7), (7, 7), (7, 7)], [[(7, 7), (7, 7)]]),
    ("one place", [(7, 7)], [[(7, 7), (7, 7)]]),
    ("nothing", [], []),
  ] as [(String, [(Double, Double)], [[(Double, Double)]])])
func `lines are cut at the antimeridian`(
  course: String, line: [(Double, Double)], pieces: [[(Double, Double)]]
) {
  func places(_ pairs: [(Double, Double)]) -> [Place] { pairs.map { Place(latitude: $0.1, longitude: $0.0) } }
  #expect(cutAtAntimeridian(places(line)) == pieces.map(places), "\(course)")
}

@Test func `a drive over the antimeridian gives no line round the earth`() throws {
  let sketch = try RoadSketch(
    "A---1---B", metresPerCell: 10, corner: Place(latitude: -16.8, longitude: 179.9997), roads: ["A-B"])
  let trace = sketch.trace("1")
  let trip = Trip(
    status: .ok, reason: nil,
    matched: .init(trace: trace, fixes: [], paths: [], breaks: [], timedOut: false),
    edges: [
      TripEdge(
        EdgeStretch(edge: sketch.edge("AB"), begin: 0, end: 80), enterTime: nil, exitTime: nil, evidence: .observed,
        confidence: 1, isWrongWay: false, leg: 0)
    ], legs: [Leg(edges: 0..<1, fixes: 0...0)], gaps: [], stops: [],
    summary: .init(
      fixes: 1, matched: 1, unmatchedByReason: [], length: 80, duration: nil, coverage: 1,
      confidence: 1, beginTime: nil, endTime: nil))
  let report = TripReport(
    tripID: "t", trip: trip, itinerary: .init(maneuvers: []), events: [], graph: sketch.graph, mode: .car)
  for table in [TripTable.trips, .edges] {
    let geometry = try #require(try features([report], [table])[0]["geometry"] as? [String: Any])
    let lines = try #require(geometry["coordinates"] as? [[[Double]]])
    #expect(lines.map { $0.map { $0[0] > 0 } } == [[true, true], [false, false]])
    #expect(lines[0].last?[0] == 180)
    #expect(lines[1].first?[0] == -180)
  }
}

@Test func `a GPX track has the matched fixes with their times and the bends between`() throws {
  let text = try written([ReportDrawing.report(on: try ReportDrawing.sketch())], .gpx)
  #expect(
    text == """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="tracemill" xmlns="http://www.topografix.com/GPX/1/1">
      <trk>
      <name>van-1</name>
      <desc>van-1</desc>
      <src>vans.gpx</src>
      <type>car</type>
      <trkseg>
      <trkpt lat="47.5000000" lon="9.5002655"><time>2026-01-01T00:00:00.000Z</time></trkpt>
      <trkpt lat="47.5000000" lon="9.5005309"/>
      <trkpt lat="47.4998201" lon="9.5005309"><time>2026-01-01T00:00:02.500Z</time></trkpt>
      <trkpt lat="47.4996402" lon="9.5005309"/>
      <trkpt lat="47.4996402" lon="9.5007964"><time>2026-01-01T00:00:05.000Z</time></trkpt>
      </trkseg>
      </trk>
      </gpx>

      """)
}

@Test func `GPX is well formed, with a track per trip and a segment per leg`() throws {
  let sketch = try ReportDrawing.sketch()
  let reports = [
    ReportDrawing.report(on: sketch, traceID: "<&\"\u{0}\r>", adjust: withTwoLegs),
    ReportDrawing.unreadable(on: sketch, fixes: 2),
  ]
  let counter = ElementCounter()
  let parser = XMLParser(data: Data(try written(reports, .gpx).utf8))
  parser.delegate = counter
  #expect(parser.parse())
  #expect(
    counter.counts == [
      "gpx": 1, "trk": 2, "name": 2, "desc": 2, "src": 2, "type": 2, "trkseg": 2, "trkpt": 6, "time": 3,
    ])
}

private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]

  func parser(
    _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
    attributes _: [String: String]
  ) {
    counts[name, default: 0] += 1
  }
}
