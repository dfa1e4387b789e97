import Geodesy
import Matching
import Moments
import RoadGraph
import TestSupport
import Testing
import Traces
import Trips

@testable import Plans

/// One street of 640 m; digits are waypoints.
private func street() throws -> RoadSketch {
  try RoadSketch(
    """
    A--1----2---------3-----4-------B
    """, metresPerCell: 20, roads: ["A-B"])
}

@Suite struct `A stand at a waypoint` {
  private let town: RoadSketch
  init() throws { town = try street() }

  /// A drive with a fix a second that stands after some lengths.
  private func fixes(_ path: String, _ stands: [(after: Metres, duration: Seconds)], _ period: Seconds = 1) -> [Fix] {
    var drive = SketchDrive()
    (drive.period, drive.stands) = (period, stands)
    return town.trip(path, drive).matched.trace.fixes
  }

  private func told(_ fixes: [Fix], by fold: inout WaypointStandFold) -> [(stand: WaypointStand, at: Timestamp?)] {
    var told: [(stand: WaypointStand, at: Timestamp?)] = []
    for (number, fix) in fixes.enumerated() {
      guard let place = fix.place else { continue }
      told += fold.take(number, at: place, fix.time).map { ($0, fix.time) }
    }
    return told + fold.finish().map { ($0, fixes.last?.time) }
  }

  private func spelled(_ told: [(stand: WaypointStand, at: Timestamp?)]) -> [String] {
    told.map { "\($0.stand.moment.rawValue) \($0.stand.number)" }
  }

  @Test(arguments: [
    // Places: 1 after 60 m, 2 after 160 m, 3 after 360 m, 4 after 480 m, and on the way back 4 after 800 m, 3 after 920 m,
    // 2 after 1,120 m, and 1 after 1,220 m.
    ("124", "AB", [160.0], ["arrived 1", "left 1"]),
    ("124", "AB", [160, 480], ["arrived 1", "left 1", "arrived 2"]),
    // The record goes on for only 16 s after the last stand. If it stands elsewhere then, it has left.
    ("124", "AB", [480, 560], ["arrived 2", "left 2"]),
    // 40 m before a waypoint, at none, and at the start.
    ("13", "AB", [320], []), ("13", "AB", [250], []), ("13", "AB", [60], []),
    // A stand in two pieces.
    ("123", "AB", [150, 210], ["arrived 1", "left 1"]),
    // In another order: the last waypoint before its turn and in its turn.
    (
      "1432", "AB BA", [160, 480, 920, 1120],
      ["arrived 3", "left 3", "arrived 1", "left 1", "arrived 2", "left 2", "arrived 3"]
    ),
    // Once it stood there in its turn, it is not told again.
    ("124", "AB BA", [160, 480, 1120], ["arrived 1", "left 1", "arrived 2", "left 2"]),
    // A tour that ends where it begins.
    ("131", "AB BA", [60, 360, 1220], ["arrived 1", "left 1", "arrived 2"]),
    // One that passes its only stop on the way.
    ("141", "AB BA AB", [60, 1220], ["arrived 2", "left 2"]),
  ])
  func `is told once, and when it has ended`(
    plan: String, path: String, stands: [Metres], expected: [String]
  ) throws {
    var fold = WaypointStandFold(try town.plan(through: plan))
    let told = told(fixes(path, stands.map { ($0, 60) }), by: &fold)
    #expect(spelled(told) == expected)
  }

  @Test(arguments: [1.0, 5, 15, 30])
  func `is told while the vehicle stands, with the time of the arrival`(period: Seconds) throws {
    var fold = WaypointStandFold(try town.plan(through: "124"))
    let told = told(fixes("AB", [(160, 600)], period), by: &fold)
    let arrived = try #require(told.first)
    let arrival = RoadSketch.begin.adding(seconds: 16)
    #expect(try #require(arrived.at).seconds(since: arrival) <= 15 + 2 * period)
    #expect(abs(try #require(arrived.stand.time).seconds(since: arrival)) <= 6 + period / 2)
    let left = try #require(told.last)
    #expect(abs(try #require(left.stand.time).seconds(since: arrival) - 600) <= 6 + period / 2)
  }

  @Test func `that is shorter than 15 s is none`() throws {
    var fold = WaypointStandFold(try town.plan(through: "124"))
    #expect(told(fixes("AB", [(160, 5)]), by: &fold).isEmpty)
  }

  @Test func `goes on in the next part, or has ended unseen`() throws {
    let all = fixes("AB", [(160, 120)])
    let standing = all.prefix { $0.time.map { $0.seconds(since: RoadSketch.begin) < 80 } ?? false }
    for (next, isSeen) in [(all.dropFirst(standing.count), true), (all.suffix(20), false)] {
      var fold = WaypointStandFold(try town.plan(through: "124"))
      #expect(spelled(told(Array(standing), by: &fold)) == ["arrived 1"])
      fold.beginPart()
      let told = told(Array(next), by: &fold)
      #expect(spelled(told) == ["left 1"] && told[0].stand.isSeen == isSeen)
      if !isSeen { #expect(told[0].stand.fix == 0 && told[0].stand.time == next.first?.time) }
    }
  }
}
