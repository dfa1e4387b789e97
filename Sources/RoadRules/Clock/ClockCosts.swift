internal import Geodesy
package import RoadGraph
internal import Storage

/// Times and costs of the edges and turns of a map by the hour in which they are reached.
///
/// A vehicle changes its speed when the hour changes, also on the way along an edge. So who enters later never leaves
/// earlier. A delay of a turn that becomes shorter is waited for if that is quicker, which gives turns the same property.
/// All times are whole milliseconds and all sums exact, so it holds to the millisecond.
///
/// The cost of a path is its time, and what preferences, gates and offences add to it. What they add does not depend on
/// the hour: a second on a disliked road counts as its seconds at the fastest hour of the week. So a path that is both
/// earlier and cheaper on the way is so at its end.
///
/// Where a speed was learned, the profile's times for turns, signals and signs do not count; U-turns, ferries and gates
/// do. Live traffic beats what was learned, and so do limits of changes where they are lower.
///
/// - Source: Ichoua, Gendreau & Potvin 2003, Vehicle dispatching with time-dependent travel times,
///   doi:10.1016/S0377-2217(02)00147-9.
package final class ClockCosts: Sendable {
  /// What holds at all hours: access, bans, preferences and live traffic.
  package let costs: RoadCosts
  package let learned: LearnedTimes
  private let mostSpeed: UInt16

  /// The modes for which motor vehicles' drives are evidence.
  package static let modes: Set<TravelMode> = [.car, .truck, .bus, .taxi, .motorcycle, .scooter]

  package init(_ costs: RoadCosts, _ learned: LearnedTimes) {
    self.costs = costs
    self.learned = learned
    mostSpeed = Self.hundredths(costs.profile.topSpeed / 3.6)
  }

  /// Something may cost less than its time.
  package var hasBonus: Bool { costs.profile.dislike.least < 1 || costs.changes.leastCostFactor < 1 }

  private var graph: RoadGraph { costs.graph }

  /// In 0.01 km/h, at least 1.
  private static func hundredths(_ speed: MetresPerSecond) -> UInt16 {
    UInt16(min(65_535, max(1, (speed * 360).rounded(.down))))
  }

  // MARK: Edges

  /// What driving an edge takes; `nil` if the search must not drive it.
  package func drive(on edge: EdgeID) -> ClockDrive? {
    guard costs.isUsable(edge), let preference = costs.preference(for: edge) else { return nil }
    return drive(on: edge, with: costs.changes[edge], preference)
  }

  /// What driving an edge takes while it differs from the map, whatever the law says; `nil` where the mode has no speed.
  package func drive(on edge: EdgeID, with change: RoadChange?) -> ClockDrive? {
    drive(on: edge, with: change, RoadCosts.Preference(perSecond: costs.timeShare, flat: 0))
  }

  private func drive(
    on edge: EdgeID, with change: RoadChange?, _ preference: RoadCosts.Preference
  ) -> ClockDrive? {
    let speed = costs.speed(on: edge, with: change)
    guard speed > 0 else { return nil }
    let length = UInt32(graph.lengthInMillimetres(of: edge.segment))
    let drive = ClockDrive(
      length: length, penalty: 0, fixedSpeed: Self.hundredths(speed),
      mostLearned: change?.speed == nil && change?.usualSpeed == nil && isKnown(edge)
        ? mostLearned(on: edge, change) : 0,
      factor: Float(change?.speedFactor ?? 1))
    let dislike = preference.perSecond - costs.timeShare
    guard dislike != 0 || preference.flat != 0 else { return drive }
    let fastest = Self.time(Int(length), at: drive.isLearned ? fastest(drive, on: edge) : drive.speed(0))
    let penalty = (dislike * Double(fastest) + preference.flat * 1000).rounded(.up)
    guard penalty < Double(Int32.max) else { return nil }
    return ClockDrive(
      length: length, penalty: Int32(penalty), fixedSpeed: drive.fixedSpeed, mostLearned: drive.mostLearned,
      factor: drive.factor)
  }

  private func mostLearned(on edge: EdgeID, _ change: RoadChange?) -> UInt16 {
    guard let limit = change?.limit else { return mostSpeed }
    return min(mostSpeed, Self.hundredths(costs.freeFlowSpeed(on: edge, limit: limit)))
  }

  /// Some speed of the edge was learned.
  private func isKnown(_ edge: EdgeID) -> Bool {
    let row = edge.index * learned.classes.count
    return (row..<row + learned.classes.count).contains { learned.speeds[$0] > 0 }
  }

  private func fastest(_ drive: ClockDrive, on edge: EdgeID) -> Int {
    (0..<learned.classes.count).reduce(1) { max($0, speed(drive, on: edge, in: $1)) }
  }

  @inline(__always)
  private func speed(_ drive: ClockDrive, on edge: EdgeID, in hours: Int) -> Int {
    drive.speed(learned.speeds[edge.index * learned.classes.count + hours])
  }

  /// Millimetres at a speed in 0.01 km/h, in milliseconds, rounded up.
  private static func time(_ length: Int, at speed: Int) -> Int { (360 * length + speed - 1) / speed }

  /// When a vehicle that drives a length of an edge from a moment on is through.
  package func exit(_ drive: ClockDrive, on edge: EdgeID, driving length: Int, from moment: Int) -> Int {
    guard drive.isLearned else { return moment + Self.time(length, at: drive.speed(0)) }
    var (moment, rest) = (moment, 360 * length)
    while true {
      let hour = moment / WeekTime.millisecondsPerHour
      let speed = speed(drive, on: edge, in: learned.classes[hour: hour % 168])
      let end = (hour + 1) * WeekTime.millisecondsPerHour
      let most = speed * (end - moment)
      if rest <= most { return moment + (rest + speed - 1) / speed }
      rest -= most
      moment = end
    }
  }

  /// The latest moment from which a vehicle drives a length of an edge and is through by a moment.
  package func entry(_ drive: ClockDrive, on edge: EdgeID, driving length: Int, by moment: Int) -> Int {
    guard drive.isLearned else { return moment - Self.time(length, at: drive.speed(0)) }
    var (moment, rest) = (moment, 360 * length)
    while true {
      let hour = (moment - 1) / WeekTime.millisecondsPerHour
      let speed = speed(drive, on: edge, in: learned.classes[hour: hour % 168])
      let begin = hour * WeekTime.millisecondsPerHour
      let most = speed * (moment - begin)
      if rest <= most { return moment - (rest + speed - 1) / speed }
      rest -= most
      moment = begin
    }
  }

  /// What a length of an edge counts at least in some hours, in milliseconds.
  package func leastTime(_ drive: ClockDrive, on edge: EdgeID, driving length: Int, in window: HourWindow) -> Int {
    guard drive.isLearned else { return window.leastCost(Self.time(length, at: drive.speed(0)), penalty: 0) }
    let row = edge.index * learned.classes.count
    var least = Int.max
    for (hours, factor) in zip(window.classes, window.factors) {
      least = min(least, Self.time(length, at: drive.speed(learned.speeds[row + hours])) * factor)
    }
    return least / HourWindow.one
  }

  // MARK: Turns

  /// What a turn takes, with what it violates.
  package func turn(
    from state: StateID, onto next: EdgeID, in states: TurnStates, isEnding: Bool = false
  ) -> ClockTurn {
    let edge = states.edge(of: state)
    guard let price = costs.price(from: state, onto: next, in: states, isEnding: isEnding) else { return .never }
    let turn = turn(from: edge, onto: next)
    return ClockTurn(time: turn.time, penalty: Int32((price * 1000).rounded(.up)), learned: turn.learned)
  }

  /// What a turn takes, whatever the law says.
  package func turn(from edge: EdgeID, onto next: EdgeID) -> ClockTurn {
    let isKnown = isKnown(edge)
    let time = isKnown ? costs.steadyDuration(from: edge, onto: next) : costs.duration(from: edge, onto: next)
    return ClockTurn(
      time: RouteCost(saturating: time * 1000), penalty: 0,
      learned: isKnown ? learned.turn(from: edge, onto: next).map { Int32($0) } ?? -1 : -1)
  }

  /// When a vehicle that comes to a turn at a moment is through.
  package func exit(_ turn: ClockTurn, from moment: Int) -> Int {
    let moment = moment + Int(turn.time)
    guard turn.learned >= 0 else { return moment }
    var best = moment + delay(turn, at: moment)
    var next = (moment / WeekTime.millisecondsPerHour + 1) * WeekTime.millisecondsPerHour
    while next < best {
      best = min(best, next + delay(turn, at: next))
      next += WeekTime.millisecondsPerHour
    }
    return best
  }

  /// The latest moment at which a vehicle comes to a turn and is through by a moment.
  package func entry(_ turn: ClockTurn, by moment: Int) -> Int {
    guard turn.learned >= 0 else { return moment - Int(turn.time) }
    var hour = moment / WeekTime.millisecondsPerHour
    var latest = moment
    while true {
      let begin = hour * WeekTime.millisecondsPerHour
      let start = min(latest, moment - delay(turn, at: begin))
      if start >= begin { return start - Int(turn.time) }
      latest = begin - 1
      hour -= 1
    }
  }

  /// When a vehicle that drives an edge from a moment on and then turns is through.
  package func exit(_ drive: ClockDrive, on edge: EdgeID, _ turn: ClockTurn, from moment: Int) -> Int {
    exit(turn, from: exit(drive, on: edge, driving: Int(drive.length), from: moment))
  }

  /// The latest moment from which a vehicle drives an edge and turns by a moment.
  package func entry(_ drive: ClockDrive, on edge: EdgeID, _ turn: ClockTurn, by moment: Int) -> Int {
    entry(drive, on: edge, driving: Int(drive.length), by: entry(turn, by: moment))
  }

  /// What the time of a turn counts at least in some hours, in milliseconds.
  package func leastTime(_ turn: ClockTurn, in window: HourWindow) -> Int {
    guard turn.learned >= 0 else { return window.leastCost(Int(turn.time), penalty: 0) }
    let delay = window.classes.reduce(.max) { min($0, self.delay(turn, in: $1)) }
    return window.leastCost(Int(turn.time) + delay, penalty: 0)
  }

  @inline(__always)
  private func delay(_ turn: ClockTurn, at moment: Int) -> Int {
    delay(turn, in: learned.classes[hour: WeekTime.hour(of: moment)])
  }

  @inline(__always)
  private func delay(_ turn: ClockTurn, in hours: Int) -> Int {
    100 * Int(learned.delays[Int(turn.learned) * learned.classes.count + hours])
  }
}
