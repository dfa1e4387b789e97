internal import Geodesy

extension Wording {
  /// The instruction, one English sentence.
  var sentence: String {
    switch decision.type {
    case .turn: turnVerb + whereTo + "."
    case .uTurn: "Make a U-turn" + (onto == road && !onto.isEmpty ? " on \(onto)" : whereTo) + "."
    case .continue: (leaves == .ferry ? "Leave the ferry" : "Continue") + whereTo + "."
    case .roundabout: roundaboutSentence
    case .ramp: rampSentence
    case .merge: "Merge onto " + (onto.isEmpty ? "the main road" : onto) + towards + "."
    case .fork: keepVerb + whereTo + "."
    case .ferry: ferrySentence
    case .depart: departSentence(bearing: nil, road: nextRoad)
    case .arrive: arriveSentence(road: road)
    }
  }

  private var turnVerb: String {
    switch decision.modifier {
    case .slightRight: "Bear right"
    case .right: "Turn right"
    case .sharpRight: "Make a sharp right"
    case .slightLeft: "Bear left"
    case .left: "Turn left"
    case .sharpLeft: "Make a sharp left"
    case .uTurn: "Make a U-turn"
    case .straight, nil: "Go straight"
    }
  }

  private var keepVerb: String {
    switch decision.modifier {
    case .slightRight: "Keep right"
    case .slightLeft: "Keep left"
    default: "Keep straight"
    }
  }

  private var roundaboutSentence: String {
    if let exit = decision.exit.flatMap(Int.init) {
      return "At the roundabout, take the \(ordinal(exit)) exit" + leadingTo + "."
    }
    return leaves == .roundabout ? "Leave the roundabout" + leadingTo + "." : "Enter the roundabout."
  }

  /// Leaving a roundabout along the road of arrival is still leaving.
  private var leadingTo: String { (onto.isEmpty ? "" : " onto " + onto) + towards }

  private var rampSentence: String {
    let name = sign.exitName.isEmpty ? "" : " (\(sign.exitName))"
    if let exit = decision.exit { return "Take exit " + slashed(exit) + name + whereTo + "." }
    if !sign.exitName.isEmpty { return "Take the exit" + name + whereTo + "." }
    return "Take the " + (leaves == .motorway ? "exit" : "ramp") + sideOfRoad + whereTo + "."
  }

  private var sideOfRoad: String {
    switch decision.modifier {
    case .slightRight, .right, .sharpRight: " on the right"
    case .slightLeft, .left, .sharpLeft: " on the left"
    default: ""
    }
  }

  private var ferrySentence: String {
    if onto.isEmpty { return "Take the ferry" + towards + "." }
    return (onto.lowercased().contains("ferry") ? "Take the " : "Take the ferry ") + onto + towards + "."
  }
}

func departSentence(bearing: Degrees?, road: String) -> String {
  let heading = bearing.map { " " + compassPoint($0) } ?? " out"
  return "Head" + heading + (road.isEmpty ? "" : " on " + slashed(road)) + "."
}

func arriveSentence(road: String) -> String {
  "Arrive" + (road.isEmpty ? "" : " on " + slashed(road)) + "."
}

/// OSM's list `A 8;A 9` as signs write it, `A 8/A 9`.
///
/// Looks for a semicolon first: most texts have none, and replacing nothing took a quarter of all guidance.
func slashed(_ list: String) -> String {
  list.utf8.contains(UInt8(ascii: ";")) ? list.replacing(";", with: "/") : list
}

/// The nearest of the eight points of the compass.
private func compassPoint(_ bearing: Degrees) -> String {
  let points = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
  return points[Int((bearing / 45).rounded()) % points.count]
}

/// `1st`, `2nd`, `3rd`, `4th`, … `11th`, … `21st`.
private func ordinal(_ number: Int) -> String {
  let isTeen = (11...13).contains(number % 100)
  switch number % 10 {
  case 1 where !isTeen: return "\(number)st"
  case 2 where !isTeen: return "\(number)nd"
  case 3 where !isTeen: return "\(number)rd"
  default: return "\(number)th"
  }
}
