import Knowledge
import Records
import RoadGraph
import RoadRules
import TestSupport
import Testing

@testable import Replay

@Suite("Pictures of what was learned")
struct LearnedPictureTests {
  private let sketch: RoadSketch
  private var tables: LearnedTables

  init() throws {
    sketch = try RoadSketch("A---------B---------C", metresPerCell: 30, roads: ["A-B-C"])
    tables = LearnedTables(classes: try #require(WeekClasses(days: [0x7F], hours: [0, 7, 9])))
  }

  private func speed(_ name: String, _ hours: Range<Int>, _ expected: Double, passages: Int = 1200) -> RoadSpeed {
    RoadSpeed(
      edge: sketch.edge(name), hours: WeekHours(days: 0, hours: hours), support: Support(passages: passages),
      freeFlow: 50, expected: expected, low: 1, high: 99, moving: expected, basis: passages > 0 ? .hours : .roadClass)
  }

  private func text(_ tables: LearnedTables, _ draw: (LearnedPictures) -> [UInt8]) throws -> String {
    let pictures = try LearnedPictures(of: tables, on: sketch.graph, settings: ReplaySettings(program: "tracemill"))
    return String(decoding: draw(pictures), as: UTF8.self)
  }

  @Test("The slowest hours are those in which most time is lost, and hours without passages have no picture")
  func hours() throws {
    var tables = tables
    tables.speeds = LearnedRows([
      speed("AB", 0..<7, 50), speed("AB", 7..<9, 20), speed("AB", 9..<24, 45, passages: 0), speed("BC", 0..<7, 50),
    ])
    var use = RoadUse(edge: sketch.edge("AB"))
    use.support.passages = 2
    (use.byHour[6], use.byHour[8], use.byDay[3]) = (1, 1, 2)
    tables.use = LearnedRows([use])
    let pictures = try LearnedPictures(of: tables, on: sketch.graph, settings: ReplaySettings(program: "tracemill"))
    #expect(pictures.drivenClasses == [0, 1] && pictures.slowestClass == 1)
    #expect(pictures.fileName(of: 1) == "Mo-Su-07")
    let text = try text(tables) { $0.speeds(in: 1).array }
    #expect(text.contains("Speeds, Mo-Su 07:00-09:00"))
    #expect(text.contains("1 directed piece of road  ·  60 % of the time lost against free flow"))
    #expect(text.contains("#e8704a"))  // 40 to 50 %
  }

  @Test("Use and the busiest hour are of the roads that were driven")
  func use() throws {
    var tables = tables
    var (driven, other) = (RoadUse(edge: sketch.edge("AB")), RoadUse(edge: sketch.edge("BC")))
    driven.support.passages = 1200
    driven.byHour[17] = 12
    other.covered = 0
    tables.use = LearnedRows([driven, other])
    #expect(try text(tables) { $0.use().array }.contains("1,200 passages  ·  1 directed piece of road driven"))
    #expect(try text(tables) { $0.busiestHour().array }.contains("#e6550d"))  // 15 to 19 o'clock
  }
}
