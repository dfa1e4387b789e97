import Geodesy
import Knowledge
import Moments
import PageFiles
import Records
import RoadGraph
import RoadRules
import TestSupport
import Testing

@testable import Replay

@Suite struct `A month` {
  private let sketch: RoadSketch
  private var tables: LearnedTables

  init() throws {
    sketch = try RoadSketch("A---------B---------C---------D", metresPerCell: 30, roads: ["A-B-C-D"])
    tables = LearnedTables(classes: try #require(WeekClasses(days: [0x7F], hours: [0, 7, 9])))
    tables.speeds = LearnedRows([speed("AB", 0..<7, 50), speed("AB", 7..<9, 20), speed("BC", 7..<9, 30, .roadClass)])
    tables.use = LearnedRows([use("AB", trips: 12), use("BA", trips: 3), use("BC", trips: 7), use("CB", trips: 0)])
  }

  private func speed(_ name: String, _ hours: Range<Int>, _ expected: Double, _ basis: SpeedBasis = .hours) -> RoadSpeed
  {
    RoadSpeed(
      edge: sketch.edge(name), hours: WeekHours(days: 0, hours: hours), support: Support(passages: 10), freeFlow: 50,
      expected: expected, low: 1, high: 99, moving: expected, basis: basis)
  }

  private func use(_ name: String, trips: Int) -> RoadUse {
    var use = RoadUse(edge: sketch.edge(name))
    use.support = Support(passages: 2 * trips, trips: trips, vehicles: min(trips, 2))
    return use
  }

  private func delay(_ hours: Range<Int>, _ passages: Int, _ seconds: Double, onto: String = "BC") -> TurnDelay {
    TurnDelay(
      from: sketch.edge("AB"), onto: sketch.edge(onto), hours: WeekHours(days: 0, hours: hours),
      support: Support(passages: passages), mean: 99, median: 99, p85: 99, stood: nil, expected: seconds)
  }

  private func change(_ name: String, _ kind: RoadBreak.Kind, day: Int, pValue: Double = 1e-6) -> RoadBreak {
    let date = CivilDate(year: 2026, month: 6, day: day)
    return RoadBreak(
      edge: sketch.edge(name), kind: kind, day: date, detected: date, before: 20, after: 0, pValue: pValue)
  }

  private func month(_ tables: LearnedTables, atLeast: Int? = nil) throws -> FleetMonth {
    try FleetMonth(of: tables, on: sketch.graph, atLeast: atLeast, settings: ReplaySettings(program: "tracemill"))
  }

  private func written(_ month: FleetMonth, _ history: NightHistory? = nil) throws -> JSONValue {
    var writer = NightWriter()
    writer.write(
      month, MonthHead(month, history: history, ReplaySettings(program: "tracemill")), ground: nil, style: ReplayStyle()
    )
    return try JSONValue(parsing: writer.bytes.array)
  }

  private func numbers(_ value: JSONValue?) -> [Double?] { (value?.list ?? []).map(\.number) }

  @Test func `has the roads that were driven, with the counts and speeds of the tables for each direction`() throws {
    let month = try month(tables)
    #expect(month.roads.segments == [sketch.edge("AB").segment, sketch.edge("BC").segment].sorted())
    let data = try written(month)
    let order = month.roads.segments.flatMap { [$0.forward, $0.forward.reversed] }
    let at = { (name: String) in try #require(order.firstIndex(of: sketch.edge(name))) }
    #expect(try numbers(data["roads"]?["trips"])[at("AB")] == 12)
    #expect(try numbers(data["roads"]?["passages"])[at("BA")] == 6)
    #expect(try numbers(data["roads"]?["free"])[at("AB")] == 500)
    // What stands on the class of the road is a guess, and nothing is known of the other direction.
    #expect(try numbers(data["roads"]?["free"])[at("BC")] == nil)
    #expect(try numbers(data["roads"]?["free"])[at("BA")] == nil)
    // 20 of 50 km/h, as a difference from 100 %.
    #expect(numbers(data["roads"]?["known"]).reduce(0) { $0 + ($1 ?? 0) } == 1)
    #expect(numbers(data["hours"]?["begin"]) == [0, 7] && numbers(data["roads"]?["shares"]) == [100, -60])
    #expect(numbers(data["hours"]?["lost"]) == [0, 600] && data["hours"]?["slowest"]?.number == 1)
  }

  @Test func `sums the delays of a turn over all hours, and names those with the most`() throws {
    var tables = tables
    tables.delays = LearnedRows([delay(0..<7, 10, 5), delay(7..<9, 30, 25), delay(7..<9, 100, 1, onto: "BA")])
    let month = try month(tables)
    #expect(month.turns.map(\.passages) == [40, 100] && month.turns.map(\.delay) == [800, 100])
    #expect(month.turns[0].meanDelay == 20 && month.turns[0].worst.hours == 7..<9)
  }

  @Test func `takes changes of one road, kind and day together, without detours`() throws {
    var tables = tables
    tables.changes = LearnedRows([
      change("AB", .closed, day: 1), change("BC", .closed, day: 1, pValue: 1e-9), change("CD", .detour, day: 1),
      change("AB", .opened, day: 8),
    ])
    let month = try month(tables)
    #expect(month.changes.map(\.kind) == [.opened, .closed])
    #expect(month.changes[1].breaks.map(\.edge) == [sketch.edge("BC"), sketch.edge("AB")])
  }

  @Test func `leaves out the list of a table that is not published`() throws {
    let data = try written(month(tables, atLeast: 3))
    #expect(data["turns"] == nil && data["changes"] == nil && data["doubts"] == nil)
    #expect(data["at_least"]?.number == 3)
    #expect(FleetMonth.tables(isPublished: true) == [.speeds, .delays, .use])
  }

  @Test func `has the nights of the history that lie on its days`() throws {
    var tables = tables
    tables.sums = DriveSums()
    tables.sums?.days = [CivilDate(year: 2026, month: 5, day: 4), CivilDate(year: 2026, month: 5, day: 6)]
    let line = { (date: String) in "{\"schema\":\"tracemill/night-sums/1\",\"date\":\"\(date)\",\"trips\":3}\n" }
    let history = try NightHistory(["03", "04", "05", "07"].map { line("2026-05-" + $0) }.joined(), path: "h")
    let head = MonthHead(try month(tables), history: history, ReplaySettings(program: "tracemill"))
    #expect(head.nights.map(\.date) == ["2026-05-04", "2026-05-05"])
    #expect(head.title.hasPrefix("Drives from 4 to 6 May 2026"))
  }

  @Test func `shows its lists without a script`() throws {
    var tables = tables
    tables.delays = LearnedRows([delay(7..<9, 30, 25)])
    let page = MonthPage(ReplaySettings(program: "tracemill")).render(try month(tables), history: nil)
    let text = String(decoding: page.array, as: UTF8.self)
    #expect(text.contains("Worst delays at turns") && text.contains("<td>25 s</td>"))
  }

  @Test func `has no name twice in its script`() {
    var names: Set<Substring> = []
    for match in PageFile.script(of: MonthPage.modules.contains).matches(
      of: /(?m)^(?:async )?(?:const|let|function|class) ([\w$]+)/)
    { #expect(names.insert(match.1).inserted, "\(match.1)") }
    #expect(names.contains("MonthPage") && names.contains("NightMap"))
  }

  @Test func `gives a night the free flow to compare its speeds with`() throws {
    var roads = NightRoads(trips: 1, on: sketch.graph)
    let passage = { (seconds: Double?, free: Double?) in
      NightRoads.Passage(
        length: 300, seconds: seconds, confidence: 1, isWrongWay: false, limit: nil, freeSeconds: free)
    }
    roads.add(sketch.edge("AB"), of: 0, leg: 0, passage(30, 18))
    roads.add(sketch.edge("BA"), of: 0, leg: 0, passage(60, nil))
    roads.add(sketch.edge("BC"), of: 0, leg: 0, passage(nil, 18))
    roads.finish()
    #expect(roads.sums.map(\.shareOfFree) == [0.6, nil])
  }
}
