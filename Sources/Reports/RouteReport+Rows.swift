internal import Geodesy
internal import Guidance
internal import Moments
internal import Plans
internal import Records
internal import RoadGraph
internal import RoadRules
internal import Routing

extension RouteReport {
  /// The row in `routes`, and the head of the route document.
  func writeRoute(to row: inout some RowWriter & ~Copyable) {
    row.beginRow()
    row.text(id)
    row.integer(alternative)
    row.text(file)
    row.integer(line)
    row.text(graph.provenance.source)
    row.text(graph.version)
    row.name(graph.provenance.dataTime)
    row.text(request?.options.mode.name)
    row.text(request?.options.optimisation.rawValue)
    row.codes(request?.options.avoid.codes ?? [])
    row.flag(request?.isStrict)
    row.text(status.rawValue)
    row.text(reason)
    row.text(message)
    writeSummary(to: &row)
    row.endRow()
  }

  private func writeSummary(to row: inout some RowWriter & ~Copyable) {
    let described = described
    row.text(described?.route.departure?.offsetText)
    row.quantity(described?.route.length, .metres)
    row.quantity(described?.route.duration, .seconds)
    row.times(described?.route.whole, departure: described?.route.departure)
    row.quantity(described?.offRoad.reduce(0) { $0 + $1.length }, .metres)
    for table in [RouteTable.waypoints, .sections, .legs, .maneuvers, .elements, .violations, .events] {
      row.integer(rowCount(of: table))
    }
    row.place(described?.bounds?.southWest)
    row.place(described?.bounds?.northEast)
    row.text(described?.handle.text)
  }

  /// How many rows the route has in a table.
  package func rowCount(of table: RouteTable) -> Int {
    guard let described else { return table == .routes ? 1 : 0 }
    switch table {
    case .routes: return 1
    case .waypoints: return described.route.waypoints.count
    case .sections: return described.outline.sections.count
    case .legs: return described.outline.legs.count
    case .maneuvers: return described.itinerary.maneuvers.count
    case .elements: return described.outline.legs.last?.elements.upperBound ?? 0
    case .violations: return described.route.violations.count
    case .events: return described.route.events.count
    case .offRoad: return described.offRoad.count
    case .returns: return wayBack == nil ? 0 : 1
    case .imports: return imported == nil ? 0 : 1
    case .differences: return imported?.differences.count ?? 0
    }
  }

  /// The rows of one table.
  func write(_ table: RouteTable, to rows: inout some RowWriter & ~Copyable) {
    if table == .routes { return writeRoute(to: &rows) }
    guard let described else { return }
    switch table {
    case .routes: return
    case .waypoints: for row in 0..<rowCount(of: table) { writeWaypoint(row, of: described, to: &rows) }
    case .sections: for row in 0..<rowCount(of: table) { writeSection(row, of: described, to: &rows) }
    case .legs: for row in 0..<rowCount(of: table) { writeLeg(row, of: described, to: &rows) }
    case .maneuvers: for row in 0..<rowCount(of: table) { writeManeuver(row, of: described, to: &rows) }
    case .elements: writeElements(of: described, to: &rows)
    case .violations: for row in described.violationRows { write(row, to: &rows) }
    case .events: for row in 0..<rowCount(of: table) { writeEvent(row, of: described, to: &rows) }
    case .offRoad: for row in 0..<rowCount(of: table) { writeOffRoad(row, of: described, to: &rows) }
    case .returns: if let wayBack { write(wayBack, to: &rows) }
    case .imports: if let imported { write(imported, length: described.route.length, to: &rows) }
    case .differences:
      for (seq, difference) in (imported?.differences ?? []).enumerated() { write(difference, seq, to: &rows) }
    }
  }

