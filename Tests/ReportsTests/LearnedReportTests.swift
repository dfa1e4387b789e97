import Detection
import GeoPackages
import Knowledge
import RoadGraph
import RoadRules
import TestSupport
import Testing

@testable import Reports

@Suite("Tables of what was learned")
struct LearnedReportTests {
  private let sketch: RoadSketch

  init() throws { sketch = try RoadSketch("A----B----C", metresPerCell: 20, roads: ["A-B-C"]) }

  private var tables: LearnedTables {
    var tables = LearnedTables(classes: .usual)
    let morning = WeekHours(days: 0, hours: 7..<9)
    tables.speeds = LearnedRows([
      RoadSpeed(
        edge: sketch.edge("AB"), hours: morning, support: Support(passages: 12, trips: 11, vehicles: 4, mostOfOne: 3),
        mean: 31.5, median: 32, p15: 20, p85: 41.257, freeFlow: 48, expected: 30.9, low: 28, high: 34, moving: 35,
        basis: .hours),
      RoadSpeed(
        edge: sketch.edge("CB"), hours: WeekHours(days: 2, hours: 0..<24), expected: 40, low: 30, high: 50, moving: 40,
        basis: .roadClass),
    ])
    tables.delays = LearnedRows([
      TurnDelay(
        from: sketch.edge("AB"), onto: sketch.edge("BC"), hours: morning, support: Support(passages: 3), mean: 9.5,
        median: 7, p85: 22, stood: nil)
    ])
    let oneway = Doubt(
      kind: .rule(.oneway), isDoubtful: true, source: .way(1), edge: sketch.edge("AB"), place: sketch.place("A"),
      kept: 1, broken: 4, vehicles: Doubt.Vehicles(kept: 1, broken: 3))
    tables.doubts = LearnedRows([
      LearnedDoubt(oneway, months: [(Month(year: 2026, number: 4), 1), (Month(year: 2026, number: 11), 3)])
    ])
    tables.coverage = LearnedRows([Coverage(part: .all, length: 200, driven: 50)])
    return tables
  }

  /// The text of a table as a stream.
  private func text(_ table: LearnedTable, _ format: ReportFormat) throws -> String {
    let layout = try ReportLayout(ReportSettings<LearnedReport>(format: format, tables: [table]), for: .standardOutput)
    let renderer = ReportRenderer(layout)
    var bytes: [UInt8] = []
    var scratch = RenderingScratch()
    try LearnedReport.forEachPart(of: tables, on: LearnedGround(sketch.graph, .usual)) { part in
      for chunk in renderer.render(part, &scratch) { bytes += chunk.bytes }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("A speed has its road, its hours as opening hours, and nulls where nothing was driven")
  func speeds() throws {
    let rows = try text(.speeds, .csv).split(separator: "\n").map(String.init)
    #expect(rows.count == 2)
    #expect(rows[0].hasPrefix("1,1,2,forward,,\(sketch.edge("AB").index),"))
    #expect(
      rows[0].hasSuffix(
        ",Mo-Fr 07:00-09:00,Mo-Fr,7,9,12,11,4,31.50,32.00,20.00,41.26,48.00,30.90,28.00,34.00,35.00,hours"))
    #expect(rows[1].hasSuffix(",Su 00:00-24:00,Su,0,24,0,0,0,,,,,,40.00,30.00,50.00,40.00,class"))
  }

  @Test("A feature of a speed is the line of its road, and one of a delay the crossing")
  func features() throws {
    #expect(try text(.speeds, .geojson).contains("\"type\":\"LineString\""))
    let delay = try text(.delays, .geojson)
    #expect(delay.contains("\"type\":\"Point\""))
    #expect(delay.contains("\"mean_s\":9.500") && delay.contains("\"stood\":null"))
  }

  @Test("A doubt has the columns of a run, and its months")
  func doubts() throws {
    let row = try text(.doubts, .csv)
    #expect(row.hasPrefix("oneway,true,1,,,") && row.hasSuffix(",1,3,,2026-04=1 2026-11=3\n"), "\(row)")
    let own = LearnedTable.doubts.schema.columns.map(\.name)
    #expect(own.dropLast().elementsEqual(TripTable.doubts.schema.columns.map(\.name)))
  }

  @Test("Coverage has a share")
  func coverage() throws {
    #expect(try text(.coverage, .csv) == "all,,200.00,50.00,0.2500\n")
  }

  @Test(
    "Tables with geometry have a style of QGIS that names their columns",
    arguments: [LearnedTable.speeds, .use, .delays])
  func styles(table: LearnedTable) throws {
    let style = try #require(table.style)
    let names = table.schema.columns.map(\.name)
    let quoted = style.qml.split(separator: "&quot;").enumerated().filter { $0.offset % 2 == 1 }.map {
      String($0.element)
    }
    #expect(!quoted.isEmpty && quoted.allSatisfy(names.contains))
  }
}
