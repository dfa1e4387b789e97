package import Detection
package import Guidance
internal import Matching
internal import Records
package import RoadGraph
internal import Traces
package import Trips

/// Everything there is to write about one trip.
///
/// Its extensions write the rows of each table; they look up and format, and compute nothing.
package struct TripReport: Sendable {
  /// Unique within a run.
  package var tripID: String
  package var trip: Trip
  package var itinerary: Itinerary
  package var events: [Event]
  /// The graph the trip was matched on.
  package var graph: RoadGraph
  package var mode: TravelMode

  package init(
    tripID: String, trip: Trip, itinerary: Itinerary, events: [Event], graph: RoadGraph, mode: TravelMode
  ) {
    self.tripID = tripID
    self.trip = trip
    self.itinerary = itinerary
    self.events = events
    self.graph = graph
    self.mode = mode
  }

  var trace: Trace { trip.matched.trace }
}

extension TripReport {
  /// The rows of one table.
  func write(_ table: ReportTable, to rows: inout some RowWriter & ~Copyable) {
    if table == .segments { return write(trip.pairs(on: graph), to: &rows) }
    for row in 0..<rowCount(of: table) { write(table, row: row, to: &rows) }
  }

  @inline(__always)
  func write(_ table: ReportTable, row: Int, to rows: inout some RowWriter & ~Copyable) {
    switch table {
    case .trips: writeTrip(to: &rows)
    case .points: writePoint(row, to: &rows)
    case .edges: writeEdge(row, to: &rows)
    case .maneuvers: writeManeuver(row, to: &rows)
    case .events: writeEvent(row, to: &rows)
    case .alternatives: writeAlternative(row, to: &rows)
    case .segments: return  // they are found all at once
    case .rejects: return  // they belong to files, not to trips
    }
  }

  /// How many rows the trip has in a table.
  package func rowCount(of table: ReportTable) -> Int {
    switch table {
    case .trips: 1
    case .points: trace.fixes.count
    case .edges: trip.edges.count
    case .maneuvers: itinerary.maneuvers.count
    case .events: events.count
    case .segments: trip.pairs(on: graph).count
    case .alternatives: alternativeRows.count
    case .rejects: 0
    }
  }

  /// The row in `trips`, and the head of the trip document.
  func writeTrip(to row: inout some RowWriter & ~Copyable) {
    row.beginRow()
    row.text(tripID)
    row.text(trace.id)
    row.text(trace.source.file)
    row.integer(trace.source.track)
    row.integer(trace.source.segment)
    row.text(graph.provenance.source)
    row.text(graph.version)
    row.name(graph.provenance.dataTime)
    row.text(mode.name)
    row.text(trip.status.rawValue)
    row.text(trip.reason)
    writeSummary(to: &row)
    row.endRow()
  }

  private func writeSummary(to row: inout some RowWriter & ~Copyable) {
    let summary = trip.summary
    row.integer(summary.fixes)
    row.integer(summary.matched)
    row.counts(summary.unmatchedByReason.map { ($0.reason.rawValue, $0.count) })
    row.time(summary.beginTime)
    row.time(summary.endTime)
    row.quantity(summary.duration, .seconds)
    row.quantity(summary.length, .metres)
    row.quantity(wrongWayLength(of: events), .metres)
    row.quantity(summary.coverage, .probability)
    row.quantity(summary.confidence, .probability)
    row.integer(trip.legs.count)
    row.integer(trip.gaps.count)
    row.integer(trip.stops.count)
    row.integer(trip.edges.count)
    row.integer(itinerary.maneuvers.count)
    row.integer(events.count)
  }
}
