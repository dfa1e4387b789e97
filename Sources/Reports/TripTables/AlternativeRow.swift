internal import Geodesy
internal import RoadGraph
internal import Trips

/// The row of one edge of the stretch on which another likely path differs from the trip, in `alternatives`.
struct AlternativeRow: ReportRow, RoadRow {
  /// From 1.
  let number: Int
  let seq: Int
  let alternative: TripAlternative
  let edge: TripAlternative.Edge
  let graph: RoadGraph
  /// The `index` of fix 0.
  let firstRecord: Int

  static let meaning =
    "One row per edge of the stretch on which another likely path differs from the trip, in order."

  static func count(in report: TripReport) -> Int {
    (report.trip.alternatives ?? []).reduce(0) { $0 + $1.edges.count }
  }

  @inline(__always)
  static func forEach(in report: TripReport, _ body: (AlternativeRow) -> Void) {
    for (number, alternative) in (report.trip.alternatives ?? []).enumerated() {
      for (seq, edge) in alternative.edges.enumerated() {
        body(
          AlternativeRow(
            number: number + 1, seq: seq, alternative: alternative, edge: edge, graph: report.graph,
            firstRecord: report.firstRecord))
      }
    }
  }

  var road: EdgeID { edge.stretch.edge }

  func geometry(in report: TripReport) -> Geometry { .line(graph.shape(of: edge.stretch)) }

  @inline(__always)
  static func columns(of row: some RowSource<AlternativeRow>, in sink: inout some RowSink & ~Copyable) {
    sink.integer("alternative", "Number of the alternative within the trip, from 1, likeliest first.", row().number)
    sink.integer("seq", "Number within the alternative, from 0.", row().seq)
    sink.quantity(
      "margin", .logarithm, "Natural logarithm of how much less likely the path is than the trip.",
      row().alternative.margin)
    sink.quantity(
      "relative_probability", .probability, "Probability of the path relative to the trip, which has 1: e^−`margin`.",
      row().alternative.relativeProbability)
    sink.driven(of: row)
    sink.quantity("length_m", .metres, "Length driven on the edge.", row().edge.stretch.length)
    sink.quantity("begin_offset_m", .metres, "Offset on the edge at which travel began.", row().edge.stretch.begin)
    sink.quantity("end_offset_m", .metres, "Offset on the edge at which travel ended.", row().edge.stretch.end)
    sink.flag(
      "wrong_way", "Whether the edge would have been driven against the allowed direction.", row().edge.isWrongWay)
    sink.roadName(row().name, number: row().ref)
    sink.integer(
      "parts_from_seq", "`seq` in `edges` of the last edge before the stretch.", nullWhen: "it begins elsewhere",
      row().alternative.partsFrom)
    sink.integer(
      "rejoins_at_seq", "`seq` in `edges` of the first edge after the stretch.", nullWhen: "it ends elsewhere",
      row().alternative.rejoinsAt)
    sink.integer(
      "first_fix", "`index` in `points` of the first fix that would lie elsewhere.",
      row().firstRecord + row().alternative.fixes.lowerBound)
    sink.integer(
      "last_fix", "`index` in `points` of the last fix that would lie elsewhere.",
      row().firstRecord + row().alternative.fixes.upperBound)
  }
}
