import Foundation
import RoadGraph
import TestSupport
import Testing
import Trips

@testable import Reports

@Suite struct `Positions in reports` {
  /// From A to E with a tunnel from B to D.
  private func report(_ adjust: (inout TripReport) -> Void = { _ in }) throws -> TripReport {
    let sketch = try RoadSketch(
      "A----B----C----D----E", metresPerCell: 20, roads: ["A-B", SketchRoad("B-C-D", flags: [.tunnel]), "D-E"])
    var drive = SketchDrive()
    drive.period = 10
    var report = ReportDrawing.report(on: try ReportDrawing.sketch())
    report.trip = sketch.trip("AB BC CD DE", drive)
    report.graph = sketch.graph
    adjust(&report)
    return report
  }

  @Test func `the table has a row for every fix and for every estimate`() throws {
    let sketch = try RoadSketch(
      "A----B---C", metresPerCell: 5, roads: [SketchRoad("A-B", flags: [.tunnel]), "B-C"])
    var drive = SketchDrive()
    drive.period = 10
    var report = ReportDrawing.report(on: try ReportDrawing.sketch())
    report.trip = sketch.trip("AB BC", drive)
    report.graph = sketch.graph
    let (first, second) = (sketch.edge("AB").index, sketch.edge("BC").index)
    #expect(
      try written([report], .csv, [.positions]) == """
        trip_id,trace_id,vehicle,seq,at_fix,estimated,index,time,lat,lon,bearing_deg,speed_mps,driven_m,edge_seq,edge,way,\
        offset_m,tunnel,confidence
        van-1,sketch,,0,true,false,0,2026-01-01T00:00:00.000Z,47.5000000,9.5000000,90.0,10.00,0.00,0,\(first),1,0.00,true,\
        0.9000
        van-1,sketch,,1,false,true,0,,47.5000000,9.5001327,90.0,,10.00,0,\(first),1,10.00,true,0.9000
        van-1,sketch,,2,false,true,0,,47.5000000,9.5002655,90.0,,20.00,0,\(first),1,20.00,true,0.9000
        van-1,sketch,,3,true,false,1,2026-01-01T00:00:04.500Z,47.5000000,9.5005973,90.0,10.00,45.00,1,\(second),2,\
        20.00,false,0.9000

        """)
  }

  @Test func `the document has them where they were asked for`() throws {
    let plain = try jsonObject(try written([try report()], .ndjson))
    #expect(plain["positions"] == nil)
    let document = try jsonObject(try written([try report { $0.hasPositions = true }], .ndjson))
    let rows = try #require(document["positions"] as? [[String: Any]])
    #expect(rows.contains { $0["estimated"] as? Bool == true && $0["time"] is NSNull && $0["speed_mps"] is NSNull })
    #expect(rows.map { $0["seq"] as? Int } == Array(rows.indices))
  }

  @Test func `GeoJSON has a point for each`() throws {
    let report = try report()
    let collection = try jsonObject(try written([report], .geojson, [.positions]))
    let features = try #require(collection["features"] as? [[String: Any]])
    #expect(features.count == report.rowCount(of: .positions))
    #expect(features.allSatisfy { ($0["geometry"] as? [String: Any])?["type"] as? String == "Point" })
  }

  @Test(arguments: [ReportFormat.csv, .json, .ndjson])
  func `a table too long to be in memory is rendered piece by piece`(format: ReportFormat) throws {
    let short = try report()
    let report = try report {
      $0.positions.isInterpolated = true
      $0.positions.rate = 1000
    }
    let count = report.rowCount(of: .positions)
    #expect(count > 1 << 15)
    let layout = try ReportLayout(TripReportSettings(format: format, tables: [.positions]), for: .standardOutput)
    let first = ReportRenderer(layout).render(report)[0]
    #expect(first.rowCount == 1 << 15 && first.rest != nil)
    let text = try written([report, short], format, [.positions])
    let lines = text.split(separator: "\n").filter { $0.contains("van-1") }
    #expect(lines.count == count + short.rowCount(of: .positions))
    if format == .csv {
      let numbers = lines.prefix(count).map { $0.split(separator: ",", omittingEmptySubsequences: false)[3] }
      #expect(numbers == (0..<count).map { "\($0)" })
    }
    if format == .json {
      #expect(try (JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any])?.count == lines.count)
    }
  }
}
