internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces
internal import Trips

/// The row of one place at which the vehicle may have been at a fix, in `candidates`.
struct CandidateRow: ReportRow {
  /// The number of the fix.
  let fix: Int
  let rank: Int
  let candidate: FixCandidate
  let time: Timestamp?
  let graph: RoadGraph
  /// The `index` of fix 0.
  let firstRecord: Int

  static let meaning =
    "One row per place at which the vehicle may have been at the time of a fix: fix by fix, the likeliest first."
  static var shape: GeometryShape? { .point }

  static func count(in report: TripReport) -> Int { report.trip.matched.candidates?.count ?? 0 }
  static func expectedCount(in report: TripReport) -> Int { min(count(in: report), mostAtOnce) }

  static func forEach(in report: TripReport, _ body: (CandidateRow) -> Void) {
    var place: RowPlace?
    repeat { place = forEach(in: report, from: place, body) } while place != nil
  }

  @inline(__always)
  static func forEach(in report: TripReport, from place: RowPlace?, _ body: (CandidateRow) -> Void) -> RowPlace? {
    guard let all = report.trip.matched.candidates else { return nil }
    var (position, count) = (0, 0)
    if case .candidates(let begin)? = place { position = begin }
    while position < all.fixes.count, count < mostAtOnce {
      let fix = all.fixes[position]
      for (rank, candidate) in all[position: position].enumerated() {
        body(
          CandidateRow(
            fix: fix, rank: rank, candidate: candidate, time: report.trace.fixes[fix].time, graph: report.graph,
            firstRecord: report.firstRecord))
        count += 1
      }
      position += 1
    }
    return position < all.fixes.count ? .candidates(position) : nil
  }

  /// Some 5 MB of CSV.
  private static let mostAtOnce = 1 << 15

  func geometry(in report: TripReport) -> Geometry { .point(candidate.road?.place) }

  @inline(__always)
  static func columns(of row: some RowSource<CandidateRow>, in sink: inout some RowSink & ~Copyable) {
    sink.integer("index", "`index` in `points` of the fix.", row().firstRecord + row().fix)
    sink.time("time", "Time of the fix.", nullWhen: "it has none", row().time)
    sink.integer("rank", "Number of the candidate within the fix, from 0, likeliest first.", row().rank)
    sink.integer("edge", "Number of the edge in the map file.", nullWhen: offRoad, row().road?.edge.index)
    sink.id("way", "Id of the way in the source of the map.", nullWhen: offRoad, row().way)
    sink.name("name", "Name of the road.", nullWhen: "it has none, and off the road", row().name)
    sink.name("ref", "Number of the road.", nullWhen: "it has none, and off the road", row().ref)
    sink.latitude("lat", "Latitude of the place on the road.", nullWhen: offRoad, row().road?.place)
    sink.longitude("lon", "Longitude of the place on the road.", nullWhen: offRoad, row().road?.place)
    sink.quantity(
      "offset_m", .metres, "Distance from the start of the edge to the place.", nullWhen: offRoad, row().road?.offset)
    sink.quantity(
      "distance_m", .metres, "Distance from the fix to the place.", nullWhen: offRoad, row().road?.distance)
    sink.quantity(
      "heading_deg", .degrees, "Direction of travel along the edge there, clockwise from north.", nullWhen: offRoad,
      row().road?.heading)
    sink.quantity(
      "emission", .logarithm, "Natural logarithm of how likely the fix is if the vehicle was there.",
      Double(row().candidate.logEmission))
    sink.quantity(
      "transition", .logarithm,
      "Natural logarithm of how likely the way there is from the chosen candidate of the fix before.",
      nullWhen: "the fix is the first of its path, or no likely way leads there",
      row().candidate.logTransition.map(Double.init))
    sink.quantity(
      "posterior", .probability, "Probability that the vehicle was there, given all fixes.",
      Double(row().candidate.posterior))
    sink.flag("chosen", "Whether the likeliest path leads there.", row().candidate.isChosen)
  }

  private var road: FixCandidate.Road? { candidate.road }
  private var way: Int64? { road.map { graph.way(of: $0.edge).rawValue } }
  private var name: String { road.map { graph.name(of: $0.edge) } ?? "" }
  private var ref: String { road.map { graph.ref(of: $0.edge) } ?? "" }
  private static var offRoad: String { "off the road" }
}
