internal import Geodesy
internal import Moments
internal import RoadGraph
internal import RoadRules

/// Times a route by the rules in force when the vehicle gets there, and reports what it then violates.
///
/// The whole of a stretch of road is timed at the moment when the vehicle enters it.
struct RouteClock {
  /// The costs of the search.
  private let costs: RoadCosts
  /// The costs without traffic, as at departure.
  private let free: RoadCosts
  private let always: RoadChanges
  private let timetable: RoadTimetable
  private let states: TurnStates

  init(costs: RoadCosts, free: RoadChanges, always: RoadChanges, timetable: RoadTimetable, states: TurnStates) {
    self.costs = costs
    self.free = RoadCosts(graph: costs.graph, options: costs.options, changes: free)
    self.always = always
    self.timetable = timetable
    self.states = states
  }

  /// - Parameter arrival: used if no departure is given; the route leaves as much earlier as it takes without traffic.
  func timed(_ route: Route, departure: ZonedTime?, arrival: ZonedTime?) -> Route {
    var route = route
    for leg in route.legs.indices { setFreeDurations(of: &route.legs[leg]) }
    route.departure = departure ?? arrival?.adding(seconds: -route.duration)
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
      let (edge, turning) = (leg.elements[i].edge, turning(i, of: leg))
      let time = departure?.adding(seconds: elapsed + turning)
      let change = change(of: edge, at: time)
      if isClosed(edge, by: change) { violations.add(.closedWhenPassing, i) }
      if let before = state, isNewlyBanned(from: before, onto: edge, at: time) {
        violations.add(.restrictedWhenPassing, i)
      }
      state = state.map { states.next(after: $0, onto: edge) } ?? StateID(edge.rawValue)
      let speed = costs.speed(on: edge, with: change)
      let duration = turning + (speed > 0 ? leg.elements[i].length / speed : leg.elements[i].duration - turning)
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
