internal import Reports
internal import Requests
internal import RoadRules
internal import Routing

extension Explanation {
  static let ofRoutes: [Explanation] =
    RouteStatus.allCases.map { status in
      let cure =
        switch status {
        case .ok: "Nothing."
        case .violating: "See violations; --no-violations returns none instead."
        case .failed: "See the reason and the message."
        case .rejected: "See the reason and the message."
        }
      return Explanation(status, .routeStatus, cure)
    } + routeErrors

  private static let routeErrors: [Explanation] = [
    ("too_few_waypoints", "a route needs two waypoints", "Give a beginning and an end."),
    ("too_many_waypoints", "there are more waypoints than allowed", "--max-waypoints allows more."),
    ("pass_through_not_for_mode", "pedestrians halt everywhere", "Make the waypoint a stopover."),
    ("pass_through_at_end", "the first or last waypoint is not a stopover", "Make it a stopover."),
    (
      "could_not_match_origin", "no road of the mode is near the first waypoint, or none with its heading or side",
      "See --snap-radius; the map may not cover the place."
    ),
    (
      "could_not_match_destination", "no road of the mode is near the last waypoint, or none with its heading or side",
      "See --snap-radius; the map may not cover the place."
    ),
    (
      "could_not_match_waypoint", "no road of the mode is near a waypoint, or none with its heading or side",
      "See --snap-radius; the map may not cover the place."
    ),
    (
      "no_route", "no path leads from one waypoint to the next",
      "Look at both places on a map: one of them may lie on roads that the mode cannot leave."
    ),
    (
      "could_not_match_line", "a line does not follow roads of the mode",
      "The message names the first such position, or the share of the line on roads; the mode may be another, or the map "
        + "older. Places to drive through are the waypoints of a request."
    ),
    (
      "waypoint_off_line", "a waypoint of a request with a line is not on the line, or not in its order",
      "The message says how far it is: move it, or leave it out."
    ),
    (
      "only_violating_route", "every path violates an option or the law, and the request is strict",
      "Leave out --no-violations (strict in a request) to see what is violated."
    ),
  ].map { Explanation($0.0, .routeReason, $0.1, $0.2) }

  static let ofRequests: [Explanation] = RequestReason.allCases.map { reason in
    let (meaning, cure) = requestReasons[reason] ?? ("", "")
    return Explanation(reason.rawValue, .requestReason, meaning, cure)
  }

  private static let requestReasons: [RequestReason: (String, String)] = [
    .badJSON: ("the line is not well-formed JSON", "Write one object per line."),
    .badRow: ("the row does not have the fields of the header, or a quote is not closed", "Look at the line."),
    .unknownField: (
      "no request has such a field", "The message names it; see Documentation/Routing.md for the fields."
    ),
    .missingField: ("a place lacks its latitude or longitude", "Give both."),
    .wrongType: ("a value has the wrong type, such as text instead of a number", "The message names the field."),
    .badValue: ("the value is not allowed for the field", "The message names the field and what is allowed."),
    .unknownEdge: (
      "an edge to avoid is not in the map", "Numbers of edges belong to one map file; avoid the way instead."
    ),
    .mapLacksData: (
      "the map was built without data that the mode or the vehicle needs",
      "Build the map with this data: map build --with, or maps install --with and maps update."
    ),
    .unknownWay: ("a way to avoid is not in the map", "Look up the way in the source of the map, or leave it out."),
    .badHandle: ("the text is not the handle of a route, or is incomplete", "Copy the whole handle."),
    .handleOfOtherMap: (
      "the handle belongs to a route on another map, and its format has no line",
      "Make the handle anew with this program."
    ),
    .unreadableFile: ("a file that the request names cannot be read", "Check the path and permissions."),
    .badRoute: ("a file that the request names holds no route documents", "Name a file that tracemill route wrote."),
    .unknownRoute: ("no route of the file has the id of the request", "Give both the same id."),
    .noTarget: ("a rule or row names no road", "Name a way, an edge, a line or an area."),
    .noEffect: ("a rule or row changes nothing", "Give it a speed, a cost or a closure."),
    .offRoad: ("a place or line is not on a road of the map", "Move it onto the road, or use a map that has the road."),
    .badArea: ("the area is not a readable polygon", "Write GeoJSON or well-known text, longitude first."),
    .badLine: ("the line cannot be read, or has fewer than two places", "Write GeoJSON, GPX or an encoded polyline."),
    .tooLong: ("the line is longer than any request may be", "Put a long line of places into a file of its own."),
    .unreadable: ("the rest of the input could not be read", "See the message: check the file or the disk."),
  ]

  static let ofViolations: [Explanation] =
    AvoidedFeature.allCases.map { Explanation(Violation.Kind.avoided($0), .violation, "Nothing, or do not avoid it.") }
    + Vehicle.Measure.allCases.map {
      Explanation(
        Violation.Kind.limit($0), .violation,
        "Choose other waypoints; at the ends of a route, the place itself may be behind the sign.")
    }
    + violations

  private static let violations: [Explanation] = [
    (Violation.Kind.avoidedRoad, "Do not avoid it."),
    (.turnRestriction, "Choose other waypoints, or look at the restriction on a map."),
    (.closedBarrier, "Choose other waypoints."),
    (.noAccess, "Choose other waypoints or another mode."),
    (.closure, "Depart at another time, or see --traffic and --policy."),
    (.hazardousGoods, "Choose other waypoints."),
    (.throughTraffic, "Choose other waypoints."),
    (.closedWhenPassing, "Depart at another time."),
    (.restrictedWhenPassing, "Depart at another time."),
    (.uTurn, "Make the waypoint a stopover, or choose another."),
  ].map { Explanation($0.0, .violation, $0.1) }
}
