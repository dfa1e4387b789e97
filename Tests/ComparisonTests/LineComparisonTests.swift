import Foundation
import Geodesy
import Records
import TestSupport
import Testing

@testable import Comparison

/// A line through the signs of a drawing, one cell 10 m wide and high.
private struct Sheet {
  let places: [Character: Place]

  init(_ drawing: String) {
    let ruler = LocalRuler(at: RoadSketch.corner)
    var places: [Character: Place] = [:]
    for (row, line) in drawing.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for (column, sign) in line.enumerated() where sign.isLetter {
        places[sign] = ruler.place(LocalPoint(x: Double(column) * 10, y: -Double(row) * 10))
      }
    }
    self.places = places
  }

  func line(_ signs: some StringProtocol) -> [Place] { signs.compactMap { places[$0] } }

  /// `"AB CD"` are two lines of one trace.
  func geoJSON(_ lines: String) -> String {
    let coordinates = lines.split(separator: " ").map { signs in
      "[" + line(signs).map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ",") + "]"
    }
    return "{\"type\":\"MultiLineString\",\"coordinates\":[\(coordinates.joined(separator: ","))]}"
  }

  func wkt(_ signs: String) -> String {
    "LINESTRING (" + line(signs).map { "\($0.longitude) \($0.latitude)" }.joined(separator: ", ") + ")"
  }
}

private let sheet = Sheet(
  """
  A---------B---------C
  a---------b---------c
  |         |
  |         |
  |         |
  D---------E
  """)

/// In metres.
private func lengths(_ overlap: RouteOverlap) -> [Double] {
  [overlap.truth, overlap.result, overlap.correct, overlap.missing, overlap.extra]
}

/// Whether lengths are as expected; every end of a line reaches as far as the tolerance of 5 m beyond itself.
private func isNear(_ overlap: RouteOverlap, _ expected: [Double]) -> Bool {
  zip(lengths(overlap), expected).allSatisfy { abs($0 - $1) <= ($1 == 0 ? 1 : 15) }
}

@Suite struct `A route that is a line` {
  @Test(arguments: [
    // What happened               truth    result         truth, result, correct, missing, extra
    ("the same", "AC", "ABC", [200, 200, 200, 0, 0]),
    ("a late begin", "AC", "BC", [200, 100, 100, 100, 0]),
    ("reversed", "AC", "CA", [200, 200, 0, 200, 200]),
    ("a turn missed", "ABE", "ABC", [150, 200, 100, 50, 100]),
    ("the parallel road", "AC", "ac", [200, 200, 0, 200, 200]),
    ("two laps, one found", "ABEDABED", "ABED", [550, 250, 250, 300, 0]),
    ("one lap, two found", "ABED", "ABEDABED", [250, 550, 250, 0, 300]),
    ("legs apart", "ABC", "AB BC", [200, 200, 200, 0, 0]),
    ("legs swapped", "ABE", "BE AB", [150, 150, 100, 50, 50]),
    ("nothing found", "AC", "", [200, 0, 0, 200, 0]),
  ])
  func `is measured in order, within the tolerance, in its direction`(
    name: String, truth: String, result: String, expected: [Double]
  ) throws {
    let found = try compared(sheet.geoJSON(truth), sheet.geoJSON(result)).overall
    #expect(isNear(found, expected), "\(lengths(found))")
  }

  @Test func `finds the parallel road once the tolerance allows it`() throws {
    let far = try compared(sheet.geoJSON("AC"), sheet.geoJSON("ac")) { $0.tolerance = 9.5 }
    #expect(far.overall.correct == 0)
    let near = try compared(sheet.geoJSON("AC"), sheet.geoJSON("ac")) { $0.tolerance = 10.5 }
    #expect(try #require(near.overall.correctFraction) > 0.9999)
  }

  @Test func `crosses the antimeridian`() throws {
    let line = "{\"type\":\"LineString\",\"coordinates\":[[179.999,-17],[-179.999,-17]]}"
    let other = "{\"type\":\"LineString\",\"coordinates\":[[179.999,-17],[180,-17],[-179.999,-17]]}"
    let overall = try compared(line, other).overall
    #expect(isNear(overall, [213, 213, 213, 0, 0]))
  }
}

