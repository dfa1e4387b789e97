import Foundation
import Records
import Testing

@testable import Traces

/// Fixes written as JSON.
struct JSONTraceTests {
  /// The rows of the same two fixes.
  static let two = ["2026-01-02T03:04:05Z 47.5 9.5", "2026-01-02T03:04:06Z 47.6 9.6"]

  @Test(arguments: [
    // One object per line, in the words of several makers.
    """
    {"lat":47.5,"lon":9.5,"time":"2026-01-02T03:04:05Z"}
    {"lat":47.6,"lon":9.6,"time":"2026-01-02T03:04:06Z"}
    """,
    """
    {"timestamp":1767323045,"location":{"lat":47.5,"lng":9.5}}
    {"timestamp":1767323046,"location":{"lat":47.6,"lng":9.6}}
    """,
    """
    {"coords":{"latitude":47.5,"longitude":9.5,"accuracy":5},"timestamp":1767323045000}
    {"coords":{"latitude":47.6,"longitude":9.6,"accuracy":5},"timestamp":1767323046000}
    """,
    """
    {"time":{"$date":"2026-01-02T03:04:05Z"},"location":{"type":"Point","coordinates":[9.5,47.5]}}
    {"time":{"$date":"2026-01-02T03:04:06Z"},"location":{"type":"Point","coordinates":[9.6,47.6]}}
    """,
    // Extended JSON, which wraps values with their type.
    """
    {"time":{"$date":{"$numberLong":"1767323045000"}},"location":{"type":"Point","coordinates":[{"$numberDouble":"9.5"},{"$numberDouble":"47.5"}]}}
    {"time":{"$date":{"$numberLong":"1767323046000"}},"location":{"type":"Point","coordinates":[{"$numberDouble":"9.6"},{"$numberDouble":"47.6"}]}}
    """,
    """
    {"time":{"$date":{"$numberLong":"1767323045000"}},"lat":{"$numberDouble":"47.5"},"lon":{"$numberDecimal":"9.5"}}
    {"time":{"$date":{"$numberLong":"1767323046000"}},"lat":{"$numberDouble":"47.6"},"lon":{"$numberDecimal":"9.6"}}
    """,
    """
    {"type":"Feature","geometry":{"type":"LineString","coordinates":[[{"$numberDouble":"9.5"},{"$numberDouble":"47.5"}],
    [{"$numberDouble":"9.6"},{"$numberDouble":"47.6"}]]},"properties":{"times":[{"$numberLong":"1767323045000"},
    {"$date":"2026-01-02T03:04:06Z"}]}}
    """,
    // A list, and objects one behind the other.
    """
    [ {"lat": 47.5, "lon": 9.5, "time": "2026-01-02T03:04:05Z", "tags": ["a", "}"]},
      {"lat": 47.6, "lon": 9.6, "time": "2026-01-02T03:04:06Z"} ]
    """,
    """
    {
      "lat": 47.5, "lon": 9.5,
      "time": "2026-01-02T03:04:05Z"
    } {
      "lat": 47.6, "lon": 9.6,
      "time": "2026-01-02T03:04:06Z"
    }
    """,
    // A document with a list.
    """
    {"device": "7", "positions": [{"lat":47.5,"lon":9.5,"time":"2026-01-02T03:04:05Z"},
    {"lat":47.6,"lon":9.6,"time":"2026-01-02T03:04:06Z"}], "count": 2}
    """,
    // GeoJSON: points, a line with times, a sequence with record separators.
    """
    {"type":"FeatureCollection","name":"x","features":[
    {"type":"Feature","geometry":{"type":"Point","coordinates":[9.5,47.5]},"properties":{"time":"2026-01-02T03:04:05Z"}},
    {"type":"Feature","properties":{"time":"2026-01-02T03:04:06Z"},"geometry":{"type":"Point","coordinates":[9.6,47.6,3]}}
    ]}
    """,
    """
    {"type":"Feature","geometry":{"type":"LineString","coordinates":[[9.5,47.5],[9.6,47.6]]},
     "properties":{"coordTimes":["2026-01-02T03:04:05Z","2026-01-02T03:04:06Z"]}}
    """,
    """
    {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"MultiPoint",
    "coordinates":[[9.5,47.5],[9.6,47.6]]},"properties":{"coordinateProperties":{"times":[1767323045000,1767323046000]}}}]}
    """,
    "\u{1E}{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[9.5,47.5],[9.6,47.6]]},"
      + "\"properties\":{\"times\":[1767323045,1767323046]}}\n",
  ])
  func `fixes in every arrangement are read`(text: String) {
    let file = ReadFile(text, as: "van.ndjson")
    #expect(file.rows == Self.two && file.traces.count == 1, "\(file.complaints)")
    #expect(file.refusals.isEmpty && file.traces.first?.id == "van", "\(file.complaints)")
  }