  private func writeWaypoint(_ seq: Int, of described: DescribedRoute, to row: inout some RowWriter & ~Copyable) {
    let waypoint = described.route.waypoints[seq]
    row.beginRow()
    row.integer(seq)
    row.text(waypoint.waypoint.kind.rawValue)
    row.name(waypoint.waypoint.name)
    row.place(waypoint.waypoint.place)
    row.quantity(waypoint.waypoint.heading, .degrees)
    row.text(waypoint.waypoint.side.rawValue)
    row.place(waypoint.snapped.place)
    row.quantity(waypoint.snapped.distance, .metres)
    row.flag(waypoint.snapped.isOffRoad)
    row.integer(waypoint.position.edge.index)
    row.id(graph.way(of: waypoint.position.edge).rawValue)
    row.quantity(waypoint.position.offset, .metres)
    row.endRow()
  }

  private func writeSection(_ seq: Int, of described: DescribedRoute, to row: inout some RowWriter & ~Copyable) {
    row.beginRow()
    row.integer(seq)
    row.part(described.outline.sections[seq], departure: described.route.departure)
    row.endRow()
  }

  private func writeLeg(_ seq: Int, of described: DescribedRoute, to row: inout some RowWriter & ~Copyable) {
    row.beginRow()
    row.integer(seq)
    row.integer(described.outline.section(ofLeg: seq))
    row.part(described.outline.legs[seq], departure: described.route.departure)
    row.endRow()
  }

  private func writeManeuver(_ seq: Int, of described: DescribedRoute, to row: inout some RowWriter & ~Copyable) {
    let maneuver = described.itinerary.maneuvers[seq]
    row.beginRow()
    row.integer(seq)
    row.integer(described.outline.sections.firstIndex { $0.elements.contains(maneuver.edge) })
    row.text(maneuver.type.rawValue)
    row.text(maneuver.modifier?.rawValue)
    row.text(maneuver.exit)
    row.place(maneuver.place)
    row.quantity(maneuver.distance, .metres)
    row.quantity(maneuver.duration, .seconds)
    row.name(maneuver.road)
    row.name(maneuver.nextRoad)
    row.text(maneuver.instruction)
    row.integer(maneuver.edge)
    row.endRow()
  }

  private func writeOffRoad(_ seq: Int, of described: DescribedRoute, to row: inout some RowWriter & ~Copyable) {
    let stretch = described.offRoad[seq]
    row.beginRow()
    row.integer(seq)
    row.integer(stretch.waypoint)
    row.place(stretch.begin)
    row.place(stretch.end)
    row.quantity(stretch.length, .metres)
    row.endRow()
  }
}

// MARK: - Returns and imports

extension RouteReport {
  private func write(_ back: RouteReturn, to row: inout some RowWriter & ~Copyable) {
    row.beginRow()
    row.integer(back.nextWaypoint)
    row.quantity(back.passed, .metres)
    row.quantity(back.distance, .metres)
    row.place(back.joinedAt)
    row.quantity(back.joined, .metres)
    row.quantity(back.length, .metres)
    row.quantity(back.duration, .seconds)
    row.quantity(back.skipped, .metres)
    row.quantity(back.remaining, .metres)
    row.endRow()
  }

  private func write(_ imported: RouteImport, length: Metres, to row: inout some RowWriter & ~Copyable) {
    row.beginRow()
    row.text(imported.source.rawValue)
    row.text(imported.source == .route ? (imported.isSame ? "same" : "changed") : nil)
    row.text(imported.mapVersion)
    row.integer(imported.positions)
    row.integer(imported.matched)
    row.quantity(imported.length, .metres)
    row.quantity(length, .metres)
    row.quantity(imported.covered, .probability)
    row.quantity(imported.greatestDistance, .metres)
    row.integer(imported.differences.count)
    row.endRow()
  }

  private func write(_ difference: LineDifference, _ seq: Int, to row: inout some RowWriter & ~Copyable) {
    row.beginRow()
    row.integer(seq)
    row.place(difference.begin)
    row.place(difference.end)
    row.quantity(difference.distance, .metres)
    row.quantity(difference.length, .metres)
    row.quantity(difference.routeLength, .metres)
    row.quantity(difference.greatestDistance, .metres)
    row.endRow()
  }
}

// MARK: - Traffic

