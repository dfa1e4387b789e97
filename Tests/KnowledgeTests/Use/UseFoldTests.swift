import Geodesy
import Knowledge
import Moments
import RandomNumbers
import RoadGraph
import RoadRules
import TestSupport
import Testing

@Suite("How often roads are driven")
struct UseFoldTests {
  private let sketch: RoadSketch

  init() throws {
    sketch = try RoadSketch(
      """
      A---------B---------C---------D
                |         |
                E         F
      """, metresPerCell: 10,
      roads: ["A-B-C-D", SketchRoad("B-E", roadClass: .service), SketchRoad("C>F", roadClass: .primary)])
  }

  private func use(of drives: [DriveRecord], clock: LocalClock? = nil) throws -> [String: RoadUse] {
    let fold = try UseFold(of: DriveList(drives), on: sketch.graph, for: .car, clock: clock)
    return Dictionary(uniqueKeysWithValues: try fold.roads().map { (sketch.spelled([$0.edge]), $0) })
  }

  @Test("Every road that cars may use has a row, driven or not")
  func rows() throws {
    let use = try use(of: [DrawnDrive(on: sketch).record("AB BC")])
    #expect(use.keys.sorted() == ["AB", "BA", "BC", "BE", "CB", "CD", "CF", "DC", "EB"])
    #expect(use["AB"]?.support == Support(passages: 1, trips: 1, vehicles: 1, mostOfOne: 1))
    #expect(use["CD"]?.support == Support())
    #expect(use["CD"]?.first == nil)
    #expect(use["BA"]?.covered == 1)
  }

  @Test("A road driven against its oneway has a row of its own")
  func wrongWay() throws {
    var drive = DrawnDrive(on: sketch)
    drive.doubts = ["FC": .wrongWay]
    let use = try use(of: [drive.record("FC CD")])
    #expect(use["FC"]?.support.passages == 1)
    #expect(use["CF"]?.support.passages == 0)
  }

  @Test("Trips, vehicles and the vehicle with most passages are counted apart")
  func vehicles() throws {
    let drive = DrawnDrive(on: sketch)
    let day: Int64 = 86_400_000
    let use = try use(of: [
      drive.record("AB BC CB BC CD"), drive.at(day).record("BC"), drive.at(2 * day).by("bus").record("BC"),
    ])
    #expect(use["BC"]?.support == Support(passages: 4, trips: 3, vehicles: 2, mostOfOne: 3))
  }

  @Test("All drives together have sums, by the days of the place")
  func sums() throws {
    let (drive, day) = (DrawnDrive(on: sketch), Int64(86_400_000))
    let drives = [drive.at(day - 60_000).record("AB BC"), drive.at(3 * day).by("bus").record("BC")]
    var question = LearnedQuestion(mode: .car, classes: .usual)
    (question.tables, question.wantsSums, question.clock) = ([], true, LocalClock("+01:00"))
    let sums = try #require(try LearnedTables(of: DriveList(drives), on: sketch.graph, question).sums)
    #expect(sums.drives == 2 && sums.vehicles == 2)
    #expect(sums.days.map(\.iso8601) == ["2026-01-06", "2026-01-08"])
    #expect(abs(sums.length - 300) < 1 && sums.duration > 0)
  }

  @Test("Passages are counted by local hour and weekday, at the time of entry")
  func hours() throws {
    let drive = DrawnDrive(on: sketch).at(57 * 60_000 + 55_000)  // enters BC at 08:58:05 UTC, Monday
    let use = try use(of: [drive.record("AB BC")], clock: LocalClock("+01:00"))
    let road = try #require(use["BC"])
    #expect(road.byHour.firstIndex(of: 1) == 9)
    #expect(road.byDay == [1, 0, 0, 0, 0, 0, 0])
    #expect(road.first == drive.begin + 10_000)
    #expect(road.first == road.last)
  }

  @Test("A road touched at the end of a trip is no passage, but its ground is covered")
  func touched() throws {
    var drive = DrawnDrive(on: sketch)
    drive.shortOfEnd = 9_000  // of 100 m, so 10 m are driven
    let use = try use(of: [drive.record("AB BC")])
    #expect(use["BC"]?.support.passages == 0)
    #expect(abs((use["BC"]?.covered ?? 0) - 0.1) < 0.001)
    #expect(use["AB"]?.support.passages == 1)
  }

  @Test("Half of a road, or 50 m of a long one, is a passage", arguments: [(4_900, 0), (5_100, 1)])
  func half(driven: Int32, passages: Int) throws {
    var drive = DrawnDrive(on: sketch)
    drive.shortOfEnd = drive.length("BC") - driven
    #expect(try use(of: [drive.record("AB BC")])["BC"]?.support.passages == passages)
  }