@Suite struct `A file of lines` {
  private func features(_ features: [(id: String, geometry: String)]) -> String {
    let texts = features.map { id, geometry in
      "{\"type\":\"Feature\",\"properties\":{\"trace_id\":\(id)},\"geometry\":\(geometry)}"
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\(texts.joined(separator: ","))]}"
  }

  @Test func `holds traces by their property trace_id`() throws {
    let truth = features([("\"a\"", sheet.geoJSON("AB")), ("7", sheet.geoJSON("BC")), ("\"b\"", "null")])
    let result = features([("7", sheet.geoJSON("BC")), ("\"a\"", sheet.geoJSON("ED"))])
    let comparison = try compared(truth, result)
    #expect(comparison.traces.map(\.id) == ["a", "7", "b"])
    #expect(comparison.traces.map(\.presence) == [.both, .both, .truthOnly])
    #expect(comparison.traces.map { $0.overlap.correct.rounded() } == [0, 100, 0])
  }

  @Test func `may be GPX, GeoJSON or well-known text, each against each`() throws {
    let points = sheet.line("ABE").map { "<trkpt lat=\"\($0.latitude)\" lon=\"\($0.longitude)\"/>" }.joined()
    let forms = [
      "<gpx version=\"1.1\"><trk><trkseg>\(points)</trkseg></trk></gpx>",
      sheet.geoJSON("ABE"),
      "{\"type\":\"Feature\",\"properties\":null,\"geometry\":\(sheet.geoJSON("ABE"))}",
      "wkt\n\"\(sheet.wkt("ABE"))\"\n",
      "geometry;trace_id\nMULTI\(sheet.wkt("ABE").replacing("(", with: "((").replacing(")", with: "))"));x\n",
    ]
    for truth in forms {
      for result in forms { #expect(isNear(try compared(truth, result).overall, [150, 150, 150, 0, 0])) }
    }
  }

  @Test func `has GPX tracks by their number, and their segments as one route`() throws {
    func track(_ segments: String...) -> String {
      let texts = segments.map { signs in
        let points = sheet.line(signs).map { "<trkpt lat=\"\($0.latitude)\" lon=\"\($0.longitude)\"/>" }
        return "<trkseg>" + points.joined() + "</trkseg>"
      }
      return "<trk>" + texts.joined() + "</trk>"
    }
    let truth = "<gpx version=\"1.1\">" + track("ABC") + track("DE") + "</gpx>"
    let result = "<gpx version=\"1.1\">" + track("AB", "BC") + track("ED") + "</gpx>"
    let comparison = try compared(truth, result)
    #expect(comparison.traces.map(\.id) == ["track 1", "track 2"])
    #expect(comparison.traces.map { $0.overlap.correct.rounded() } == [200, 0])
  }

  @Test func `has what is no line refused, with the number of the feature or the line`() throws {
    let good = sheet.geoJSON("AB")
    let bad = features([
      ("1", "{\"type\":\"Point\",\"coordinates\":[9,47]}"),
      ("2", "{\"type\":\"LineString\",\"coordinates\":[[9],[8,7]]}"),
      ("3", "{\"type\":\"LineString\",\"coordinates\":[[9,91],[9,47]]}"), ("4", "5"), ("5", good),
    ])
    let named = features([("5", good)])
    #expect(
      spelled(try compared(named, bad)) == [
        "result (feature 1) no_line", "result (feature 2) bad_geometry", "result (feature 3) bad_geometry",
        "result (feature 4) bad_geometry",
      ])
    let table =
      "trace_id,wkt\n5,POINT (9 47)\n5,\"LINESTRING (9 47, x 48)\"\n,\"LINESTRING (9 47, 9 48)\"\n5,\"\(sheet.wkt("AB"))\"\n"
    #expect(
      spelled(try compared(named, table)) == [
        "result:2 bad_geometry", "result:3 bad_geometry", "result:4 missing_trace",
      ])
    for root in ["[1]", "{}", "{\"type\":\"FeatureCollection\"}"] {
      #expect(throws: ComparisonError.self) { try compared(good, root) }
    }
  }

  @Test func `of another matcher agrees with itself`() throws {
    guard let cases = realData("cases/itinero-mm") else { return }
    for name in ["car-test4", "bicycle-test8"] {
      let document = try JSONSerialization.jsonObject(with: Data(contentsOf: cases.appending(path: name + ".json")))
      let expected = try #require((document as? [String: Any])?["expected"])
      let text = String(decoding: try JSONSerialization.data(withJSONObject: expected), as: UTF8.self)
      let overall = try compared(text, text).overall
      #expect(overall.correctFraction == 1 && overall.truth > 700)
    }
  }
}

@Suite struct `Lines where the earth is round` {
  private func line(_ places: String) -> String { "trace_id,geometry\nvan,\"LINESTRING (\(places))\"\n" }

  @Test func `a line across the earth is left out`() throws {
    let comparison = try compared(line("0 0, 170 60"), line("9.5 47.1, 9.51 47.1"))
    #expect(spelled(comparison) == ["truth long_step"])
    #expect(comparison.overall.truth == 0)
  }

  @Test func `a trace that goes to and fro between continents is left out`() throws {
    let course = (0..<14).map { "\($0 % 2 * 8) 0" }.joined(separator: ", ")
    let comparison = try compared(line(course), line("9.5 47.1, 9.51 47.1"))
    #expect(spelled(comparison) == ["truth long_line"])
    #expect(comparison.overall.truth == 0)
  }

  @Test(arguments: [0.0, 60, 89, 89.99, 90, -90]) func `a line equals itself at any latitude`(latitude: Double) throws {
    let text = line("9.5 \(latitude), 9.6 \(latitude)")
    let overlap = try compared(text, text).overall
    #expect(overlap.correct == overlap.truth)
  }
}
