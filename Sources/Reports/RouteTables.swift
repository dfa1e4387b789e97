internal import Guidance
internal import Plans
internal import RoadGraph
internal import RoadRules
internal import Routing

/// The tables of planned routes. Raw values are the names in options.
package enum RouteTable: String, CaseIterable, Sendable {
  case routes, waypoints, sections, legs, maneuvers, elements, violations, events
  case offRoad = "off_road"
  case returns, imports, differences

  /// The tables that stand in the route document as arrays of rows; all but `routes` begin with the column `id`.
  static let ofDocument = allCases.filter { $0 != .routes && !ofSomeDocuments.contains($0) }

  /// Those that stand only in documents of routes that come back to another one or were made from a line.
  static let ofSomeDocuments: [RouteTable] = [.returns, .imports, .differences]

  /// The name in the route document; that of a table with one row at most is an object.
  var member: (name: String, isObject: Bool) {
    switch self {
    case .returns: ("return", true)
    case .imports: ("import", true)
    default: (rawValue, false)
    }
  }

  /// The name of the table's schema.
  package var schemaName: String { self == .routes ? "routes" : "route_" + rawValue }

  package var schema: TableSchema {
    switch self {
    case .routes: .routes
    case .waypoints: .routeWaypoints
    case .sections: .routeSections
    case .legs: .routeLegs
    case .maneuvers: .routeManeuvers
    case .elements: .routeElements
    case .violations: .routeViolations
    case .events: .routeEvents
    case .offRoad: .routeOffRoad
    case .returns: .routeReturns
    case .imports: .routeImports
    case .differences: .routeDifferences
    }
  }
}

private let routeID = ColumnSchema("id", .text, "Id of the request, as it gives it, else its number in the input.")
private let alternative = ColumnSchema(
  "alternative", .integer, "Number among the routes of the request, from 0, the best one; the others by cost.")
private let seq = ColumnSchema("seq", .integer, "Number within the route, from 0.")

extension RouteTable {
  /// A table's schema; `columns` come after the id.
  fileprivate func schema(_ meaning: String, _ columns: [ColumnSchema]) -> TableSchema {
    TableSchema(schemaName, meaning, [routeID, alternative] + columns, ownColumns: self == .routes ? nil : columns)
  }
}

extension TableSchema {
  static let routes = RouteTable.routes.schema(
    "One row per route, and one per request without a route.",
    [
      ColumnSchema(
        "file", .text, "The file of the request as it was named; `-` for standard input.",
        nullWhen: "it stood on the command line", in: "source"),
      ColumnSchema(
        "line", .integer, "Line of the request, from 1.", nullWhen: "it stood on the command line", in: "source"),
      ColumnSchema("map_id", .text, "Name of the file the map was built from.", in: "map", as: "id"),
      ColumnSchema("map_version", .text, "Hash of the map's whole content.", in: "map", as: "version"),
      ColumnSchema(
        "map_data_time", .text, "Timestamp of the map's data.", nullWhen: "the map's source gives none", in: "map",
        as: "data_time"),
      ColumnSchema("mode", .code(TravelMode.allCases.map(\.name)), "Who travels.", nullWhen: notUnderstood),
      ColumnSchema(
        "optimisation", .code(codes(Optimisation.self)), "What the route is to be good at.", nullWhen: notUnderstood),
      ColumnSchema("avoid", .codes(codes(AvoidedFeature.self)), "What it was asked not to use."),
      ColumnSchema(
        "strict", .flag, "Rather no route than one that violates options or the law.", nullWhen: notUnderstood),
      ColumnSchema("status", .code(codes(RouteStatus.self)), "What became of the request."),
      ColumnSchema("reason", .text, "Code of why it is not `ok`.", nullWhen: "it is `ok`"),
      ColumnSchema("message", .text, "The same as a sentence.", nullWhen: "there is a route"),
      ColumnSchema(
        "utc_offset", .text, "How far the clocks of the request are from UTC, as `+01:00`.",
        nullWhen: timeless, in: "summary"),
    ] + summary + bounds + [
      ColumnSchema(
        "handle", .text, "The route as a text, to be had again from it, also on another map.", nullWhen: noRoute)
    ])

  private static let notUnderstood = "`status` is `rejected`"
  private static let noRoute = "there is no route"

