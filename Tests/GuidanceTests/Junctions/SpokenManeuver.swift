import Guidance

/// One maneuver as an ``Expectation`` sees it.
struct SpokenManeuver: Hashable {
  var type: String
  var modifier: String
  var exit: String
  var road: String
  var instruction: String

  init(_ maneuver: Maneuver, of variant: Variant) {
    type = maneuver.type.rawValue
    modifier = maneuver.modifier?.rawValue ?? ""
    exit = maneuver.exit ?? ""
    road = maneuver.details.nextRoad
    instruction = maneuver.details.words.full
    if variant.isMirrored { modifier = mirroredCode(modifier) }
  }

  /// Arrival and departure at a stopover.
  init(haltWithDeparture departure: Maneuver, of variant: Variant) {
    self.init(departure, of: variant)
    type = "halt"
  }

  var text: String {
    var text = type
    if !modifier.isEmpty { text += " " + modifier }
    if !exit.isEmpty { text += " exit " + exit }
    return road.isEmpty ? text : text + " onto " + road
  }
}

/// What is said between the first departure and the last arrival.
func spoken(_ itinerary: Itinerary, of variant: Variant) -> [SpokenManeuver] {
  var spoken: [SpokenManeuver] = []
  let inner = itinerary.maneuvers.dropFirst().dropLast()
  for maneuver in inner {
    switch maneuver.type {
    case .arrive: continue
    case .depart: spoken.append(SpokenManeuver(haltWithDeparture: maneuver, of: variant))
    default: spoken.append(SpokenManeuver(maneuver, of: variant))
    }
  }
  return spoken
}
