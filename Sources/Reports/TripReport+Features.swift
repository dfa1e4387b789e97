internal import Detection
internal import Geodesy
internal import Guidance
internal import Matching
internal import Records
internal import RoadGraph
internal import Traces
internal import Trips

extension JSONFrame {
  /// The properties of a feature after `table`, `trip_id` and `trace_id`.
  static let properties = Dictionary(
    uniqueKeysWithValues: ReportTable.ofTrips.map {
      ($0, JSONFrame(Array($0.schema.columns.dropFirst($0 == .trips ? 0 : 2)), opening: ","))
    })
}

extension TripReport {
  /// The rows of one table as GeoJSON features, a comma between two; the columns are their properties.
  func writeFeatures(of table: ReportTable, to bytes: inout ByteWriter) {
    guard let frame = JSONFrame.properties[table] else { return }
    let identity = table == .trips ? Array("{\"table\":\"trips\"".utf8) : jsonIdentity(table: table)
    for row in 0..<rowCount(of: table) {
      if row > 0 { bytes.text(",\n") }
      bytes.text("{\"type\":\"Feature\",\"geometry\":")
      writeGeometry(of: table, row: row, to: &bytes)
      bytes.text(",\"properties\":")
      bytes.withRows(frame, identity: identity, separator: "") { write(table, row: row, to: &$0) }
      bytes.text("}")
    }
  }

  private func writeGeometry(of table: ReportTable, row: Int, to bytes: inout ByteWriter) {
    switch table {
    case .trips: bytes.geometry(ofLines: trip.legs.flatMap { cutAtAntimeridian(course(of: $0)) })
    case .edges:
      let edge = trip.edges[row]
      let shape = graph.shape(of: edge.stretch)
      bytes.geometry(ofLines: cutAtAntimeridian(shape))
    case .alternatives:
      let (number, seq) = alternativeRows[row]
      guard let edge = trip.alternatives?[number].edges[seq] else { return bytes.geometry(of: nil) }
      let shape = graph.shape(of: edge.stretch)
      bytes.geometry(ofLines: cutAtAntimeridian(shape))
    case .points: bytes.geometry(of: shownPlace(ofFix: row))
    case .maneuvers: bytes.geometry(of: itinerary.maneuvers[row].place)
    case .events: bytes.geometry(of: events[row].place)
    case .segments, .rejects: bytes.geometry(of: nil)  // no tables of GeoJSON
    }
  }

  /// On the road where the fix is matched, else where the device saw it.
  private func shownPlace(ofFix index: Int) -> Place? {
    matchedFix(index)?.position?.place ?? trace.fixes[index].place
  }
}
