import Geodesy
import Moments
import RoadGraph
import Routing
import TestSupport
import Testing

@testable import Plans

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
