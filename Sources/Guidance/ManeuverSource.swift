internal import Geodesy
internal import RoadGraph

/// What the details of a maneuver are made of.
///
/// Most runs read the details of few maneuvers or of none, and making them costs more than finding the maneuver.
enum ManeuverSource: Sendable {
  case details(ManeuverDetails)
  indirect case departure(of: GuidedLeg, isBack: Bool)
  indirect case arrival(of: GuidedLeg, side: RoadSide?, Telling?)
  /// By its number among those of its piece.
  case decision(Int, Telling)

  var details: ManeuverDetails {
    switch self {
    case .details(let details): details
    case .departure(let leg, let isBack): leg.detailsOfDeparture(isBack: isBack)
    case .arrival(let leg, let side, let telling): leg.detailsOfArrival(on: side, telling?.arrival ?? .first)
    case .decision(let number, let telling): telling.details(number)
    }
  }
}

extension GuidedLeg {
  /// - Parameter isBack: whether the vehicle has to turn round first.
  fileprivate func detailsOfDeparture(isBack: Bool) -> ManeuverDetails {
    var values = PhraseValues()
    let names = RoadNames(leg: self)
    let road = names.title(from: 0)
    (values.road, values.addition) = road.parts
    values.kind = road.isEmpty ? names.kind(ofRoadFrom: 0) : nil
    values.setBearing(bearingAtBegin)
    values.isWalked = isWalked(from: 0)
    return ManeuverDetails(
      road: "", nextRoad: road.label, words: words(isBack ? .departUTurn : .depart, values),
      bearings: (nil, bearingAtBegin), sign: ManeuverSign(nextNumber: graph.ref(of: edge(0))),
      shieldSource: ShieldSource(at: 0, of: self, onSign: graph.destinationRef(of: edge(0))))
  }

  fileprivate func detailsOfArrival(on side: RoadSide?, _ mention: Mention) -> ManeuverDetails {
    var values = PhraseValues()
    let names = RoadNames(leg: self)
    let road = names.title(before: edges.count)
    (values.road, values.addition) = road.parts
    values.kind = road.isEmpty ? names.kind(ofRoadFrom: edges.count - 1) : nil
    values.isRepeated = mention == .repeated
    return ManeuverDetails(
      road: road.label, nextRoad: "", words: words(PhraseKey(arrivalOn: side), values),
      bearings: (bearingAtEnd, nil))
  }

  /// The road that the sentence of a decision tells of, and its outline if it had to be made.
  func toldRoad(_ question: Question) -> (road: ToldRoad, outline: Outline?) {
    var made: Outline?
    let road = answer(to: question, nil, by: memory.passed?.roads) {
      let wording = outline(of: question)
      made = Outline(wording: wording, seen: seen)
      return ToldRoad(title: wording.title.workedOut(), isNamed: wording.namesRoad)
    }
    return (road, made)
  }

  /// - Parameter outline: `nil` if it was not made.
  func details(_ question: Question, _ mention: Mention, _ outline: Outline?) -> ManeuverDetails {
    answer(to: question, mention, by: memory.passed?.details) { newDetails(question, mention, outline) }
  }

  private func answer<Answer: Sendable>(
    to question: Question, _ mention: Mention?, by passed: SharedPassages<Answered<Answer>>?, _ find: () -> Answer
  ) -> Answer {
    guard let passed else { return find() }
    return passed.finding(
      at: question.begin, of: self, where: { known, reach in known.isAnswer(to: question, mention, reach: reach) },
      orBy: { Answered(question: question, mention: mention, answer: find()) }
    ).answer
  }

  private func newDetails(_ question: Question, _ mention: Mention, _ known: Outline?) -> ManeuverDetails {
    let decision = question.decision
    if let seen = known?.seen { look(at: seen) }
    let outline = known?.wording ?? outline(of: question)
    let lanes = LaneChoice(leg: self).lanes(at: decision, following: question.following[...])
    let sign = outline.tagged.completed(by: lanes)
    let wording = sign == outline.tagged ? outline : Wording(decision, sign, next: question.nextBegin, of: self)
    return ManeuverDetails(
      road: wording.road.label, nextRoad: wording.nextRoad,
      words: words(wording.key, wording.values(mention)),
      bearings: (
        memory.bearing(arrivingBy: edge(decision.first - 1)), memory.bearing(leavingBy: edge(decision.onto))
      ),
      sign: sign, lanes: lanes, shieldSource: ShieldSource(at: decision.onto, of: self, onSign: sign.destinationNumbers)
    )
  }

  private func words(_ key: PhraseKey, _ values: PhraseValues) -> Instruction {
    memory.passed?.instructions.instruction(key, values, in: settings.language)
      ?? settings.language.instruction(key, values)
  }

  /// The wording of a decision as far as it tells which road it names.
  ///
  /// Lanes are read only where their signs may stand in for the name of the road; reading them costs the most.
  private func outline(of question: Question) -> Wording {
    let decision = question.decision
    let onto = edge(decision.onto)
    var sign = Signs(leg: self).sign(at: decision)
    if sign.isUnsigned, graph.isNameless(onto) || graph.roadClass(of: onto).isLink {
      sign = sign.completed(by: LaneChoice(leg: self).lanes(at: decision, following: question.following[...]))
    }
    return Wording(decision, sign, next: question.nextBegin, of: self)
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
