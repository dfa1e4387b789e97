import Geodesy
import Matching
import Moments
import RoadGraph
import TestSupport
import Testing
import Traces
import Trips

@testable import Knowledge

@Suite("Records of trips")
struct StoreTripTests {
  private let sketch: RoadSketch

  init() throws { sketch = try RoadSketch("A---B---C---D", metresPerCell: 20, roads: ["A-B-C-D"]) }

  @Test("A record has the path, the fixes in centimetres and milliseconds, and a path for each leg")
  func legs() throws {
    let trip = sketch.trip("AB BC | CD")
    let record = try #require(DriveRecord(of: trip, tripID: "7", vehicle: "van"))
    #expect(record.vehicle == "van" && record.tripID == "7")
    #expect(record.paths.map { sketch.spelled($0.steps.map(\.edge)) } == ["AB BC", "CD"])
    #expect(record.paths[0].steps.map(\.end) == [8_000, 8_000])
    let begin = RoadSketch.begin.millisecondsSince1970
    #expect(record.begin == begin && record.paths[0].fixes[1].time == begin + 2_000)
    #expect(record.paths[0].fixes[1].offset == 2_000 && record.paths[0].fixes[1].step == 0)
    #expect(record.paths.allSatisfy { path in path.steps.allSatisfy { $0.doubts.isEmpty } })
  }

  @Test("Confidence counts as it is printed")
  func confidence() throws {
    var drive = SketchDrive()
    drive.confidence = 0.79996
    #expect(DriveRecord(of: sketch.trip("AB", drive), tripID: "", vehicle: nil)?.paths[0].steps[0].doubts == [])
    drive.confidence = 0.7999
    let record = DriveRecord(of: sketch.trip("AB", drive), tripID: "", vehicle: nil)
    #expect(record?.paths[0].steps[0].doubts == .unlikely)
  }

  @Test("A trip without a vehicle stands for itself, and one without times has no record")
  func names() throws {
    var drive = SketchDrive()
    let trip = sketch.trip("AB", drive)
    #expect(DriveRecord(of: trip, tripID: "", vehicle: nil)?.vehicle == trip.matched.trace.id)
    drive.hasTimes = false
    #expect(DriveRecord(of: sketch.trip("AB", drive), tripID: "", vehicle: nil) == nil)
  }
}
