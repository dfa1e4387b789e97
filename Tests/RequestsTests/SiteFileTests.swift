import Foundation
import Geodesy
import Records
import TestSupport
import Testing

@testable import Requests

private func read(_ text: String, as name: String = "places.csv") throws -> SiteFile {
  let folder = try TemporaryFolder()
  return try SiteFile(path: try folder.write(name, text))
}

extension SiteFile {
  /// Refusals as `line reason`.
  fileprivate var complaints: [String] { refusals.map { "\($0.line ?? 0) \($0.reason)" } }
}

@Suite struct `A file of places` {
  @Test func `is a table with a radius or a polygon`() throws {
    let file = try read(
      """
      id;name;lat;lon;radius_m;wkt
      c1;Müller;47.1;9.5;80;
      c2;;47.2;9.5;;
      z1;Zone;;;;POLYGON ((9 47, 10 47, 10 48, 9 47))
      ;Depot;47.3;9.5;;
      """)
    #expect(file.refusals.isEmpty)
    #expect(file.sites.map(\.id) == ["c1", "c2", "z1", "Depot"])
    #expect(file.sites.map(\.title) == ["Müller", "c2", "Zone", "Depot"])
    #expect(file.sites[0].extent == .circle(Place(latitude: 47.1, longitude: 9.5), radius: 80))
    #expect(file.sites[1].extent == .circle(Place(latitude: 47.2, longitude: 9.5), radius: 50))
    guard case .polygons(let polygons) = file.sites[2].extent else { return #expect(Bool(false)) }
    #expect(polygons.count == 1 && polygons[0][0].count == 4)
  }

  @Test(arguments: ["collection", "lines"])
  func `is GeoJSON`(form: String) throws {
    let features = [
      #"{"type":"Feature","id":7,"properties":{"name":"Zone"},"geometry":{"type":"Polygon","coordinates":[[[9,47],[10,47],[10,48],[9,47]]]}}"#,
      #"{"type":"Feature","properties":{"id":"c1","radius_m":80},"geometry":{"type":"Point","coordinates":[9.5,47.1,430]}}"#,
      #"{"type":"Feature","properties":{"name":"Two"},"geometry":{"type":"MultiPolygon","coordinates":[[[[9,47],[10,47],[10,48]]],[[[1,4],[2,4],[2,5]]]]}}"#,
    ]
    let text =
      form == "lines"
      ? features.joined(separator: "\n")
      : #"{"type":"FeatureCollection","name":"places","features":["# + "\n" + features.joined(separator: ",\n") + "]}"
    let file = try read(text, as: "places.geojson")
    #expect(file.refusals.isEmpty && file.sites.map(\.id) == ["7", "c1", "Two"])
    #expect(file.sites[1].extent == .circle(Place(latitude: 47.1, longitude: 9.5), radius: 80))
    guard case .polygons(let polygons) = file.sites[2].extent else { return #expect(Bool(false)) }
    #expect(polygons.count == 2)
  }

  @Test func `refuses what is no place, with line and reason`() throws {
    let table = try read(
      """
      id,name,lat,lon,radius_m
      a,A,47,9,10
      b,B,147,9,10
      c,C,47,,10
      d,D,47,9,0
      e,E,47,9,1000000
      ,,47,9,10
      a,A again,47,9,10
      f,F,47
      """)
    #expect(table.sites.map(\.id) == ["a"])
    #expect(
      table.complaints == [
        "3 bad_value", "4 missing_field", "5 bad_value", "6 bad_value", "7 missing_field", "8 repeated", "9 bad_row",
      ])
    let json = try read(
      """
      {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"id": 1}, "geometry": {"type": "LineString", "coordinates": [[9, 47], [9, 48]]}},
      {"type": "Feature", "properties": {"id": 2}, "geometry": {"type": "Polygon", "coordinates": [[[9, 47], [9, 48]]]}},
      {"type": "Feature", "properties": {"id": 3}, "geometry": {"type": "Point", "coordinates": [9, 147]}},
      {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [9, 47]}},
      {"type": "Point", "coordinates": [9, 47]}
      ]}
      """, as: "places.geojson")
    #expect(json.sites.isEmpty)
    #expect(json.complaints == ["2 bad_area", "3 bad_area", "4 bad_value", "5 missing_field", "6 bad_json"])
  }

  @Test(arguments: [
    ("", "there is no place in it"), ("id,name\n1,x\n", "the header has no lat and lon, nor wkt"),
    ("lat,lon\n47,9\n", "the header has no id, nor name"),
  ])
  func `that cannot be used is refused with a sentence`(text: String, sentence: String) {
    #expect { try read(text) } throws: { ($0 as? ChangeFileError)?.description.contains(sentence) == true }
  }

  @Test(arguments: SiteReason.allCases.map(\.rawValue))
  func `has reasons that the documentation explains`(code: String) throws {
    let text = try String(contentsOf: projectRoot.appending(path: "Documentation/Reading.md"), encoding: .utf8)
    #expect(text.contains("\n| `\(code)` | "))
  }
}
