internal import Geodesy
internal import Guidance
internal import RoadGraph

/// The row of one lane before a junction of a trip, in `lanes`.
struct LaneRow: ReportRow {
  let seq: Int
  let number: Int
  let stretch: LaneStretch

  static let meaning = "One row per lane before a junction, in order and from left to right, where the map has arrows."
  static var shape: GeometryShape? { .point }

  static func count(in report: TripReport) -> Int {
    laneStretches(of: report.trip, on: report.graph, for: report.mode).reduce(0) { $0 + $1.lanes.count }
  }

  static func forEach(in report: TripReport, _ body: (LaneRow) -> Void) {
    var seq = 0
    for stretch in laneStretches(of: report.trip, on: report.graph, for: report.mode) {
      for number in stretch.lanes.indices {
        body(LaneRow(seq: seq, number: number, stretch: stretch))
        seq += 1
      }
    }
  }

  func geometry(in report: TripReport) -> Geometry { .point(stretch.place) }

  @inline(__always)
  static func columns(of row: some RowSource<LaneRow>, in sink: inout some RowSink & ~Copyable) {
    sink.seq(row().seq)
    sink.integer("edge_seq", "`seq` in `edges` of the edge that ends at the junction.", row().stretch.edge)
    sink.quantity("distance_m", .metres, "Distance from the start of the trip to the junction.", row().stretch.distance)
    sink.lane(row().number, of: row().stretch)
  }
}

extension RowSink where Self: ~Copyable {
  /// One lane before a junction.
  @inline(__always)
  mutating func lane(_ number: @autoclosure () -> Int, of stretch: @autoclosure () -> LaneStretch) {
    integer(
      "maneuver_seq", "`seq` in `maneuvers` of the maneuver there.", nullWhen: "the drive goes on without one",
      stretch().maneuver)
    integer("lane", "Number of the lane, from 1 on the left.", number() + 1)
    integer("lanes", "Number of lanes.", stretch().lanes.count)
    text(
      "arrows", "OSM's words for the arrows on it, separated by `;`.", nullWhen: "it has none",
      stretch().lanes[number()].arrows.isEmpty
        ? nil : stretch().lanes[number()].arrows.map(\.rawValue).joined(separator: ";"))
    flag("valid", "Whether it leads to the road taken.", stretch().lanes[number()].isValid)
    flag(
      "best", "Whether it is the one to take with regard to the next maneuver too.", stretch().lanes[number()].isBest)
    name(
      "destination", "Destinations above it, separated by `;`.", nullWhen: "unknown",
      stretch().lanes[number()].destination)
    name(
      "change", "OSM's word for the lanes to which one may change from it.", nullWhen: "unknown",
      stretch().lanes[number()].change)
  }
}