  @Test func `what is wrapped with its type is no number for that`() {
    let file = ReadFile(
      """
      {"time":"2026-01-02T03:04:05Z","location":{"type":"Point","coordinates":[{"$numberDouble":"9.5"},{"$numberDouble":"NaN"}]}}
      {"time":"2026-01-02T03:04:06Z","location":{"type":"Point","coordinates":[{"$numberDouble":"9.6"},{"$numberDouble":"47.6"}]}}
      """)
    #expect(file.rows == ["bad_position", "2026-01-02T03:04:06Z 47.6 9.6"], "\(file.complaints)")
  }

  @Test func `traces of several vehicles are taken apart, and their measures are read`() {
    let text = """
      {"vehicle_id":"a","lat":47.5,"lon":9.5,"time":1767323045,"speed_kmh":36,"heading":90,"accuracy":4.5}
      {"vehicle_id":"b","lat":47.7,"lon":9.7,"time":1767323045,"speed_kmh":72,"heading":null,"accuracy":null}
      {"vehicle_id":"a","lat":47.6,"lon":9.6,"time":1767323046,"speed_kmh":null,"heading":90,"accuracy":4.5}
      """
    let file = ReadFile(text)
    #expect(file.traces.map(\.id) == ["a", "b"] && file.traces.map(\.fixes.count) == [2, 1])
    #expect(file.fixes.map(\.speed) == [10, nil, 20] && file.fixes.map(\.accuracy) == [4.5, 4.5, nil])
    #expect(file.fixes.map(\.line) == [1, 3, 2])
    #expect(file.format?.name == "ndjson" && file.format?.layout?.columns[.trace] == 0)
  }

