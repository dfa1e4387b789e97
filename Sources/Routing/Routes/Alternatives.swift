internal import Geodesy
internal import RoadGraph
internal import RoadRules

/// When another route is worth reporting besides the best one.
///
/// - Source: the three demands of Abraham, Delling, Goldberg & Werneck 2013, Alternative Routes in Road Networks,
///   doi:10.1145/2444016.2444019; routes are found by making earlier routes more expensive, Chen, Bell & Bogenberger
///   2007, doi:10.1109/TITS.2007.902640.
package struct AlternativeSettings: Sendable {
  /// The greatest share of its length that it may have in common with a better route.
  package var mostShared = 0.75
  /// Its greatest cost, as a multiple of the best route's.
  package var mostStretch = 1.4
  /// Around the places where it leaves better routes, every part that costs this share of the best route is the
  /// cheapest path between its ends.
  package var optimalShare = 0.2
  /// The factor on the cost of a road for each time that it was part of an earlier route.
  package var surcharge = 1.3
  /// The number of searches per route wanted, without a hierarchy.
  package var triesPerRoute = 4
  /// With a hierarchy: the share of the best route's cost over which another route must be the cheapest path both from
  /// its start and to its end.
  package var leastPlateau = 0.05
  /// With a hierarchy: the number of candidates per route wanted.
  package var candidatesPerRoute = 16

  func candidates(for count: Int) -> Int { count * candidatesPerRoute }

  package init() {}
}

extension Router {
  /// The best route and up to `count` others that differ from it and from each other, by cost.
  ///
  /// If the best route has to violate something, there are no others.
  ///
  /// - Complexity: with a hierarchy for the costs of the request, some milliseconds. Without one, or with intermediate
  ///   waypoints, as ``route(_:surcharges:)``, times ``AlternativeSettings/triesPerRoute`` for each route wanted.
  package mutating func routes(
    _ request: RouteRequest, alternatives count: Int, settings: AlternativeSettings = AlternativeSettings()
  ) throws(RouteError) -> [Route] {
    let best = try route(request)
    guard count > 0, best.violations.isEmpty else { return [best] }
    let snapshot = snapshot(for: request)
    let costs = RoadCosts(graph: graph, options: request.options, changes: snapshot.searched)
    let weighed = weighed(for: costs, in: snapshot)
    let timing = best.departure.flatMap { departure in
      timetable.timing(for: request).map { LegTiming(departing: departure, $0.learned) }
    }
    var choice = RouteChoice(best, settings: settings, costs: costs, weighed: weighed, timing: timing)
    let limits = DetourLimits(
      cost: RouteCost(saturating: settings.mostStretch * Double(best.cost)),
      plateau: RouteCost(saturating: settings.leastPlateau * Double(best.cost)), count: settings.candidates(for: count))
    if let weighed, let detours = detours(beside: best, within: limits, costs: costs, by: weighed, timing) {
      for path in detours where choice.routes.count <= count {
        var found = best.led(along: path, costs: costs, states: states)
        if timing != nil { found.cost = choice.cost(of: found, states: states) }
        guard isWorthwhile(found, choice), let timed = try? finished(found, for: request, costs: costs) else {
          continue
        }
        if timed.violations.isEmpty { choice.add(timed) }
      }
    } else {
      addBySurcharges(upTo: count, for: request, to: &choice)
    }
    return [best] + choice.routes.dropFirst().sorted { $0.cost < $1.cost }
  }

  /// Makes the routes found so far more expensive, and searches again.
  private mutating func addBySurcharges(upTo count: Int, for request: RouteRequest, to choice: inout RouteChoice) {
    var surcharges = choice.costs.changes
    var surcharge = RoadChange()
    surcharge.costFactor = choice.settings.surcharge
    var last = choice.routes[0]
    for _ in 0..<count * choice.settings.triesPerRoute where choice.routes.count <= count {
      for edge in last.edges { surcharges.add(surcharge, to: edge) }
      guard var found = try? route(request, surcharges: surcharges), found.violations.isEmpty else { break }
      last = found
      found.cost = choice.cost(of: found, states: states)
      if isWorthwhile(found, choice) { choice.add(found) }
    }
  }

