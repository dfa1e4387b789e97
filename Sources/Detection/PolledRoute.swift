internal import Geodesy
internal import Matching
internal import Moments
package import Plans
internal import RoadGraph
internal import Traces
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
    let length = Int(route.lengthDifference.rounded())
    words.append(length < 0 ? "\(-length) m shorter" : "\(length) m longer")
    if route.isPlanClosed { words.append("the plan leads along a closed road") }
    return words.joined(separator: "; ")
  }
}

extension EventType {
  package static let betterRoute = EventType(rawValue: "better_route")
  package static let etaRefreshed = EventType(rawValue: "eta_refreshed")
  package static let couldNotMatchOrigin = EventType(rawValue: "could_not_match_origin")
}

/// The events of what a driver would have been told.
package func events(of polls: [RoutePoll], on trip: Trip) -> [Event] {
  polls.compactMap { poll in
    let position = trip.matched.fixes[poll.fix].position
    guard let place = position?.place ?? trip.matched.trace.fixes[poll.fix].place else { return nil }
    return Event(
      PolledRoute(poll: poll), fixes: poll.fix...poll.fix, beginTime: poll.time, endTime: poll.time, place: place,
      edge: trip.edge(of: poll.fix), road: position?.edge, length: 0, confidence: 1)
  }
}

extension Trip {
  /// Index into ``edges`` of the edge that a fix lies on.
  fileprivate func edge(of fix: Int) -> Int? {
    guard let path = matched.path(around: fix), let anchor = matched.paths[path].anchor(notAfter: fix),
      anchor.fix == fix
    else { return nil }
    return legs[path].edges.lowerBound + anchor.step
  }
}