  private static let summary =
    [
      ColumnSchema("length_m", .quantity(.metres), "Length along the roads.", nullWhen: noRoute, in: "summary"),
      ColumnSchema("duration_s", .quantity(.seconds), "Time along empty roads.", nullWhen: noRoute, in: "summary"),
    ] + inTraffic(in: "summary") + [
      ColumnSchema(
        "off_road_m", .quantity(.metres), "Straight lines between waypoints and the road, in neither of the two.",
        nullWhen: noRoute, in: "summary"),
      ColumnSchema("waypoints", .integer, "Rows of the route in `waypoints`.", in: "summary"),
      ColumnSchema("sections", .integer, "Rows of the route in `sections`.", in: "summary"),
      ColumnSchema("legs", .integer, "Rows of the route in `legs`.", in: "summary"),
      ColumnSchema("maneuvers", .integer, "Rows of the route in `maneuvers`.", in: "summary"),
      ColumnSchema("elements", .integer, "Rows of the route in `elements`.", in: "summary"),
      ColumnSchema("violations", .integer, "Rows of the route in `violations`.", in: "summary"),
      ColumnSchema("events", .integer, "Rows of the route in `events`.", in: "summary"),
    ]

  private static let bounds = [
    ColumnSchema("min_lat", .latitude, "South of the box around the route.", nullWhen: noRoute, in: "bbox"),
    ColumnSchema("min_lon", .longitude, "West of it.", nullWhen: noRoute, in: "bbox"),
    ColumnSchema("max_lat", .latitude, "North of it.", nullWhen: noRoute, in: "bbox"),
    ColumnSchema(
      "max_lon", .longitude, "East of it, less than `min_lon` where it crosses the antimeridian.", nullWhen: noRoute,
      in: "bbox"),
  ]

  static let routeWaypoints = RouteTable.waypoints.schema(
    "One row per waypoint of a route, in order.",
    [
      seq,
      ColumnSchema("type", .code(codes(Waypoint.Kind.self)), "Whether the vehicle halts there or passes through."),
      ColumnSchema("name", .text, "Its name in the request.", nullWhen: "it has none"),
      ColumnSchema("lat", .latitude, "Latitude, as given."),
      ColumnSchema("lon", .longitude, "Longitude, as given."),
      ColumnSchema("heading_deg", .quantity(.degrees), "Direction of travel asked for.", nullWhen: "none was"),
      ColumnSchema("side", .code(codes(Waypoint.Side.self)), "Side of the road asked for."),
      ColumnSchema("snapped_lat", .latitude, "Latitude of its place on the road."),
      ColumnSchema("snapped_lon", .longitude, "Longitude of its place on the road."),
      ColumnSchema("distance_m", .quantity(.metres), "From the place given to that on the road."),
      ColumnSchema("off_road", .flag, "So far from the road that the rest is a way of its own."),
      ColumnSchema(
        "edge", .integer, "Number in the map file of the edge the route arrives on; of the first, leaves on."),
      ColumnSchema("way", .id, "Id of its way in the map's source."),
      ColumnSchema("offset_m", .quantity(.metres), "From the begin of the edge to the place on the road."),
    ])

  /// The times of a route or a part of it; `object` is its place in the route document.
  private static func inTraffic(in object: String? = nil) -> [ColumnSchema] {
    [
      ColumnSchema(
        "duration_in_traffic_s", .quantity(.seconds),
        "Time with traffic and all that holds at times, each road at the time it is passed.", nullWhen: untimed,
        in: object),
      ColumnSchema(
        "delay_s", .quantity(.seconds), "How much longer that is than `duration_s`; negative where it is shorter.",
        nullWhen: untimed, in: object),
      ColumnSchema("departure", .time, "When it begins.", nullWhen: timeless, in: object),
      ColumnSchema("arrival", .time, "When it ends, in traffic.", nullWhen: timeless, in: object),
    ]
  }

  private static let untimed = "no time was asked for, and neither policy nor traffic is given"
  private static let timeless = "no time was asked for"

  private static let part =
    [
      ColumnSchema("from_waypoint", .integer, "`seq` in `waypoints` of where it begins."),
      ColumnSchema("to_waypoint", .integer, "`seq` in `waypoints` of where it ends."),
      ColumnSchema("length_m", .quantity(.metres), "Length along the roads."),
      ColumnSchema("duration_s", .quantity(.seconds), "Time along empty roads."),
    ] + inTraffic() + [
      ColumnSchema("departure_s", .quantity(.seconds), "Time from the begin of the route to its begin, without halts."),
      ColumnSchema("arrival_s", .quantity(.seconds), "Time from the begin of the route to its end, without halts."),
      ColumnSchema("first_element", .integer, "`seq` in `elements` of its first one."),
      ColumnSchema("last_element", .integer, "`seq` in `elements` of its last one."),
    ]

