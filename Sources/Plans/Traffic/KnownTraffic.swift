package import Moments
package import RoadRules

/// What is known of the roads at the moments of a drive, and what turned out to be true.
package struct KnownTraffic: Sendable {
  /// All that the files of traffic and of the policy say, and the rules of the map.
  let truth: RoadTimetable
  private let clock: LocalClock?

  /// - Parameter clock: of the place; without it, rules that depend on the local time are left out.
  package init(_ timetable: RoadTimetable, clock: LocalClock?) {
    truth = clock == nil ? timetable.withoutHours : timetable
    self.clock = clock
  }

  package func time(_ moment: Timestamp) -> ZonedTime {
    clock?.time(moment) ?? ZonedTime(moment: moment, offsetInMinutes: 0)
  }

  /// What was known at a moment; traffic is taken to last.
  package func known(at moment: Timestamp) -> RoadTimetable { truth.known(at: time(moment)) }

  /// Only what is usual at the hours of the week.
  package var usual: RoadTimetable {
    var usual = RoadTimetable()
    usual.learned = truth.learned
    return usual
  }

  /// Everything but the traffic of the day.
  var asUsual: RoadTimetable {
    var others = truth.withoutTraffic
    others.learned = truth.learned
    return others
  }

  /// Times depend on the hour.
  package var isByHour: Bool { truth.learned != nil }

  /// The moments at which the traffic on a plan changes, in order.
  func changeTimes(on plan: Plan) -> [Timestamp] { truth.trafficTimes(on: plan.edges) }
}