  private mutating func isWorthwhile(_ route: Route, _ choice: RouteChoice) -> Bool {
    let (best, settings) = (choice.routes[0], choice.settings)
    guard Double(route.cost) <= settings.mostStretch * Double(best.cost), !route.passesTwice(on: graph) else {
      return false
    }
    for edges in choice.edges where route.length(on: edges) > settings.mostShared * route.length { return false }
    let reach = RouteCost(saturating: settings.optimalShare * Double(best.cost) / 2)
    var timing = choice.timing
    for (leg, other) in zip(route.legs, best.legs) {
      let stretches = LegStretches(of: leg, costs: choice.costs, states: states, timing)
      timing = stretches.end
      for parting in leg.partings(from: other) where !isOptimal(stretches, around: parting, reach: reach, choice) {
        return false
      }
    }
    return true
  }

  /// The part of the leg that costs `reach` before an element and as much after it is the cheapest path between its
  /// ends.
  private mutating func isOptimal(
    _ leg: LegStretches, around element: Int, reach: RouteCost, _ choice: RouteChoice
  ) -> Bool {
    let range = leg.range(around: element, reach: reach)
    let (first, last) = (leg.elements[range.lowerBound], leg.elements[range.upperBound])
    let (start, target) = (first.stretch.beginPosition, last.stretch.endPosition)
    let timing = leg.timing(at: range.lowerBound)
    guard let cheapest = path(from: start, to: target, costs: choice.costs, by: choice.weighed, timing) else {
      return true
    }
    return Double(leg.cost(of: range)) <= 1.01 * Double(cheapest.cost)
  }
}

/// The routes chosen so far, the best one first, and the criteria.
private struct RouteChoice {
  let settings: AlternativeSettings
  let costs: RoadCosts
  /// `nil` if candidates are searched without a hierarchy.
  let weighed: WeighedRoads?
  /// From the departure of the best route; `nil` if the hour makes no difference.
  let timing: LegTiming?
  private(set) var routes: [Route]
  /// The edges of each route.
  private(set) var edges: [Set<EdgeID>]

  init(
    _ best: Route, settings: AlternativeSettings, costs: RoadCosts, weighed: WeighedRoads?, timing: LegTiming?
  ) {
    self.timing = timing
    self.settings = settings
    self.costs = costs
    self.weighed = weighed
    routes = [best]
    edges = [best.edges]
  }

  /// The cost of a route that begins when the best one does.
  func cost(of route: Route, states: TurnStates) -> RouteCost {
    guard var timing else { return costs.cost(of: route.legs, states: states) }
    var cost: RouteCost = 0
    for leg in route.legs {
      let stretches = LegStretches(of: leg, costs: costs, states: states, timing)
      cost = cost &+| stretches.cost
      timing = stretches.end ?? timing
    }
    return cost
  }

  mutating func add(_ route: Route) {
    routes.append(route)
    edges.append(route.edges)
  }
}

/// The costs of the elements of a leg and of the turns between them.
private struct LegStretches {
  let elements: [RouteElement]
  private var drives: [RouteCost] = []
  /// The cost of the turn onto each element; 0 for the first one.
  private var turns: [RouteCost] = []
  /// When the vehicle is at the start of each element and at the end of the leg; empty if the hour makes no difference.
  private var timings: [LegTiming] = []

  init(of leg: RouteLeg, costs: RoadCosts, states: TurnStates, _ timing: LegTiming?) {
    elements = leg.elements
    if let timing {
      follow(leg, ClockCosts(costs, timing.learned), states, timing)
    } else {
      costs.forEachPart(of: leg, states: states) { turn, drive in
        turns.append(turn)
        drives.append(drive)
      }
    }
  }

  /// The same by the clock.
  private mutating func follow(_ leg: RouteLeg, _ clock: ClockCosts, _ states: TurnStates, _ timing: LegTiming) {
    var moment = timing.moment
    var state = leg.approach.turnedFrom.map { StateID($0.rawValue) }
    let ending = clock.costs.restrictedEnd(of: leg.elements[...])
    for (i, element) in leg.elements.enumerated() {
      let begun = moment
      var penalty = 0
      if let before = state {
        let turn = clock.turn(from: before, onto: element.edge, in: states, isEnding: i >= ending)
        moment = clock.exit(turn, from: moment)
        penalty = turn.isNever ? Int(Int32.max) : Int(turn.penalty)
      } else {
        moment += Int(clock.costs.costOfBeginning(leg))
      }
      turns.append(RouteCost(clamping: moment - begun + penalty))
      timings.append(timing.departing(at: moment))
      let entered = moment
      let length = element.stretch.lengthInMillimetres
      if let drive = clock.drive(on: element.edge) {
        moment = clock.exit(drive, on: element.edge, driving: length, from: moment)
        drives.append(RouteCost(clamping: moment - entered + drive.penalty(for: length)))
      } else {
        drives.append(.never)
      }
      state = state.map { states.next(after: $0, onto: element.edge) } ?? StateID(element.edge.rawValue)
    }
    timings.append(timing.departing(at: moment))
  }

