internal import Geodesy
internal import Moments
internal import RoadGraph
internal import RoadRules

/// Times a route by the rules in force when the vehicle gets there, and reports what it then violates.
///
/// The rules for the whole of a stretch of road are those at the moment when the vehicle enters it. Where times were
/// learned, its speed changes with the hour on the way.
struct RouteClock {
  /// The costs of the search.
  private let costs: RoadCosts
  /// The costs without traffic, as at departure.
  private let free: RoadCosts
  private let always: RoadChanges
  private let timetable: RoadTimetable
  private let states: TurnStates
  /// `nil` if the hour makes no difference.
  private let clock: ClockCosts?

  init(
    costs: RoadCosts, free: RoadChanges, always: RoadChanges, timetable: RoadTimetable, states: TurnStates,
    learned: LearnedTimes? = nil
  ) {
    clock = learned.map { ClockCosts(costs, $0) }
    self.costs = costs
    self.free = RoadCosts(graph: costs.graph, options: costs.options, changes: free)
    self.always = always
    self.timetable = timetable
    self.states = states
  }

  /// - Parameter arrival: used if no departure is given; the route leaves as much earlier as it takes without traffic, or
  ///   where times were learned as late as it may.
  func timed(_ route: Route, departure: ZonedTime?, arrival: ZonedTime?) -> Route {
    var route = route
    for leg in route.legs.indices { setFreeDurations(of: &route.legs[leg]) }
    route.departure = departure ?? arrival.map { latestDeparture(of: route, arriving: $0) }
    var elapsed: Seconds = 0
    var found: [Int: [RouteEvent]] = [:]
    var first = 0
    for leg in route.legs.indices {
      let met = drive(&route.legs[leg], departure: route.departure, elapsed: &elapsed)
      for (event, elements) in met {
        let place = RouteEvent(
          event: timetable.events[event], leg: leg, elements: first + elements.lowerBound..<first + elements.upperBound)
        found[event, default: []].append(place)
      }
      first += route.legs[leg].elements.count
    }
    route.events = found.sorted { $0.key < $1.key }.flatMap(\.value)
    route.events.sort { $0.elements.lowerBound < $1.elements.lowerBound }
    return route
  }

  private func latestDeparture(of route: Route, arriving time: ZonedTime) -> ZonedTime {
    guard let clock else { return time.adding(seconds: -route.duration) }
    let arrival = clock.learned.moment(of: time)
    var moment = arrival
    for leg in route.legs.reversed() {
      for i in leg.elements.indices.reversed() {
        let stretch = leg.elements[i].stretch
        if let drive = clock.drive(on: stretch.edge, with: costs.changes[stretch.edge]) {
          moment = clock.entry(drive, on: stretch.edge, driving: stretch.lengthInMillimetres, by: moment)
        }
        moment = turn(i, of: leg, clock).map { clock.entry($0, by: moment) } ?? moment - boarding(at: leg)
      }
    }
    return ZonedTime(
      moment: Timestamp(millisecondsSince1970: time.moment.millisecondsSince1970 - Int64(arrival - moment)),
      offsetInMinutes: time.offsetInMinutes)
  }

  /// The turn onto an element from the previous one; `nil` for none.
  private func turn(_ i: Int, of leg: RouteLeg, _ clock: ClockCosts) -> ClockTurn? {
    let edge = i == 0 ? leg.approach.turnedFrom : leg.elements[i - 1].edge
    return edge.map { clock.turn(from: $0, onto: leg.elements[i].edge) }
  }

  private func boarding(at leg: RouteLeg) -> Int { Int(costs.costOfBeginning(leg)) }

  private func setFreeDurations(of leg: inout RouteLeg) {
    for i in leg.elements.indices {
      let speed = free.speed(on: leg.elements[i].edge)
      guard speed > 0 else { continue }
      leg.elements[i].duration = turning(i, of: leg) + leg.elements[i].length / speed
    }
  }

  /// The duration of the turn onto an element from the previous one.
  private func turning(_ i: Int, of leg: RouteLeg) -> Seconds {
    let edge = i == 0 ? leg.approach.turnedFrom : leg.elements[i - 1].edge
    return edge.map { costs.duration(from: $0, onto: leg.elements[i].edge) } ?? costs.boarding(at: leg)
  }

