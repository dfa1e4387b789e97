import Foundation
import RoadGraph
import TestSupport
import Testing
import Trips

@testable import Reports

@Suite struct `Alternatives in reports` {
  private let sketch: RoadSketch
  private let report: TripReport

  init() throws {
    let sketch = try ReportDrawing.sketch()
    self.sketch = sketch
    func edge(_ name: String, _ begin: Double, _ end: Double, isWrongWay: Bool = false) -> TripAlternative.Edge {
      TripAlternative.Edge(EdgeStretch(edge: sketch.edge(name), begin: begin, end: end), isWrongWay: isWrongWay)
    }
    report = ReportDrawing.report(on: sketch) {
      $0.alternatives = [
        TripAlternative(
          edges: [edge("BC", 0, 40), edge("CD", 0, 20)], margin: 0.6931472, fixes: 1...2, partsFrom: 0, rejoinsAt: nil),
        TripAlternative(
          edges: [edge("BA", 0, 40, isWrongWay: true)], margin: 9, fixes: 0...0, partsFrom: nil, rejoinsAt: 1),
      ]
    }
  }

  @Test func `the table has a row for every edge`() throws {
    #expect(
      try written([report], .csv, [.alternatives]) == """
        trip_id,trace_id,vehicle,alternative,seq,margin,relative_probability,edge,way,from_node,to_node,direction,length_m,\
        begin_offset_m,end_offset_m,wrong_way,name,ref,parts_from_seq,rejoins_at_seq,first_fix,last_fix
        van-1,van-1,,1,0,0.6931,0.5000,\(sketch.edge("BC").index),1,2,3,forward,40.00,0.00,40.00,false,\
        "High ""Street"", old",B 1,0,,1,2
        van-1,van-1,,1,1,0.6931,0.5000,\(sketch.edge("CD").index),2,3,4,forward,20.00,0.00,20.00,false,CD Street,,0,,1,2
        van-1,van-1,,2,0,9.0000,0.0001,\(sketch.edge("BA").index),1,2,1,backward,40.00,0.00,40.00,true,\
        "High ""Street"", old",B 1,,1,0,0

        """)
  }

  @Test func `the document has them where they were asked for`() throws {
    let document = try jsonObject(try written([report], .ndjson))
    let rows = try #require(document["alternatives"] as? [[String: Any]])
    #expect(rows.map { $0["alternative"] as? Int } == [1, 1, 2])
    #expect(rows[0]["trip_id"] == nil && rows[0]["relative_probability"] as? Double == 0.5)
    let plain = try jsonObject(try written([ReportDrawing.report(on: sketch)], .ndjson))
    #expect(plain["alternatives"] == nil)
    let none = ReportDrawing.report(on: sketch) { $0.alternatives = [] }
    #expect(try (jsonObject(written([none], .ndjson))["alternatives"] as? [Any])?.isEmpty == true)
  }

  @Test func `GeoJSON has a line for every edge`() throws {
    let collection = try jsonObject(try written([report], .geojson, [.alternatives]))
    let features = try #require(collection["features"] as? [[String: Any]])
    #expect(features.count == 3)
    for feature in features {
      #expect((feature["geometry"] as? [String: Any])?["type"] as? String == "LineString")
      #expect((feature["properties"] as? [String: Any])?["table"] as? String == "alternatives")
    }
  }

  @Test func `a report of everything holds them only where they were asked for`() throws {
    func names(_ format: ReportFormat, _ hasAlternatives: Bool) throws -> [String] {
      let settings = TripReportSettings(format: format, moreTables: hasAlternatives ? [.alternatives] : [])
      return try ReportLayout(settings, for: .directory("x")).outputs.map(\.name)
    }
    #expect(try names(.csv, true) == names(.csv, false) + ["alternatives.csv"])
    #expect(try names(.ndjson, true) == names(.ndjson, false))
    #expect(try names(.geojson, true) == ["trips.geojson", "rejects.csv"])
  }
}
