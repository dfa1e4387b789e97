internal import Geodesy
internal import Guidance
internal import RoadGraph
internal import Trips

/// The row of one span of a trip, in `spans`.
struct SpanRow: ReportRow {
  let seq: Int
  let span: Span

  static let meaning = "One row per stretch on which the attributes of the road do not change, in order."

  static func count(in report: TripReport) -> Int { spans(of: report.trip, on: report.graph, for: report.mode).count }

  static func forEach(in report: TripReport, _ body: (SpanRow) -> Void) {
    for (seq, span) in spans(of: report.trip, on: report.graph, for: report.mode).enumerated() {
      body(SpanRow(seq: seq, span: span))
    }
  }

  func geometry(in report: TripReport) -> Geometry {
    var line: [Place] = []
    for edge in report.trip.edges[span.edges] { report.graph.appendShape(of: edge.stretch, to: &line) }
    return .line(line)
  }

  @inline(__always)
  static func columns(of row: some RowSource<SpanRow>, in sink: inout some RowSink & ~Copyable) {
    sink.seq(row().seq)
    sink.integer("first_edge_seq", "`seq` in `edges` of its first edge.", row().span.edges.lowerBound)
    sink.integer("last_edge_seq", "`seq` in `edges` of its last edge.", row().span.edges.upperBound)
    sink.span(row().span, "Distance from the start of the trip to its start.")
  }
}

extension RowSink where Self: ~Copyable {
  /// The attributes of a span.
  ///
  /// - Parameter distance: the description of its place.
  @inline(__always)
  mutating func span(_ span: @autoclosure () -> Span, _ distance: String) {
    quantity("distance_m", .metres, distance, span().distance)
    quantity("length_m", .metres, "Its length.", span().length)
    code("class", "Class of the road.", span().attributes.roadClass)
    integer(
      "functional_class",
      "Importance of the road: 1 motorway, 2 trunk or primary, 3 secondary, 4 tertiary, 5 any other.",
      span().attributes.functionalClass)
    name("name", "Name of the road.", nullWhen: "it has none", span().attributes.name)
    name("ref", "Number of the road.", nullWhen: "it has none", span().attributes.number)
    integer(
      "speed_limit_kmh", "Lawful speed limit.", nullWhen: "unknown or none", span().attributes.speedLimit?.kmh)
    integer("lanes", "Number of lanes in the direction driven.", nullWhen: "unknown", span().attributes.lanes)
    flag("tunnel", "Whether it is a tunnel.", span().attributes.isTunnel)
    flag("bridge", "Whether it is a bridge.", span().attributes.isBridge)
    flag("toll", "Whether a toll is due.", span().attributes.isToll)
    flag("unpaved", "Whether the surface is unpaved.", span().attributes.isUnpaved)
    flag("ferry", "Whether it is a ferry.", span().attributes.isFerry)
    flag("private", "Whether the mode needs the owner's permission.", span().attributes.isPrivate)
    flag(
      "urban", "Whether it is a street of a town, by its class and a signed limit of up to 60 km/h.",
      span().attributes.isUrban)
    text(
      "country", "Country, as the ISO 3166-1 code.",
      nullWhen: "it is not sure: near borders, and outside of the eight countries the program knows",
      span().attributes.country)
  }
}
