import Detection
import Geodesy
import Moments
import Plans
import TestSupport
import Testing
import Trips

@Suite struct `A vehicle that stands at a waypoint of its plan` {
  @Test func `has arrived and left, each with its time and the delay of the arrival`() throws {
    let town = try planTown()
    let events = try town.told(town.trip("AB BC CD DE", standingAfter: [520]), against: "1 4 5")
    #expect(events.map(town.spelled) == ["arrived 1", "left 1"])
    #expect(events.map(\.type.rawValue) == ["milestone_arrived", "milestone_left"])
    let times = events.map { $0.beginTime?.seconds(since: RoadSketch.begin) ?? -1 }
    // It comes there after 52 s, and stands for a minute.
    #expect(abs(times[0] - 52) <= 6 && abs(times[1] - 112) <= 6, "\(times)")
    #expect(events[0].detail.hasPrefix("waypoint 1; ") && events[0].detail.contains(" s early"), "\(events[0].detail)")
    #expect(events[1].detail == "waypoint 1" && events.allSatisfy { $0.road == nil && $0.beginTime == $0.endTime })
  }

  @Test func `to pass through is told on request`() throws {
    let town = try planTown()
    let trip = town.trip("AB BC CD DE", standingAfter: [520])
    var settings = DetectionSettings()
    #expect(try town.told(trip, against: "1 >4 5", settings).isEmpty)
    settings.namesPassThrough = true
    #expect(try town.told(trip, against: "1 >4 5", settings).map(town.spelled) == ["arrived 1", "left 1"])
  }

  @Test func `in parts of a drive has arrived once, and left in the part that shows it`() throws {
    let town = try planTown()
    let plan = try town.plan("1 4 5")
    let settings = DetectionSettings()
    var drive = PlannedDrive(PlanFollower(plan, departure: nil, on: town.graph), settings)
    var first = SketchDrive()
    (first.shortOfEnd, first.stands) = (160, [(after: 520, duration: 60)])
    drive.take(town.trip("AB BC CD", first), [])
    var second = SketchDrive()
    (second.beginOffset, second.stands) = (80, [(after: 0, duration: 40)])
    drive.take(town.trip("CD DE", second), [])
    let told = drive.finish().map { $0.events.filter { $0.payload is MilestoneStand }.map(town.spelled) }
    #expect(told == [["arrived 1"], ["left 1"]])
  }
}