  @Test("Steps that are rivalled or unlikely count: most of them were driven")
  func rivals() throws {
    var drive = DrawnDrive(on: sketch)
    drive.doubts = ["AB": [.inferred, .detour], "BC": [.inferred, .detour, .unlikely], "CD": [.inferred, .unlikely]]
    let use = try use(of: [drive.record("AB BC CD")])
    #expect(["AB", "BC", "CD"].map { use[$0]?.support.passages } == [1, 1, 1])
  }

  @Test("A path that ends on a road and another that goes on there are one passage")
  func broken() throws {
    var time = DrawnDrive(on: sketch).begin
    let drive = DrawnDrive(on: sketch)
    let whole = drive.length("BC")
    let paths = [
      drive.path(of: [DrivenStep(edge: sketch.edge("BC"), begin: 0, end: 3_000)], &time),
      drive.path(of: [DrivenStep(edge: sketch.edge("BC"), begin: 4_000, end: whole)], &time),
    ]
    let record = DriveRecord(vehicle: "van", tripID: "1", source: "drawn", begin: 0, end: time, paths: paths)
    let use = try use(of: [record])
    #expect(use["BC"]?.support.passages == 1)
  }

  @Test("Turning round a few metres into a side road is no passage of it")
  func spur() throws {
    let drive = DrawnDrive(on: sketch)
    let (back, into) = (sketch.edge("EB"), sketch.edge("BE"))
    let length = drive.length("BE")
    func record(depth: Int32) -> DriveRecord {
      var time = drive.begin
      let steps = [
        DrivenStep(edge: sketch.edge("AB"), begin: 0, end: drive.length("AB")),
        DrivenStep(edge: into, begin: 0, end: depth), DrivenStep(edge: back, begin: length - depth, end: length),
        DrivenStep(edge: sketch.edge("BC"), begin: 0, end: drive.length("BC")),
      ]
      let path = drive.path(of: steps, &time)
      return DriveRecord(vehicle: "van", tripID: "1", source: "drawn", begin: 0, end: time, paths: [path])
    }
    #expect(try use(of: [record(depth: 1_200)])["BE"]?.support.passages == 0)
    #expect(try use(of: [record(depth: 1_200)])["BE"]?.covered == 0)
    #expect(try use(of: [record(depth: 1_800)])["EB"]?.support.passages == 1)
  }

  @Test("Ground covered twice, in either direction, counts once")
  func coveredOnce() throws {
    var there = DrawnDrive(on: sketch)
    there.shortOfEnd = 4_000
    var back = there.at(3_600_000)
    back.shortOfEnd = 5_000
    let use = try use(of: [there.record("BC"), back.record("DC CB")])
    #expect(use["BC"]?.covered == 1)
    #expect(use["CB"]?.covered == use["BC"]?.covered)
  }

  @Test("Coverage counts each road once: in all, by class, and by zone")
  func coverage() throws {
    var drive = DrawnDrive(on: sketch)
    drive.shortOfEnd = 5_000
    let fold = try UseFold(of: DriveList([drive.record("AB BC")]), on: sketch.graph, for: .car)
    let west = Site(id: "west", .circle(sketch.place("A"), radius: 100.5))
    let parts = fold.coverage(by: .sites(SiteIndex([west])))
    func rounded(_ part: Coverage.Part) -> [Int] {
      parts.filter { $0.part == part }.flatMap { [Int($0.length.rounded()), Int($0.driven.rounded())] }
    }
    #expect(rounded(.all) == [340, 150])
    #expect(rounded(.roadClass(.residential)) == [300, 150])
    #expect(rounded(.roadClass(.primary)) == [20, 0])
    #expect(rounded(.zone("west")) == [100, 100])
    #expect(parts.count == 5)
  }

  @Test("The rows do not depend on chunks, and are those of a plain count")
  func plainCount() throws {
    var random = SplitMix64(seed: 9)
    let courses = ["AB BC CD", "DC CB BE", "EB BC CF", "AB BE", "BC", "EB BA"]
    let drives = (0..<300).map { number in
      let drive = DrawnDrive(on: sketch).at(Int64(number) * 7_300_000).by("van \(random.next() % 7)")
      return drive.record(courses[Int(random.next() % 6)])
    }
    let use = try use(of: drives)
    for (letters, road) in use {
      let passing = drives.filter { $0.paths[0].steps.contains { $0.edge == road.edge } }
      let byVehicle = Dictionary(grouping: passing, by: \.vehicle).mapValues(\.count)
      #expect(road.support.passages == passing.count, "\(letters)")
      #expect(road.support.vehicles == byVehicle.count)
      #expect(road.support.mostOfOne == byVehicle.values.max() ?? 0)
    }
    #expect(try self.use(of: drives.reversed()) == use)
  }
}
