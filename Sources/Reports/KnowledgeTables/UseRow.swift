internal import Knowledge
internal import Moments
internal import RoadGraph

/// The row of one directed piece of road, in `use`.
struct UseRow: ReportRow {
  let use: RoadUse
  let ground: LearnedGround

  static let meaning = "One row per directed piece of road that the mode may use, driven or not."
  static var standsAlone: Bool { true }

  static func count(in report: LearnedReport) -> Int { report.use.count }
  static func forEach(in report: LearnedReport, _ body: (UseRow) -> Void) {
    for use in report.use { body(UseRow(use: use, ground: report.ground)) }
  }

  func geometry(in report: LearnedReport) -> Geometry { ground.graph.course(of: use.edge) }

  @inline(__always)
  static func columns(of row: some RowSource<UseRow>, in sink: inout some RowSink & ~Copyable) {
    sink.piece(row().use.edge, on: row().ground)
    sink.support("Number of times that it was driven.", row().use.support)
    sink.time("first_time", "When it was first driven.", nullWhen: undriven, row().first)
    sink.time("last_time", "When it was last driven.", nullWhen: undriven, row().last)
    sink.quantity(
      "covered", .probability, "Share of its length that was driven, in either direction.", row().use.covered)
    sink.counts(
      "by_hour", "Passages by hour of the day, by local time, without zeros; not with `--at-least`.", row().byHour)
    sink.counts(
      "by_day", "Passages by day of the week, by local time, without zeros; not with `--at-least`.", row().byDay)
  }

  private var first: Timestamp? { use.first.map(Timestamp.init(millisecondsSince1970:)) }
  private var last: Timestamp? { use.last.map(Timestamp.init(millisecondsSince1970:)) }

  private var byHour: [(code: String, count: Int)] {
    use.byHour.enumerated().filter { $0.element > 0 }.map { ("\($0.offset)", $0.element) }
  }

  private var byDay: [(code: String, count: Int)] {
    zip(["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"], use.byDay).filter { $0.1 > 0 }.map { ($0.0, $0.1) }
  }

  private static var undriven: String { "`passages` is 0, and with `--at-least`" }
}

/// The row of one part of the network, in `coverage`.
struct CoverageRow: ReportRow {
  let coverage: Coverage

  static let meaning =
    "One row for the whole network, per class of road, and per zone: how much of its length was driven."
  static var standsAlone: Bool { true }
  static var shape: GeometryShape? { nil }

  static func count(in report: LearnedReport) -> Int { report.coverage.count }
  static func forEach(in report: LearnedReport, _ body: (CoverageRow) -> Void) {
    for coverage in report.coverage { body(CoverageRow(coverage: coverage)) }
  }

  func geometry(in report: LearnedReport) -> Geometry { .none }

  @inline(__always)
  static func columns(of row: some RowSource<CoverageRow>, in sink: inout some RowSink & ~Copyable) {
    sink.code("part", "What the row is about.", row().kind)
    sink.text("name", "The class, or the name of the zone.", nullWhen: "the row is about all roads", row().name)
    sink.quantity(
      "length_m", .metres, "Length of its roads, each once, whatever its directions.", row().coverage.length)
    sink.quantity("driven_m", .metres, "Length of them that was driven.", row().coverage.driven)
    sink.quantity(
      "share", .probability, "`driven_m` divided by `length_m`.", nullWhen: "it has no roads", row().share)
  }

  enum Kind: String, CaseIterable, Coded {
    case all, zone
    case roadClass = "class"
  }

  private var kind: Kind {
    switch coverage.part {
    case .all: .all
    case .roadClass: .roadClass
    case .zone: .zone
    }
  }

  private var name: String? {
    switch coverage.part {
    case .all: nil
    case .roadClass(let roadClass): roadClass.name
    case .zone(let name): name
    }
  }

  private var share: Double? { coverage.length > 0 ? coverage.driven / coverage.length : nil }
}