  static let routeSections = RouteTable.sections.schema(
    "One row per section of a route, from one stopover to the next.", [seq] + part)

  static let routeLegs = RouteTable.legs.schema(
    "One row per leg of a route, from one waypoint to the next.",
    [seq, ColumnSchema("section", .integer, "`seq` in `sections` of the one it belongs to.")] + part)

  static let routeManeuvers = RouteTable.maneuvers.schema(
    "One row per maneuver of a route, in order; every section departs and arrives.",
    [
      seq,
      ColumnSchema("section", .integer, "`seq` in `sections` of the one it belongs to."),
      ColumnSchema("type", .code(codes(ManeuverType.self)), "What the driver does."),
      ColumnSchema("modifier", .code(codes(ManeuverModifier.self)), "Which way.", nullWhen: "the type needs none"),
      ColumnSchema(
        "exit", .text, "Number of the exit of a roundabout, or of a motorway exit as signed.", nullWhen: "not an exit"),
      ColumnSchema("lat", .latitude, "Latitude."),
      ColumnSchema("lon", .longitude, "Longitude."),
      ColumnSchema("distance_m", .quantity(.metres), "From the begin of the route."),
      ColumnSchema("duration_s", .quantity(.seconds), "Time from the begin of the route, without halts."),
      ColumnSchema("road", .text, "Name, else number, of the road before.", nullWhen: "it has neither"),
      ColumnSchema("next_road", .text, "Name, else number, of the road after.", nullWhen: "it has neither"),
      ColumnSchema("instruction", .text, "The maneuver as a sentence."),
      ColumnSchema("element", .integer, "`seq` in `elements` of the one it leads onto; for `arrive` of the last."),
    ])

  static let routeElements = RouteTable.elements.schema(
    "One row per stretch of an edge that a route drives, in order.",
    [
      seq,
      ColumnSchema("leg", .integer, "`seq` in `legs` of the one it belongs to."),
      ColumnSchema("edge", .integer, "Number of the edge in the map file."),
      ColumnSchema("way", .id, "Id of the way in the map's source."),
      ColumnSchema(
        "from_node", .id, "Source id of the node at the edge's begin.", nullWhen: "the map was built without"),
      ColumnSchema(
        "to_node", .id, "Source id of the node at the edge's end.", nullWhen: "the map was built without"),
      ColumnSchema("direction", .code(["forward", "backward"]), "With or against the way's order of nodes."),
      ColumnSchema("begin_offset_m", .quantity(.metres), "Where on the edge it begins."),
      ColumnSchema("end_offset_m", .quantity(.metres), "Where on the edge it ends."),
      ColumnSchema("length_m", .quantity(.metres), "Its length."),
      ColumnSchema("duration_s", .quantity(.seconds), "Time on it, turning onto it included."),
      ColumnSchema(
        "duration_in_traffic_s", .quantity(.seconds), "The same in traffic, when it is passed.", nullWhen: untimed),
    ] + ColumnSchema.road + [
      ColumnSchema(
        "access", .code(["no", "permit", "destination", "yes"]), "How far the mode may use it in this direction."),
      ColumnSchema("lanes", .integer, "Lanes in this direction.", nullWhen: "not known"),
    ])

  static let routeViolations = RouteTable.violations.schema(
    "One row per thing a route does that it was asked not to do, or that the law forbids.",
    [
      seq,
      ColumnSchema("code", .code(Violation.Kind.codes), "What it does."),
      ColumnSchema("leg", .integer, "`seq` in `legs` of the one it belongs to."),
      ColumnSchema("first_element", .integer, "`seq` in `elements` of its first one; of a turn the one turned onto."),
      ColumnSchema("last_element", .integer, "`seq` in `elements` of its last one."),
      ColumnSchema("begin_lat", .latitude, "Latitude of where it begins."),
      ColumnSchema("begin_lon", .longitude, "Longitude of where it begins."),
      ColumnSchema("end_lat", .latitude, "Latitude of where it ends."),
      ColumnSchema("end_lon", .longitude, "Longitude of where it ends."),
      ColumnSchema("length_m", .quantity(.metres), "Length of it; 0 for a turn."),
    ])

