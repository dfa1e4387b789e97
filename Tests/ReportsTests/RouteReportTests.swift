import Foundation
import Geodesy
import Guidance
import Moments
import Plans
import Records
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

@testable import Reports

/// Answers on a sketched town: a route with everything that can be reported, one request without a route, one that
/// makes no sense.
private enum RouteDrawing {
  static func sketch(corner: Place = RoadSketch.corner) throws -> RoadSketch {
    try RoadSketch(
      """
      4

      A-1-B
          |
          2
          |
      E---C-3-D
      """, metresPerCell: 30, corner: corner,
      roads: [
        SketchRoad("A-B-C", name: "High \"Street\", old", ref: "B 1"), SketchRoad("C-D", flags: [.bridge, .toll]),
        "C-E",
      ]
    ) { network in
      for i in network.segments.indices where network.segments[i].way == 0 {
        network.segments[i].forward.turnLanes = "left|right;through"
      }
    }
  }

  static func all(on sketch: RoadSketch) throws -> [RouteReport] {
    [try answered(on: sketch), failed(on: sketch), rejected(on: sketch)]
  }

  /// All of them, and one route that comes back to another, made from a line.
  static func everything(on sketch: RoadSketch) throws -> [RouteReport] {
    try all(on: sketch) + [returned(on: sketch)]
  }

  static func returned(on sketch: RoadSketch) throws -> RouteReport {
    var report = try answered(on: sketch, id: "back")
    let planned = try #require(try? report.result.get().route)
    var router = Router(on: sketch.graph)
    let from = RouteRequest(waypoints: [Waypoint(place: sketch.place("E"))])
    let (route, back) = try router.route(returningTo: planned, from)
    report.result = .success(
      DescribedRoute(route, itinerary: itinerary(of: route, on: sketch.graph), on: sketch.graph))
    report.wayBack = back
    let difference = LineDifference(
      begin: sketch.place("A"), end: sketch.place("B"), distance: 10, length: 20, routeLength: 30, greatestDistance: 40)
    report.imported = RouteImport(
      source: .route, mapVersion: "0123456789abcdef", positions: 12, matched: 11, length: 300,
      differences: [difference], isSame: false)
    return report
  }

  static func answered(on sketch: RoadSketch, id: String = "tour, \"1\"") throws -> RouteReport {
    var request = RouteRequest(waypoints: ["4", "2", "3"].map { Waypoint(place: sketch.place($0)) })
    request.waypoints[0].name = "Dépôt"
    request.waypoints[0].heading = 91.25
    request.waypoints[1].kind = .passThrough
    request.options.avoid = [AvoidedFeatures(.tollRoads), AvoidedFeatures(.ferries)]
    request.departure = ZonedTime(iso8601: "2026-03-02T08:00:00+01:00")
    var timetable = RoadTimetable()
    timetable.add(
      TrafficEvent(
        id: "e1", kind: .works, severity: .minor, description: "new \"pipes\"", edges: [sketch.edge("BC")],
        validity: Validity(to: ZonedTime(iso8601: "2026-03-02T18:00:00+01:00")?.moment)))
    var router = Router(on: sketch.graph, timetable: timetable)
    let route = try router.route(request)
    let guided = itinerary(of: route, on: sketch.graph)
    let spoken = notifications(of: route, guided.maneuvers, on: sketch.graph, settings: GuidanceSettings())
    let described = DescribedRoute(route, itinerary: guided, notifications: spoken, on: sketch.graph)
    return RouteReport(
      id: id, file: "jobs.ndjson", line: 3, request: request, result: .success(described), graph: sketch.graph)
  }

  static func failed(on sketch: RoadSketch) -> RouteReport {
    let refusal = RouteRefusal(.failed, reason: "no_route", message: "no way from waypoint 1 to waypoint 2.")
    return RouteReport(
      id: "2", file: nil, line: nil, request: RouteRequest(waypoints: []), result: .failure(refusal),
      graph: sketch.graph)
  }

  static func rejected(on sketch: RoadSketch) -> RouteReport {
    let refusal = RouteRefusal(.rejected, reason: "bad_json", message: "the line is <no> JSON & broken.")
    return RouteReport(
      id: "3", file: "-", line: 9, request: nil, result: .failure(refusal), graph: sketch.graph)
  }
}

