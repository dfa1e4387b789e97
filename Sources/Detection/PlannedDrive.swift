internal import Geodesy
internal import Matching
package import Plans
internal import Traces
package import Trips

/// Holds a drive against its plan: as one trip, or as the parts that it was cut into, one after the other.
///
/// Parts share the plan. Each begins on it where the one before ended. A waypoint has one event among all parts: of the
/// part that reached it best, which is mostly the only one that reached it, or of the last part if none did.
package struct PlannedDrive: Sendable {
  /// What became of one part.
  package struct Part: Sendable {
    /// In order: the events against the plan, and the others that the plan does not explain equally well.
    package fileprivate(set) var events: [Event]
    /// One for each fix; `nil` for a fix that is not used.
    package let positions: [PlanPosition?]

    /// The plan as this part kept it.
    package func judged(_ outcome: PlanOutcome) -> PlanOutcome {
      var (judged, tally) = (outcome, PlanTally(events))
      for case let position? in positions { tally.take(position, at: nil) }
      judged.positions = positions
      tally.judge(&judged)
      return judged
    }
  }

  private var follower: PlanFollower
  private let leastSilence: Seconds
  private var parts: [Part] = []

  /// - Parameter follower: of the plan, from its beginning.
  package init(_ follower: PlanFollower, _ settings: DetectionSettings) {
    self.follower = follower
    leastSilence = settings.shortestSilence
  }

  /// Takes the next part.
  ///
  /// - Parameter others: the events of the part without its plan.
  package mutating func take(_ trip: Trip, _ others: [Event]) {
    if !parts.isEmpty { follower.beginPart() }
    var (events, stands): ([Event], [Event]) = (others, [])
    for (number, fix) in trip.matched.trace.fixes.enumerated() {
      follower.hear(fix, number: number, into: &stands)
    }
    let update = TripUpdate(of: trip, leastSilence: leastSilence)
    let positions = follower.take(update, into: &events) + follower.endPart(into: &events)
    events += stands
    parts.append(Part(events: events, positions: positions))
  }

  /// Ends the drive.
  ///
  /// - Returns: one for each part.
  package mutating func finish() -> [Part] {
    let best = bestParts()
    for number in parts.indices {
      parts[number].events.removeAll { event in
        (event.payload as? Milestone).map { best[$0.number] != number } ?? false
      }
    }
    if !parts.isEmpty { follower.miss(besides: Set(best.keys), into: &parts[parts.count - 1].events) }
    return parts.map { Part(events: $0.events.inOrder(), positions: $0.positions) }
  }

  /// The part that reached each waypoint best, by the number of the waypoint; of equal ones, the first.
  private func bestParts() -> [Int: Int] {
    var best: [Int: (part: Int, worth: Int)] = [:]
    for (number, part) in parts.enumerated() {
      for case let milestone as Milestone in part.events.map(\.payload) {
        guard let worth = milestone.visit?.worth, worth > best[milestone.number]?.worth ?? -1 else { continue }
        best[milestone.number] = (number, worth)
      }
    }
    return best.mapValues(\.part)
  }
}

extension WaypointVisit {
  /// Decides between visits of several parts as within one trip: one along the plan beats one elsewhere, unless the
  /// vehicle stood only there, and any beats one that nobody saw.
  fileprivate var worth: Int {
    if endsBefore != nil { return 0 }
    return (isAlongPlan ? 2 : 1) + (dwell == nil ? 0 : 2)
  }
}
