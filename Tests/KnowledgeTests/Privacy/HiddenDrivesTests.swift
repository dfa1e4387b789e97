import Geodesy
import RoadGraph
import RoadRules
import TestSupport
import Testing

@testable import Knowledge

@Suite("Drives without their hidden parts")
struct HiddenDrivesTests {
  @Test("A drive keeps what lies between two fixes on visible roads")
  func cut() throws {
    let sketch = try RoadSketch("A-----B-----C-----D-----E", metresPerCell: 20, roads: ["A-B-C-D-E"])
    let names = ["AB", "BC", "CD", "DE"]
    let steps = names.map { DrivenStep(edge: sketch.edge($0), begin: 0, end: 12_000) }
    let fixes = (0..<4).flatMap { step in
      [2_000, 10_000].enumerated().map { number, offset in
        PathFix(step: Int32(step), offset: Int32(offset), time: Int64(10_000 * step + 5_000 * number))
      }
    }
    let drive = DriveRecord(
      vehicle: "van", tripID: "1", source: "a.csv", begin: 0, end: 35_000,
      paths: [DrivenPath(steps: steps, fixes: fixes)],
      stands: [Stand(begin: 0, end: 500_000, place: sketch.place("A"))])
    let ends = HiddenGround(discs: ["A", "E"].map { EndDisc(middle: sketch.place($0), radius: 100) })
    let visible = try #require(drive.visible(outside: ends, on: sketch.graph))
    #expect(sketch.spelled(visible.paths[0].steps.map(\.edge)) == "BC CD")
    #expect(
      visible.paths[0].steps.map(\.begin) == [2_000, 0] && visible.paths[0].steps.map(\.end) == [12_000, 10_000])
    #expect(visible.begin == 10_000 && visible.end == 25_000 && visible.stands.isEmpty)
    let middle = HiddenGround(discs: [EndDisc(middle: sketch.place("C"), radius: 10)])
    let parts = try #require(drive.visible(outside: middle, on: sketch.graph)).paths
    #expect(parts.map { sketch.spelled($0.steps.map(\.edge)) } == ["AB", "DE"])
    #expect(
      drive.visible(outside: HiddenGround(discs: [EndDisc(middle: sketch.place("C"), radius: 900)]), on: sketch.graph)
        == nil)
  }

  @Test("A drive whose ends are hidden has no stay before and after it, and its stops on visible ground stay")
  func stays() throws {
    let sketch = try RoadSketch("A-----B-----C-----D-----E", metresPerCell: 40, roads: ["A-B-C-D-E"])
    let hour: Int64 = 3_600_000
    let steps = ["AB", "BC", "CD", "DE"].map { DrivenStep(edge: sketch.edge($0), begin: 0, end: 24_000) }
    func drive(_ number: Int) -> DriveRecord {
      let begin = Int64(number) * 4 * hour
      var fixes: [PathFix] = []
      for step in 0..<4 {
        let time = begin + Int64(step) * hour / 2
        fixes.append(PathFix(step: Int32(step), offset: 1_000, time: time))
        fixes.append(PathFix(step: Int32(step), offset: 23_000, time: time + 60_000))
      }
      let stand = Stand(begin: begin + hour / 2 + 120_000, end: begin + hour - 60_000, place: sketch.place("C"))
      return DriveRecord(
        vehicle: "van", tripID: "\(number)", source: "a", begin: begin, end: begin + 3 * hour / 2 + 60_000,
        paths: [DrivenPath(steps: steps, fixes: fixes)], stands: [stand])
    }
    let drives = (0..<6).map(drive)
    var settings = StaySettings()
    settings.leastStays = 3
    func stays(_ radius: Metres?) throws -> [StayPlace] {
      var hiding = Hiding()
      hiding.ends = try radius.map { EndDiscs(radius: $0, key: try PrivacyKey(Array("the key of a fleet".utf8))) }
      return try StayFold(
        of: HiddenDrives(DriveList(drives), by: hiding, on: sketch.graph), on: sketch.graph, settings: settings
      ).places
    }
    let whole = try stays(nil)
    #expect(whole.first?.support.passages == 6)
    let hidden = try stays(100)
    #expect(hidden.count == 1 && groundDistance(hidden[0].place, sketch.place("C")) < 1)
    #expect(hidden[0].support.passages == 6)
  }

  @Test("A drive begins at a multiple of the step of times, and lasts as long as before")
  func times() throws {
    let sketch = try RoadSketch("A-----B", metresPerCell: 20, roads: ["A-B"])
    let path = DrivenPath(
      steps: [DrivenStep(edge: sketch.edge("AB"), begin: 0, end: 12_000)],
      fixes: [PathFix(step: 0, offset: 0, time: -61_500), PathFix(step: 0, offset: 12_000, time: -31_500)])
    let drive = DriveRecord(
      vehicle: "van", tripID: "1", source: "a", begin: -61_500, end: -31_500, paths: [path],
      stands: [Stand(begin: -61_500, end: -60_000, place: sketch.place("A"))])
    var hiding = Hiding()
    hiding.timeStep = 60_000
    var moved: [DriveRecord] = []
    try HiddenDrives(DriveList([drive]), by: hiding, on: sketch.graph).forEachDrive(in: 0) { moved.append($0) }
    #expect(moved.map(\.begin) == [-120_000] && moved.map(\.end) == [-90_000])
    #expect(moved[0].paths[0].fixes.map(\.time) == [-120_000, -90_000])
    #expect(moved[0].stands.map(\.begin) == [-120_000])
    var tables = LearnedTables(classes: .usual)
    var use = RoadUse(edge: sketch.edge("AB"))
    (use.first, use.last) = (-61_500, 61_500)
    tables.use = LearnedRows([use])
    try tables.rounded(toMilliseconds: 60_000).use?.forEach { #expect($0.first == -120_000 && $0.last == 60_000) }
  }
}
