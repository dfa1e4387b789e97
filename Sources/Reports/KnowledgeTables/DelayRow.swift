internal import Geodesy
internal import Knowledge
internal import RoadGraph

/// The row of one turn in some hours of the week, in `delays`.
struct DelayRow: ReportRow {
  let delay: TurnDelay
  let ground: LearnedGround

  static let meaning =
    "One row per turn and hours of the week: the time that it takes beyond free flow, from the end of the queue through "
    + "the crossing."
  static var standsAlone: Bool { true }
  static var shape: GeometryShape? { .point }

  static func count(in report: LearnedReport) -> Int { report.delays.count }
  static func forEach(in report: LearnedReport, _ body: (DelayRow) -> Void) {
    for delay in report.delays { body(DelayRow(delay: delay, ground: report.ground)) }
  }

  /// The crossing.
  func geometry(in report: LearnedReport) -> Geometry { .point(place) }

  @inline(__always)
  static func columns(of row: some RowSource<DelayRow>, in sink: inout some RowSink & ~Copyable) {
    sink.id("from_way", "Id of the way before the crossing.", row().way(of: row().delay.from))
    sink.id("from_node", "Source id of the node before the crossing.", nullWhen: nodeless, row().fromNode)
    sink.id("via_node", "Source id of the node at the crossing.", nullWhen: nodeless, row().viaNode)
    sink.id("onto_way", "Id of the way behind the crossing.", row().way(of: row().delay.onto))
    sink.id("to_node", "Source id of the node behind the crossing.", nullWhen: nodeless, row().toNode)
    sink.code("from_direction", "With or against the node order of `from_way`.", Direction(of: row().delay.from))
    sink.code("onto_direction", "With or against the node order of `onto_way`.", Direction(of: row().delay.onto))
    sink.integer("from_edge", "Number in the map file of the edge before the crossing.", row().delay.from.index)
    sink.integer("onto_edge", "Number in the map file of the edge behind the crossing.", row().delay.onto.index)
    sink.name(
      "from_name", "Name of the road before the crossing.", nullWhen: "it has none",
      row().ground.graph.name(of: row().delay.from))
    sink.name(
      "onto_name", "Name of the road behind the crossing.", nullWhen: "it has none",
      row().ground.graph.name(of: row().delay.onto))
    sink.latitude("lat", "Latitude of the crossing.", row().place)
    sink.longitude("lon", "Longitude of the crossing.", row().place)
    sink.hours(row().delay.hours, on: row().ground)
    sink.support("Number of times that the turn was driven in these hours, as far as they count.", row().delay.support)
    sink.quantity("mean_s", .seconds, "Mean delay.", row().delay.mean)
    sink.quantity(
      "expected_s", .seconds, "Mean delay that is expected: `mean_s` drawn towards other hours and turns of its kind.",
      row().delay.expected)
    sink.quantity("median_s", .seconds, "Median delay.", row().delay.median)
    sink.quantity("p85_s", .seconds, "Delay that 15 % of the passages exceed.", row().delay.p85)
    sink.quantity(
      "stood", .probability, "Share of the passages that were seen standing.",
      nullWhen: "the fixes are too far apart to tell", row().delay.stood)
  }

  private var graph: RoadGraph { ground.graph }
  private var via: NodeID { graph.head(of: delay.from) }
  private var place: Place { graph.place(of: via) }
  private var viaNode: Int64? { graph.source(of: via)?.rawValue }
  private var fromNode: Int64? { graph.source(of: graph.tail(of: delay.from))?.rawValue }
  private var toNode: Int64? { graph.source(of: graph.head(of: delay.onto))?.rawValue }
  private func way(of edge: EdgeID) -> Int64 { graph.way(of: edge).rawValue }
  private static var nodeless: String { "the map has no node ids" }
}
