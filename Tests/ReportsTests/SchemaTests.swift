import Foundation
import Matching
import Records
import TestSupport
import Testing
import Traces
import Trips

@testable import Reports

/// Names that the product promises; others may follow or come between them.
private let promised: [TripTable: String] = [
  .trips: "trip_id trace_id file track segment part begun_by split_by map_id map_version map_data_time status reason "
    + "fixes matched dropped_by_reason duration_s length_m coverage confidence origin_lat origin_lon destination_lat "
    + "destination_lon idle_time_s moving_time_s mean_speed_mps top_speed_mps vehicle track_name",
  .points: "trip_id trace_id index time lat lon status reason matched_lat matched_lon edge way offset_m distance_m "
    + "confidence wrong_way speed_mps bearing_deg line runner_up_edge runner_up_confidence altitude_m",
  .edges: "trip_id trace_id seq edge way from_node to_node direction length_m enter_time exit_time evidence confidence "
    + "wrong_way name ref class speed_limit_kmh",
  .maneuvers: "trip_id trace_id seq type modifier exit lat lon time distance_m duration_s road next_road instruction "
    + "short spoken shields edge_seq next_m next_s angle_deg bearing_before_deg bearing_after_deg junctions_passed "
    + "next_ref exit_name destinations destination_refs lanes",
  .events: "trip_id trace_id seq type begin_time end_time lat lon edge length_m confidence detail "
    + "rule rule_id rule_doubtful place",
  .segments: "trip_id trace_id seq from_node to_node begin end",
  .alternatives: "trip_id trace_id alternative seq margin relative_probability edge way from_node to_node direction "
    + "length_m begin_offset_m end_offset_m wrong_way name ref parts_from_seq rejoins_at_seq first_fix last_fix",
  .positions:
    "trip_id trace_id seq at_fix estimated index time lat lon bearing_deg speed_mps driven_m edge_seq edge way "
    + "offset_m tunnel confidence",
  .candidates: "trip_id trace_id index time rank edge way name ref lat lon offset_m distance_m heading_deg emission "
    + "transition posterior chosen",
  .rejects: "file line trace_id reason message",
  .plans: "trip_id trace_id plan_id plan_status plan_reason plan_message length_m duration_s covered departure "
    + "progress_m reached missed deviations deviation_length_m late_s driven_s best_known_s best_hindsight_s "
    + "loss_known_s loss_hindsight_s",
  .milestones: "trip_id trace_id seq waypoint type name lat lon status time planned_time late_s dwell_s distance_m "
    + "in_order along_plan index",
  .deviations: "trip_id trace_id seq begin_time end_time returned begin_lat begin_lon end_lat end_lon cause maneuver "
    + "greatest_distance_m mean_distance_m length_m extra_length_m extra_duration_s "
    + "back_length_m back_duration_s back_skipped_m confidence first_fix last_fix",
  .crossings: "trip_id trace_id seq type time lat lon stopped confidence node way edge_seq movement zone relation area",
  .notifications: "trip_id trace_id seq maneuver_seq type setting lat lon time distance_m duration_s ahead_m "
    + "joined_seq text",
  .visits: "trip_id trace_id seq place name arrival departure dwell_s passed_through at_begin at_end lat lon first_fix "
    + "last_fix",
  .legs:
    "trip_id trace_id seq begin_time end_time duration_s moving_time_s length_m mean_speed_mps top_speed_mps edges "
    + "first_edge_seq first_fix last_fix begin_lat begin_lon end_lat end_lon",
  .lanes: "trip_id trace_id seq edge_seq distance_m maneuver_seq lane lanes arrows valid best destination change",
  .spans: "trip_id trace_id seq first_edge_seq last_edge_seq distance_m length_m class functional_class name ref "
    + "speed_limit_kmh lanes tunnel bridge toll unpaved ferry private urban country",
  .doubts: "type rule_doubtful way relation node road lat lon kept broken share detail length_m geometry "
    + "kept_vehicles broken_vehicles speed_limit_kmh",
  .betterRoutes:
    "trip_id trace_id seq finding time lat lon index plan_progress_m length_m duration_s eta eta_difference_s "
    + "distance_difference_m plan_closed",
  .plannedPoints: "trip_id trace_id index time lat lon status reason matched_lat matched_lon edge way confidence "
    + "on_plan plan_progress_m plan_distance_m plan_share plan_leg next_waypoint next_maneuver to_waypoint_m "
    + "to_waypoint_s to_destination_m to_destination_s planned_arrival expected_arrival late_s off_road_progress_m "
    + "off_road_bearing_deg",
  .jobs: "trip_id trace_id job type name date asset done_by dispatcher planned_seq driven_seq state state_said claim "
    + "planned_arrival arrival departure late_s earliest latest window_violated planned_service_s service_s waiting_s "
    + "eta_at_start eta_error_s driven_m driven_s shortest_m shortest_s lat lon",
  .jobEvents: "time asset event job type dispatcher trip_id lat lon eta remaining_s remaining_m distance_m seconds "
    + "content",
  .tours: "asset date jobs done done_by_others late violated missed not_reached out_of_order driven_m planned_m idle_s "
    + "begin end",
]