  /// Of the whole leg.
  var cost: RouteCost { drives.indices.reduce(0) { $0 &+| turns[$1] &+| drives[$1] } }

  /// At the start of an element.
  func timing(at element: Int) -> LegTiming? { timings.isEmpty ? nil : timings[element] }

  /// At the end of the leg.
  var end: LegTiming? { timings.last }

  /// The cost of consecutive elements.
  func cost(of range: ClosedRange<Int>) -> RouteCost {
    range.dropFirst().reduce(drives[range.lowerBound]) { $0 &+| turns[$1] &+| drives[$1] }
  }

  /// The smallest range around an element that costs `reach` before it and as much from it on, as far as the leg
  /// extends.
  func range(around element: Int, reach: RouteCost) -> ClosedRange<Int> {
    var (begin, end) = (element, element)
    var (before, behind): (RouteCost, RouteCost) = (0, drives[element])
    while begin > 0, before < reach {
      before = before &+| drives[begin - 1] &+| (begin < element ? turns[begin] : 0)
      begin -= 1
    }
    while end < elements.count - 1, behind < reach {
      end += 1
      behind = behind &+| turns[end] &+| drives[end]
    }
    return begin...end
  }
}

extension RoadCosts {
  /// The cost of driving a leg, including the turn onto it at a junction.
  func cost(of leg: RouteLeg, states: TurnStates) -> RouteCost {
    var cost: RouteCost = 0
    forEachPart(of: leg, states: states) { turn, drive in cost = cost &+| turn &+| drive }
    return cost
  }

  /// For each element of a leg, the cost of the turn onto it and of driving it.
  fileprivate func forEachPart(
    of leg: RouteLeg, states: TurnStates, _ body: (_ turn: RouteCost, _ drive: RouteCost) -> Void
  ) {
    let ending = restrictedEnd(of: leg.elements[...])
    let beginning = costOfBeginning(leg)
    var state = leg.approach.turnedFrom.map { StateID($0.rawValue) }
    for (i, element) in leg.elements.enumerated() {
      body(
        state.map { self.cost(from: $0, onto: element.edge, in: states, isEnding: i >= ending) } ?? beginning,
        self.cost(of: element.edge, from: element.begin, to: element.end))
      state = state.map { states.next(after: $0, onto: element.edge) } ?? StateID(element.edge.rawValue)
    }
  }
}

extension Route {
  fileprivate var edges: Set<EdgeID> { Set(legs.lazy.flatMap { $0.elements.lazy.map(\.edge) }) }

  /// The length that it drives on some edges.
  fileprivate func length(on edges: Set<EdgeID>) -> Metres {
    legs.reduce(0) { $0 + $1.elements.reduce(0) { edges.contains($1.edge) ? $0 + $1.length : $0 } }
  }

  /// The lawful route along another path between the waypoints of this route, which has one leg.
  fileprivate func led(along path: LegPath, costs: RoadCosts, states: TurnStates) -> Route {
    var route = self
    route.legs = [costs.leg(along: path.stretches, states: states, isLawful: true)]
    route.cost = path.cost
    route.events = []
    route.waypoints[0].position = path.begin
    route.waypoints[1].position = path.end
    return route
  }

  /// A leg visits the same node twice.
  fileprivate func passesTwice(on graph: RoadGraph) -> Bool {
    legs.contains { leg in
      let heads = leg.elements.dropLast().map { graph.head(of: $0.edge) }
      return Set(heads).count < heads.count
    }
  }
}

extension RouteLeg {
  /// The elements at which it leaves another leg and rejoins it.
  fileprivate func partings(from other: RouteLeg) -> [Int] {
    let edges = Set(other.elements.map(\.edge))
    let isShared = elements.map { edges.contains($0.edge) }
    return isShared.indices.dropFirst().filter { isShared[$0] != isShared[$0 - 1] }
  }
}
