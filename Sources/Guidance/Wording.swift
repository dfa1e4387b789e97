internal import Geodesy
internal import RoadGraph

/// The parts of the sentence of one decision.
struct Wording {
  let decision: Decision
  let road: String
  let nextRoad: String
  /// The next road as the sentence names it; empty if signs say enough.
  let onto: String
  /// What the next road is called if it has neither name nor number, and signs say nothing.
  let kind: RoadKind?
  let sign: Sign
  let leaves: LeftRoad
  /// The cyclist dismounts.
  let isWalked: Bool

  /// What the driver leaves, if the sentence says so.
  enum LeftRoad { case ordinary, motorway, ferry, roundabout }

  /// - Parameters:
  ///   - sign: the sign for the next road.
  ///   - next: where the next decision begins, if there is one.
  init(_ decision: Decision, _ sign: ManeuverSign, next: Int?, of leg: GuidedLeg) {
    let label = leg.graph.label(of: leg.edge(decision.onto))
    let sign = Sign(sign, mostDestinations: leg.settings.mostDestinations)
    let names = RoadNames(leg: leg)
    let ahead = names.road(from: decision.onto, next: next)
    self.decision = decision
    self.sign = sign
    road = names.road(before: decision.first)
    let signed = label.isEmpty ? sign.numbers : label
    nextRoad = signed.isEmpty ? ahead : signed
    onto = signed.isEmpty && !sign.destinations.isEmpty ? "" : slashed(nextRoad)
    kind = nextRoad.isEmpty && sign.destinations.isEmpty ? names.kind(ofRoadFrom: decision.onto) : nil
    isWalked = leg.isWalked(from: decision.onto) && !leg.isWalked(from: decision.begin - 1)
    leaves = Self.leftRoad(before: decision, of: leg)
  }

  private static func leftRoad(before decision: Decision, of leg: GuidedLeg) -> LeftRoad {
    let before = leg.edge(decision.first - 1)
    if leg.graph.isFerry(before) { return .ferry }
    if leg.graph.isRoundabout(before) { return .roundabout }
    let roadClass = leg.graph.roadClass(of: before)
    return roadClass == .motorway || roadClass == .trunk ? .motorway : .ordinary
  }

  var stays: Bool { !onto.isEmpty && onto.utf8.count == road.utf8.count && onto == slashed(road) }
}

extension Wording {
  /// The phrase of the decision.
  var key: PhraseKey {
    switch decision.type {
    case .turn: turnKey
    case .uTurn: .uTurn
    case .continue: leaves == .ferry ? .leaveFerry : .continue
    case .roundabout: roundaboutKey
    case .ramp: rampKey
    case .merge: .merge
    case .fork: forkKey
    case .ferry: .ferry
    case .depart: .depart
    case .arrive: .arrive
    }
  }

  /// The values of its placeholders.
  var values: PhraseValues {
    var values = PhraseValues()
    // A ramp that bears the number of the road it leaves does not lead to it.
    let leavesNumber = decision.type == .ramp && stays
    values.road = leavesNumber ? "" : onto
    values.kind = kind
    values.isStay = stays && !leavesNumber
    values.destinations = sign.destinations
    values.exitName = slashed(sign.exitName)
    values.isWalked = isWalked
    if decision.type == .roundabout { values.ordinal = exitNumber } else { values.exit = slashed(decision.exit ?? "") }
    return values
  }

  private var turnKey: PhraseKey {
    switch decision.modifier {
    case .slightRight: .turnSlightRight
    case .right: .turnRight
    case .sharpRight: .turnSharpRight
    case .slightLeft: .turnSlightLeft
    case .left: .turnLeft
    case .sharpLeft: .turnSharpLeft
    case .uTurn: .uTurn
    case .straight, nil: .turnStraight
    }
  }

  private var forkKey: PhraseKey {
    switch decision.modifier {
    case .slightRight: .forkRight
    case .slightLeft: .forkLeft
    default: .forkStraight
    }
  }

  /// Leaving a roundabout along the road of arrival is still leaving.
  private var roundaboutKey: PhraseKey {
    if exitNumber != nil { return .roundaboutExit }
    return leaves == .roundabout ? .roundaboutLeave : .roundaboutEnter
  }

  private var exitNumber: Int? { decision.exit.flatMap(Int.init) }

  private var rampKey: PhraseKey {
    if decision.exit != nil { return .exitNumbered }
    if !sign.exitName.isEmpty { return .exitNamed }
    switch decision.modifier {
    case .slightRight, .right, .sharpRight: return leaves == .motorway ? .exitRight : .rampRight
    case .slightLeft, .left, .sharpLeft: return leaves == .motorway ? .exitLeft : .rampLeft
    default: return leaves == .motorway ? .exitStraight : .rampStraight
    }
  }
}

/// OSM's list `A 8;A 9` as signs write it, `A 8/A 9`.
///
/// Looks for a semicolon first: most texts have none, and replacing nothing took a quarter of all guidance.
func slashed(_ list: String) -> String {
  list.utf8.contains(UInt8(ascii: ";")) ? list.replacing(";", with: "/") : list
}
