/// The ids at the start of every row of a trip.
package struct TripIdentity: Columned {
  let tripID: String
  let traceID: String

  package init(tripID: String, traceID: String) {
    self.tripID = tripID
    self.traceID = traceID
  }

  @inline(__always)
  package static func columns(of trip: some RowSource<TripIdentity>, in row: inout some RowSink & ~Copyable) {
    row.identity(trip())
  }
}

extension RowSink where Self: ~Copyable {
  @inline(__always)
  mutating func identity(_ trip: @autoclosure () -> TripIdentity) {
    text("trip_id", "Id of the trip, which joins the tables.", trip().tripID)
    text(
      "trace_id", "Id of the trace, from its source or made from file, track and segment.", trip().traceID)
  }
}
