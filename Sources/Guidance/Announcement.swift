internal import Geodesy

/// What the sentences of a leg have told last of the road ahead.
struct Announcement: Sendable {
  /// The road that was named last, or that the last maneuver led onto without naming it.
  private var road = RoadTitle()
  private var isNamed = false
  /// Of the last maneuver.
  private var distance: Metres = 0

  /// Takes the road that the next maneuver leads onto.
  ///
  /// - Parameters:
  ///   - names: whether its sentence would name the road.
  ///   - distance: of the maneuver, from the start of the trip.
  ///   - reach: how far from the maneuver before its road is not named again.
  /// - Returns: how the sentence speaks of the road.
  mutating func mention(
    of road: RoadTitle, ifIt names: Bool, at distance: Metres, within reach: Metres
  ) -> Mention {
    let isKnown = isNamed && road.isTold(by: self.road)
    let isNear = distance - self.distance <= reach
    // A road that is not named again stays the one of which the driver was told.
    if !isKnown || names && !isNear { self.road = road }
    self.distance = distance
    isNamed = names || isKnown
    return isKnown ? (isNear ? .repeated : .again) : .first
  }
}

/// How a sentence speaks of the road that a maneuver leads onto.
enum Mention: Sendable {
  /// No sentence named it before, or another road was named since.
  case first
  /// It is the road that was named last.
  case again
  /// The maneuver before, not far back, was onto this road: it is not named again.
  case repeated
}
