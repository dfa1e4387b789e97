internal import Geodesy
internal import Guidance
internal import Traces

/// The row of one maneuver of a trip, in `maneuvers`.
struct ManeuverRow: ReportRow {
  let seq: Int
  let maneuver: Maneuver

  static let meaning = "One row per maneuver, in order."

  static func count(in report: TripReport) -> Int { report.itinerary.maneuvers.count }

  @inline(__always)
  static func forEach(in report: TripReport, _ body: (ManeuverRow) -> Void) {
    for seq in report.itinerary.maneuvers.indices {
      body(ManeuverRow(seq: seq, maneuver: report.itinerary.maneuvers[seq]))
    }
  }

  var geometry: Geometry { .point(maneuver.place) }

  @inline(__always)
  static func columns(of maneuver: () -> ManeuverRow, in row: inout some RowSink & ~Copyable) {
    row.seq(maneuver().seq)
    row.kind(of: maneuver().maneuver, "What the driver did.")
    row.time("time", "When.", nullWhen: "without times", maneuver().maneuver.time)
    row.quantity("distance_m", .metres, "Driven from the begin of the trip.", maneuver().maneuver.distance)
    row.quantity(
      "duration_s", .seconds, "Time from the begin of the trip.", nullWhen: "without times",
      maneuver().maneuver.duration)
    row.guidance(of: maneuver().maneuver)
    row.integer(
      "edge_seq", "`seq` in `edges` of the edge it leads onto; for `arrive` of the last.", maneuver().maneuver.edge)
  }
}

extension RowSink where Self: ~Copyable {
  /// The type and place of a maneuver.
  ///
  /// - Parameter meaning: the description of the type.
  @inline(__always)
  mutating func kind(of maneuver: @autoclosure () -> Maneuver, _ meaning: String) {
    code("type", meaning, maneuver().type)
    code("modifier", "Which way.", nullWhen: "the type needs none", maneuver().modifier)
    text(
      "exit", "Number of the exit of a roundabout, or of a motorway exit as signed.", nullWhen: "not an exit",
      maneuver().exit)
    latitude("lat", "Latitude.", maneuver().place)
    longitude("lon", "Longitude.", maneuver().place)
  }

  /// The roads of a maneuver, and the instruction.
  @inline(__always)
  mutating func guidance(of maneuver: @autoclosure () -> Maneuver) {
    name("road", "Name, else number, of the road before.", nullWhen: "it has neither", maneuver().road)
    name("next_road", "Name, else number, of the road after.", nullWhen: "it has neither", maneuver().nextRoad)
    text("instruction", "The maneuver as a sentence.", maneuver().instruction)
  }
}
