internal import Geodesy
internal import RoadGraph
internal import RoadRules
internal import Routing

/// The row of one element of a route, in `elements`.
struct ElementRow: FrequentRow, RoadRow {
  let seq: Int
  let leg: Int
  let element: RouteElement
  let mode: TravelMode
  let graph: RoadGraph

  static let meaning = "One row per element of a route, in order."

  static func count(in report: RouteReport) -> Int {
    report.described?.outline.legs.last?.elements.upperBound ?? 0
  }

  @inline(__always)
  static func forEach(in report: RouteReport, _ body: (ElementRow) -> Void) {
    guard let described = report.described else { return }
    let mode = described.route.options.mode
    var seq = 0
    for (number, leg) in described.route.legs.enumerated() {
      for element in leg.elements {
        body(ElementRow(seq: seq, leg: number, element: element, mode: mode, graph: report.graph))
        seq += 1
      }
    }
  }

  func geometry(in report: RouteReport) -> Geometry { .line(graph.course(along: [element])) }

  @inline(__always)
  static func columns(of element: some RowSource<ElementRow>, in row: inout some RowSink & ~Copyable) {
    row.routeSeq(element().seq)
    row.ofLeg(element().leg)
    if row.begin(.first, of: element().wholeEdge) {
      place(of: element, in: &row)
      row.end(.first)
    }
    row.quantity("duration_s", .seconds, "Duration, including the turn onto it.", element().element.duration)
    row.quantity(
      "duration_in_traffic_s", .seconds, "The same in traffic, at the time of passing.", nullWhen: untimed,
      element().element.durationInTraffic)
    if row.begin(.second, of: element().wholeEdge) {
      road(of: element, in: &row)
      row.end(.second)
    }
  }

  /// The edge, and the part of it that is driven.
  @inline(__always)
  private static func place(of element: some RowSource<ElementRow>, in row: inout some RowSink & ~Copyable) {
    row.integer("edge", "Number of the edge in the map file.", element().road.index)
    row.id("way", "Id of the way in the source of the map.", element().way)
    row.id(
      "from_node", "Source id of the node at the start of the edge.", nullWhen: "the map has no node ids",
      element().fromNode)
    row.id(
      "to_node", "Source id of the node at the end of the edge.", nullWhen: "the map has no node ids",
      element().toNode)
    row.code("direction", "With or against the node order of the way.", Direction(of: element().road))
    row.quantity("begin_offset_m", .metres, "Offset on the edge at which it begins.", element().stretch.begin)
    row.quantity("end_offset_m", .metres, "Offset on the edge at which it ends.", element().stretch.end)
    row.quantity("length_m", .metres, "Its length.", element().stretch.length)
  }

  @inline(__always)
  private static func road(of element: some RowSource<ElementRow>, in row: inout some RowSink & ~Copyable) {
    row.road(of: element)
    row.code(
      "access", "Access of the mode in this direction.",
      element().access)
    row.integer(
      "lanes", "Number of lanes in this direction.", nullWhen: "unknown", element().lanes)
  }

  @inline(__always) var road: EdgeID { element.stretch.edge }
  private var stretch: EdgeStretch { element.stretch }
  @inline(__always) private var access: Access { graph.access(of: road)[mode] }
  @inline(__always) private var lanes: Int? { graph.lanes(of: road) }

  /// `nil` if only a part of the edge is driven.
  private var wholeEdge: RecurringKey? {
    graph.isWhole(stretch) ? RecurringKey(edge: road.rawValue, mode: mode.rawValue) : nil
  }
}