/// The text that some answers are, as one file.
private func written(_ reports: [RouteReport], _ format: ReportFormat, _ table: RouteTable? = nil) throws -> String {
  let directory = try TemporaryDirectory()
  let path = directory.path + "/report"
  let tables = table.map { [$0] } ?? []
  let layout = try ReportLayout(RouteReportSettings(format: format, tables: tables), for: .file(path))
  let renderer = ReportRenderer(layout)
  let writer = try ReportWriter(layout.frames, to: .file(path))
  var scratch = RenderingScratch()
  for report in reports { try writer.append(renderer.render(report, &scratch)) }
  try writer.finish(nil)
  return try directory.text("report")
}

@Suite struct `Texts of elements` {
  @Test func `make a document the same as it is without, for each mode of its own`() throws {
    let sketch = try RouteDrawing.sketch()
    let answered = try RouteDrawing.answered(on: sketch)
    var onFoot = answered
    let described = try #require(answered.described)
    var route = described.route
    route.options.mode = .pedestrian
    onFoot.result = .success(DescribedRoute(route, itinerary: described.itinerary, on: sketch.graph))
    let renderer = ReportRenderer(try ReportLayout(RouteReportSettings(format: .ndjson), for: .standardOutput))
    var scratch = RenderingScratch()
    for report in [answered, answered, onFoot, try RouteDrawing.returned(on: sketch), answered] {
      #expect(renderer.render(report, &scratch).map(\.bytes) == renderer.render(report).map(\.bytes))
    }
  }
}

@Suite struct `Tables of routes` {
  @Test(arguments: RouteTable.allCases)
  func `have CSV rows with the columns of the schema, and nulls only where it says so`(table: RouteTable) throws {
    let reports = try RouteDrawing.everything(on: try RouteDrawing.sketch())
    let records = csvRecords(try written(reports, .csv, table))
    #expect(records.first == table.schema.columns.map(\.name))
    #expect(records.count == 1 + reports.map { $0.rowCount(of: table) }.reduce(0, +) && records.count > 1)
    for record in records.dropFirst() {
      #expect(record.count == table.schema.columns.count)
      for (field, column) in zip(record, table.schema.columns) {
        #expect(field.map { column.type.allows($0) } ?? column.isAbsentable, "\(column.name): \(field ?? "null")")
      }
    }
  }

