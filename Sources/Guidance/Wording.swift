internal import Geodesy
internal import RoadGraph

/// The parts of the sentence of one decision.
struct Wording {
  let decision: Decision
  /// What the road before is called.
  let road: RoadTitle
  /// The name of the next road, or its number, as tagged.
  let nextRoad: String
  /// What the sentence calls the next road.
  let title: RoadTitle
  /// Whether the sentence names the next road, unless it was just named: signs may say enough.
  let namesRoad: Bool
  /// What the next road is called if it has neither name nor number, and signs say nothing.
  let kind: RoadKind?
  let sign: Sign
  let leaves: LeftRoad
  /// The name of the roundabout; empty if it has none of its own.
  let ring: String
  /// The cyclist dismounts.
  let isWalked: Bool

  /// What the driver leaves, if the sentence says so.
  enum LeftRoad { case ordinary, motorway, ferry, roundabout }

  /// - Parameters:
  ///   - sign: the sign for the next road.
  ///   - next: where the next decision begins, if there is one.
  init(_ decision: Decision, _ sign: ManeuverSign, next: Int?, of leg: GuidedLeg) {
    let sign = Sign(sign, mostDestinations: leg.settings.mostDestinations)
    let names = RoadNames(leg: leg)
    let own = leg.graph.title(of: leg.edge(decision.onto))
    let isLink = leg.graph.roadClass(of: leg.edge(decision.onto)).isLink
    let ahead = own.isEmpty && sign.numbers.isEmpty ? names.title(from: decision.onto, next: next) : RoadTitle()
    self.decision = decision
    self.sign = sign
    road = names.title(before: decision.first)
    nextRoad = own.isEmpty ? sign.numbers.isEmpty ? ahead.label : sign.numbers.joined(separator: "/") : own.label
    title = sign.title(of: own.isEmpty && sign.numbers.isEmpty ? ahead : own, isLink: isLink)
    let isSigned = own.isEmpty && sign.numbers.isEmpty && !sign.destinations.isEmpty
    // A ramp that bears the number of the road it leaves does not lead to it.
    let isLeft = decision.type == .ramp && title.isCalled(as: road)
    namesRoad = !title.isEmpty && !isSigned && !isLeft
    kind = title.isEmpty && sign.destinations.isEmpty ? names.kind(ofRoadFrom: decision.onto) : nil
    isWalked = leg.isWalked(from: decision.onto) && !leg.isWalked(from: decision.begin - 1)
    leaves = Self.leftRoad(before: decision, of: leg)
    ring = decision.type == .roundabout ? names.ring(of: decision) : ""
  }

  private static func leftRoad(before decision: Decision, of leg: GuidedLeg) -> LeftRoad {
    let before = leg.edge(decision.first - 1)
    if leg.graph.isFerry(before) { return .ferry }
    if leg.graph.isRoundabout(before) { return .roundabout }
    let roadClass = leg.graph.roadClass(of: before)
    return roadClass == .motorway || roadClass == .trunk ? .motorway : .ordinary
  }
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
  ///
  /// - Parameter kindOfMain: what the road is called instead where it was just named.
  func values(_ mention: Mention, kindOfMain: RoadKind?) -> PhraseValues {
    var values = PhraseValues()
    if namesRoad { (values.road, values.addition) = title.parts }
    values.isRepeated = namesRoad && mention == .repeated
    values.isStay = namesRoad && mention != .first && title.stays(on: road) && key.slots.contains(.stay)
    values.kind = values.isRepeated && decision.type == .merge ? kindOfMain : kind
    values.destinations = sign.destinations
    values.numbers = sign.numbersBeyond(title)
    values.exitName = slashed(sign.exitName)
    values.ring = slashed(ring)
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
