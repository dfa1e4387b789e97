internal import Geodesy
internal import RoadGraph
internal import RoadRules

/// Roads driven and turns made one after the other, at any hour: how a leg leaves the road on which it starts, or comes
/// to the place where it ends.
struct ClockPassage {
  private enum Part {
    case drive(ClockDrive, EdgeID, millimetres: Int)
    case turn(ClockTurn)
  }

  private var parts: [Part] = []
  /// In milliseconds.
  private(set) var penalty = 0

  /// Along some edges, with the turns between them.
  ///
  /// - Parameters:
  ///   - state: on the first edge.
  ///   - begin: metres from the start of the first edge.
  ///   - end: metres from the start of the last edge.
  ///   - isEnding: the roads may be used only to end there.
  /// - Returns: `nil` if a road or a turn must not be driven.
  init?(
    along edges: [EdgeID], from begin: Metres, to end: Metres, at state: StateID, _ states: TurnStates,
    _ clock: ClockCosts, isEnding: Bool = false
  ) {
    var state = state
    for (i, stretch) in clock.costs.graph.stretches(along: edges, from: begin, to: end).enumerated() {
      if i > 0 {
        guard add(clock.turn(from: state, onto: stretch.edge, in: states, isEnding: isEnding)) else { return nil }
        state = states.next(after: state, onto: stretch.edge)
      }
      guard let drive = clock.drive(on: stretch.edge) else { return nil }
      let length = stretch.lengthInMillimetres
      parts.append(.drive(drive, stretch.edge, millimetres: length))
      penalty += drive.penalty(for: length)
    }
  }

  /// - Returns: false if the turn must not be driven.
  mutating func add(_ turn: ClockTurn) -> Bool {
    guard !turn.isNever else { return false }
    parts.append(.turn(turn))
    penalty += Int(turn.penalty)
    return true
  }

  /// When a vehicle that begins at a moment is through.
  func exit(from moment: Int, _ clock: ClockCosts) -> Int {
    parts.reduce(moment) { moment, part in
      switch part {
      case .drive(let drive, let edge, let length): clock.exit(drive, on: edge, driving: length, from: moment)
      case .turn(let turn): clock.exit(turn, from: moment)
      }
    }
  }

  /// The latest moment at which a vehicle begins that is through by a moment.
  func entry(by moment: Int, _ clock: ClockCosts) -> Int {
    parts.reversed().reduce(moment) { moment, part in
      switch part {
      case .drive(let drive, let edge, let length): clock.entry(drive, on: edge, driving: length, by: moment)
      case .turn(let turn): clock.entry(turn, by: moment)
      }
    }
  }

  /// The least time at any of some hours, in milliseconds.
  func leastTime(in window: HourWindow, _ clock: ClockCosts) -> Int {
    parts.reduce(0) { sum, part in
      switch part {
      case .drive(let drive, let edge, let length):
        sum + clock.leastTime(drive, on: edge, driving: length, in: window)
      case .turn(let turn): sum + clock.leastTime(turn, in: window)
      }
    }
  }
}

extension EdgeStretch {
  var lengthInMillimetres: Int { Int((1000 * max(0, end - begin)).rounded()) }
}

extension ClockDrive {
  /// What preferences add to the time of a part of the edge.
  func penalty(for part: Int) -> Int {
    let (penalty, length) = (Int(self.penalty), Int(self.length))
    guard penalty != 0, part < length else { return penalty }
    return penalty * part / length
  }
}

/// Where a search by the clock begins or ends: a passage between a start or a target and the start of a state's edge.
struct ClockGate {
  /// A number of ``ClockRoads``.
  let node: UInt32
  /// Of the start or the target.
  let number: Int
  let passage: ClockPassage
  /// Already spent at the start, in milliseconds.
  var elapsed = 0
  /// Beside time, in milliseconds.
  var penalty: Int { passage.penalty + added }
  var added = 0
}
