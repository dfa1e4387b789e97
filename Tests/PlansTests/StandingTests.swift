import Geodesy
import Moments
import RoadGraph
import Routing
import TestSupport
import Testing

@testable import Plans

@Suite struct `The newest fixes of a drive` {
  private let ruler = LocalRuler(at: RoadSketch.corner)

  private func place(_ east: Metres) -> Place { ruler.place(LocalPoint(x: east, y: 0)) }

  private func time(_ number: Int) -> Timestamp { RoadSketch.begin.adding(seconds: Double(number)) }

  @Test func `are 64, and while it stands the first ones of the standstill`() {
    var (moving, standing) = (SeenFixes(), SeenFixes())
    for number in 0..<100 {
      let there = place(Double(number))
      moving.append(number, at: time(number), there, on: there, standingSince: nil)
      standing.append(number, at: time(number), there, on: there, standingSince: number < 20 ? nil : 10)
    }
    #expect(moving.mean(of: 0...35) == nil && moving.mean(of: 36...36) == place(36))
    #expect(moving.mean(of: 99...99) == place(99))
    #expect(standing.mean(of: 0...9) == nil && standing.mean(of: 10...10) == place(10))
    #expect(standing.mean(of: 73...73) == place(73) && standing.mean(of: 74...99) == nil)
  }

  @Test func `show an arrival where they are, and not where the matcher draws them`() {
    var seen = SeenFixes()
    // The first one is 60 m before the place to which it is drawn, the second one 20 m.
    for (number, east) in [-60.0, -20, 0, 0, 0, 0, 0, 0, 0, 0].enumerated() {
      seen.append(number, at: time(number), place(east), on: place(0), standingSince: nil)
    }
    #expect(seen.arrival(in: 0...9, FollowingSettings()) == time(1))
    #expect(seen.arrival(in: 4...9, FollowingSettings()) == time(4))
    #expect(seen.arrival(in: 20...30, FollowingSettings()) == nil)
  }

  @Test(arguments: [(7.0, 0), (9, 1)])
  func `show an arrival within 8 m of the last place`(distance: Metres, arrival: Int) {
    var seen = SeenFixes()
    for (number, east) in [-distance, 0, 0].enumerated() {
      seen.append(number, at: time(number), place(east), on: place(east), standingSince: nil)
    }
    #expect(seen.arrival(in: 0...2, FollowingSettings()) == time(arrival))
  }
}

@Suite struct `A destination beyond the last road` {
  /// The road ends at B; 2 is 260 m beyond it.
  private let field: RoadSketch
  private let plan: Plan

  init() throws {
    field = try RoadSketch("A-1----------B--a--b---c d2", metresPerCell: 20, roads: ["A-B"])
    plan = try field.plan(through: "12")
  }

  /// How far it is from each of some fixes, and at which of them the vehicle is there; `-` if it is not ahead.
  ///
  /// - Parameter end: when the end of the route is reached.
  private func ways(
    from fixes: [(sign: Character, seconds: Seconds?, isBehind: Bool)], end: Seconds?
  ) -> [String] {
    var fold = OffRoadFold(of: plan, on: field.graph, settings: FollowingSettings())
    fold.begin(at: end.map { RoadSketch.begin.adding(seconds: $0) })
    return fixes.enumerated().map { number, fix in
      let time = fix.seconds.map { RoadSketch.begin.adding(seconds: $0) }
      let far = fold.take(number, time, at: field.place(fix.sign), isBehindRoute: fix.isBehind)
      guard let far else { return "-" }
      return "\(Int(far.progress.distance.rounded()))" + (far.arrival.map { ", there at \($0.fix)" } ?? "")
    }
  }

  @Test func `is ahead from the end of the route on, until the vehicle is there`() {
    let ways = ways(
      from: [("a", 9, true), ("a", 10, false), ("B", 20, true), ("d", 30, true), ("2", 40, true)], end: 10)
    #expect(ways == ["-", "200", "260", "20, there at 3", "-"])
  }

  @Test func `is ahead of fixes without times behind the end of the route`() {
    let ways = ways(from: [("a", nil, false), ("a", nil, true), ("2", nil, true)], end: nil)
    #expect(ways == ["-", "200", "0, there at 2"])
  }

  @Test func `is not ahead before the end of the route, nor where it lies on a road`() {
    var fold = OffRoadFold(of: plan, on: field.graph, settings: FollowingSettings())
    let isAhead = fold.take(0, RoadSketch.begin, at: field.place("a"), isBehindRoute: true) != nil
    var onRoad = OffRoadFold(of: field.plan(along: "AB"), on: field.graph, settings: FollowingSettings())
    onRoad.begin(at: RoadSketch.begin)
    let isAheadOnRoad = onRoad.take(0, RoadSketch.begin, at: field.place("a"), isBehindRoute: true) != nil
    #expect(!isAhead && !isAheadOnRoad)
  }
}
