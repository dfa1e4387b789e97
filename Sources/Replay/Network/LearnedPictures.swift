internal import Geodesy
package import Knowledge
package import Records
package import RoadGraph
internal import RoadRules

/// Pictures of a network by what was learned: speeds against free flow in some hours, use, and the busiest hours.
package struct LearnedPictures {
  /// What a picture shows. Raw values are names of files.
  package enum Subject: String, CaseIterable, Sendable {
    case speeds, use
    case busiestHour = "busiest-hour"
  }

  private let graph: RoadGraph
  private let settings: ReplaySettings
  let grid: SpeedGrid
  /// Of the roads that were driven.
  let uses: [EdgeID: RoadUse]
  /// Of all roads, by hour of the day and by weekday.
  private var byHour = [Int](repeating: 0, count: 24)
  private var byDay = [Int](repeating: 0, count: 7)

  /// - Parameter tables: with use, and with speeds for pictures of them.
  package init(of tables: LearnedTables, on graph: RoadGraph, settings: ReplaySettings) throws {
    self.graph = graph
    self.settings = settings
    grid = try SpeedGrid(tables, on: graph)
    var uses: [EdgeID: RoadUse] = [:]
    try tables.use?.forEach { use in if use.support.passages > 0 { uses[use.edge] = use } }
    self.uses = uses
    for use in uses.values {
      for hour in 0..<24 { byHour[hour] += use.byHour[hour] }
      for day in 0..<7 { byDay[day] += use.byDay[day] }
    }
  }

  /// The classes of hours in which anybody drove, or that have speeds of drives where it is not published when.
  package var drivenClasses: [Int] {
    (0..<grid.classes.count).filter { number in
      guard hasHours else { return grid.isDriven(in: number) }
      let (days, hours) = grid.classes.parts(of: number)
      return hours.contains { byHour[$0] > 0 }
        && (0..<7).contains { grid.classes.days[days] >> UInt8($0) & 1 != 0 && byDay[$0] > 0 }
    }
  }

  /// Whether the hours of use are known.
  package var hasHours: Bool { byHour.contains { $0 > 0 } }

  /// The class of hours in which most time is lost against free flow, by passage; `nil` if nobody drove.
  package var slowestClass: Int? {
    drivenClasses.max { (grid.lost(in: $0), $1) < (grid.lost(in: $1), $0) }
  }

  /// Part of the name of the file of a class: `Mo-Fr-08`.
  package func fileName(of class: Int) -> String { grid.classes.fileName(`class`) }

  /// Roads by their speed against free flow in a class of hours.
  package func speeds(in class: Int) -> ByteWriter {
    let known = (0..<graph.edgeCount).count { grid.share(of: EdgeID($0), in: `class`) != nil }
    let facts = [
      "\(counted(known, "directed piece")) of road",
      "\(Int((100 * grid.lost(in: `class`)).rounded())) % of the time lost against free flow",
    ]
    return picture(.speed, "Speeds, " + grid.classes.openingHours(`class`), facts) { grid.share(of: $0, in: `class`) }
  }

  /// Roads by how often they were driven.
  package func use() -> ByteWriter {
    let passages = uses.values.reduce(0) { $0 + $1.support.passages }
    let facts = [counted(passages, "passage"), "\(counted(uses.count, "directed piece")) of road driven"]
    return picture(.use, "Use", facts) { uses[$0].map { Double($0.support.passages) } }
  }

  /// Roads by the hour of the day in which they were driven most often, both directions apart.
  package func busiestHour() -> ByteWriter {
    picture(.hour, "Busiest hour", ["The hour of the day with most passages, by local time"]) { edge in
      guard let hours = uses[edge]?.byHour, let most = hours.max() else { return nil }
      return hours.firstIndex(of: most).map { Double($0) }
    }
  }

  private func picture(
    _ scale: NetworkScale, _ title: String, _ facts: [String], _ value: (EdgeID) -> Double?
  ) -> ByteWriter {
    NetworkPicture(of: graph, by: scale, title: title, facts: facts.joined(separator: "  ·  "), settings: settings)
      .render(value)
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    "\(Self.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `12,345`.
  static func grouped(_ count: Int) -> String {
    var text = ""
    for (place, digit) in String(count).reversed().enumerated() {
      if place > 0, place % 3 == 0 { text = "," + text }
      text = String(digit) + text
    }
    return text
  }
}
