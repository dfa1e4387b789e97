internal import Detection
internal import Geodesy
internal import Guidance
internal import Records
internal import RoadGraph
internal import Traces
internal import Trips

extension TripReport {
  func writeEdge(_ seq: Int, to row: inout some RowWriter & ~Copyable) {
    writeEdgeRow(trip.edges[seq], seq, on: graph, to: &row)
  }

  func writeManeuver(_ seq: Int, to row: inout some RowWriter & ~Copyable) {
    writeManeuverRow(itinerary.maneuvers[seq], seq, to: &row)
  }

  func writeEvent(_ seq: Int, to row: inout some RowWriter & ~Copyable) {
    writeEventRow(events[seq], seq, on: graph, to: &row)
  }
}

/// A row of `edges`.
func writeEdgeRow(_ edge: TripEdge, _ seq: Int, on graph: RoadGraph, to row: inout some RowWriter & ~Copyable) {
  row.beginRow()
  row.integer(seq)
  writeCourse(of: edge, on: graph, to: &row)
  writeRoad(of: edge.edge, on: graph, to: &row)
  row.integer(edge.leg)
  row.quantity(edge.begin, .metres)
  row.quantity(edge.end, .metres)
  row.text(edge.enterTimeSource?.rawValue)
  row.text(edge.exitTimeSource?.rawValue)
  row.endRow()
}

/// Which edge, and how it was driven.
private func writeCourse(of edge: TripEdge, on graph: RoadGraph, to row: inout some RowWriter & ~Copyable) {
  row.integer(edge.edge.index)
  row.id(graph.way(of: edge.edge).rawValue)
  row.id(graph.source(of: graph.tail(of: edge.edge))?.rawValue)
  row.id(graph.source(of: graph.head(of: edge.edge))?.rawValue)
  row.text(edge.edge.isForward ? "forward" : "backward")
  row.quantity(edge.length, .metres)
  row.time(edge.enterTime)
  row.time(edge.exitTime)
  row.text(edge.evidence.rawValue)
  row.quantity(edge.confidence, .probability)
  row.flag(edge.isWrongWay)
}

/// What the map says of the road.
private func writeRoad(of edge: EdgeID, on graph: RoadGraph, to row: inout some RowWriter & ~Copyable) {
  row.name(graph.name(of: edge))
  row.name(graph.ref(of: edge))
  row.text(graph.roadClass(of: edge).name)
  let limit = graph.speedLimit(of: edge)
  row.integer(limit?.kmh)
  row.text(limit.map { $0.source == .tag ? "tag" : "default" })
  let flags = graph.flags(of: edge)
  row.codes(flags.isEmpty ? [] : RoadFlags.codes.filter { flags.contains($0.flag) }.map(\.code))
}

/// A row of `maneuvers`.
func writeManeuverRow(_ maneuver: Maneuver, _ seq: Int, to row: inout some RowWriter & ~Copyable) {
  row.beginRow()
  row.integer(seq)
  row.text(maneuver.type.rawValue)
  row.text(maneuver.modifier?.rawValue)
  row.text(maneuver.exit)
  row.place(maneuver.place)
  row.time(maneuver.time)
  row.quantity(maneuver.distance, .metres)
  row.quantity(maneuver.duration, .seconds)
  row.name(maneuver.road)
  row.name(maneuver.nextRoad)
  row.text(maneuver.instruction)
  row.integer(maneuver.edge)
  row.endRow()
}

/// A row of `events`.
func writeEventRow(_ event: Event, _ seq: Int, on graph: RoadGraph, to row: inout some RowWriter & ~Copyable) {
  row.beginRow()
  row.integer(seq)
  row.text(event.type.rawValue)
  row.time(event.beginTime)
  row.time(event.endTime)
  row.place(event.place)
  row.integer(event.road?.index)
  row.id(event.road.map { graph.way(of: $0).rawValue })
  row.quantity(event.length, .metres)
  row.quantity(event.confidence, .probability)
  row.name(event.detail)
  row.integer(event.edge)
  row.integer(event.fixes.lowerBound)
  row.integer(event.fixes.upperBound)
  row.endRow()
}

extension TripReport {
  /// The rows of `segments`.
  func write(_ pairs: [TripPair], to row: inout some RowWriter & ~Copyable) {
    for (seq, travelled) in pairs.enumerated() {
      row.beginRow()
      row.integer(seq)
      row.integer(travelled.edge)
      row.id(travelled.pair.from?.rawValue)
      row.id(travelled.pair.to?.rawValue)
      row.quantity(travelled.pair.begin, .fraction)
      row.quantity(travelled.pair.end, .fraction)
      row.endRow()
    }
  }
}

extension Refusal {
  /// The row in `rejects`.
  func write(to row: inout some RowWriter & ~Copyable) {
    row.beginRow()
    row.text(file)
    row.integer(line)
    row.text(traceID)
    row.text(reason)
    row.text(message)
    row.endRow()
  }
}
