import Geodesy
import Matching
import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Testing
import Traces
import Trips

@testable import Plans

@Suite struct `A drive along its plan` {
  @Test(arguments: [
    ("AB BC | CD DH", "AB BC CD DH", [1, 2], []),
    // It comes back at the waypoint itself.
    ("AB BC | CD DH", "AB BF FG GC CD DH", [1, 2], []),
    // It never comes back.
    ("AB BC | CD | DH", "AB BF FG GH", [], [1, 2, 3]),
    // It begins late, and gives up early.
    ("AB | BC | CD", "CD", [2, 3], [1]), ("AB | BC | CD", "AB BC CG", [1, 2], [3]),
    // A loop planned and driven twice, planned twice and driven once, and planned once and driven twice.
    ("BC CG | GF FB | BC CG | GF FB", "BC CG GF FB BC CG GF FB", [1, 2, 3, 4], []),
    ("BC CG | GF FB | BC CG | GF FB", "BC CG GF FB", [1, 2], [3, 4]),
    ("BC CG | GF FB", "BC CG GF FB BC CG", [1, 2], []),
    // Elsewhere.
    ("AB | BC", "IJ JK", [], [1, 2]),
  ])
  func `reaches some waypoints and misses the others`(
    plan: String, drive: String, reached: [Int], missed: [Int]
  ) throws {
    let followed = try grid().followed(drive, along: plan)
    #expect(followed.visits.map(\.number).sorted() == reached)
    #expect(followed.missed == missed)
  }

  @Test(arguments: 1...20)
  func `is on it at every fix and reaches every waypoint once, wherever the plan leads`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let town = try grid()
    let walk = randomWalk(12, on: town.graph, using: &random)
    var legs: [[EdgeStretch]] = [[]]
    for edge in walk {
      legs[legs.count - 1].append(town.graph.whole(edge))
      if Bool.random(using: &random) { legs.append([]) }
    }
    let plan = town.graph.plan(along: legs.filter { !$0.isEmpty })
    let trip = town.trip(town.spelled(walk))
    let followed = town.followed(trip, plan)
    #expect(followed.excursions.isEmpty && followed.missed.isEmpty)
    #expect(followed.visits.map(\.number).sorted() == Array(1..<plan.waypoints.count))
    #expect(followed.positions.count == trip.matched.fixes.count)
    // It drives 20 m from fix to fix.
    let wrong = followed.positions.enumerated().filter { number, position in
      guard let position, position.isOnPlan else { return true }
      return abs(position.progress - min(20 * Double(number), plan.length)) > 2
    }
    #expect(wrong.isEmpty, "\(wrong.map(\.offset))")
  }

  @Test(arguments: 1...20)
  func `or elsewhere has one place for each fix, and each waypoint is reached once or missed`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let town = try grid()
    let path = randomWalk(12, on: town.graph, using: &random)
    let plan = town.graph.plan(along: path.map { [town.graph.whole($0)] })
    let trip = town.trip(town.spelled(randomWalk(15, on: town.graph, using: &random)))
    let followed = town.followed(trip, plan)
    #expect(followed.positions.count == trip.matched.fixes.count)
    #expect((followed.visits.map(\.number) + followed.missed).sorted() == Array(1..<plan.waypoints.count))
    let outside = followed.positions.compactMap(\.self).filter {
      $0.progress < 0 || $0.progress > plan.length + 0.001 || !(1..<plan.waypoints.count).contains($0.nextWaypoint)
    }
    #expect(outside.isEmpty)
    let fixes = followed.excursions.map(\.fixes)
    #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    #expect(followed.visits.allSatisfy { trip.matched.fixes.indices.contains($0.fix) })
  }

  @Test(arguments: [-3600.0, 0, 600])
  func `is late or early against the time that its plan begins`(departure: Seconds) throws {
    let town = try grid()
    let (trip, plan) = (town.trip("AB BC CD"), town.plan(along: "AB BC CD"))
    let usual = town.followed(trip, plan).positions.compactMap { $0?.delay }
    let shifted = town.followed(trip, plan, departure: RoadSketch.begin.adding(seconds: departure))
    let delays = shifted.positions.compactMap { $0?.delay }
    #expect(usual.count == trip.matched.fixes.count && delays.count == usual.count)
    #expect(zip(usual, delays).allSatisfy { abs($0 - departure - $1) < 0.01 })
  }

  @Test func `without times has places and no arrivals`() throws {
    let town = try grid()
    var drive = SketchDrive()
    drive.hasTimes = false
    let followed = town.followed(town.trip("AB BC CD", drive), town.plan(along: "AB BC | CD"))
    #expect(followed.positions.allSatisfy { $0?.arrival == nil && $0?.delay == nil })
    #expect(abs((followed.positions.last??.progress ?? 0) - 600) < 1)
    #expect(followed.visits.map(\.number) == [1, 2] && followed.visits.allSatisfy { $0.time == nil })
  }

  @Test(arguments: [(FixStatus.dropped, FixReason.jump), (.rejected, .badPosition)])
  func `has no place for a fix that is not used, and goes on after it`(status: FixStatus, reason: FixReason) throws {
    let town = try grid()
    var trip = town.trip("AB BC CD")
    trip.take(14, off: status, reason)
    let followed = town.followed(trip, town.plan(along: "AB BC CD"))
    #expect(followed.positions.count == trip.matched.fixes.count)
    #expect(followed.positions.indices.filter { followed.positions[$0]?.isOnPlan != true } == [14])
    #expect(followed.excursions.isEmpty && followed.missed.isEmpty)
  }
}

