internal import Detection
internal import Geodesy
internal import RoadGraph
internal import Traces
internal import Trips

/// The row of one event of a trip, in `events`.
struct EventRow: ReportRow {
  let seq: Int
  let event: Event
  /// The edge at its start; `nil` off the road.
  let edge: EdgeID?
  let graph: RoadGraph
  /// Whether the run marks the events whose rules are doubtful.
  var marksDoubts = false
  /// The `index` of fix 0.
  var firstRecord = 0

  static let meaning = "One row per event, in order."
  static var shape: GeometryShape? { .point }

  static func count(in report: TripReport) -> Int { report.events.count }

  @inline(__always)
  static func forEach(in report: TripReport, _ body: (EventRow) -> Void) {
    for seq in report.events.indices {
      let event = report.events[seq]
      body(
        EventRow(
          seq: seq, event: event, edge: event.edge.map { report.trip.edges[$0].edge }, graph: report.graph,
          marksDoubts: report.marksDoubts, firstRecord: report.firstRecord))
    }
  }

  func geometry(in report: TripReport) -> Geometry { .point(event.place) }

  @inline(__always)
  static func columns(of event: some RowSource<EventRow>, in row: inout some RowSink & ~Copyable) {
    row.seq(event().seq)
    row.code("type", "What was detected.", event().event.type)
    row.time("begin_time", "Time at which it began.", nullWhen: "without times", event().event.beginTime)
    row.time("end_time", "Time at which it ended.", nullWhen: "without times", event().event.endTime)
    row.latitude("lat", "Latitude where it began.", event().event.place)
    row.longitude("lon", "Longitude where it began.", event().event.place)
    row.integer("edge", "Number in the map file of the edge where it began.", nullWhen: offRoad, event().edge?.index)
    row.id("way", "Id in the source of the map of the way where it began.", nullWhen: offRoad, event().way)
    row.quantity(
      "length_m", .metres, "Length driven; off the road, along straight lines between the fixes.", event().event.length)
    row.quantity("confidence", .probability, "Probability that it happened.", event().event.confidence)
    row.name("detail", "A short explanation.", nullWhen: "there is nothing to add", event().event.detail)
    row.integer("edge_seq", "`seq` in `edges` of the edge where it began.", nullWhen: offRoad, event().event.edge)
    row.integer("first_fix", "`index` in `points` of its first fix.", event().firstFix)
    row.integer("last_fix", "`index` in `points` of its last fix.", event().lastFix)
    row.code("rule", "The kind of rule of the map that it breaks.", nullWhen: lawful, event().rule?.kind)
    row.id(
      "rule_id", "Id in the source of the map of the way, relation or node that has the rule.",
      nullWhen: "it breaks no rule of the map, or the map has no ids of nodes", event().ruleID)
    row.flag(
      "rule_doubtful", "Whether most trips of the run that met the rule broke it.",
      nullWhen: "it breaks no rule of the map, and without the table `doubts`", late: event().lateFlag)
    row.text(
      "place", "Id of the place of `--places` where the vehicle stood.",
      nullWhen: "it is no stop, or at no such place", event().place)
  }

  private var way: Int64? { edge.map { graph.way(of: $0).rawValue } }
  private var place: String? { (event.payload as? Standing)?.site?.id }
  private var rule: RuleID? { event.rules.first }
  private var firstFix: Int { firstRecord + event.fixes.lowerBound }
  private var lastFix: Int { firstRecord + event.fixes.upperBound }
  private var lateFlag: LateFlag? { marksDoubts ? rule.map(LateFlag.init) : nil }

  private var ruleID: Int64? {
    guard let rule else { return nil }
    return switch graph.source(of: rule) {
    case .way(let id), .relation(let id): id
    case .node(let id): id
    }
  }

  private static var lawful: String { "it breaks no rule of the map" }
  private static var offRoad: String { "off the road, for `milestone_arrived` and `milestone_left`" }
}
