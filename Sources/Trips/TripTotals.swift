package import Geodesy
internal import Matching

/// A trip in numbers: what its row says, without its fixes and edges.
package struct TripTotals: Sendable {
  package var status: TripStatus
  /// A stable code when `status` is not `.ok`.
  package var reason: String?
  package var summary: TripSummary
  package var motion: TripMotion
  package var legs: Int
  package var gaps: Int
  package var stops: Int
  package var edges: Int

  package init(of trip: borrowing Trip) {
    self.init(
      (trip.status, trip.reason), trip.summary, trip.motion, legs: trip.legs.count, gaps: trip.gaps.count,
      stops: trip.stops.count, edges: trip.edges.count)
  }

  init(
    _ outcome: (status: TripStatus, reason: String?), _ summary: TripSummary, _ motion: TripMotion, legs: Int,
    gaps: Int, stops: Int, edges: Int
  ) {
    (status, reason) = outcome
    self.summary = summary
    self.motion = motion
    self.legs = legs
    self.gaps = gaps
    self.stops = stops
    self.edges = edges
  }
}

/// A leg that has ended, with how it was driven.
package struct DrivenLeg: Sendable {
  package var leg: Leg
  package var pace: LegPace
  /// The places on the road of its first and last fix.
  package var begin: Place?
  package var end: Place?
}

extension Trip {
  /// The legs with how they were driven.
  package var drivenLegs: [DrivenLeg] {
    zip(legs, motion.legs).map { leg, pace in
      DrivenLeg(
        leg: leg, pace: pace, begin: matched.fixes[leg.fixes.lowerBound].position?.place,
        end: matched.fixes[leg.fixes.upperBound].position?.place)
    }
  }
}
