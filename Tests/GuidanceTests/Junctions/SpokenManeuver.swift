import Guidance

/// One maneuver as an ``Expectation`` sees it.
struct SpokenManeuver: Hashable {
  var type: String
  var modifier: String
  var exit: String
  var road: String
  var instruction: String
  var exitName = ""
  /// Destinations on the sign, separated by `;`.
  var signs = ""
  /// Numbers of roads on the sign, separated by `;`.
  var refs = ""
  /// The lanes before it as a ``LanePattern`` has them.
  var lanes = "-"
  /// The signs above the lanes.
  var above = ""

  init(type: String, modifier: String, exit: String = "", road: String, instruction: String) {
    self.type = type
    self.modifier = modifier
    self.exit = exit
    self.road = road
    self.instruction = instruction
  }

  init(_ maneuver: Maneuver, of variant: Variant) {
    let details = maneuver.details
    type = maneuver.type.rawValue
    modifier = maneuver.modifier?.rawValue ?? ""
    exit = maneuver.exit ?? ""
    road = details.nextRoad
    instruction = details.words.full
    exitName = details.sign.exitName
    signs = details.sign.destinations
    refs = details.sign.destinationNumbers
    if variant.isMirrored { modifier = mirroredCode(modifier) }
    see(details.lanes, of: variant)
  }

  /// A junction that is passed without a maneuver.
  init(passing stretch: LaneStretch, of variant: Variant) {
    (type, modifier, exit, road, instruction) = ("pass", "", "", "", "")
    see(stretch.lanes, of: variant)
  }

  private mutating func see(_ lanes: [Lane], of variant: Variant) {
    let lanes = variant.isMirrored ? lanes.reversed() : lanes
    above = lanes.map { $0.destination.isEmpty ? "-" : $0.destination }.joined(separator: "|")
    if lanes.isEmpty { return }
    let text = lanes.map { lane in
      let arrows = lane.arrows.isEmpty ? "none" : lane.arrows.map(\.rawValue).joined(separator: ";")
      return arrows + (lane.isBest ? "*" : lane.isValid ? "+" : "")
    }.joined(separator: "|")
    self.lanes = variant.isMirrored ? mirroredCode(text) : text
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
    if !exitName.isEmpty { text += " named " + exitName }
    if !signs.isEmpty { text += " signs " + signs }
    if !refs.isEmpty { text += " refs " + refs }
    if lanes != "-" { text += " lanes " + lanes }
    return road.isEmpty ? text : text + " onto " + road
  }
}

/// What is said between the first departure and the last arrival.
///
/// - Parameter passed: the lanes along the drive; those at maneuvers are skipped.
func spoken(_ itinerary: Itinerary, passing passed: [LaneStretch] = [], of variant: Variant) -> [SpokenManeuver] {
  var spoken: [(distance: Double, maneuver: SpokenManeuver)] = []
  let inner = itinerary.maneuvers.dropFirst().dropLast()
  for maneuver in inner {
    switch maneuver.type {
    case .arrive: continue
    case .depart: spoken.append((maneuver.distance, SpokenManeuver(haltWithDeparture: maneuver, of: variant)))
    default: spoken.append((maneuver.distance, SpokenManeuver(maneuver, of: variant)))
    }
  }
  for stretch in passed where stretch.maneuver == nil {
    let place = spoken.firstIndex { $0.distance > stretch.distance } ?? spoken.count
    spoken.insert((stretch.distance, SpokenManeuver(passing: stretch, of: variant)), at: place)
  }
  return spoken.map(\.maneuver)
}
