internal import Geodesy
internal import Moments
package import Plans
internal import RoadGraph
package import Trips

/// A better route or a new time of arrival that a navigation system would have announced at a poll.
package struct PolledRoute: EventPayload {
  package var poll: RoutePoll

  package var type: EventType {
    switch poll.finding {
    case .betterRoute: .betterRoute
    case .etaRefreshed: .etaRefreshed
    case .couldNotMatchOrigin: .couldNotMatchOrigin
    }
  }

  package var clause: String {
    guard let route = poll.route else { return "the vehicle is off its plan" }
    let difference = rounded(route.arrivalDifference)
    var words = [difference < 0 ? "arrives \(-difference) s earlier" : "arrives \(difference) s later"]
    if poll.finding == .etaRefreshed { return words[0] + " than known before" }
    words.append(Detection.difference(rounded(route.lengthDifference), "m"))
    if route.isPlanClosed { words.append("the plan leads along a closed road") }
    return words.joined(separator: "; ")
  }
}

extension EventType {
  package static let betterRoute = EventType(rawValue: "better_route")
  package static let etaRefreshed = EventType(rawValue: "eta_refreshed")
  package static let couldNotMatchOrigin = EventType(rawValue: "could_not_match_origin")
}

extension Event {
  /// - Returns: `nil` without a place.
  package init?(_ poll: RoutePoll, at fix: FixOnRoad) {
    guard let place = fix.place else { return nil }
    self.init(
      PolledRoute(poll: poll), fixes: poll.fix...poll.fix, beginTime: poll.time, endTime: poll.time, place: place,
      edge: fix.edge, road: fix.road, length: 0, confidence: 1)
  }
}

/// The events for what a driver would have been told.
package func events(of polls: [RoutePoll], on trip: Trip) -> [Event] {
  polls.compactMap { Event($0, at: FixOnRoad($0.fix, of: trip)) }
}
