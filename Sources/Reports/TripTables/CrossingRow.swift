internal import Detection
internal import Geodesy
internal import RoadGraph
internal import Traces
internal import Trips

/// The row of one thing that a trip passed, in `crossings`.
struct CrossingRow: ReportRow {
  let seq: Int
  let crossing: Crossing
  let graph: RoadGraph

  static let meaning =
    "One row per level crossing, toll stop, border post, camera, check, stop sign and signal passed, and per "
    + "zone entered or left, in order."
  static var shape: GeometryShape? { .point }

  static func count(in report: TripReport) -> Int { report.crossings?.count ?? 0 }

  static func forEach(in report: TripReport, _ body: (CrossingRow) -> Void) {
    for (seq, crossing) in (report.crossings ?? []).enumerated() {
      body(CrossingRow(seq: seq, crossing: crossing, graph: report.graph))
    }
  }

  func geometry(in report: TripReport) -> Geometry { .point(crossing.place) }

  @inline(__always)
  static func columns(of row: some RowSource<CrossingRow>, in sink: inout some RowSink & ~Copyable) {
    sink.seq(row().seq)
    sink.code("type", "What was passed, entered or left.", row().crossing.kind)
    sink.time("time", "Time of passing.", nullWhen: "without times", row().crossing.time)
    sink.code("time_source", "Source of `time`.", nullWhen: "without times", row().crossing.timeSource)
    sink.latitude("lat", "Latitude.", row().crossing.place)
    sink.longitude("lon", "Longitude.", row().crossing.place)
    sink.flag(
      "stopped", "Whether the vehicle stopped there.",
      nullWhen: "the fixes are too sparse to tell, and for cameras, checks and zones", row().crossing.hasStopped)
    sink.quantity("confidence", .probability, "Probability that it was passed.", row().crossing.confidence)
    sink.id(
      "node", "Id of the node in the source of the map.",
      nullWhen: "it is not at a node, or the map has no node ids",
      row().crossing.node.flatMap { row().graph.source(of: $0)?.rawValue })
    sink.id(
      "way", "Id in the source of the map of the way there, or of the way behind a node.",
      row().graph.way(of: row().crossing.road).rawValue)
    sink.roadName(row().graph.name(of: row().crossing.road), number: row().graph.ref(of: row().crossing.road))
    sink.integer("edge_seq", "`seq` in `edges` of the edge there, or behind a node.", row().crossing.edge)
    sink.code("movement", "Passed; of zones, entered or left.", row().crossing.movement)
    sink.name("zone", "Name of the zone.", nullWhen: "it has none, or is no area, or no zone", row().crossing.name)
    sink.id(
      "relation", "Id in the source of the map of the relation of the zone or of the device.", nullWhen: "it has none",
      row().relation)
    sink.id("area", "Id in the source of the map of the way that draws the zone.", nullWhen: "no way does", row().area)
  }

  private var relation: Int64? { if case .relation(let id) = crossing.source { id } else { nil } }
  private var area: Int64? { if case .way(let id) = crossing.source { id } else { nil } }
}
