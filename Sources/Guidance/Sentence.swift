internal import Geodesy

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