  @Test func `lines of GeoJSON are traces by their own names, times by line`() {
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"trip_id":"t1","vehicle":"v","coordTimes":[[1767323045,1767323046],[1767323050]]},
       "geometry":{"type":"MultiLineString","coordinates":[[[9.5,47.5],[9.6,47.6]],[[9.7,47.7]]]}},
      {"type":"Feature","properties":null,"geometry":{"type":"LineString","coordinates":[[9.1,47.1],[9.2,47.2]]}}]}
      """
    let file = ReadFile(text, as: "a/day.geojson")
    #expect(file.traces.map(\.id) == ["t1", "t1#2", "day#2.1"] && file.traces.first?.vehicle == "v")
    #expect(file.rows.suffix(3) == ["2026-01-02T03:04:10Z 47.7 9.7", "47.1 9.1", "47.2 9.2"])
    #expect(file.traces.map(\.source.segment) == [1, 2, 1] && file.fixes.map(\.line) == [2, 2, 2, 4, 4])
  }

  @Test func `a broken object costs one record, with its line`() {
    let marked = MarkedText(
      """
      {"id":"a","lat":47.5,"lon":9.5,"time":1767323045}
      {"id":"a","lat":47.5,"lon":9.5,1️⃣
      {"id":"a","lat":147.5,"lon":9.5,"time":17673230462️⃣}

      {"id":"a","lat":47.5,"lon":9.5,"time":"noon"3️⃣}
      17 4️⃣
      {"id":"a","lat":47.6,"lon":9.6,"time":1767323046}
      """)
    let file = ReadFile(marked.text)
    let found = Dictionary(file.refusals.map { ($0.line ?? 0, $0.reason) }) { first, _ in first }
    let expected = ["1️⃣": "bad_record", "2️⃣": "bad_position", "3️⃣": "bad_time", "4️⃣": "bad_record"]
    #expect(expected.allSatisfy { mark, reason in found[marked.lines[mark] ?? 0] == reason }, "\(file.complaints)")
    #expect(file.fixes.count { $0.refusal == nil } == 2)
  }

  @Test func `a line of GeoJSON whose times do not fit is refused`() {
    let text = """
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[9.5,47.5],[9.6,47.6]]},"properties":{"times":[1]}}
      {"type":"Feature","geometry":{"type":"Polygon","coordinates":[]},"properties":{}}
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[9.5,91],[9.6,"x"],[9.7,47.7]]},"properties":{}}
      """
    let file = ReadFile(text, as: "x.geojsonl")
    #expect(file.rows == ["bad_position", "bad_position", "47.7 9.7"])
    #expect(
      file.complaints.prefix(2) == [
        "1 bad_record: 1 times do not fit 2 places. The record was skipped.",
        "2 bad_record: a Polygon is no trace. The record was skipped.",
      ])
  }

  @Test(arguments: [
    ("{\"a\":1,\"b\":2}\n{\"a\":1,\"b\":2}\n", "columns_unknown", "this is NDJSON of objects with 'a', 'b'"),
    ("{\"a\":1}", "columns_unknown", "this is JSON of objects with 'a'"),
    (
      "{\"type\":\"FeatureCollection\",\"features\":[\n{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\","
        + "\"coordinates\":[[9.5,47.5],[9.6,47.6]]},\"properties\":{\"table\":\"trips\",\"trip_id\":\"a\"}}\n]}",
      "unknown_format", "a report of tracemill"
    ),
    ("{\"schema\":\"tracemill/trip/1\",\"points\":[{\"lat\":1,\"lon\":2}]}", "unknown_format", "a report of tracemill"),
    ("[[9.5,47.5],[9.6,47.6]]", "unknown_format", "a JSON list of numbers"),
    ("{\"type\":\"Topology\",\"objects\":{}}", "unknown_format", "this is TopoJSON"),
    ("{\"type\":\"FeatureCollection\",\"features\":[]}", "no_rows", "this is GeoJSON without any object"),
    (
      "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:3857\"}},\"features\":[]}",
      "unknown_format", "not in WGS 84"
    ),
  ])
  func `JSON without fixes is refused by its name`(text: String, reason: String, said: String) {
    let file = ReadFile(text)
    #expect(file.traces.isEmpty && file.counts == [reason: 1], "\(file.complaints)")
    #expect(file.refusals.first?.message.contains(said) == true, "\(file.complaints)")
  }

  @Test func `lists behind the list of fixes are not passed over in silence`() {
    let text = """
      {"positions":[{"lat":47.5,"lon":9.5},{"lat":47.6,"lon":9.6}],"more":[{"lat":48.5,"lon":9.5}]}
      """
    let file = ReadFile(text)
    #expect(file.fixes.count == 2 && file.counts == ["bad_record": 1])
  }
}

extension JSONTraceTests {
  @Test func `objects of several vehicles without their names are refused`() {
    let rows = (0..<60).map { index in
      let place = [(47.5, 9.5), (48.5, 11.5), (52.5, 13.4)][index % 3]
      return "{\"lat\":\(place.0),\"lon\":\(place.1),\"time\":\(1_767_323_045 + index)}\n"
    }
    let file = ReadFile(rows.joined(), as: "x.ndjson")
    #expect(file.traces.isEmpty && file.counts == ["several_vehicles": 1], "\(file.complaints)")
  }

  @Test func `members in the words of makers and languages are known as columns are`() {
    let text = """
      {"deviceId":"7","fixTime":"2026-01-02T03:04:05Z","posicion":{"latitud":47.5},"Longitud":9.5,"Velocidad km/h":36}
      {"deviceId":"8","fixTime":"2026-01-02T03:04:06Z","posicion":{"latitud":47.6},"Longitud":9.6,"Velocidad km/h":72}
      """
    let file = ReadFile(text, as: "x.ndjson")
    #expect(file.traces.map(\.id) == ["7", "8"] && file.fixes.map(\.speed) == [10, 20], "\(file.complaints)")
  }
}
