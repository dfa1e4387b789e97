internal import Detection
internal import Guidance
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces
internal import Trips

extension ReportTable {
  package var schema: TableSchema {
    switch self {
    case .trips: .trips
    case .points: .points
    case .edges: .edges
    case .maneuvers: .maneuvers
    case .events: .events
    case .segments: .segments
    case .alternatives: .alternatives
    case .rejects: .rejects
    }
  }
}

func codes<Code: CaseIterable & RawRepresentable<String>>(_: Code.Type) -> [String] {
  Code.allCases.map(\.rawValue)
}

let identity = [
  ColumnSchema("trip_id", .text, "Id of the trip; joins the tables."),
  ColumnSchema("trace_id", .text, "Id of the trace, as its source gives it or made from file, track and segment."),
]

private let seq = ColumnSchema("seq", .integer, "Number within the trip, from 0.")

extension TableSchema {
  static let trips = TableSchema(
    .trips, "One row per trace of the input, matched or not.",
    identity + [
      ColumnSchema("file", .text, "The file as it was named; `-` for standard input.", in: "source"),
      ColumnSchema(
        "track", .integer, "Number of the track in a GPX file, from 1.", nullWhen: "the file has no tracks",
        in: "source"),
      ColumnSchema(
        "segment", .integer, "Number of the segment within its track, from 1.", nullWhen: "the file has no segments",
        in: "source"),
      ColumnSchema("map_id", .text, "Name of the file the map was built from.", in: "map", as: "id"),
      ColumnSchema("map_version", .text, "Hash of the map's whole content.", in: "map", as: "version"),
      ColumnSchema(
        "map_data_time", .text, "Timestamp of the map's data.", nullWhen: "the map's source gives none", in: "map",
        as: "data_time"),
      ColumnSchema("mode", .code(TravelMode.allCases.map(\.name)), "Travel mode the trace was matched for."),
      ColumnSchema("status", .code(codes(TripStatus.self)), "What became of the trip."),
      ColumnSchema("reason", .text, "Code of why it is not `ok`.", nullWhen: "it is `ok`"),
    ] + summary)

  private static let summary = [
    ColumnSchema("fixes", .integer, "Records of the trace, refused ones included.", in: "summary"),
    ColumnSchema("matched", .integer, "Fixes matched to an edge.", in: "summary"),
    ColumnSchema("dropped_by_reason", .counts, "Fixes that are not matched, by reason code.", in: "summary"),
    ColumnSchema("begin_time", .time, "Time of the first usable fix.", nullWhen: "without times", in: "summary"),
    ColumnSchema("end_time", .time, "Time of the last usable fix.", nullWhen: "without times", in: "summary"),
    ColumnSchema(
      "duration_s", .quantity(.seconds), "From the first to the last usable fix.", nullWhen: "without times",
      in: "summary"),
    ColumnSchema("length_m", .quantity(.metres), "Length driven on the roads of the map.", in: "summary"),
    ColumnSchema(
      "wrong_way_length_m", .quantity(.metres), "Length of the `wrong_way` rows of the trip in `events`.", in: "summary"
    ),
    ColumnSchema("coverage", .quantity(.probability), "Matched fixes per usable fix; 0 without any.", in: "summary"),
    ColumnSchema(
      "confidence", .quantity(.probability),
      "Share of the length expected to be right: mean of `edges.confidence` by length; 0 without.", in: "summary"),
    ColumnSchema("legs", .integer, "Unbroken drives.", in: "summary"),
    ColumnSchema("gaps", .integer, "Breaks between legs.", in: "summary"),
    ColumnSchema("stops", .integer, "Times without movement.", in: "summary"),
    ColumnSchema("edges", .integer, "Rows of the trip in `edges`.", in: "summary"),
    ColumnSchema("maneuvers", .integer, "Rows of the trip in `maneuvers`.", in: "summary"),
    ColumnSchema("events", .integer, "Rows of the trip in `events`.", in: "summary"),
  ]

