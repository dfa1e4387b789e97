import Geodesy
import Moments
import RoadGraph
import TestSupport
import Testing

@testable import Plans

/// A drive that has left its plan after 300 m; the fix before was at `before`.
private func excursion(before: Metres = 290) -> Excursion {
  let place = RoadSketch.corner
  return Excursion(
    left: PlanFix(number: 4, place: place, progress: 300), before: before, at: 300, reached: 0, first: 5, place,
    FollowingSettings())
}

extension Excursion {
  /// Takes some fixes: F is far from the plan, n is not.
  fileprivate mutating func take(_ fixes: String, distance: Metres = 40, confidence: Double = 1) {
    for (number, fix) in fixes.enumerated() {
      add(5 + number, at: nil, distance: distance, isFar: fix == "F", confidence: confidence)
    }
  }
}

@Suite struct `An excursion leads away from the plan` {
  @Test(arguments: [
    ("FF", 40.0, 0.0, true), ("nFFn", 40, 0, true), ("FFFF", 40, 0, true),
    // Never by one fix, nor by several that do not follow one another.
    ("F", 40, 0, false), ("FnFnF", 40, 0, false), ("nnnn", 40, 0, false), ("", 0, 0, false),
    // Not where the fixes just before and after are half as far from their road.
    ("FF", 40, 20, false), ("FF", 40, 19.9, true),
  ])
  func `by two fixes in a row that are far from it`(
    fixes: String, distance: Metres, nearby: Metres, isAway: Bool
  ) {
    var excursion = excursion()
    excursion.take(fixes, distance: distance)
    excursion.nearbyDistance = nearby
    #expect(excursion.isAway == isAway)
  }

  @Test(arguments: [
    (700.0, 200.0, 0.75, true), (700, 201, 0.75, false), (700, 200, 0.5, false), (100, 0, 0.75, false),
  ])
  func `by skipping a part of it that is longer by 200 m, if that is sure`(
    rejoinedAt: Metres, length: Metres, confidence: Double, isAway: Bool
  ) {
    var excursion = excursion()
    excursion.length = length
    excursion.rejoinedAt = rejoinedAt
    #expect(!excursion.isAway, "without fixes nothing shows it")
    excursion.take("nn", distance: 5, confidence: confidence)
    #expect(excursion.isAway == isAway)
    excursion.rejoinedAt = nil
    #expect(!excursion.isAway)
  }

  @Test(arguments: [
    (290.0, [240.0, 216], 50.0, true), (290, [241, 216], 50, false), (290, [240, 100], 49, false),
    // One fix shows it that is 75 m back.
    (290, [215], 50, true), (290, [216], 50, false), (290, [100], 49, false),
    // One fix strayed ahead: it may have turned 25 m before that.
    (200, [225, 225], 50, true), (200, [230, 225], 50, false), (200, [225], 50, false), (200, [], 50, false),
    // It goes ahead first.
    (290, [400, 325, 325], 50, true), (290, [400, 330, 325], 50, false),
  ])
  func `by driving it backwards, as two fixes 50 m back from the turn show, or one 75 m back`(
    before: Metres, progress: [Metres], length: Metres, isAway: Bool
  ) {
    var excursion = excursion(before: before)
    excursion.reversedLength = length
    for place in progress { excursion.goBack(to: place) }
    #expect(excursion.isAway == isAway, "\(excursion.fixesBehind)")
  }

  @Test(arguments: [
    // Seconds from the fix before it, and to the one after it.
    (65.0, 20.0, 20.0, true), (64, 20, 20, false), (65, 19, 20, false), (65, 20, 19, false), (200, 1, 1, false),
  ])
  func `by one fix that is farther than reflections throw it, if no other one comes soon before or after it`(
    distance: Metres, before: Seconds, after: Seconds, isAway: Bool
  ) {
    for isBack in [true, false] {
      var excursion = excursion()
      excursion.left?.time = RoadSketch.begin
      let time = RoadSketch.begin.adding(seconds: before)
      excursion.add(5, at: time, distance: distance, isFar: true, confidence: 1)
      #expect(!excursion.isAway, "the next fix may come soon")
      let next = time.adding(seconds: after)
      if isBack {
        excursion.rejoined = PlanFix(number: 6, time: next, place: RoadSketch.corner, progress: 500)
      } else {
        excursion.add(6, at: next, distance: 0, isFar: false, confidence: 1)
      }
      #expect(excursion.isAway == isAway)
    }
  }

