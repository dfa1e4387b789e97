internal import Geodesy
internal import RoadGraph

/// The parts of the sentence of one decision.
///
/// It is made for each decision, to know which road its sentence names; what only the sentence needs is found when that
/// is written.
final class Wording: Sendable {
  let decision: Decision
  /// The name of the next road, or its number, as tagged.
  let nextRoad: String
  /// What the sentence calls the next road.
  let title: RoadTitle
  /// The sign for the next road, as tagged.
  let tagged: ManeuverSign
  private let sign: Sign
  private let leg: GuidedLeg

  /// What the driver leaves, if the sentence says so.
  enum LeftRoad { case ordinary, motorway, ferry, roundabout }

  /// - Parameters:
  ///   - tagged: the sign for the next road.
  ///   - next: where the next decision begins, if there is one.
  init(_ decision: Decision, _ tagged: ManeuverSign, next: Int?, of leg: GuidedLeg) {
    let sign = Sign(tagged, mostDestinations: leg.settings.mostDestinations)
    let own = leg.graph.title(of: leg.edge(decision.onto))
    let isUnknown = own.isEmpty && sign.numbers.isEmpty
    let ahead = isUnknown ? RoadNames(leg: leg).title(from: decision.onto, next: next) : own
    self.decision = decision
    self.tagged = tagged
    self.sign = sign
    self.leg = leg
    nextRoad = isUnknown || !own.isEmpty ? ahead.label : sign.numbers.joined(separator: "/")
    title = sign.title(of: ahead, isLink: leg.graph.roadClass(of: leg.edge(decision.onto)).isLink)
  }

  /// What the road before is called.
  var road: RoadTitle { RoadNames(leg: leg).title(before: decision.first) }

  /// Whether the sentence names the next road, unless it was just named: signs may say enough.
  var namesRoad: Bool {
    if title.isEmpty || !key.namesRoad { return false }
    let isNameless = sign.numbers.isEmpty && leg.graph.isNameless(leg.edge(decision.onto))
    if isNameless, !sign.destinations.isEmpty { return false }
    // A ramp that bears the number of the road it leaves does not lead to it.
    return decision.type != .ramp || !title.isCalled(as: road)
  }

  /// What the next road is called if it has neither name nor number, and signs say nothing.
  private var kind: RoadKind? {
    title.isEmpty && sign.destinations.isEmpty ? RoadNames(leg: leg).kind(ofRoadFrom: decision.onto) : nil
  }

  /// What it is called instead where it was just named.
  private var kindOfMain: RoadKind? { RoadKind(of: leg.graph.roadClass(of: leg.edge(decision.onto))) }

  /// The cyclist dismounts.
  private var isWalked: Bool { leg.isWalked(from: decision.onto) && !leg.isWalked(from: decision.begin - 1) }

  /// The name of the roundabout; empty if it has none of its own.
  private var ring: String { decision.type == .roundabout ? RoadNames(leg: leg).ring(of: decision) : "" }

  private var leaves: LeftRoad {
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
  func values(_ mention: Mention) -> PhraseValues {
    let namesRoad = namesRoad
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
