internal import Geodesy
internal import RoadGraph

/// What the details of a maneuver are made of.
///
/// Most runs read the details of few maneuvers or of none, and making them costs more than finding the maneuver.
enum ManeuverSource: Sendable {
  case details(ManeuverDetails)
  indirect case departure(of: GuidedLeg, isBack: Bool)
  indirect case arrival(of: GuidedLeg, side: RoadSide?)
  indirect case decision(Decision, following: ArraySlice<Decision>, of: GuidedLeg)

  var details: ManeuverDetails {
    switch self {
    case .details(let details): details
    case .departure(let leg, let isBack): leg.detailsOfDeparture(isBack: isBack)
    case .arrival(let leg, let side): leg.detailsOfArrival(on: side)
    case .decision(let decision, let following, let leg): leg.details(of: decision, following: following)
    }
  }
}

extension GuidedLeg {
  /// - Parameter isBack: whether the vehicle has to turn round first.
  fileprivate func detailsOfDeparture(isBack: Bool) -> ManeuverDetails {
    var values = PhraseValues()
    let names = RoadNames(leg: self)
    let road = names.road(from: 0)
    values.road = slashed(road)
    values.kind = road.isEmpty ? names.kind(ofRoadFrom: 0) : nil
    values.bearing = bearingAtBegin
    values.isWalked = isWalked(from: 0)
    return ManeuverDetails(
      road: "", nextRoad: road, words: settings.language.instruction(isBack ? .departUTurn : .depart, values),
      bearings: (nil, bearingAtBegin), sign: ManeuverSign(nextNumber: graph.ref(of: edge(0))),
      shieldSource: ShieldSource(at: 0, of: self, onSign: graph.destinationRef(of: edge(0))))
  }

  fileprivate func detailsOfArrival(on side: RoadSide?) -> ManeuverDetails {
    var values = PhraseValues()
    let names = RoadNames(leg: self)
    let road = names.road(before: edges.count)
    values.road = slashed(road)
    values.kind = road.isEmpty ? names.kind(ofRoadFrom: edges.count - 1) : nil
    return ManeuverDetails(
      road: road, nextRoad: "", words: settings.language.instruction(PhraseKey(arrivalOn: side), values),
      bearings: (bearingAtEnd, nil))
  }

  fileprivate func details(of decision: Decision, following: ArraySlice<Decision>) -> ManeuverDetails {
    let lanes = LaneChoice(leg: self).lanes(at: decision, following: following)
    let sign = Signs(leg: self).sign(at: decision, lanes)
    let wording = Wording(decision, sign, next: following.first?.begin, of: self)
    return ManeuverDetails(
      road: wording.road, nextRoad: wording.nextRoad,
      words: settings.language.instruction(wording.key, wording.values),
      bearings: (
        memory.bearing(arrivingBy: edge(decision.first - 1)), memory.bearing(leavingBy: edge(decision.onto))
      ),
      sign: sign, lanes: lanes, shieldSource: ShieldSource(at: decision.onto, of: self, onSign: sign.destinationNumbers)
    )
  }
}

extension PhraseKey {
  fileprivate init(arrivalOn side: RoadSide?) {
    switch side {
    case .right: self = .arriveRight
    case .left: self = .arriveLeft
    case nil: self = .arrive
    }
  }
}
