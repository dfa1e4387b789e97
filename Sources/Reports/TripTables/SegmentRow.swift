internal import RoadGraph
internal import Trips

/// The row of one pair of neighbouring source nodes, in `segments`.
struct SegmentRow: ReportRow {
  let seq: Int
  let travelled: TripPair

  static let meaning = "One row per pair of neighbouring nodes of the map's source that was travelled, in order."
  static var hasGeometry: Bool { false }

  static func count(in report: TripReport) -> Int { report.trip.pairs(on: report.graph).count }

  @inline(__always)
  static func forEach(in report: TripReport, _ body: (SegmentRow) -> Void) {
    for (seq, pair) in report.trip.pairs(on: report.graph).enumerated() { body(SegmentRow(seq: seq, travelled: pair)) }
  }

  var geometry: Geometry { .none }

  @inline(__always)
  static func columns(of segment: some RowSource<SegmentRow>, in row: inout some RowSink & ~Copyable) {
    row.seq(segment().seq)
    row.integer("edge_seq", "`seq` in `edges` of the edge it lies on.", segment().travelled.edge)
    row.id(
      "from_node", "Source id of the node at its begin, as driven.", nullWhen: "the map was built without",
      segment().travelled.pair.from?.rawValue)
    row.id(
      "to_node", "Source id of the node at its end, as driven.", nullWhen: "the map was built without",
      segment().travelled.pair.to?.rawValue)
    row.quantity(
      "begin", .fraction, "Where between the two nodes travel began; 0 is at the first.",
      segment().travelled.pair.begin)
    row.quantity(
      "end", .fraction, "Where between the two nodes travel ended; 1 is at the second.", segment().travelled.pair.end)
  }
}
