package import Moments
package import RoadRules

/// When legs are driven, where what they take depends on the hour.
package struct LegTiming: Sendable {
  package let learned: LearnedTimes
  let direction: ClockDirection
  /// Of the departure or the arrival of the whole route; see ``RoadRules/WeekTime``.
  let moment: Int
  /// Of a search whose roads have surcharges.
  var labels = ClockLabels.all

  package init(departing time: ZonedTime, _ learned: LearnedTimes) {
    self.learned = learned
    direction = .departing
    moment = learned.moment(of: time)
  }

  package init(arriving time: ZonedTime, _ learned: LearnedTimes) {
    self.learned = learned
    direction = .arriving
    moment = learned.moment(of: time)
  }

  private init(_ learned: LearnedTimes, _ direction: ClockDirection, _ moment: Int, _ labels: ClockLabels) {
    self.learned = learned
    self.direction = direction
    self.moment = moment
    self.labels = labels
  }

  /// The same for a departure at another moment.
  func departing(at time: ZonedTime) -> LegTiming { departing(at: learned.moment(of: time)) }

  /// The same for a departure at another moment.
  func departing(at moment: Int) -> LegTiming { LegTiming(learned, .departing, moment, labels) }
}

extension RoadTimetable {
  /// The learned times that hold for a mode; `nil` for modes of which nothing was learned, and where traffic is ignored.
  func learned(for options: RouteOptions) -> LearnedTimes? {
    trafficMode == .ignore ? nil : learned.flatMap { $0.modes.contains(options.mode) ? $0 : nil }
  }

  /// How the search for a request is timed; `nil` if the hour makes no difference to it.
  ///
  /// Balanced routes, and those under a policy that makes roads cheaper, are searched with fixed speeds: there, too many
  /// paths are quicker or cheaper than all others.
  func timing(for request: RouteRequest) -> LegTiming? {
    guard trafficMode == .optimal, request.options.optimisation == .fastest, !policy.hasBonus,
      let learned = learned(for: request.options)
    else { return nil }
    if let departure = request.departure { return LegTiming(departing: departure, learned) }
    return request.arrival.map { LegTiming(arriving: $0, learned) }
  }
}