  /// Sets the durations in traffic and adds the violations when passing.
  ///
  /// - Returns: events by number, and the elements they are on.
  private func drive(
    _ leg: inout RouteLeg, departure: ZonedTime?, elapsed: inout Seconds
  ) -> [(event: Int, elements: Range<Int>)] {
    var met: [(event: Int, elements: Range<Int>)] = []
    var state = leg.approach.turnedFrom.map { StateID($0.rawValue) }
    var violations = leg.violations
    for i in leg.elements.indices {
      let edge = leg.elements[i].edge
      let turning = turning(i, of: leg, departure: departure, elapsed: elapsed)
      let time = departure?.adding(seconds: elapsed + turning)
      let change = change(of: edge, at: time)
      if isClosed(edge, by: change) { violations.add(.closedWhenPassing, i) }
      if let before = state, isNewlyBanned(from: before, onto: edge, at: time) {
        violations.add(.restrictedWhenPassing, i)
      }
      state = state.map { states.next(after: $0, onto: edge) } ?? StateID(edge.rawValue)
      let driving = driving(leg.elements[i].stretch, with: change, at: time, departure: departure)
      let duration = turning + (driving ?? leg.elements[i].duration - turning)
      leg.elements[i].durationInTraffic = duration
      elapsed += duration
      guard timetable.trafficMode != .ignore else { continue }
      for event in timetable.events(on: edge, at: time) {
        if let known = met.lastIndex(where: { $0.event == event && $0.elements.upperBound == i }) {
          met[known].elements = met[known].elements.lowerBound..<i + 1
        } else {
          met.append((event, i..<i + 1))
        }
      }
    }
    // Stable: elements in the same place keep their order.
    let order = violations.indices.sorted {
      (violations[$0].elements.lowerBound, $0) < (violations[$1].elements.lowerBound, $1)
    }
    leg.violations = order.map { violations[$0] }
    return met
  }

  /// The duration of the turn onto an element at its time.
  private func turning(_ i: Int, of leg: RouteLeg, departure: ZonedTime?, elapsed: Seconds) -> Seconds {
    guard let clock, let departure else { return turning(i, of: leg) }
    guard let turn = turn(i, of: leg, clock) else { return i == 0 ? Double(boarding(at: leg)) / 1000 : 0 }
    let moment = clock.learned.moment(of: departure.adding(seconds: elapsed), departing: departure)
    return Double(clock.exit(turn, from: moment) - moment) / 1000
  }

  /// The duration of driving a stretch that is entered at a time; `nil` where the mode has no speed.
  private func driving(
    _ stretch: EdgeStretch, with change: RoadChange?, at time: ZonedTime?, departure: ZonedTime?
  ) -> Seconds? {
    if let clock, let time {
      guard let drive = clock.drive(on: stretch.edge, with: change) else { return nil }
      let moment = clock.learned.moment(of: time, departing: departure)
      let exit = clock.exit(drive, on: stretch.edge, driving: stretch.lengthInMillimetres, from: moment)
      return Double(exit - moment) / 1000
    }
    let speed = costs.speed(on: stretch.edge, with: change)
    return speed > 0 ? stretch.length / speed : nil
  }

  private func change(of edge: EdgeID, at time: ZonedTime?) -> RoadChange? {
    let withTraffic = timetable.trafficMode != .ignore
    let found = timetable.change(
      of: edge, at: time, for: costs.options.traveller, on: costs.graph, withTraffic: withTraffic)
    guard let known = always[edge] else { return found }
    return found?.joined(with: known) ?? known
  }

  /// Closed now, and not for the search.
  private func isClosed(_ edge: EdgeID, by change: RoadChange?) -> Bool {
    guard let change, change.isShut || change.access == .no else { return false }
    return !costs.isShut(edge) && !costs.isClosed(edge)
  }

  private func isNewlyBanned(from state: StateID, onto edge: EdgeID, at time: ZonedTime?) -> Bool {
    guard let time, let rules = timetable.rules, costs.graph.mayBeBanned(onto: edge),
      !costs.isTurnBanned(from: state, onto: edge, in: states)
    else { return false }
    let inForce = rules.restrictionsInForce(in: Circumstances(at: time, costs.options.traveller))
    return costs.isTurnBanned(from: state, onto: edge, in: states, inForce: inForce)
  }
}

extension [Violation] {
  /// Consecutive elements with the same violation are one.
  fileprivate mutating func add(_ kind: Violation.Kind, _ index: Int) {
    if !kind.isOfTurn, let last = lastIndex(where: { $0.kind == kind && $0.elements.upperBound == index }) {
      self[last].elements = self[last].elements.lowerBound..<index + 1
    } else {
      append(Violation(kind: kind, elements: index..<index + 1))
    }
  }
}