  @Test(arguments: RouteTable.allCases)
  func `have JSON rows with the columns of the schema in order and its types`(table: RouteTable) throws {
    let reports = try RouteDrawing.everything(on: try RouteDrawing.sketch())
    let lines = try written(reports, .ndjson, table).split(separator: "\n")
    #expect(lines.count == reports.map { $0.rowCount(of: table) }.reduce(0, +))
    for line in lines {
      let row = try jsonObject(line)
      let positions = try table.schema.columns.map { try #require(line.range(of: "\"\($0.name)\":")).lowerBound }
      #expect(row.count == table.schema.columns.count && positions == positions.sorted())
      for column in table.schema.columns where !(row[column.name] is NSNull) {
        #expect(column.type.allows(try #require(row[column.name])), "\(column.name)")
      }
    }
    #expect(try (json(written(reports, .json, table)) as? [Any])?.count == lines.count)
  }

  @Test func `have their codes in the documentation`() throws {
    let text = try documentation
    for code in RouteStatus.allCases.map(\.rawValue) + Violation.Kind.codes { #expect(text.contains("| `\(code)` |")) }
  }
}

@Suite struct `The route document` {
  @Test func `has the fields of its JSON Schema`() throws {
    let schema = try jsonObject(String(decoding: RouteReport.document.jsonSchema().rendered(), as: UTF8.self))
    for report in try RouteDrawing.everything(on: try RouteDrawing.sketch()) {
      let document = try jsonObject(try written([report], .ndjson))
      #expect(document["schema"] as? String == "tracemill/route/1")
      try expectFields(of: schema, in: document, at: "document")
      for table in RouteReport.document.members.filter({ !$0.isOptional }).map(\.table) {
        #expect((document[table.rawValue] as? [Any])?.count == report.rowCount(of: table))
      }
      #expect((document["return"] != nil) == (report.wayBack != nil))
      #expect((document["import"] != nil) == (report.imported != nil))
      #expect((document["differences"] as? [Any])?.count == report.imported?.differences.count)
    }
  }

  @Test func `agrees with itself`() throws {
    let sketch = try RouteDrawing.sketch()
    let document = try jsonObject(try written([try RouteDrawing.answered(on: sketch)], .ndjson))
    let summary = try #require(document["summary"] as? [String: Any])
    let rows = { (name: String) in document[name] as? [[String: Any]] ?? [] }
    let sum = { (name: String, field: String) in rows(name).reduce(0) { $0 + ($1[field] as? Double ?? .nan) } }
    for name in ["waypoints", "sections", "legs", "maneuvers", "elements", "violations"] {
      #expect(summary[name] as? Int == rows(name).count && !rows(name).isEmpty, "\(name)")
    }
    for name in ["sections", "legs", "elements"] {
      #expect(abs(sum(name, "length_m") - (summary["length_m"] as? Double ?? 0)) < 0.05)
      #expect(abs(sum(name, "duration_s") - (summary["duration_s"] as? Double ?? 0)) < 0.01)
    }
    #expect(abs(sum("off_road", "length_m") - (summary["off_road_m"] as? Double ?? 0)) < 0.02)
    #expect(document["status"] as? String == "violating" && document["reason"] as? String == "toll_roads")
    let line = try #require((document["geometry"] as? [String: Any])?["coordinates"] as? [[Double]])
    let bbox = try #require(document["bbox"] as? [String: Double])
    #expect(line.map { $0[0] }.min() == bbox["min_lon"] && line.map { $0[1] }.max() == bbox["max_lat"])
  }

  @Test func `crosses the antimeridian in two lines`() throws {
    let sketch = try RouteDrawing.sketch(corner: Place(latitude: -17, longitude: 179.9995))
    let document = try jsonObject(try written([try RouteDrawing.answered(on: sketch)], .ndjson))
    let geometry = try #require(document["geometry"] as? [String: Any])
    #expect(geometry["type"] as? String == "MultiLineString")
    let bbox = try #require(document["bbox"] as? [String: Double])
    #expect(try #require(bbox["min_lon"]) > 179 && #require(bbox["max_lon"]) < -179)
  }
}

@Suite struct `Routes for others` {
  @Test(arguments: RouteTable.allCases)
  func `are features of GeoJSON, one for each row`(table: RouteTable) throws {
    let reports = try RouteDrawing.everything(on: try RouteDrawing.sketch())
    let collection = try jsonObject(try written(reports, .geojson, table))
    let features = try #require(collection["features"] as? [[String: Any]])
    #expect(features.count == reports.map { $0.rowCount(of: table) }.reduce(0, +))
    for (i, feature) in features.enumerated() {
      let properties = try #require(feature["properties"] as? [String: Any])
      #expect(properties["table"] as? String == table.rawValue)
      #expect(Set(properties.keys) == Set(table.schema.columns.map(\.name) + ["table"]))
      #expect((feature["geometry"] is NSNull) == (table == .routes && (1...2).contains(i)))
    }
  }

  @Test func `are routes of GPX with instructions, names escaped`() throws {
    let text = try written(try RouteDrawing.everything(on: try RouteDrawing.sketch()), .gpx)
    let document = try XMLLines(text)
    #expect(document.count(of: "<rte>") == 4 && document.count(of: "</rte>") == 4)
    #expect(text.contains("<name>tour, &quot;1&quot;</name>\n<desc>toll_roads</desc>\n<type>car</type>"))
    #expect(text.contains("<desc>the line is &lt;no&gt; JSON &amp; broken.</desc>"))
    #expect(text.contains("<desc>Turn left onto CD Street.</desc>"))
    #expect(document.count(of: "<desc>Arrive.</desc></rtept>") == 2)
  }
}

private struct XMLLines {
  let text: String
  init(_ text: String) throws { self.text = text }
  func count(of piece: String) -> Int { text.components(separatedBy: piece).count - 1 }
}
