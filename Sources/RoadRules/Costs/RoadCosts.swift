package import Geodesy
package import RoadGraph

/// Whether a route may violate its options or the law.
package enum Strictness: Sendable {
  /// Never.
  case lawful
  /// Only if there is no other path. It costs so much that the route violates as little as possible.
  case yielding
}

/// The cost of every edge and every turn of a map for one mode with one set of options.
///
/// Durations are the profile's free-flow ones. Costs are durations weighted by optimisation and preference. Edges that
/// must not be used cost ``RouteCost/never``, or, if the route may violate rules, a price below it.
package final class RoadCosts: Sendable {
  package let graph: RoadGraph
  package let profile: Profile
  package let options: RouteOptions
  package let strictness: Strictness
  /// Differences from the map.
  package let changes: RoadChanges

  /// A second on an avoided or closed road costs as much as this many.
  package static let avoidedFactor = 100.0
  /// A second on lanes for car pools costs as much as this many for people who drive alone.
  package static let carPoolFactor = 5.0
  /// The price of a banned turn, a closed barrier, or a path through private ground, as a duration.
  package static let offence: Seconds = 3600
  /// Turning round where there is room for it takes this share of the time of another U-turn.
  static let shareAtTurningPlace = 0.25
  /// The price of a gate that is not for everybody, as a duration: less than an offence, since the route may end there.
  static let permission: Seconds = 900
  /// A turn sharper than this is a difficult turn.
  package static let sharpTurn: Degrees = 120

  package init(
    graph: RoadGraph, options: RouteOptions, strictness: Strictness = .lawful, changes: RoadChanges = RoadChanges()
  ) {
    self.graph = graph
    self.options = options
    self.strictness = strictness
    self.changes = changes
    profile = Profile.of(options.mode)
  }

  private var mode: TravelMode { profile.mode }

  // MARK: Edges

  /// The speed of the mode with traffic and changes; 0 where it may not go.
  package func speed(on edge: EdgeID) -> MetresPerSecond { speed(on: edge, with: changes[edge]) }

  /// The same with another change than the current one.
  package func speed(on edge: EdgeID, with change: RoadChange?) -> MetresPerSecond {
    guard let change else { return freeFlowSpeed(on: edge) }
    let free = freeFlowSpeed(on: edge, limit: change.limit)
    guard free > 0 else { return free }
    return min(change.speed ?? change.usualSpeed ?? free, profile.topSpeed / 3.6) * change.speedFactor
  }

  /// The speed of the mode on an empty road, in m/s; 0 where it may not go.
  ///
  /// - Parameter limit: in km/h, if it differs from the map's.
  package func freeFlowSpeed(on edge: EdgeID, limit stated: Double? = nil) -> MetresPerSecond {
    let roadClass = graph.roadClass(of: edge)
    var speed = profile.classSpeeds[roadClass]
    if speed == 0 {
      guard !isClosed(edge) else { return 0 }
      speed = profile.foreignSpeeds[roadClass]
    }
    let share = profile.shareOfLimit[roadClass]
    if let stated, share > 0, roadClass != .ferry {
      speed = stated * share
    } else if share > 0, let limit = graph.speedLimit(of: edge), limit.source == .tag, roadClass != .ferry {
      speed = (limit.kmh.map(Double.init) ?? profile.topSpeed) * share
    }
    let flags = graph.flags(of: edge)
    if flags.contains(.minorService) { speed = min(speed, profile.minorServiceSpeed) }
    if profile.pushingSpeed < speed, isPushed(edge) { speed = profile.pushingSpeed }
    let surface = graph.surface(of: edge)
    speed = min(speed, profile.surfaceSpeeds[surface == .unknown && flags.contains(.unpaved) ? .unpaved : surface])
    return min(speed, profile.topSpeed) / 3.6
  }

  /// Whether the vehicle is pushed, since no condition in force lets it be ridden.
  private func isPushed(_ edge: EdgeID) -> Bool { graph.isPushed(edge) && changes[edge]?.access == nil }

  /// The duration of the whole edge; infinite where the mode does not go.
  package func duration(of edge: EdgeID) -> Seconds {
    let speed = speed(on: edge)
    return speed > 0 ? graph.length(of: edge) / speed : .infinity
  }

  /// The cost of the whole edge, without the turn at its end.
  package func cost(of edge: EdgeID) -> RouteCost {
    let duration = duration(of: edge)
    guard duration < .infinity else { return .never }
    let change = changes[edge]
    var cost = weighed(duration, edge) * (change?.costFactor ?? 1)
    if isAvoided(edge) || isClosed(edge) || change?.isShut == true {
      guard strictness == .yielding, !isAgainstOneway(edge) else { return .never }
      cost *= Self.avoidedFactor
    }
    return RouteCost(saturating: cost * 1000)
  }

  /// The cost from one offset to another, in metres from the start of the edge.
  package func cost(of edge: EdgeID, from begin: Metres, to end: Metres) -> RouteCost {
    let (whole, length) = (cost(of: edge), graph.length(of: edge))
    guard whole < .never, length > 0, end - begin < length else { return whole }
    return RouteCost(saturating: Double(whole) * max(0, end - begin) / length)
  }

  /// The edge can be driven at all. Cheaper to compute than ``cost(of:)``.
  package func isUsable(_ edge: EdgeID) -> Bool { strictness == .yielding || !isClosed(edge) }

  /// The mode may drive there in this direction, even if only to begin or end.
  package func isDrivable(_ edge: EdgeID) -> Bool { !isClosed(edge) }

  /// A route begins and ends there rather than elsewhere: not on a ferry.
  package func mayStop(on edge: EdgeID) -> Bool { isDrivable(edge) && graph.roadClass(of: edge) != .ferry }

  /// A road to which a waypoint may be moved: not a track that the mode prefers to avoid.
  package func isStreet(_ edge: EdgeID) -> Bool {
    isDrivable(edge) && !(graph.roadClass(of: edge) == .track && profile.dislike[.track] > 1)
  }

  /// A lower bound on the cost of a metre on any road.
  package var leastCostPerMetre: Double {
    let liked = 3600 / profile.topSpeed * profile.dislike.least * changes.leastCostFactor
    let reference = 3600 / profile.referenceSpeed
    switch options.optimisation {
    case .fastest: return liked
    case .shortest: return reference * changes.leastCostFactor
    case .balanced: return (liked + reference * changes.leastCostFactor) / 2
    }
  }

  /// The cost of driving the whole edge, whatever the law and the options say; walking where the mode does not go.
  package func costOfDriving(_ edge: EdgeID) -> Double {
    let duration = duration(of: edge)
    let walking = graph.length(of: edge) / (5 / 3.6)
    let weighed = weighed(duration < .infinity ? duration : walking, edge)
    return (weighed * (changes[edge]?.costFactor ?? 1) * 1000).rounded(.up)
  }

  private func weighed(_ duration: Seconds, _ edge: EdgeID) -> Seconds {
    let isForOthers = profile.avoidsCarPoolLanes && graph.flags(of: edge).contains(.carPoolOnly)
    let liked = duration * profile.dislike[graph.roadClass(of: edge)] * (isForOthers ? Self.carPoolFactor : 1)
    switch options.optimisation {
    case .fastest: return liked
    case .shortest: return graph.length(of: edge) / (profile.referenceSpeed / 3.6)
    case .balanced: return (liked + graph.length(of: edge) / (profile.referenceSpeed / 3.6)) / 2
    }
  }

  /// How the time on an edge becomes its cost.
  package struct Preference: Hashable, Sendable {
    /// The cost of a second, in seconds.
    package var perSecond: Double
    /// What the whole edge costs besides, in seconds.
    package var flat: Seconds
  }

  /// The cost of a second on any road that is neither liked nor disliked.
  package var timeShare: Double {
    switch options.optimisation {
    case .fastest: 1
    case .shortest: 0
    case .balanced: 0.5
    }
  }

  /// ``cost(of:)`` for any duration; `nil` if the edge must not be driven.
  package func preference(for edge: EdgeID) -> Preference? {
    let change = changes[edge]
    var factor = change?.costFactor ?? 1
    if isAvoided(edge) || isClosed(edge) || change?.isShut == true {
      guard strictness == .yielding, !isAgainstOneway(edge) else { return nil }
      factor *= Self.avoidedFactor
    }
    let isForOthers = profile.avoidsCarPoolLanes && graph.flags(of: edge).contains(.carPoolOnly)
    let dislike = profile.dislike[graph.roadClass(of: edge)] * (isForOthers ? Self.carPoolFactor : 1)
    return Preference(perSecond: timeShare * dislike * factor, flat: weighed(0, edge) * factor)
  }

  /// Closed to the mode in this direction.
  package func isClosed(_ edge: EdgeID) -> Bool { access(of: edge) == .no }

  /// How far the mode may use an edge at the time of the changes.
  func access(of edge: EdgeID) -> Access {
    if changes.changesAccess, let access = changes[edge]?.access { return access }
    return graph.access(of: edge)[mode]
  }

  /// Closed in this direction and open in the other, and not only temporarily.
  private func isAgainstOneway(_ edge: EdgeID) -> Bool { graph.isAgainstOneway(edge, for: mode) && isClosed(edge) }

  /// Closed by a change of the map, or to this vehicle, and not by the rules of the mode.
  package func isShut(_ edge: EdgeID) -> Bool { changes[edge]?.isShut == true }

  /// Usable only to begin or end there.
  package func isRestricted(_ edge: EdgeID) -> Bool { access(of: edge) < .yes }

  /// The options avoid it.
  package func isAvoided(_ edge: EdgeID) -> Bool {
    options.avoidedEdges.contains(edge) || (!options.avoid.isEmpty && !avoidedFeatures(of: edge).isEmpty)
  }

  /// The avoided features of an edge.
  package func avoidedFeatures(of edge: EdgeID) -> AvoidedFeatures {
    let flags = graph.flags(of: edge)
    var found: AvoidedFeatures = []
    if flags.contains(.toll) { found.insert(AvoidedFeatures(.tollRoads)) }
    if flags.contains(.ferry) { found.insert(AvoidedFeatures(.ferries)) }
    if flags.contains(.tunnel) { found.insert(AvoidedFeatures(.tunnels)) }
    if flags.contains(.unpaved) { found.insert(AvoidedFeatures(.unpavedRoads)) }
    if flags.contains(.carPoolOnly) { found.insert(AvoidedFeatures(.carPoolLanes)) }
    if graph.roadClass(of: edge) == .motorway || graph.roadClass(of: edge) == .motorwayLink {
      found.insert(AvoidedFeatures(.motorways))
    }
    return found.intersection(options.avoid)
  }

  // MARK: Turns

  /// The duration of going from the end of one edge to the start of the next on an empty road, in seconds, whatever the
  /// law says.
  package func duration(from edge: EdgeID, onto next: EdgeID) -> Seconds {
    let duration = durationAnywhere(from: edge, onto: next)
    guard isUTurn(from: edge, onto: next), graph.isTurningPlace(graph.head(of: edge)) else { return duration }
    return duration - profile.delays.uTurn * (1 - Self.shareAtTurningPlace)
  }

  /// The same without regard to places made for turning round, for searches that meet every turn back and take few.
  func durationAnywhere(from edge: EdgeID, onto next: EdgeID) -> Seconds {
    let delays = profile.delays
    let node = graph.head(of: edge)
    var delay: Seconds = 0
    if isUTurn(from: edge, onto: next) {
      delay += delays.uTurn
    } else {
      delay += turning(graph.angle(from: edge, onto: next), onto: next)
    }
    let flags = graph.flags(of: node)
    if !flags.isEmpty { delay += waiting(at: flags) }
    let isBoarding = graph.flags(of: next).contains(.ferry) && !graph.flags(of: edge).contains(.ferry)
    return isBoarding ? delay + delays.boarding : delay
  }

  private func turning(_ angle: Direction, onto next: EdgeID) -> Seconds {
    let weight = oneLessCosine[Int(angle.parts)]
    guard weight > 0.02 else { return 0 }  // less than 11°: a bend
    let isToLeft = angle.parts >= 128
    let isAcross = isToLeft != graph.flags(of: next).contains(.drivesOnLeft)
    return weight * (profile.delays.rightAngle + (isAcross ? profile.delays.acrossTraffic : 0))
  }

  private func waiting(at flags: NodeFlags) -> Seconds {
    let delays = profile.delays
    var delay: Seconds = 0
    if flags.contains(.trafficSignals) { delay += delays.signals }
    if flags.contains(.stopSign) { delay += delays.stopSign }
    if flags.contains(.giveWay) { delay += delays.giveWay }
    if flags.contains(.levelCrossing) { delay += delays.levelCrossing }
    if flags.contains(.tollBooth) { delay += delays.tollBooth }
    if flags.contains(.barrier) { delay += delays.barrier }
    return delay
  }

  package func isUTurn(from edge: EdgeID, onto next: EdgeID) -> Bool { next == edge.reversed }

  /// The cost of going from the edge of `state` onto `next`, without the two edges.
  ///
  /// - Parameter isEnding: the route ends on the roads it enters here, which may be used only for that.
  package func cost(
    from state: StateID, onto next: EdgeID, in states: TurnStates, isEnding: Bool = false
  ) -> RouteCost {
    let edge = states.edge(of: state)
    let offences = offences(from: state, onto: next, in: states, isEnding: isEnding).count
    guard offences == 0 || strictness == .yielding else { return .never }
    var cost = duration(from: edge, onto: next)
    if next != edge.reversed { cost += priceOfGate(at: graph.head(of: edge)) }
    if offences > 0 { cost += Double(offences) * Self.offence }
    return RouteCost(saturating: cost * 1000)
  }

  /// What a turn costs besides its duration, in seconds; `nil` if it must not be driven.
  func price(from state: StateID, onto next: EdgeID, in states: TurnStates, isEnding: Bool = false) -> Seconds? {
    let edge = states.edge(of: state)
    let gate = next != edge.reversed ? priceOfGate(at: graph.head(of: edge)) : 0
    let offences = offences(from: state, onto: next, in: states, isEnding: isEnding).count
    guard offences == 0 || strictness == .yielding else { return nil }
    return gate + Double(offences) * Self.offence
  }

  /// The part of the duration of a turn that is no matter of traffic: turning round, and boarding a ferry.
  func steadyDuration(from edge: EdgeID, onto next: EdgeID) -> Seconds {
    let isBoarding = graph.flags(of: next).contains(.ferry) && !graph.flags(of: edge).contains(.ferry)
    let boarding = isBoarding ? profile.delays.boarding : 0
    guard isUTurn(from: edge, onto: next) else { return boarding }
    return boarding + profile.delays.uTurn * (graph.isTurningPlace(graph.head(of: edge)) ? Self.shareAtTurningPlace : 1)
  }

  /// What passing a gate costs besides its delay, if permission or a reason to go there is needed.
  private func priceOfGate(at node: NodeID) -> Seconds {
    if !changes.gates.isEmpty, changes.gates.contains(node) { return Self.permission }
    guard graph.flags(of: node).contains(.barrier) else { return 0 }
    let access = graph.barrier(at: node)[mode]
    return access > .no && access < .yes ? Self.permission : 0
  }

  /// The rules and options that a turn violates.
  package func offences(
    from state: StateID, onto next: EdgeID, in states: TurnStates, isEnding: Bool = false
  ) -> TurnOffences {
    let edge = states.edge(of: state)
    var offences: TurnOffences = []
    if isTurnBanned(from: state, onto: next, in: states) { offences.insert(.banned) }
    // A vehicle that turns back before a barrier does not pass it.
    if next == edge.reversed {
      if !graph.isEnd(of: edge, for: mode) { offences.insert(.uTurn) }
      if options.avoid.contains(.uTurns) || options.avoid.contains(.difficultTurns) { offences.insert(.avoided) }
      return offences
    }
    let node = graph.head(of: edge)
    if graph.isClosed(node, to: mode) || !changes.misfits.isEmpty && changes.misfits[node] != nil {
      offences.insert(.barrier)
    }
    if !isEnding, isRestricted(next), !isRestricted(edge) { offences.insert(.throughTraffic) }
    if options.avoid.contains(.difficultTurns), graph.angle(from: edge, onto: next).size >= Self.sharpTurn {
      offences.insert(.avoided)
    }
    return offences
  }

  package func isTurnBanned(from state: StateID, onto next: EdgeID, in states: TurnStates) -> Bool {
    if changes.restrictionsInForce.isEmpty {
      return graph.isTurnBanned(onto: next, for: mode) { states.edge($0, before: state) }
    }
    return isTurnBanned(from: state, onto: next, in: states, inForce: changes.restrictionsInForce)
  }

  /// The same while other restrictions are in force.
  package func isTurnBanned(
    from state: StateID, onto next: EdgeID, in states: TurnStates, inForce: Set<Int>
  ) -> Bool {
    graph.isTurnBanned(onto: next, for: mode, inForce: inForce) { states.edge($0, before: state) }
  }
}

/// The violations of a turn.
package struct TurnOffences: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A turn restriction bans it.
  package static let banned = TurnOffences(rawValue: 1)
  /// A barrier does not let the mode pass.
  package static let barrier = TurnOffences(rawValue: 2)
  /// Through traffic onto a road that may only be used to begin or end there.
  package static let throughTraffic = TurnOffences(rawValue: 4)
  /// A U-turn where the road continues.
  package static let uTurn = TurnOffences(rawValue: 8)
  /// The options avoid it.
  package static let avoided = TurnOffences(rawValue: 16)

  package var count: Int { rawValue.nonzeroBitCount }
}
