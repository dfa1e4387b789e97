internal import Geodesy
package import Plans
package import Routing

/// The task of a request.
package enum RequestTask: Sendable {
  /// A route through waypoints.
  case through([Waypoint])
  /// The path from a place back to a planned route, and on along the plan.
  ///
  /// - Parameter next: the first waypoint of the plan not yet reached, from 1; `nil` for the next one.
  case back(to: WrittenPlan, from: Waypoint, next: Int?)
  /// A route along a line, past its stops.
  case along(DrawnLine)
}

/// The fields of a task as they are read, one by one.
struct TaskFields {
  var waypoints: [Waypoint] = []
  var line: [Place]?
  var returnTo: WrittenPlan?
  var from: Waypoint?
  var nextWaypoint: Int?

  /// - Throws: ``RequestRefusal`` if the fields belong to several tasks, or if some are missing.
  func task() throws(RequestRefusal) -> RequestTask {
    if let line {
      guard returnTo == nil else {
        throw RequestRefusal(.badValue, "a request has return_to or line, not both")
      }
      return .along(DrawnLine(places: line, stops: waypoints))
    }
    guard let returnTo else { return .through(waypoints) }
    guard let from else {
      throw RequestRefusal(.missingField, "return_to goes with from, where the way back begins")
    }
    guard waypoints.isEmpty else {
      throw RequestRefusal(.badValue, "a request has waypoints or return_to, not both")
    }
    return .back(to: returnTo, from: from, next: nextWaypoint)
  }
}
