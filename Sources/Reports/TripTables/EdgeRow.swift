internal import Geodesy
internal import RoadGraph
internal import Traces
internal import Trips

/// The row of one edge driven, in `edges`.
struct EdgeRow: FrequentRow, RoadRow {
  let seq: Int
  let edge: TripEdge
  let graph: RoadGraph

  static let meaning = "One row per edge driven, in order."

  static func count(in report: TripReport) -> Int { report.trip.edges.count }

  @inline(__always)
  static func forEach(in report: TripReport, _ body: (EdgeRow) -> Void) {
    for seq in report.trip.edges.indices {
      body(EdgeRow(seq: seq, edge: report.trip.edges[seq], graph: report.graph))
    }
  }

  func geometry(in report: TripReport) -> Geometry { .line(graph.shape(of: edge.stretch)) }

  @inline(__always)
  static func columns(of edge: some RowSource<EdgeRow>, in row: inout some RowSink & ~Copyable) {
    row.seq(edge().seq)
    row.driven(of: edge)
    row.quantity("length_m", .metres, "Length driven on the edge.", edge().stretch.length)
    row.time("enter_time", "Time at which the edge was entered.", nullWhen: timeless, edge().edge.enterTime)
    row.time("exit_time", "Time at which the edge was left.", nullWhen: timeless, edge().edge.exitTime)
    row.code(
      "evidence", "A fix lies on the edge, or it joins two edges with fixes; `detour` if other paths would as well.",
      edge().edge.evidence)
    row.quantity("confidence", .probability, "Probability that the edge was driven.", edge().edge.confidence)
    row.flag("wrong_way", "Whether the edge was driven against the allowed direction.", edge().edge.isWrongWay)
    row.road(of: edge)
    row.integer("leg", "Number of the leg it belongs to, from 0.", edge().edge.leg)
    row.quantity("begin_offset_m", .metres, "Offset on the edge at which travel began.", edge().stretch.begin)
    row.quantity("end_offset_m", .metres, "Offset on the edge at which travel ended.", edge().stretch.end)
    row.code(
      "enter_time_source", "Source of `enter_time`.", nullWhen: timeless, edge().edge.enterTimeSource)
    row.code("exit_time_source", "Source of `exit_time`.", nullWhen: timeless, edge().edge.exitTimeSource)
  }

  @inline(__always) var road: EdgeID { edge.stretch.edge }
  private var stretch: EdgeStretch { edge.stretch }
  private static var timeless: String { "without times" }
}

extension RowSink where Self: ~Copyable {
  /// The number of a row of a trip.
  @inline(__always)
  mutating func seq(_ seq: @autoclosure () -> Int) {
    integer("seq", "Number within the trip, from 0.", seq())
  }

  /// The edge that was driven.
  @inline(__always)
  mutating func driven<Row: RoadRow>(of row: some RowSource<Row>) {
    integer("edge", "Number of the edge in the map file.", row().road.index)
    id("way", "Id of the way in the source of the map.", row().way)
    id(
      "from_node", "Source id of the node at its start, in the direction driven.", nullWhen: "the map has no node ids",
      row().fromNode)
    id(
      "to_node", "Source id of the node at its end, in the direction driven.", nullWhen: "the map has no node ids",
      row().toNode)
    code("direction", "With or against the node order of the way.", Direction(of: row().road))
  }
}
