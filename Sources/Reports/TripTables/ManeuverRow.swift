internal import Geodesy
internal import Guidance
internal import Traces

/// The row of one maneuver of a trip, in `maneuvers`.
struct ManeuverRow: FrequentRow {
  let seq: Int
  let maneuver: Maneuver
  let details: ManeuverDetails

  init(seq: Int, maneuver: Maneuver) {
    self.seq = seq
    self.maneuver = maneuver
    details = maneuver.details
  }

  static let meaning = "One row per maneuver, in order."
  static var shape: GeometryShape? { .point }

  static func count(in report: TripReport) -> Int { report.itinerary.maneuvers.count }

  @inline(__always)
  static func forEach(in report: TripReport, _ body: (ManeuverRow) -> Void) {
    for seq in report.itinerary.maneuvers.indices {
      body(ManeuverRow(seq: seq, maneuver: report.itinerary.maneuvers[seq]))
    }
  }

  func geometry(in report: TripReport) -> Geometry { .point(maneuver.place) }

  @inline(__always)
  static func columns(of maneuver: some RowSource<ManeuverRow>, in row: inout some RowSink & ~Copyable) {
    row.seq(maneuver().seq)
    row.kind(of: maneuver().maneuver, "What the driver did.")
    row.time("time", "Time of the maneuver.", nullWhen: "without times", maneuver().maneuver.time)
    row.quantity("distance_m", .metres, "Distance driven since the start of the trip.", maneuver().maneuver.distance)
    row.quantity(
      "duration_s", .seconds, "Time since the start of the trip.", nullWhen: "without times",
      maneuver().maneuver.duration)
    row.guidance(of: maneuver().details)
    row.integer(
      "edge_seq", "`seq` in `edges` of the edge it leads onto; for `arrive`, of the last edge.",
      maneuver().maneuver.edge)
    row.circumstances(of: maneuver().maneuver, maneuver().details)
  }
}

extension RowSink where Self: ~Copyable {
  /// The type and place of a maneuver.
  ///
  /// - Parameter meaning: the description of the type.
  @inline(__always)
  mutating func kind(of maneuver: @autoclosure () -> Maneuver, _ meaning: String) {
    code("type", meaning, maneuver().type)
    code("modifier", "Direction of the maneuver.", nullWhen: "the type needs none", maneuver().modifier)
    text(
      "exit", "Number of the roundabout exit, or the signed number of the motorway exit.", nullWhen: "not an exit",
      maneuver().exit)
    latitude("lat", "Latitude.", maneuver().place)
    longitude("lon", "Longitude.", maneuver().place)
  }

  /// The roads of a maneuver, and the instruction.
  @inline(__always)
  mutating func guidance(of details: @autoclosure () -> ManeuverDetails) {
    name(
      "road", "Name of the road before, or its number if it has no name.", nullWhen: "it has neither", details().road)
    name(
      "next_road", "Name of the road after, or its number if it has no name.", nullWhen: "it has neither",
      details().nextRoad)
    text("instruction", "The maneuver as a sentence.", details().words.full)
    text("short", "A few words for a screen.", details().words.short)
    text(
      "spoken", "What a voice says where the driver acts, without abbreviations and symbols.", details().words.spoken)
    text(
      "shields",
      "Shields of the road it leads onto, then those on its sign: codes such as `US-I-95:north`, joined by `;`.",
      nullWhen: "there are none", details().knownCodesOfShields)
  }

  /// What belongs to a maneuver besides: the way to the next, the turn, signs and lanes.
  @inline(__always)
  mutating func circumstances(
    of maneuver: @autoclosure () -> Maneuver, _ details: @autoclosure () -> ManeuverDetails
  ) {
    quantity("next_m", .metres, "Distance to the next maneuver; 0 where a leg ends.", maneuver().distanceToNext)
    quantity(
      "next_s", .seconds, "Time to the next maneuver; 0 where a leg ends.", nullWhen: "without times",
      maneuver().timeToNext)
    quantity(
      "angle_deg", .degrees, "The whole turn, positive to the right.", nullWhen: "a leg begins or ends there",
      maneuver().angle)
    quantity(
      "bearing_before_deg", .degrees, "Bearing before it, clockwise from north.", nullWhen: "a leg begins there",
      details().bearingBefore)
    quantity(
      "bearing_after_deg", .degrees, "Bearing after it, clockwise from north.", nullWhen: "a leg ends there",
      details().bearingAfter)
    integer(
      "junctions_passed", "Junctions without a maneuver since the one before.",
      maneuver().junctionsPassed)
    name(
      "next_ref", "Number of the road after, as tagged.", nullWhen: "it has none", details().sign.nextNumber)
    name(
      "exit_name", "Name of the motorway exit.", nullWhen: "it has none, or is none",
      details().sign.exitName)
    name(
      "destinations", "Destinations on the sign, separated by `;`.", nullWhen: "there is no sign",
      details().sign.destinations)
    name(
      "destination_refs", "Numbers of roads on the sign, separated by `;`.", nullWhen: "the sign has none",
      details().sign.destinationNumbers)
    name(
      "lanes",
      "Lanes before it from left to right, separated by `|`: OSM's arrows, `+` if the lane leads there, `*` if it is best.",
      nullWhen: "unknown", details().textOfLanes)
  }
}

extension ManeuverDetails {
  /// `nil` for most roads.
  fileprivate var knownCodesOfShields: String? {
    let codes = codesOfShields
    return codes.isEmpty ? nil : codes
  }
}