  @Test func `and has means and ends also without fixes and times`() {
    var excursion = excursion()
    #expect(excursion.meanDistance == 0 && excursion.confidence == 1 && excursion.endTime == nil)
    excursion.add(5, at: RoadSketch.begin, distance: 10, isFar: false, confidence: 0.5)
    excursion.add(8, at: nil, distance: 30, isFar: true, confidence: 1)
    #expect(excursion.meanDistance == 20 && excursion.confidence == 0.75 && excursion.greatestDistance == 30)
    #expect(
      excursion.fixes == 5...8 && excursion.beginTime == RoadSketch.begin && excursion.endTime == RoadSketch.begin)
  }
}

@Suite struct `The place of a fix beside its plan` {
  private let plan: Plan
  private let beforeStart = Excursion(
    left: nil, before: nil, at: 0, reached: 0, first: 0, RoadSketch.corner, FollowingSettings())
  private let near = excursion()
  private let away: Excursion
  private let back: Excursion

  init() throws {
    plan = try grid().plan(along: "AB BC")
    var (away, back) = (excursion(), excursion())
    away.take("FF")
    back.rejoined = PlanFix(number: 9, place: RoadSketch.corner, progress: 350)
    (self.away, self.back) = (away, back)
  }

  private var place: UndecidedPosition {
    UndecidedPosition(
      on: plan.position(at: 10, true, 0, from: nil, at: nil), off: plan.position(at: 0, false, 0, from: nil, at: nil))
  }

  /// Takes some fixes during each of some excursions, at most four undecided, and says what is decided with each.
  private func decided(_ fixes: [(count: Int, excursion: Excursion?)]) -> [String] {
    var positions = UndecidedPositions(most: 4)
    return fixes.map { count, excursion in
      for _ in 0..<count { positions.append(place, excursion?.side ?? .on) }
      return spelled(positions.fetch())
    }
  }

  private func spelled(_ positions: [PlanPosition?]) -> String {
    positions.map { position in position.map { $0.isOnPlan ? "on" : "off" } ?? "-" }.joined(separator: " ")
  }

  @Test func `is on it without an excursion, and off it before it began`() {
    #expect(decided([(2, nil)]) == ["on on"])
    #expect(decided([(2, beforeStart), (1, nil)]) == ["off off", "on"])
  }

  @Test func `waits until the vehicle is away or back`() {
    #expect(decided([(3, near), (1, away), (1, away)]) == ["", "off off off off", "off"])
    #expect(decided([(3, near), (1, nil)]) == ["", "on on on on"])
    #expect(decided([(2, near), (1, back)]) == ["", "on on on"])
  }

  @Test func `waits for so many fixes only`() {
    #expect(decided([(4, near), (1, near), (1, near), (1, away)]) == ["", "on on on on on", "", "off off"])
  }

  @Test func `is decided at the end as it looks then`() {
    for (excursion, expected) in [(near, "on on"), (away, "off off")] {
      var positions = UndecidedPositions(most: 4)
      for _ in 0..<2 { positions.append(place, near.side) }
      positions.decide(excursion.side)
      let decided = positions.fetch()
      #expect(spelled(decided) == expected)
    }
  }

  @Test func `is where it is on a road of the plan, and nowhere for a fix that is not used`() {
    var positions = UndecidedPositions(most: 4)
    positions.append(nil, near.side)
    positions.append(UndecidedPosition(on: place.on, off: nil), near.side)
    positions.append(place, away.side)
    let decided = positions.fetch()
    #expect(spelled(decided) == "- on off")
  }
}
