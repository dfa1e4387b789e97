/// What a phrase says. Its name is the key in the file of a language.
enum PhraseKey: Int, CaseIterable, Sendable {
  case depart, departUTurn
  case turnStraight, turnSlightRight, turnRight, turnSharpRight, turnSlightLeft, turnLeft, turnSharpLeft
  case uTurn, `continue`, leaveFerry
  case roundaboutExit, roundaboutEnter, roundaboutLeave
  case exitNumbered, exitNamed, exitStraight, exitRight, exitLeft
  case rampStraight, rampRight, rampLeft
  case merge
  case forkStraight, forkRight, forkLeft
  case ferry
  case arrive, arriveRight, arriveLeft

  var name: String {
    switch self {
    case .depart: "depart"
    case .departUTurn: "depart_u_turn"
    case .turnStraight: "turn_straight"
    case .turnSlightRight: "turn_slight_right"
    case .turnRight: "turn_right"
    case .turnSharpRight: "turn_sharp_right"
    case .turnSlightLeft: "turn_slight_left"
    case .turnLeft: "turn_left"
    case .turnSharpLeft: "turn_sharp_left"
    case .uTurn: "u_turn"
    case .continue: "continue"
    case .leaveFerry: "leave_ferry"
    case .roundaboutExit: "roundabout_exit"
    case .roundaboutEnter: "roundabout_enter"
    case .roundaboutLeave: "roundabout_leave"
    case .exitNumbered: "exit_numbered"
    case .exitNamed: "exit_named"
    case .exitStraight: "exit_straight"
    case .exitRight: "exit_right"
    case .exitLeft: "exit_left"
    case .rampStraight: "ramp_straight"
    case .rampRight: "ramp_right"
    case .rampLeft: "ramp_left"
    case .merge: "merge"
    case .forkStraight: "fork_straight"
    case .forkRight: "fork_right"
    case .forkLeft: "fork_left"
    case .ferry: "ferry"
    case .arrive: "arrive"
    case .arriveRight: "arrive_right"
    case .arriveLeft: "arrive_left"
    }
  }

  /// The placeholders that the phrase may have.
  var slots: SlotSet<PhraseSlot> { Self.slots[rawValue] }

  /// Made once: making a set costs more than the rest of a short sentence.
  private static let slots = allCases.map(\.allowedSlots)

  private var allowedSlots: SlotSet<PhraseSlot> {
    switch self {
    case .depart, .departUTurn: [.compass, .on]
    case .arrive, .arriveRight, .arriveLeft: [.on]
    case .uTurn: [.on, .to, .destinations]
    case .roundaboutExit: [.ring, .ordinal, .onto, .to, .destinations]
    case .roundaboutLeave, .merge: [.onto, .to, .destinations]
    case .roundaboutEnter: []
    case .exitNumbered: [.exit, .exitName, .stay, .onto, .to, .destinations]
    case .exitNamed: [.exitName, .stay, .onto, .to, .destinations]
    case .forkStraight, .forkRight, .forkLeft: [.exit, .stay, .onto, .along, .to, .destinations]
    case .ferry: [.ferry, .destinations]
    case .turnStraight, .continue, .leaveFerry: [.stay, .onto, .along, .to, .destinations]
    default: [.stay, .onto, .to, .destinations]
    }
  }

  /// Whether the phrase may name the road that it leads onto.
  var namesRoad: Bool { self != .roundaboutEnter }
}

/// The placeholders of phrases about maneuvers. Raw values are their names in the file of a language.
enum PhraseSlot: String, TemplateSlot {
  /// The next road, with its preposition: `onto Mill Street`, `onto the steps`. Empty in a phrase with ``stay`` if that
  /// has a value.
  case onto
  /// The next road as the one that is followed: `der Hauptstraße`.
  case along
  /// The next road if it is also the road before, and was named: `on Mill Street`; else empty.
  case stay
  /// The road on which one departs, arrives or turns round: `on Mill Street`.
  case on
  /// The numbers of roads that the next one leads to: `to A 9`.
  case to
  /// A roundabout that has a name: `at the Crown Circus roundabout`.
  case ring
  /// A ferry with its name: `the ferry Vaxholm`.
  case ferry
  case destinations
  /// The number of a motorway exit.
  case exit
  case exitName = "exit_name"
  /// The number of a roundabout's exit as a word.
  case ordinal
  /// A point of the compass.
  case compass
}
