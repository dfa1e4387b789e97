internal import Geodesy
internal import RoadGraph
internal import Traces
internal import Trips

/// The row of one position of a trip, in `positions`.
struct PositionRow: ReportRow {
  let seq: Int
  let position: TripPosition
  /// The edge of the trip, and the edge of the map.
  let edge: TripEdge?
  let graph: RoadGraph
  /// The `index` of fix 0.
  var firstRecord = 0

  static let meaning =
    "One row per position of the trip, in order: of its fixes, estimates in tunnels and gaps, and positions in between."
  static var shape: GeometryShape? { .point }

  static func count(in report: TripReport) -> Int {
    var walk = report.walk
    var count = 0
    while walk.next() != nil { count += 1 }
    return count
  }

  static func expectedCount(in report: TripReport) -> Int { min(report.trace.fixes.count, mostAtOnce) }

  static func forEach(in report: TripReport, _ body: (PositionRow) -> Void) {
    var place: RowPlace?
    repeat { place = forEach(in: report, from: place, body) } while place != nil
  }

  @inline(__always)
  static func forEach(in report: TripReport, from place: RowPlace?, _ body: (PositionRow) -> Void) -> RowPlace? {
    var (walk, seq) = (report.walk, 0)
    if case .position(let begin, let first)? = place { (walk, seq) = (begin, first) }
    let end = seq + mostAtOnce
    while let position = walk.next() {
      let edge = position.edge.map { report.trip.edges[$0] }
      body(
        PositionRow(
          seq: seq, position: position, edge: edge, graph: report.graph, firstRecord: report.firstRecord))
      seq += 1
      if seq == end { return .position(walk, seq: seq) }
    }
    return nil
  }

  /// Some 5 MB of CSV.
  private static let mostAtOnce = 1 << 15

  func geometry(in report: TripReport) -> Geometry { .point(position.place) }

  @inline(__always)
  static func columns(of row: some RowSource<PositionRow>, in sink: inout some RowSink & ~Copyable) {
    sink.seq(row().seq)
    sink.flag("at_fix", "Whether it is that of a fix.", row().position.source == .fix)
    sink.flag("estimated", "Whether nothing was measured there.", row().position.source == .estimated)
    sink.integer(
      "index", "`index` in `points` of the fix, or of the last one before.", row().firstRecord + row().position.fix)
    sink.time(
      "time", "When the vehicle was there.", nullWhen: "`estimated`, and without times", row().position.time)
    sink.latitude("lat", "Latitude, on the road if there is one.", row().position.place)
    sink.longitude("lon", "Longitude, on the road if there is one.", row().position.place)
    sink.quantity(
      "bearing_deg", .degrees, "Direction of travel along the road, clockwise from north.", nullWhen: offRoad,
      row().position.bearing)
    sink.quantity(
      "speed_mps", .metresPerSecond, "Speed along the road, by the times of the fixes.",
      nullWhen: "`estimated`, off the road, and without times", row().position.speed)
    sink.quantity(
      "driven_m", .metres, "Distance driven on roads since the trip began.", row().position.distance)
    sink.integer("edge_seq", "`seq` in `edges` of its edge.", nullWhen: offRoad, row().position.edge)
    sink.integer("edge", "Number of the edge in the map file.", nullWhen: offRoad, row().road?.index)
    sink.id("way", "Id of the way in the source of the map.", nullWhen: offRoad, row().way)
    sink.quantity(
      "offset_m", .metres, "Distance from the start of the edge.", nullWhen: offRoad, row().position.offset)
    sink.flag("tunnel", "Whether it lies in a tunnel.", nullWhen: offRoad, row().isInTunnel)
    sink.quantity(
      "confidence", .probability, "Probability that the edge was driven.", nullWhen: offRoad, row().edge?.confidence)
  }

  private var road: EdgeID? { edge?.edge }
  private var way: Int64? { road.map { graph.way(of: $0).rawValue } }
  private var isInTunnel: Bool? { road.map { graph.flags(of: $0).contains(.tunnel) } }
  private static var offRoad: String { "off the road" }
}

extension TripReport {
  fileprivate var walk: PositionWalk { PositionWalk(trip, on: graph, settings: positions) }
}
