internal import Detection
internal import Geodesy
internal import RoadGraph

/// The row of one thing that the trips of a run say against the map, in `doubts`.
struct DoubtRow: ReportRow {
  fileprivate let doubt: Doubt
  private let graph: RoadGraph

  init(_ doubt: Doubt, on graph: RoadGraph) {
    self.doubt = doubt
    self.graph = graph
  }

  static let meaning =
    "One row per rule of the map that several trips broke, per speed limit that nearly nobody comes near, per missing "
    + "road and per unused road, of the whole run."
  static var shape: GeometryShape? { .any }
  static var standsAlone: Bool { true }

  /// Doubts belong to the run, not to its trips.
  static func count(in report: TripReport) -> Int { 0 }
  static func forEach(in report: TripReport, _ body: (DoubtRow) -> Void) {}

  func geometry(in report: TripReport) -> Geometry { geometry }

  var geometry: Geometry { doubt.line.isEmpty ? .point(doubt.place) : .line(doubt.line) }

  @inline(__always)
  static func columns(of row: some RowSource<DoubtRow>, in sink: inout some RowSink & ~Copyable) {
    sink.doubt(row())
  }

  fileprivate var way: Int64? { if case .way(let id) = doubt.source { id } else { nil } }
  fileprivate var relation: Int64? { if case .relation(let id) = doubt.source { id } else { nil } }
  fileprivate var node: Int64? { if case .node(let id) = doubt.source { id } else { nil } }
  fileprivate var length: Metres? { doubt.line.isEmpty ? nil : doubt.length }

  fileprivate var road: String {
    guard let edge = doubt.edge else { return "" }
    let name = graph.name(of: edge)
    return name.isEmpty ? graph.ref(of: edge) : name
  }

  /// Well-known text.
  fileprivate var line: String? {
    if doubt.line.isEmpty { return nil }
    let places = doubt.line.map { "\(decimal($0.longitudeE7)) \(decimal($0.latitudeE7))" }
    return "LINESTRING (\(places.joined(separator: ", ")))"
  }

  private func decimal(_ degreesE7: Int32) -> String {
    let digits = String(degreesE7.magnitude)
    let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    return "\(degreesE7 < 0 ? "-" : "")\(padded.dropLast(7)).\(padded.suffix(7))"
  }
}

extension RowSink where Self: ~Copyable {
  /// The columns of a doubt.
  @inline(__always)
  mutating func doubt(_ row: @autoclosure () -> DoubtRow) {
    code("type", "The kind of rule, or what is wrong with the roads.", row().doubt.kind)
    flag(
      "rule_doubtful", "Whether most trips and vehicles that met the rule broke it.",
      nullWhen: "the row is of no rule",
      row().doubt.isDoubtful)
    id("way", "Id in the source of the map of the way that has the rule.", nullWhen: "no way has it", row().way)
    id(
      "relation", "Id in the source of the map of the turn restriction.", nullWhen: "it is none", row().relation)
    id(
      "node", "Id in the source of the map of the node that has the rule.",
      nullWhen: "no node has it, or the map has no ids of nodes", row().node)
    name("road", "Name of the road, or its number if it has no name.", nullWhen: "it has neither", row().road)
    latitude("lat", "Latitude where the first trip broke the rule, or where the road begins.", row().doubt.place)
    longitude(
      "lon", "Longitude where the first trip broke the rule, or where the road begins.", row().doubt.place)
    integer(
      "kept", "Number of trips that met the rule and kept it, or came near the limit; 0 for an unused road.",
      nullWhen: "a road is missing", row().doubt.kept)
    integer(
      "broken",
      "Number of trips that broke the rule, stayed far below the limit, drove where a road is missing, or took the road "
        + "beside an unused one.",
      row().doubt.broken)
    quantity(
      "share", .probability, "Share of the trips in `kept` and `broken` that are in `broken`.",
      nullWhen: "a road is missing or unused", row().doubt.share)
    text("detail", "The doubt in words.", row().doubt.clause)
    quantity(
      "length_m", .metres, "Length of the missing or unused road.", nullWhen: ofRule, row().length)
    text(
      "geometry", "The missing or unused road as well-known text, longitude first.", nullWhen: ofRule, row().line)
    integer(
      "kept_vehicles", "Number of the vehicles that met the rule and broke it never, or came near the limit.",
      nullWhen: "a road is missing or unused", row().doubt.vehicles?.kept)
    integer(
      "broken_vehicles", "Number of the vehicles that broke the rule, or stayed far below the limit.",
      nullWhen: "a road is missing or unused", row().doubt.vehicles?.broken)
    integer(
      "speed_limit_kmh", unit: "km/h", "The speed limit of the map.", nullWhen: "the doubt is about something else",
      row().doubt.limit)
  }
}

private let ofRule = "the row is of a rule or of a limit"

extension Doubt.Kind: Coded {
  package static var codes: [String] {
    RuleKind.allCases.map(\.rawValue) + [Doubt.Kind.unreachedLimit, .missingRoad, .unusedRoad].map(\.code)
  }

  package var code: String {
    switch self {
    case .rule(let rule): rule.rawValue
    case .unreachedLimit: "unreached_limit"
    case .missingRoad: "missing_road"
    case .unusedRoad: "unused_road"
    }
  }
}
