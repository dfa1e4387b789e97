package import Geodesy
package import Moments

/// What the driver does at a place. Raw values are the codes in reports.
package enum ManeuverType: String, CaseIterable, Sendable {
  case depart, turn, `continue`, roundabout, ramp, merge, fork, ferry, arrive
  case uTurn = "u_turn"
}

/// The direction. Raw values are the codes in reports.
package enum ManeuverModifier: String, CaseIterable, Sendable {
  case straight
  case slightRight = "slight_right"
  case right
  case sharpRight = "sharp_right"
  case uTurn = "u_turn"
  case sharpLeft = "sharp_left"
  case left
  case slightLeft = "slight_left"
}

/// One step of the description of a driven or planned route.
package struct Maneuver: Sendable {
  package let type: ManeuverType
  package let modifier: ManeuverModifier?
  /// The number of the exit taken at a roundabout, from 1, or the signed number of a motorway exit.
  package let exit: String?
  package let place: Place
  package let time: Timestamp?
  /// From the start of the trip.
  package let distance: Metres
  /// From the start of the trip; `nil` without times.
  package let duration: Seconds?
  /// The edge it leads onto, as an index into the trip's edges; for `arrive` the last edge.
  package var edge: Int
  /// The whole turn, positive to the right; `nil` where a leg begins or ends.
  package let angle: Degrees?
  /// The junctions passed without a maneuver since the one before.
  package let junctionsPassed: Int
  /// The distance to the next maneuver; 0 at the end of a leg.
  package var distanceToNext: Metres = 0
  /// The time to the next maneuver, with halts; `nil` without times, 0 at the end of a leg.
  package var timeToNext: Seconds?
  private let source: ManeuverSource

  /// What is said and shown there.
  ///
  /// - Complexity: made each time it is read.
  package var details: ManeuverDetails { source.details }

  package init(
    type: ManeuverType, modifier: ManeuverModifier?, exit: String? = nil, place: Place, time: Timestamp?,
    distance: Metres, duration: Seconds?, edge: Int, details: ManeuverDetails
  ) {
    self.init(
      type: type, modifier: modifier, exit: exit, place: place, time: time, distance: distance, duration: duration,
      edge: edge, source: .details(details))
  }

  init(
    type: ManeuverType, modifier: ManeuverModifier?, exit: String? = nil, place: Place, time: Timestamp?,
    distance: Metres, duration: Seconds?, edge: Int, angle: Degrees? = nil, junctionsPassed: Int = 0,
    source: ManeuverSource
  ) {
    self.type = type
    self.modifier = modifier
    self.exit = exit
    self.place = place
    self.time = time
    self.distance = distance
    self.duration = duration
    self.edge = edge
    self.angle = angle
    self.junctionsPassed = junctionsPassed
    self.source = source
  }
}

/// The maneuvers of one trip, in order. Empty for a trip without edges.
package struct Itinerary: Sendable {
  package var maneuvers: [Maneuver]
  package init(maneuvers: [Maneuver]) { self.maneuvers = maneuvers }
}

extension ManeuverModifier {
  /// What drivers call a turn by this angle, −180…180, positive to the right.
  ///
  /// - Source: the bounds are in the range of common open navigation systems (straight ahead within 10–20°, slight up
  ///   to 40–45°, sharp from 120–135°, U-turn from 160–170°). Within it they follow the words of drivers: a junction of
  ///   45° is already a turn, a crossing 35° off square is not yet sharp.
  package init(angle: Degrees) {
    let isRight = angle > 0
    self =
      switch abs(angle) {
      case ..<20: .straight
      case ..<45: isRight ? .slightRight : .slightLeft
      case ..<125: isRight ? .right : .left
      case ..<165: isRight ? .sharpRight : .sharpLeft
      default: .uTurn
      }
  }
}