  static let points = TableSchema(
    .points, "One row per record of the trace, also for refused and dropped ones.",
    identity + [
      ColumnSchema("index", .integer, "Number of the record within its trace, from 0."),
      ColumnSchema("time", .time, "Time of the fix.", nullWhen: "the record gives none that can be read"),
      ColumnSchema("lat", .latitude, "Latitude of the fix.", nullWhen: "it cannot be read"),
      ColumnSchema("lon", .longitude, "Longitude of the fix.", nullWhen: "it cannot be read"),
      ColumnSchema("status", .code(codes(FixStatus.self)), "What became of the fix."),
      ColumnSchema("reason", .code(codes(FixReason.self)), "Why it is not matched.", nullWhen: "it is matched"),
      ColumnSchema("matched_lat", .latitude, "Latitude of the place on the road.", nullWhen: notMatched),
      ColumnSchema("matched_lon", .longitude, "Longitude of the place on the road.", nullWhen: notMatched),
      ColumnSchema("edge", .integer, "Number of the edge in the map file.", nullWhen: notMatched),
      ColumnSchema("way", .id, "Id of the way in the map's source.", nullWhen: notMatched),
      ColumnSchema("offset_m", .quantity(.metres), "From the begin of the edge to the place.", nullWhen: notMatched),
      ColumnSchema("distance_m", .quantity(.metres), "From the fix to the place on the road.", nullWhen: notMatched),
      ColumnSchema(
        "confidence", .quantity(.probability), "Probability that the vehicle was on this edge.", nullWhen: notMatched),
      ColumnSchema("wrong_way", .flag, "The edge runs against the allowed direction.", nullWhen: notMatched),
      ColumnSchema("speed_mps", .quantity(.metresPerSecond), "Speed as the device gives it.", nullWhen: "not given"),
      ColumnSchema(
        "bearing_deg", .quantity(.degrees), "Course as the device gives it, clockwise from north.",
        nullWhen: "not given"),
      ColumnSchema("line", .integer, "Line of the record in its file, from 1.", nullWhen: "not known"),
      ColumnSchema("runner_up_edge", .integer, "The likeliest of the other edges.", nullWhen: noRunnerUp),
      ColumnSchema(
        "runner_up_confidence", .quantity(.probability), "Probability that the vehicle was on that edge.",
        nullWhen: noRunnerUp),
    ])

  private static let noRunnerUp = "no other edge is likely, or `status` is not `matched`"
  private static let notMatched = "`status` is not `matched`"

  static let edges = TableSchema(
    .edges, "One row per edge driven, in order.",
    identity + [
      seq,
      ColumnSchema("edge", .integer, "Number of the edge in the map file."),
      ColumnSchema("way", .id, "Id of the way in the map's source."),
      ColumnSchema(
        "from_node", .id, "Source id of the node at its begin, as driven.", nullWhen: "the map was built without"),
      ColumnSchema(
        "to_node", .id, "Source id of the node at its end, as driven.", nullWhen: "the map was built without"),
      ColumnSchema("direction", .code(["forward", "backward"]), "With or against the way's order of nodes."),
      ColumnSchema("length_m", .quantity(.metres), "Length driven on it."),
      ColumnSchema("enter_time", .time, "When it was entered.", nullWhen: "without times"),
      ColumnSchema("exit_time", .time, "When it was left.", nullWhen: "without times"),
      ColumnSchema(
        "evidence", .code(codes(Evidence.self)),
        "A fix lies on it, or it joins two edges with fixes; `detour` where other ways would too."),
      ColumnSchema("confidence", .quantity(.probability), "Probability that it was driven."),
      ColumnSchema("wrong_way", .flag, "It was driven against the allowed direction."),
    ] + ColumnSchema.road + [
      ColumnSchema("leg", .integer, "Number of the leg it belongs to, from 0."),
      ColumnSchema("begin_offset_m", .quantity(.metres), "Where on the edge travel began."),
      ColumnSchema("end_offset_m", .quantity(.metres), "Where on the edge travel ended."),
      ColumnSchema(
        "enter_time_source", .code(codes(TimeSource.self)), "How exactly `enter_time` is known.",
        nullWhen: "without times"),
      ColumnSchema(
        "exit_time_source", .code(codes(TimeSource.self)), "How exactly `exit_time` is known.",
        nullWhen: "without times"),
    ])

  static let maneuvers = TableSchema(
    .maneuvers, "One row per maneuver, in order.",
    identity + [
      seq,
      ColumnSchema("type", .code(codes(ManeuverType.self)), "What the driver did."),
      ColumnSchema("modifier", .code(codes(ManeuverModifier.self)), "Which way.", nullWhen: "the type needs none"),
      ColumnSchema(
        "exit", .text, "Number of the exit of a roundabout, or of a motorway exit as signed.", nullWhen: "not an exit"),
      ColumnSchema("lat", .latitude, "Latitude."),
      ColumnSchema("lon", .longitude, "Longitude."),
      ColumnSchema("time", .time, "When.", nullWhen: "without times"),
      ColumnSchema("distance_m", .quantity(.metres), "Driven from the begin of the trip."),
      ColumnSchema("duration_s", .quantity(.seconds), "Time from the begin of the trip.", nullWhen: "without times"),
      ColumnSchema("road", .text, "Name, else number, of the road before.", nullWhen: "it has neither"),
      ColumnSchema("next_road", .text, "Name, else number, of the road after.", nullWhen: "it has neither"),
      ColumnSchema("instruction", .text, "The maneuver as a sentence."),
      ColumnSchema("edge_seq", .integer, "`seq` in `edges` of the edge it leads onto; for `arrive` of the last."),
    ])

