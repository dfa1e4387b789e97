import Matching
import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Testing
import Traces

@testable import Trips

@Suite struct `A trip in progress` {
  private let sketch: RoadSketch

  init() throws {
    sketch = try RoadSketch(
      """
      A----B----C----D----E
      """, metresPerCell: 100, roads: ["A-B-C-D-E"])
  }

  /// The trip added up piece by piece, with its legs.
  private func tally(_ trip: Trip, isCut: () -> Bool) -> (totals: TripTotals, legs: [DrivenLeg], early: Int) {
    var fold = TripFold(graph: sketch.graph, mode: .car)
    var tally = TripTally()
    var legs: [DrivenLeg] = []
    for (fix, matched) in zip(trip.matched.trace.fixes, trip.matched.fixes) { tally.take(fix, matched) }
    for piece in trip.matched.pieces(isCut: isCut) {
      let update = fold.take(piece, usualPeriod: 0)
      legs += tally.take(piece, update, in: fold)
    }
    let early = legs.count
    legs += tally.finish(fold.finish())
    return (tally.totals, legs, early)
  }

  private func isNear(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) < 1e-6
  }

  @Test(arguments: ["AB BC CD DE", "AB | CD DE", "AB | BC | CD", "ED DC | BA"], [0.0, 300])
  func `adds up to the numbers of the whole trip, wherever it is cut`(path: String, stood: Double) throws {
    var drive = SketchDrive()
    if stood > 0 { drive.stands = [(after: 250, duration: stood)] }
    let drawn = sketch.trip(path, drive)
    let trip = TripBuilder(graph: sketch.graph, mode: .car).trip(of: drawn.matched)
    let whole = TripTotals(of: trip)
    var random = SplitMix64(seed: 7)
    for _ in 0..<20 {
      let (totals, legs, _) = tally(trip) { Bool.random(using: &random) }
      #expect(totals.status == whole.status && totals.reason == whole.reason)
      #expect(totals.legs == whole.legs && totals.gaps == whole.gaps && totals.edges == whole.edges)
      #expect(totals.stops == whole.stops && whole.stops == (stood > 0 ? 1 : 0))
      let (summary, expected) = (totals.summary, whole.summary)
      #expect(summary.fixes == expected.fixes && summary.matched == expected.matched)
      #expect(summary.beginTime == expected.beginTime && summary.endTime == expected.endTime)
      #expect(isNear(summary.length, expected.length) && isNear(summary.coverage, expected.coverage))
      #expect(isNear(summary.confidence, expected.confidence))
      #expect(totals.motion.origin == whole.motion.origin && totals.motion.destination == whole.motion.destination)
      #expect(isNear(totals.motion.idle, whole.motion.idle) && isNear(totals.motion.moving, whole.motion.moving))
      #expect(isNear(totals.motion.meanSpeed, whole.motion.meanSpeed))
      #expect(isNear(totals.motion.topSpeed, whole.motion.topSpeed))
      try #require(legs.count == trip.legs.count)
      for (leg, known) in zip(legs, trip.drivenLegs) {
        #expect(leg.leg.edges == known.leg.edges && leg.leg.fixes == known.leg.fixes)
        #expect(leg.begin == known.begin && leg.end == known.end)
        #expect(isNear(leg.pace.moving, known.pace.moving) && isNear(leg.pace.length, known.pace.length))
        #expect(isNear(leg.pace.topSpeed, known.pace.topSpeed))
      }
    }
  }

  @Test func `hands out a leg when no stop can reach into it any more`() {
    var drive = SketchDrive()
    drive.stands = [(after: 900, duration: 400)]
    let drawn = sketch.trip("AB | CD DE", drive)
    let trip = TripBuilder(graph: sketch.graph, mode: .car).trip(of: drawn.matched)
    #expect(tally(trip) { true }.early >= 1)
    #expect(trip.legs.count == 2)
  }
}
