internal import RoadGraph
internal import Trips

/// The row of one pair of neighbouring source nodes, in `segments`.
struct SegmentRow: ReportRow {
  let seq: Int
  let travelled: TripPair

  static let meaning = "One row per pair of neighbouring source nodes that was travelled, in order."
  static var shape: GeometryShape? { nil }

  static func count(in report: TripReport) -> Int { report.trip.pairs(on: report.graph).count }

  @inline(__always)
  static func forEach(in report: TripReport, _ body: (SegmentRow) -> Void) {
    for (seq, pair) in report.trip.pairs(on: report.graph).enumerated() { body(SegmentRow(seq: seq, travelled: pair)) }
  }

  func geometry(in report: TripReport) -> Geometry { .none }

  @inline(__always)
  static func columns(of segment: some RowSource<SegmentRow>, in row: inout some RowSink & ~Copyable) {
    row.seq(segment().seq)
    row.integer("edge_seq", "`seq` in `edges` of its edge.", segment().travelled.edge)
    row.id(
      "from_node", "Source id of the node at its start, in the direction driven.", nullWhen: "the map has no node ids",
      segment().travelled.pair.from?.rawValue)
    row.id(
      "to_node", "Source id of the node at its end, in the direction driven.", nullWhen: "the map has no node ids",
      segment().travelled.pair.to?.rawValue)
    row.quantity(
      "begin", .fraction, "Fraction between the two nodes at which travel began; 0 is the first node.",
      segment().travelled.pair.begin)
    row.quantity(
      "end", .fraction, "Fraction between the two nodes at which travel ended; 1 is the second node.",
      segment().travelled.pair.end)
  }
}