  static let events = TableSchema(
    .events, "One row per event, in order.",
    identity + [
      seq,
      ColumnSchema("type", .code(codes(EventType.self)), "What was detected."),
      ColumnSchema("begin_time", .time, "When it began.", nullWhen: "without times"),
      ColumnSchema("end_time", .time, "When it ended.", nullWhen: "without times"),
      ColumnSchema("lat", .latitude, "Latitude of where it began."),
      ColumnSchema("lon", .longitude, "Longitude of where it began."),
      ColumnSchema("edge", .integer, "Number in the map file of the edge it began on.", nullWhen: offRoad),
      ColumnSchema("way", .id, "Id in the map's source of the way it began on.", nullWhen: offRoad),
      ColumnSchema("length_m", .quantity(.metres), "Length driven, or straight between the fixes off the road."),
      ColumnSchema("confidence", .quantity(.probability), "Probability that it happened."),
      ColumnSchema("detail", .text, "A short clause for people.", nullWhen: "there is nothing to add"),
      ColumnSchema("edge_seq", .integer, "`seq` in `edges` of the edge it began on.", nullWhen: offRoad),
      ColumnSchema("first_fix", .integer, "`index` in `points` of its first fix."),
      ColumnSchema("last_fix", .integer, "`index` in `points` of its last fix."),
    ])

  private static let offRoad = "off the road"

  static let segments = TableSchema(
    .segments, "One row per pair of neighbouring nodes of the map's source that was travelled, in order.",
    identity + [
      seq,
      ColumnSchema("edge_seq", .integer, "`seq` in `edges` of the edge it lies on."),
      ColumnSchema(
        "from_node", .id, "Source id of the node at its begin, as driven.", nullWhen: "the map was built without"),
      ColumnSchema(
        "to_node", .id, "Source id of the node at its end, as driven.", nullWhen: "the map was built without"),
      ColumnSchema("begin", .quantity(.fraction), "Where between the two nodes travel began; 0 is at the first."),
      ColumnSchema("end", .quantity(.fraction), "Where between the two nodes travel ended; 1 is at the second."),
    ])

  static let rejects = TableSchema(
    .rejects, "One row per record, trace or file that was refused.",
    [
      ColumnSchema("file", .text, "The file as it was named; `-` for standard input."),
      ColumnSchema("line", .integer, "Line of the record, from 1.", nullWhen: "the whole file is meant"),
      ColumnSchema("trace_id", .text, "Id of the trace.", nullWhen: "no trace is known"),
      ColumnSchema("reason", .text, "Code of why it was refused."),
      ColumnSchema("message", .text, "One sentence with the offending text."),
    ])
}

extension RoadFlags {
  /// The codes in reports, in the order of the bits.
  static let codes: [(flag: RoadFlags, code: String)] = [
    (.roundabout, "roundabout"), (.tunnel, "tunnel"), (.bridge, "bridge"), (.toll, "toll"), (.ferry, "ferry"),
    (.unpaved, "unpaved"), (.drivesOnLeft, "drives_on_left"), (.carPoolOnly, "car_pool_only"), (.oneway, "oneway"),
    (.reversible, "reversible"), (.motorroad, "motorroad"), (.minorService, "minor_service"),
  ]
}

extension ColumnSchema {
  /// What a road is, in the tables of trips and of routes.
  static let road = [
    ColumnSchema("name", .text, "Name of the road.", nullWhen: "it has none"),
    ColumnSchema("ref", .text, "Number of the road.", nullWhen: "it has none"),
    ColumnSchema("class", .code(RoadClass.allCases.map(\.name)), "OSM's `highway` value, or `ferry`."),
    ColumnSchema(
      "speed_limit_kmh", .integer, "Speed limit in the direction driven.", unit: "km/h",
      nullWhen: "unknown, or without limit where `speed_limit_source` says `tag`"),
    ColumnSchema(
      "speed_limit_source", .code(["tag", "default"]), "From the map's source, or the default of the class.",
      nullWhen: "no speed limit is known"),
    ColumnSchema("flags", .codes(RoadFlags.codes.map(\.code)), "What the road is besides its class."),
  ]
}
