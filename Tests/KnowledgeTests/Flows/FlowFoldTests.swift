import Geodesy
import Knowledge
import Moments
import RandomNumbers
import RoadGraph
import RoadRules
import TestSupport
import Testing

@Suite("Trips between zones")
struct FlowFoldTests {
  private let sketch: RoadSketch
  private let zones: Zones

  init() throws {
    let sketch = try RoadSketch(
      """
      A---------B---------C---------D
                |         |
                E---------F
      """, metresPerCell: 40,
      roads: [
        SketchRoad("A-B", name: "West Road"), SketchRoad("B-C", name: "High Street"),
        SketchRoad("C-D", name: "", ref: "B 7"), SketchRoad("B-E-F-C", name: "Low Street"),
      ])
    self.sketch = sketch
    zones = .sites(
      SiteIndex(
        ["A", "D", "F"].map { letter in
          Site(id: "\(letter)-zone", .circle(sketch.place(Character(letter)), radius: 60))
        }))
  }

  private func fold(_ drives: [DriveRecord], settings: FlowSettings = FlowSettings()) throws -> FlowFold {
    try FlowFold(of: DriveList(drives), on: sketch.graph, between: zones, settings: settings)
  }

  @Test("A trip is counted from zone to zone, in the class of the hour in which it began")
  func oneTrip() throws {
    let flows = try fold([DrawnDrive(on: sketch).record("AB BC CD")]).flows
    let flow = try #require(flows.first)
    #expect(flows.count == 1)
    #expect([flow.from, flow.to] == ["A-zone", "D-zone"])
    #expect(flow.hours == WeekHours(days: 0, hours: 8..<9))
    #expect(flow.support == Support(passages: 1, trips: 1, vehicles: 1, mostOfOne: 1))
    #expect(abs(flow.medianLength - 1200) < 1)
    #expect(abs(flow.medianDuration - 120) < 1)
    #expect(flow.corridor == ["West Road", "High Street", "B 7"])
  }

  @Test("A long stand cuts a drive in two trips; a short one does not", arguments: [(1_000, 1), (1_300, 2)])
  func stands(seconds: Int64, trips: Int) throws {
    let first = DrawnDrive(on: sketch)
    let (there, back) = (first.record("AB BE EF"), first.at(seconds * 1000 + 104_000).record("FE EB BA"))
    let stand = Stand(begin: there.end, end: back.begin, place: sketch.place("F"))
    let whole = DriveRecord(
      vehicle: "van", tripID: "1", source: "drawn", begin: there.begin, end: back.end,
      paths: there.paths + back.paths, stands: [stand])
    let flows = try fold([whole]).flows
    #expect(flows.reduce(0) { $0 + $1.support.passages } == trips)
    #expect(flows.map(\.from) == (trips == 2 ? ["A-zone", "F-zone"] : ["A-zone"]))
    #expect(flows.last?.to == "A-zone")
    #expect(flows.allSatisfy { $0.support.trips == 1 })
  }

  @Test("Between two paths, the length is that of the straight line")
  func broken() throws {
    let drive = DrawnDrive(on: sketch)
    let (begin, rest) = (drive.record("AB"), drive.at(200_000).record("CD"))
    let whole = DriveRecord(
      vehicle: "van", tripID: "1", source: "drawn", begin: begin.begin, end: rest.end, paths: begin.paths + rest.paths)
    let flow = try #require(try fold([whole]).flows.first)
    #expect(abs(flow.medianLength - 1200) < 1)
    #expect(flow.corridor == ["West Road", "B 7"])
  }

  @Test("Trips outside all zones and moves in a yard are left out and counted")
  func leftOut() throws {
    var drive = DrawnDrive(on: sketch)
    let outside = drive.record("BC")
    drive.shortOfEnd = drive.length("AB") - 3_000
    let counts = try fold([outside, drive.record("AB")]).counts
    #expect([counts.drives, counts.trips, counts.outside, counts.short] == [2, 0, 1, 1])
  }

  @Test("The corridor has the roads that half of the trips share, in the order driven")
  func corridor() throws {
    let drive = DrawnDrive(on: sketch)
    let drives = [drive.record("AB BC CD"), drive.at(1000).record("AB BC CD"), drive.at(2000).record("AB BE EF FC CD")]
    #expect(try fold(drives).flows.first?.corridor == ["West Road", "High Street", "B 7"])
  }

  @Test("Flows are those of a plain count, whatever the order of the drives")
  func plainCount() throws {
    var random = SplitMix64(seed: 4)
    let courses = ["AB BC CD", "DC CF", "FE EB BA", "AB BE EF FC CD", "DC CB BA"]
    let ends = ["AB BC CD": "AD", "DC CF": "DF", "FE EB BA": "FA", "AB BE EF FC CD": "AD", "DC CB BA": "DA"]
    var expected: [String: [Int]] = [:]
    var byVehicle: [String: [String: Int]] = [:]
    let drives = (0..<400).map { number in
      let (course, vehicle) = (courses[Int(random.next() % 5)], "van \(random.next() % 9)")
      let record = DrawnDrive(on: sketch).at(Int64(number) * 1_900_000).by(vehicle).record(course)
      let local = ZonedTime(moment: Timestamp(millisecondsSince1970: record.begin), offsetInMinutes: 0)
      let key = "\(ends[course] ?? "") \(WeekClasses.usual.openingHours(WeekClasses.usual[local]))"
      expected[key, default: []].append(Int(record.end - record.begin))
      byVehicle[key, default: [:]][vehicle, default: 0] += 1
      return record
    }
    let flows = try fold(drives).flows
    #expect(flows.count == expected.count)
    for flow in flows {
      let number = flow.hours.days * 24 + flow.hours.hours.lowerBound
      let key = "\(flow.from.prefix(1))\(flow.to.prefix(1)) \(WeekClasses.usual.openingHours(number))"
      let durations = try #require(expected[key]).sorted()
      #expect(flow.support.passages == durations.count)
      #expect(flow.support.vehicles == byVehicle[key]?.count)
      #expect(flow.support.mostOfOne == byVehicle[key]?.values.max())
      // At least 85 % of the trips take no longer than the p85, and it is the least such time.
      let within = durations.count { Double($0) <= flow.p85Duration * 1000 + 0.5 }
      let below = durations.count { Double($0) < flow.p85Duration * 1000 - 0.5 }
      #expect(Double(within) >= 0.85 * Double(durations.count) && Double(below) < 0.85 * Double(durations.count))
    }
    #expect(try fold(drives.reversed()).flows == flows)
  }
}
