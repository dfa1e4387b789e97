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
  ///   - sign: that for the road it leads to.
  ///   - next: where the decision that follows begins, if there is one.
  init(_ decision: Decision, _ sign: ManeuverSign, next: Int?, of leg: GuidedLeg) {
    let label = leg.graph.label(of: leg.edge(decision.onto))
    let sign = Sign(sign, mostDestinations: leg.settings.mostDestinations)
    let ahead = leg.road(from: decision.onto, next: next)
    self.decision = decision
    self.sign = sign
    road = leg.road(before: decision.first)
    let signed = label.isEmpty ? sign.numbers : label
    nextRoad = signed.isEmpty ? ahead : signed
    onto = signed.isEmpty && !sign.destinations.isEmpty ? "" : slashed(nextRoad)
    kind = nextRoad.isEmpty && sign.destinations.isEmpty ? leg.kind(ofRoadFrom: decision.onto) : nil
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

  /// The driver stays on the road.
  var stays: Bool { !onto.isEmpty && onto.utf8.count == road.utf8.count && onto == slashed(road) }
}
