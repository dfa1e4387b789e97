internal import Records
internal import RoadGraph
internal import RoadRules
internal import Routing

extension RouteReport {
  func writeElements(of described: DescribedRoute, to row: inout some RowWriter & ~Copyable) {
    forEachElement(of: described) { seq, leg, element in write(element, seq, leg, of: described, to: &row) }
  }

  /// The rows of a route document, those of whole edges as they are known.
  func writeElements(of described: DescribedRoute, to rows: inout JSONRows, _ known: inout ElementTexts) {
    forEachElement(of: described) { seq, leg, element in
      guard element.begin == 0, element.end == graph.length(of: element.edge) else {
        return write(element, seq, leg, of: described, to: &rows)
      }
      let mode = described.route.options.mode
      let text = known.text(of: element.edge, for: mode) { rows in
        rows.skip(to: ElementColumns.edge)
        writePlace(of: element, to: &rows)
      } road: { rows in
        rows.skip(to: ElementColumns.road)
        writeRoad(of: element.edge, for: mode, to: &rows)
      }
      rows.beginRow()
      rows.integer(seq)
      rows.integer(leg)
      known.append(text.place, to: &rows.bytes)
      rows.skip(to: ElementColumns.times)
      rows.quantity(element.duration, .seconds)
      rows.quantity(element.durationInTraffic, .seconds)
      known.append(text.road, to: &rows.bytes)
      rows.skip(to: ElementColumns.count)
      rows.endRow()
    }
  }

  private func forEachElement(of described: DescribedRoute, _ body: (_ seq: Int, _ leg: Int, RouteElement) -> Void) {
    var seq = 0
    for (number, leg) in described.route.legs.enumerated() {
      for element in leg.elements {
        body(seq, number, element)
        seq += 1
      }
    }
  }

  private func write(
    _ element: RouteElement, _ seq: Int, _ leg: Int, of described: DescribedRoute,
    to row: inout some RowWriter & ~Copyable
  ) {
    row.beginRow()
    row.integer(seq)
    row.integer(leg)
    writePlace(of: element, to: &row)
    row.quantity(element.duration, .seconds)
    row.quantity(element.durationInTraffic, .seconds)
    writeRoad(of: element.edge, for: described.route.options.mode, to: &row)
    row.endRow()
  }

  private func writePlace(of element: RouteElement, to row: inout some RowWriter & ~Copyable) {
    let edge = element.edge
    row.integer(edge.index)
    row.id(graph.way(of: edge).rawValue)
    row.id(graph.source(of: graph.tail(of: edge))?.rawValue)
    row.id(graph.source(of: graph.head(of: edge))?.rawValue)
    row.text(edge.isForward ? "forward" : "backward")
    row.quantity(element.begin, .metres)
    row.quantity(element.end, .metres)
    row.quantity(element.length, .metres)
  }

  /// What the map says of the road.
  private func writeRoad(of edge: EdgeID, for mode: TravelMode, to row: inout some RowWriter & ~Copyable) {
    row.name(graph.name(of: edge))
    row.name(graph.ref(of: edge))
    row.text(graph.roadClass(of: edge).name)
    let limit = graph.speedLimit(of: edge)
    row.integer(limit?.kmh)
    row.text(limit.map { $0.source == .tag ? "tag" : "default" })
    let flags = graph.flags(of: edge)
    row.codes(flags.isEmpty ? [] : RoadFlags.codes.filter { flags.contains($0.flag) }.map(\.code))
    row.text(graph.access(of: edge)[mode].code)
    row.integer(graph.lanes(of: edge))
  }
}

/// Where in the table the columns stand that differ from edge to edge alone.
private enum ElementColumns {
  /// The first of the edge and where it is driven.
  static let edge = 2
  /// The first of the times.
  static let times = 10
  /// The first of what the map says of the road.
  static let road = 12
  static let count = 20
}

extension Access {
  fileprivate var code: String {
    switch self {
    case .no: "no"
    case .permit: "permit"
    case .destination: "destination"
    case .yes: "yes"
    }
  }
}