extension RouteReport {
  private func writeEvent(_ seq: Int, of described: DescribedRoute, to row: inout some RowWriter & ~Copyable) {
    let found = described.route.events[seq]
    row.beginRow()
    row.integer(seq)
    row.text(found.event.id)
    row.text(found.event.kind.rawValue)
    row.text(found.event.severity?.rawValue)
    row.name(found.event.description)
    row.time(found.event.validity.from)
    row.time(found.event.validity.to)
    row.integer(found.leg)
    row.integer(found.elements.lowerBound)
    row.integer(found.elements.upperBound - 1)
    let elements = described.route.legs.lazy.flatMap(\.elements).dropFirst(found.elements.lowerBound)
    row.quantity(elements.prefix(found.elements.count).reduce(0) { $0 + $1.length }, .metres)
    row.endRow()
  }
}

// MARK: - Violations

/// A violation with the numbers of its row.
struct ViolationRow {
  var seq: Int
  var code: String
  var leg: Int
  /// Counted through all legs.
  var elements: ClosedRange<Int>
  /// The elements it is done on; of a turn none, but the begin of the one turned onto.
  var stretch: ArraySlice<RouteElement>
  var turnedOnto: RouteElement?
}

extension DescribedRoute {
  var violationRows: [ViolationRow] {
    var rows: [ViolationRow] = []
    for (leg, part) in zip(route.legs, outline.legs) {
      for violation in leg.violations {
        let first = part.elements.lowerBound + violation.elements.lowerBound
        let isOfTurn = violation.kind.isOfTurn
        rows.append(
          ViolationRow(
            seq: rows.count, code: violation.kind.code, leg: part.legs.lowerBound,
            elements: first...first + violation.elements.count - 1,
            stretch: isOfTurn ? [] : leg.elements[violation.elements],
            turnedOnto: isOfTurn ? leg.elements[violation.elements.lowerBound] : nil))
      }
    }
    return rows
  }
}

extension RouteReport {
  private func write(_ violation: ViolationRow, to row: inout some RowWriter & ~Copyable) {
    let ends = ends(of: violation)
    row.beginRow()
    row.integer(violation.seq)
    row.text(violation.code)
    row.integer(violation.leg)
    row.integer(violation.elements.lowerBound)
    row.integer(violation.elements.upperBound)
    row.place(ends?.begin)
    row.place(ends?.end)
    row.quantity(violation.stretch.reduce(0) { $0 + $1.length }, .metres)
    row.endRow()
  }

  private func ends(of violation: ViolationRow) -> (begin: Place, end: Place)? {
    if let element = violation.turnedOnto {
      let place = graph.place(at: element.stretch.beginPosition)
      return (place, place)
    }
    guard let first = violation.stretch.first, let last = violation.stretch.last else { return nil }
    return (graph.place(at: first.stretch.beginPosition), graph.place(at: last.stretch.endPosition))
  }
}

extension RowWriter where Self: ~Copyable {
  /// The columns of a section or leg.
  fileprivate mutating func part(_ part: RoutePart, departure: ZonedTime?) {
    integer(part.legs.lowerBound)
    integer(part.legs.upperBound)
    quantity(part.length, .metres)
    quantity(part.duration, .seconds)
    times(part, departure: departure)
    quantity(part.departure, .seconds)
    quantity(part.arrival, .seconds)
    integer(part.elements.lowerBound)
    integer(part.elements.upperBound - 1)
  }

  /// The columns of times in traffic; `departure` is that of the whole route.
  fileprivate mutating func times(_ part: RoutePart?, departure: ZonedTime?) {
    quantity(part?.durationInTraffic, .seconds)
    quantity(part?.delay, .seconds)
    time(part?.departureInTraffic.flatMap { departure?.adding(seconds: $0).moment })
    time(part?.arrivalInTraffic.flatMap { departure?.adding(seconds: $0).moment })
  }
}

extension AvoidedFeatures {
  fileprivate var codes: [String] { AvoidedFeature.allCases.filter { contains($0) }.map(\.rawValue) }
}
