/// What names the trip at the start of every row of its tables.
package struct TripIdentity: Columned {
  let tripID: String
  let traceID: String
  let vehicle: String?

  package init(tripID: String, traceID: String, vehicle: String?) {
    self.tripID = tripID
    self.traceID = traceID
    self.vehicle = vehicle
  }

  @inline(__always)
  package static func columns(of trip: some RowSource<TripIdentity>, in row: inout some RowSink & ~Copyable) {
    row.ids(trip())
    row.vehicle(trip().vehicle)
  }
}

extension RowSink where Self: ~Copyable {
  @inline(__always)
  mutating func ids(_ trip: @autoclosure () -> TripIdentity) {
    text("trip_id", "Id of the trip, which joins the tables.", trip().tripID)
    text(
      "trace_id", "Id of the trace, from its source or made from file, track and segment.", trip().traceID)
  }

  @inline(__always)
  mutating func vehicle(_ name: @autoclosure () -> String?) {
    text("vehicle", "Name of the vehicle in the source.", nullWhen: "the source has none", name())
  }
}
