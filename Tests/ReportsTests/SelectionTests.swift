import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite struct `Chosen columns` {
  let sketch: RoadSketch
  let reports: [TripReport]

  init() throws {
    sketch = try ReportDrawing.sketch()
    reports = [ReportDrawing.report(on: sketch), ReportDrawing.unreadable(on: sketch, fixes: 2)]
  }

  private func text(_ settings: TripReportSettings) throws -> String {
    let directory = try TemporaryDirectory()
    let destination = ReportDestination.file(directory.path + "/out")
    let layout = try ReportLayout(settings, for: destination)
    let writer = try ReportWriter(layout.frames, to: destination)
    for report in reports { try writer.append(ReportRenderer(layout).render(report)) }
    try writer.finish(nil)
    return try directory.text("out")
  }

  private func settings(
    _ format: ReportFormat, _ table: TripTable, _ names: [String] = []
  ) -> TripReportSettings {
    var settings = TripReportSettings(format: format, tables: [table])
    if !names.isEmpty { settings.columns = [ColumnChoice(of: nil, names)] }
    return settings
  }

  /// Some columns in another order, one of them of the identity.
  private static func names(of table: TripTable) -> [String] {
    let all = table.schema.columns.map(\.name)
    return [all[all.count - 1], all[0], all[all.count / 2]]
  }

  @Test(arguments: TripTable.allCases)
  func `of CSV are the columns of whole rows, in the chosen order`(table: TripTable) throws {
    let names = Self.names(of: table)
    let whole = csvRecords(try text(settings(.csv, table)))
    let chosen = csvRecords(try text(settings(.csv, table, names)))
    #expect(chosen.first == names)
    let places = try names.map { try #require(whole[0].firstIndex(of: $0)) }
    #expect(chosen == whole.map { row in places.map { row[$0] } })
  }

  @Test(arguments: TripTable.allCases, [ReportFormat.json, .ndjson])
  func `of JSON are the members of whole rows`(table: TripTable, format: ReportFormat) throws {
    func rows(_ text: String) throws -> [NSDictionary] {
      let array = format == .json ? text : "[" + text.split(separator: "\n").joined(separator: ",") + "]"
      return try #require(try json(array) as? [NSDictionary])
    }
    let names = Self.names(of: table)
    let whole = try rows(try text(settings(format, table)))
    let chosen = try rows(try text(settings(format, table, names)))
    #expect(chosen == whole.map { $0.only(names) })
  }

  @Test func `of GeoJSON are properties beside the geometry and the table`() throws {
    let features = try #require(
      try jsonObject(try text(settings(.geojson, .edges, ["way", "trip_id"])))["features"] as? [[String: Any]])
    let whole = try #require(
      try jsonObject(try text(settings(.geojson, .edges)))["features"] as? [[String: Any]])
    #expect(features.count == whole.count && !features.isEmpty)
    for (feature, whole) in zip(features, whole) {
      let (properties, all) = (feature["properties"] as? NSDictionary, whole["properties"] as? NSDictionary)
      #expect(properties == all?.only(["table", "way", "trip_id"]))
      #expect(feature["geometry"] as? NSDictionary == whole["geometry"] as? NSDictionary)
    }
  }

  @Test func `of one table leave the others whole`() throws {
    var settings = TripReportSettings(format: .geojson, tables: [.edges, .events])
    settings.columns = [ColumnChoice(of: .edges, ["seq"])]
    let features = try #require(try jsonObject(try text(settings))["features"] as? [[String: Any]])
    for feature in features {
      let properties = try #require(feature["properties"] as? [String: Any])
      let isEdge = properties["table"] as? String == "edges"
      #expect(properties.count == (isEdge ? 2 : TripTable.events.schema.columns.count + 1))
    }
  }

  @Test func `are refused with the reason where they cannot be`() throws {
    let cases: [(ReportFormat, [TripTable], [ColumnChoice<TripTable>], ReportError)] = [
      (.ndjson, [], [.init(of: nil, ["way"])], .noColumns(.ndjson)),
      (.gpx, [], [.init(of: .edges, ["way"])], .noColumns(.gpx)),
      (.geojson, [.edges, .events], [.init(of: nil, ["way"])], .selectionOfManyTables(["edges", "events"])),
      (.csv, [.edges], [.init(of: .points, ["way"])], .selectionOfOtherTable("points", written: ["edges"])),
      (.csv, [.edges], [.init(of: nil, ["way", "way"])], .repeatedColumn("way", table: "edges")),
      (.csv, [.edges], [.init(of: nil, ["way"]), .init(of: .edges, ["seq"])], .repeatedSelection(table: "edges")),
    ]
    for (format, tables, columns, error) in cases {
      var settings = TripReportSettings(format: format, tables: tables)
      settings.columns = columns
      #expect(throws: error) { try ReportLayout(settings, for: .file("out")) }
    }
    var settings = TripReportSettings(format: .csv, tables: [.edges])
    settings.columns = [ColumnChoice(of: nil, ["confidense"])]
    let error = #expect(throws: ReportError.self) { try ReportLayout(settings, for: .file("out")) }
    #expect(error?.description.contains("Did you mean confidence?") == true)
  }

  @Test func `of a trip with a plan are those of its points`() throws {
    var settings = TripReportSettings(format: .csv, tables: [.points])
    settings.replacements = [.points: .plannedPoints]
    settings.columns = [ColumnChoice(of: .points, ["on_plan", "index"])]
    let layout = try ReportLayout(settings, for: .file("out"))
    #expect(layout.frames[0].prologue == Array("on_plan,index\n".utf8))
  }
}

extension NSDictionary {
  fileprivate func only(_ keys: [String]) -> NSDictionary {
    NSDictionary(dictionary: Dictionary(uniqueKeysWithValues: keys.map { ($0, self[$0] ?? "absent") }))
  }
}
