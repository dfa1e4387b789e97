import Foundation
import Matching
import RoadGraph
import TestSupport
import Testing
import Trips

@testable import Reports

@Suite struct `Candidates in reports` {
  private let sketch: RoadSketch

  init() throws { sketch = try ReportDrawing.sketch() }

  private func road(_ name: String, _ offset: Double) -> FixCandidate.Road {
    FixCandidate.Road(
      edge: sketch.edge(name), offset: offset, place: sketch.place("2"), distance: 4.25, heading: 180)
  }

  private func report(_ candidates: FixCandidates?) -> TripReport {
    ReportDrawing.report(on: sketch) { $0.matched.candidates = candidates }
  }

  private func explained() -> TripReport {
    var candidates = FixCandidates()
    candidates.append(
      [
        FixCandidate(road: road("BC", 20), logEmission: -0.5, logTransition: -1.25, posterior: 0.75, isChosen: true),
        FixCandidate(road: road("CB", 20), logEmission: -0.5, logTransition: nil, posterior: 0.125, isChosen: false),
        FixCandidate(road: nil, logEmission: -10, logTransition: -12, posterior: 0.125, isChosen: false),
      ], of: 1)
    candidates.append(
      [FixCandidate(road: road("CD", 0), logEmission: -1, logTransition: nil, posterior: 1, isChosen: true)], of: 2)
    return report(candidates)
  }

  @Test func `the table has a row for every candidate, the likeliest of a fix first`() throws {
    let place = "47.4998201,9.5005309"
    #expect(
      try written([explained()], .csv, [.candidates]) == """
        trip_id,trace_id,vehicle,index,time,rank,edge,way,name,ref,lat,lon,offset_m,distance_m,heading_deg,emission,transition,\
        posterior,chosen
        van-1,van-1,,1,2026-01-01T00:00:02.500Z,0,\(sketch.edge("BC").index),1,"High ""Street"", old",B 1,\(place),20.00,\
        4.25,180.0,-0.5000,-1.2500,0.7500,true
        van-1,van-1,,1,2026-01-01T00:00:02.500Z,1,\(sketch.edge("CB").index),1,"High ""Street"", old",B 1,\(place),20.00,\
        4.25,180.0,-0.5000,,0.1250,false
        van-1,van-1,,1,2026-01-01T00:00:02.500Z,2,,,,,,,,,,-10.0000,-12.0000,0.1250,false
        van-1,van-1,,2,2026-01-01T00:00:05.000Z,0,\(sketch.edge("CD").index),2,CD Street,,\(place),0.00,4.25,180.0,-1.0000,,\
        1.0000,true

        """)
  }

  @Test func `the document has them where they were asked for`() throws {
    let document = try jsonObject(try written([explained()], .ndjson))
    let rows = try #require(document["candidates"] as? [[String: Any]])
    #expect(rows.map { $0["rank"] as? Int } == [0, 1, 2, 0] && rows[0]["trip_id"] == nil)
    #expect(try jsonObject(try written([report(nil)], .ndjson))["candidates"] == nil)
    let none = try jsonObject(try written([report(FixCandidates())], .ndjson))
    #expect((none["candidates"] as? [Any])?.isEmpty == true)
  }

  @Test func `GeoJSON has a point on the road for each, and none off the road`() throws {
    let collection = try jsonObject(try written([explained()], .geojson, [.candidates]))
    let features = try #require(collection["features"] as? [[String: Any]])
    let types = features.map { ($0["geometry"] as? [String: Any])?["type"] as? String }
    #expect(types == ["Point", "Point", nil, "Point"])
  }

  @Test(arguments: [ReportFormat.csv, .json, .ndjson])
  func `a table too long to be in memory is rendered piece by piece`(format: ReportFormat) throws {
    var candidates = FixCandidates()
    let one = FixCandidate(road: road("BC", 20), logEmission: -0.5, logTransition: nil, posterior: 0.5, isChosen: true)
    for _ in 0..<17_000 { candidates.append([one, one], of: 1) }
    let report = report(candidates)
    let layout = try ReportLayout(TripReportSettings(format: format, tables: [.candidates]), for: .standardOutput)
    let first = ReportRenderer(layout).render(report)[0]
    #expect(first.rowCount == 1 << 15 && first.rest != nil)
    let text = try written([report, explained()], format, [.candidates])
    let count = 34_000 + explained().rowCount(of: .candidates)
    #expect(text.split(separator: "\n").count { $0.contains("van-1") } == count)
    if format == .json {
      #expect(try (JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any])?.count == count)
    }
  }
}
