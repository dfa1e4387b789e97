package import Geodesy
package import Moments
package import Plans
internal import Routing

/// How a plan was kept: the figures for its row in the table of plans, as they become certain.
package struct PlanTally: Sendable {
  package private(set) var reached = 0
  package private(set) var missed = 0
  package private(set) var deviations = 0
  package private(set) var deviationLength: Metres = 0
  /// How much later than planned the destination was reached; `nil` where it was not, and without times.
  package private(set) var delay: Seconds?
  /// How far along the plan the drive got.
  package private(set) var progress: Metres = 0
  /// A fix was on the plan, or a waypoint was reached.
  package private(set) var touchesPlan = false
  /// The least distance of a fix from the line of the plan; `nil` without usable fixes.
  package private(set) var nearest: Metres?
  /// The first fix on the plan that has a time.
  private var begin: (progress: Metres, time: Timestamp)?
  /// At the destination.
  private var arrival: Timestamp?
  package private(set) var hasReachedDestination = false
  private var hasMissedStop = false
  /// How long the vehicle stood at the stops before the destination.
  private var stood: Seconds = 0

  package init() {}

  /// Of a whole trip.
  package init(_ events: [Event], progress: Metres = 0) {
    self.progress = progress
    take(events)
  }

  package mutating func take(_ events: [Event]) {
    for event in events {
      if let milestone = event.payload as? Milestone {
        take(milestone)
      } else if event.payload is Deviation {
        deviations += 1
        deviationLength += event.length
      }
    }
  }

  private mutating func take(_ milestone: Milestone) {
    if milestone.isReached { reached += 1 } else { missed += 1 }
    if milestone.isReached { touchesPlan = true }
    if !milestone.isReached, milestone.waypoint.kind == .stopover { hasMissedStop = true }
    if milestone.isDestination {
      (arrival, delay) = (milestone.visit?.time, milestone.delay)
      hasReachedDestination = milestone.isReached
    } else {
      stood += milestone.visit?.dwell ?? 0
    }
  }

  /// Takes the place of the next fix on the plan.
  package mutating func take(_ position: PlanPosition, at time: Timestamp?) {
    progress = max(progress, position.progress)
    if position.isOnPlan { touchesPlan = true }
    nearest = min(nearest ?? .infinity, position.distance)
    if begin == nil, position.isOnPlan, let time { begin = (position.progress, time) }
  }

  /// Judges a drive that has ended: one that never came to its plan is not `ok`.
  package func judge(_ outcome: inout PlanOutcome) {
    if outcome.status == .ok, !touchesPlan { outcome.leaveUntouched(nearest: nearest) }
  }

  /// Where and when the drive began to follow its plan, when it arrived, and how long it stood at stops; `nil` without
  /// times, or if it did not reach its destination or missed a stop.
  package var course: (begin: (progress: Metres, time: Timestamp), arrival: Timestamp, stood: Seconds)? {
    guard !hasMissedStop, let begin, let arrival, begin.time < arrival else { return nil }
    return (begin, arrival, stood)
  }
}