@Test(arguments: TripTable.allCases)
func `tables have the promised columns in order`(table: TripTable) throws {
  let names = table.schema.columns.map(\.name)
  let wanted = try #require(promised[table]).split(separator: " ").map(String.init)
  #expect(names.filter(wanted.contains) == wanted)
  #expect(Set(names).count == names.count)
}

@Test(arguments: TripTable.ofTrips)
func `CSV rows have the columns of the schema, and nulls only where it says so`(table: TripTable) throws {
  let sketch = try ReportDrawing.sketch()
  let reports = [ReportDrawing.report(on: sketch), ReportDrawing.unreadable(on: sketch, fixes: 3)]
  let records = csvRecords(try written(reports, .csv, [table]))
  #expect(records.first == table.schema.columns.map(\.name))
  #expect(records.count == 1 + reports.map { $0.rowCount(of: table) }.reduce(0, +))
  for record in records.dropFirst() {
    #expect(record.count == table.schema.columns.count)
    for (field, column) in zip(record, table.schema.columns) {
      #expect(field.map { column.type.allows($0) } ?? column.isAbsentable, "\(column.name): \(field ?? "null")")
    }
  }
}

@Test(arguments: TripTable.ofTrips)
func `JSON rows have the columns of the schema in order and its types`(table: TripTable) throws {
  let sketch = try ReportDrawing.sketch()
  let reports = [ReportDrawing.report(on: sketch), ReportDrawing.unreadable(on: sketch, fixes: 3)]
  let lines = try written(reports, .ndjson, [table]).split(separator: "\n")
  #expect(lines.count == reports.map { $0.rowCount(of: table) }.reduce(0, +))
  for line in lines {
    let row = try jsonObject(line)
    let positions = try table.schema.columns.map { try #require(line.range(of: "\"\($0.name)\":")).lowerBound }
    #expect(row.count == table.schema.columns.count)
    #expect(positions == positions.sorted())
    for column in table.schema.columns where !(row[column.name] is NSNull) {
      #expect(column.type.allows(try #require(row[column.name])), "\(column.name)")
    }
  }
}

@Test func `the trip document has the fields of its JSON Schema`() throws {
  let sketch = try ReportDrawing.sketch()
  let schema = try jsonObject(String(decoding: TripReport.document.jsonSchema().rendered(), as: UTF8.self))
  for report in [ReportDrawing.report(on: sketch), ReportDrawing.unreadable(on: sketch, fixes: 2)] {
    let document = try jsonObject(try written([report], .ndjson))
    try expectFields(of: schema, in: document, at: "document")
    for table in TripReport.document.members.filter({ !$0.isOptional }).map(\.table) {
      #expect((document[table.rawValue] as? [Any])?.count == report.rowCount(of: table))
    }
  }
}

/// Every required field is there, no other is but for optional ones, and each has one of its types.
func expectFields(of schema: [String: Any], in object: [String: Any], at place: String) throws {
  let properties = try #require(schema["properties"] as? [String: [String: Any]])
  let required = Set(try #require(schema["required"] as? [String]))
  #expect(required.isSubset(of: object.keys) && properties.keys.count >= object.count, "\(place)")
  for (name, field) in properties where required.contains(name) || object[name] != nil {
    let value = try #require(object[name])
    let types = field["type"].map { $0 as? [String] ?? [$0 as? String ?? ""] } ?? ["string"]
    #expect(types.contains { jsonType($0, allows: value) }, "\(place).\(name): \(value)")
    if let codes = field["enum"] as? [Any], let code = value as? String {
      #expect(codes.contains { $0 as? String == code }, "\(place).\(name): \(code)")
    }
    if let inner = value as? [String: Any], field["properties"] != nil {
      try expectFields(of: field, in: inner, at: name)
    }
    guard let items = field["items"] as? [String: Any], items["properties"] != nil else { continue }
    for row in try #require(value as? [[String: Any]]) { try expectFields(of: items, in: row, at: name) }
  }
}

private func jsonType(_ name: String, allows value: Any) -> Bool {
  switch name {
  case "null": value is NSNull
  case "string": value is String
  case "array": value is [Any]
  case "object": value is [String: Any]
  case "boolean": value is Bool
  case "integer": (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
  default: value is NSNumber
  }
}

@Test func `the schema of a table tells type, unit and meaning of each column`() throws {
  let schema = try jsonObject(String(decoding: TripTable.points.schema.json.rendered(), as: UTF8.self))
  #expect(schema["table"] as? String == "points")
  let columns = try #require(schema["columns"] as? [[String: Any]])
  #expect(columns.map { $0["name"] as? String } == TripTable.points.schema.columns.map(\.name))
  let offset = try #require(columns.first { $0["name"] as? String == "offset_m" })
  #expect(offset["unit"] as? String == "m")
  #expect(offset["decimals"] as? Int == 2)
  #expect(offset["nullable"] as? Bool == true)
  #expect(offset["null_when"] as? String == "`status` is not `matched`")
}

private let schemas = TripTable.allCases.map(\.schema) + RouteTable.allCases.map(\.schema)

@Test(arguments: schemas.map(\.name))
func `the documentation has the table as the program prints it`(name: String) throws {
  let schema = try #require(schemas.first { $0.name == name })
  let printed = "<!-- table: \(schema.name) -->\n" + schema.markdown + "<!-- end -->\n"
  #expect(try documentation.components(separatedBy: printed).count == 2, "make tables; there should be:\n\(printed)")
}

@Test func `the documentation describes every status and reason`() throws {
  let text = try documentation
  for reason in FixReason.allCases { #expect(text.contains("| `\(reason.rawValue)` | \(reason.meaning) |")) }
  for code in TripStatus.allCases.map(\.rawValue) + FixStatus.allCases.map(\.rawValue) {
    #expect(text.contains("\n| `\(code)` |"), "\(code)")
  }
}

/// The pages on tables of trips and routes.
var documentation: String {
  get throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    return try ["Tables", "Plans", "Jobs", "Reading", "Guidance"].map { page in
      try String(contentsOf: root.appending(path: "Documentation/\(page).md"), encoding: .utf8)
    }.joined(separator: "\n")
  }
}

extension ColumnSchema {
  /// May be nothing at all in CSV: a null, or a list without entries.
  var isAbsentable: Bool {
    switch type {
    case .counts, .codes: true
    default: isNullable
    }
  }
}

extension ColumnType {
  /// The field of a CSV row is written as the type says.
  func allows(_ field: String) -> Bool {
    switch self {
    case .text: true
    case .code(let values): values.contains(field)
    case .codes(let values): field.split(separator: " ").allSatisfy { values.contains(String($0)) }
    case .counts: field.wholeMatch(of: /([a-z_]+=[0-9]+)( [a-z_]+=[0-9]+)*/) != nil
    case .integer, .id: Int64(field) != nil
    case .flag: field == "true" || field == "false"
    case .time: field.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
    case .localTime: field.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d/) != nil
    case .latitude, .longitude, .decimal:
      Double(field) != nil && field.split(separator: ".").last?.count == places
    }
  }

  /// The value of a JSON row is of the type.
  func allows(_ value: Any) -> Bool {
    switch self {
    case .text, .code, .time, .localTime: value is String
    case .codes: value is [String]
    case .counts: value is [String: Int]
    case .flag: value is Bool
    case .id: value is NSNumber || value is String
    case .integer, .latitude, .longitude, .decimal: value is NSNumber
    }
  }
}