@Suite struct `A drive that leaves its plan` {
  /// The first fix off AB is number 10.
  private func drive(_ path: String, waiting seconds: Seconds = 0) throws -> (RoadSketch, Trip) {
    let town = try grid()
    var drive = SketchDrive()
    drive.beginOffset = 5
    var trip = town.trip(path, drive)
    trip.wait(seconds, before: 10)
    return (town, trip)
  }

  @Test func `and comes back has left where its last road on it ends, and is back where the next one begins`() throws {
    let (town, trip) = try drive("AB BF FG GC CD")
    let followed = town.followed(trip, town.plan(along: "AB BC CD"))
    let excursion = try #require(followed.excursions.first)
    #expect(followed.excursions.count == 1 && excursion.isAway && !excursion.isAfterSilence)
    #expect(abs(excursion.leftAt - 200) < 1 && abs((excursion.rejoinedAt ?? 0) - 400) < 1)
    #expect(abs(excursion.length - 400) < 1 && abs(excursion.greatestDistance - 100) < 2)
    #expect(excursion.left?.number == 9 && excursion.fixes == 10...29 && excursion.rejoined?.number == 30)
    #expect(followed.positions[10...29].allSatisfy { $0?.isOnPlan == false })
  }

  @Test func `for good is never back on it`() throws {
    let (town, trip) = try drive("AB BF FJ JI")
    let followed = town.followed(trip, town.plan(along: "AB BC CD"))
    let excursion = try #require(followed.excursions.first)
    #expect(excursion.rejoined == nil && excursion.rejoinedAt == nil && excursion.isAway)
    #expect(excursion.fixes.upperBound == trip.matched.fixes.count - 1)
    // Off the plan, its place on the plan is where it left.
    #expect(abs((followed.positions.last??.progress ?? 0) - 185) < 1)
  }

  @Test func `before it began has not been on it`() throws {
    let (town, trip) = try drive("EA AB BC")
    let followed = town.followed(trip, town.plan(along: "AB BC"))
    let excursion = try #require(followed.excursions.first)
    #expect(followed.excursions.count == 1 && excursion.left == nil && excursion.rejoined?.number == 5)
    #expect(followed.positions.prefix(5).allSatisfy { $0?.isOnPlan == false && $0?.progress == 0 })
    #expect(followed.positions.dropFirst(5).allSatisfy { $0?.isOnPlan == true })
  }

  @Test(arguments: [(0.0, false), (27, false), (29, true), (600, true)])
  func `is not seen leaving where the record is silent for half a minute`(seconds: Seconds, isSilent: Bool) throws {
    let (town, trip) = try drive("AB BF FJ", waiting: seconds)
    let excursion = try #require(town.followed(trip, town.plan(along: "AB BC")).excursions.first)
    #expect(excursion.isAfterSilence == isSilent)
  }
}

@Suite struct `A drive in parts` {
  @Test func `goes on along its plan where the part before ended`() throws {
    let town = try grid()
    var fold = PlanFold(town.plan(along: "AB | BC | CD"), on: town.graph)
    let first = fold.follow(town.trip("AB"))
    #expect(first.visits.map(\.number) == [1] && first.missed == [2, 3])
    fold.beginPart()
    let second = fold.follow(town.trip("BC CD"))
    #expect(second.visits.map(\.number) == [2, 3] && second.missed.isEmpty && second.excursions.isEmpty)
    let progress = second.positions.compactMap { $0?.progress }
    #expect(progress.count == 21 && abs((progress.first ?? 0) - 200) < 1 && abs((progress.last ?? 0) - 600) < 1)
  }

  /// It ends before the waypoint at B, after 20 m from fix to fix.
  @Test(arguments: [(20.0, true, nil), (40, true, 40.0), (60, false, nil)])
  func `reaches a waypoint that it ends before, and a later part may reach it better where nobody saw it`(
    distance: Metres, isReached: Bool, endsBefore: Metres?
  ) throws {
    let town = try grid()
    var drive = SketchDrive()
    drive.shortOfEnd = distance
    var fold = PlanFold(town.plan(along: "AB | BC"), on: town.graph)
    let followed = fold.follow(town.trip("AB", drive))
    #expect(followed.missed == (isReached ? [2] : [1, 2]))
    #expect(followed.visits.count == (isReached ? 1 : 0))
    #expect(followed.visits.first?.endsBefore?.rounded() == endsBefore)
    #expect((followed.visits.first?.time == nil) == (endsBefore != nil || !isReached))
    fold.beginPart()
    #expect(fold.missed == (isReached && endsBefore == nil ? [2] : [1, 2]))
  }
}