  static let routeEvents = RouteTable.events.schema(
    "One row per stretch of a route on which something happens in traffic when it is passed.",
    [
      seq,
      ColumnSchema("event", .text, "Id of the event in the traffic file, else its line there."),
      ColumnSchema("kind", .code(codes(TrafficEvent.Kind.self)), "What happens."),
      ColumnSchema("severity", .code(codes(TrafficEvent.Severity.self)), "How much it hinders.", nullWhen: "not told"),
      ColumnSchema("description", .text, "Its words in the traffic file.", nullWhen: "it has none"),
      ColumnSchema("begin", .time, "When it began.", nullWhen: "not told"),
      ColumnSchema("end", .time, "When it will be over.", nullWhen: "not told"),
      ColumnSchema("leg", .integer, "`seq` in `legs` of the one it belongs to."),
      ColumnSchema("first_element", .integer, "`seq` in `elements` of its first one."),
      ColumnSchema("last_element", .integer, "`seq` in `elements` of its last one."),
      ColumnSchema("length_m", .quantity(.metres), "Length of the stretch."),
    ])

  static let routeOffRoad = RouteTable.offRoad.schema(
    "One row per straight line between a waypoint off the road and its place on the road, in the order travelled.",
    [
      seq,
      ColumnSchema("waypoint", .integer, "`seq` in `waypoints` of the one it belongs to."),
      ColumnSchema("begin_lat", .latitude, "Latitude of where it begins."),
      ColumnSchema("begin_lon", .longitude, "Longitude of where it begins."),
      ColumnSchema("end_lat", .latitude, "Latitude of where it ends."),
      ColumnSchema("end_lon", .longitude, "Longitude of where it ends."),
      ColumnSchema("length_m", .quantity(.metres), "Its length, which is in no other."),
    ])

  static let routeReturns = RouteTable.returns.schema(
    "One row per route that comes back to one planned before.",
    [
      ColumnSchema("next_waypoint", .integer, "`seq` in `waypoints` of the plan of the first one not reached yet."),
      ColumnSchema("passed_m", .quantity(.metres), "From the plan's begin to the place on it nearest to the vehicle."),
      ColumnSchema("distance_m", .quantity(.metres), "From the vehicle to that place."),
      ColumnSchema("lat", .latitude, "Latitude of where the plan is joined."),
      ColumnSchema("lon", .longitude, "Longitude of where the plan is joined."),
      ColumnSchema("joined_m", .quantity(.metres), "From the plan's begin to where it is joined."),
      ColumnSchema("length_m", .quantity(.metres), "Length of the way back."),
      ColumnSchema("duration_s", .quantity(.seconds), "Time on the way back, along empty roads."),
      ColumnSchema(
        "skipped_m", .quantity(.metres), "What of the plan lies between the place nearest to the vehicle and the join."),
      ColumnSchema("remaining_m", .quantity(.metres), "What of the plan lies behind the join."),
    ])

  static let routeImports = RouteTable.imports.schema(
    "One row per route made from a line, or from a route on another map.",
    [
      ColumnSchema("source", .code(codes(RouteImport.Source.self)), "What it was made from."),
      ColumnSchema(
        "result", .code(["same", "changed"]), "Whether the route is what it was.", nullWhen: "`source` is `line`"),
      ColumnSchema(
        "from_map_version", .text, "Hash of the map that the route was on.", nullWhen: "`source` is `line`"),
      ColumnSchema("positions", .integer, "Places of the line."),
      ColumnSchema("matched", .integer, "Those of them that the route passes."),
      ColumnSchema("line_length_m", .quantity(.metres), "Length of the line, or of the route on the other map."),
      ColumnSchema("length_m", .quantity(.metres), "Length of the route."),
      ColumnSchema("covered", .quantity(.probability), "Share of the line's length that the route is on."),
      ColumnSchema("greatest_distance_m", .quantity(.metres), "Of the line from the route."),
      ColumnSchema("differences", .integer, "Rows of the route in `differences`."),
    ])

  static let routeDifferences = RouteTable.differences.schema(
    "One row per stretch of a line that is not on the route made from it, in the order of the line.",
    [
      seq,
      ColumnSchema("begin_lat", .latitude, "Latitude of where it begins."),
      ColumnSchema("begin_lon", .longitude, "Longitude of where it begins."),
      ColumnSchema("end_lat", .latitude, "Latitude of where it ends."),
      ColumnSchema("end_lon", .longitude, "Longitude of where it ends."),
      ColumnSchema("distance_m", .quantity(.metres), "From the line's begin to its own."),
      ColumnSchema("length_m", .quantity(.metres), "Its length."),
      ColumnSchema("route_length_m", .quantity(.metres), "Length of the route in its place."),
      ColumnSchema("greatest_distance_m", .quantity(.metres), "Of the stretch from the route."),
    ])
}
