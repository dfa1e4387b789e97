import Detection
import Geodesy
import Matching
import Moments
import Plans
import RandomNumbers
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing
import Traces
import Trips

/// What a report would say of an event.
private func spelled(_ event: Event) -> String {
  "\(event.type.rawValue) \(event.fixes) \(event.span) \(event.place) \(event.edge ?? -1) \(event.length) "
    + "\(event.confidence) \(event.detail)"
}

private func spelled(_ edge: TripEdge) -> String { "\(edge)" }

@Suite struct `A trip that becomes certain piece by piece` {
  private let town: RoadSketch
  private let scene: Scene
  init() throws {
    town = try RoadSketch(
      """
      A---B---C---D
      |   |   |   |
      E---F---G---H
      |   |   |   |
      I---J---K---L
      """, metresPerCell: 12,
      roads: [
        SketchRoad("A>B>C>D", name: "Quay"), "E-F-G-H", SketchRoad("L>K>J>I", name: "Long Lane"),
        SketchRoad("A-E-I", access: .none), "B>F>J",
        SketchRoad("C-G-K", flags: [.tunnel]), "D-H-L",
      ], forbidden: ["EFG", "GFE", "AEF", "BFGH", "JFG"], mandatory: ["CGK", "LHG"]
    ) {
      for segment in $0.segments.indices {
        $0.segments[segment].forward.speedLimit = SpeedLimit(kmh: 30, source: .tag)
        $0.segments[segment].backward.speedLimit = SpeedLimit(kmh: 20, source: .tag)
      }
      $0.segments[5].forward.conditions = "motor_vehicle:conditional=no @ (00:00-12:00)"
      $0.segments[4].backward.conditions = "maxheight=3.5"
      $0.restrictions[1].condition = "00:00-00:03"
      let node = $0.segments[3].to
      $0.nodes[node].flags.insert(.barrier)
      $0.nodes[node].barrier = .none
      for node in $0.nodes.indices where node % 3 != 1 { $0.nodes[node].flags.insert(.trafficSignals) }
      for node in $0.nodes.indices where node % 4 == 1 { $0.nodes[node].signs = .speedCamera }
      $0.ways[2].flags.insert(.schoolZone)
      for (number, name) in ["Inner", "Outer"].enumerated() {
        let stretches = $0.segments.indices.filter { $0 % 3 != number }.map {
          RoadNetwork.ZoneStretch(segment: $0, begin: $0 % 2 == 0 ? 0.2 : 0, end: $0 % 5 == 0 ? 0.7 : 1)
        }
        $0.zones.append(
          RoadNetwork.Zone(kind: .lowEmission, name: name, source: .way(Int64(number)), stretches: stretches))
      }
      for segment in $0.segments.indices {
        $0.enforcements.append(
          RoadNetwork.Enforcement(
            kind: .access, source: 1, segment: segment, forward: segment % 2 == 0, share: Double(segment % 5) / 4))
      }
    }
    var timetable = RoadTimetable()
    timetable.rules = ConditionalRules(of: town.graph)
    let rules = DriveRules(
      graph: town.graph, mode: .car, vehicle: Vehicle([.height: 4]), timetable: timetable, clock: LocalClock("Z"))
    var settings = DetectionSettings()
    settings.meetsClosedRoads = true
    settings.speeding.shortest = 5
    settings.speeding.shortestLength = 40
    scene = Scene(rules: rules, settings: settings)
  }

  /// Drives about town in some legs, stops now and then, falls silent, leaves the road.
  private func drive(_ random: inout SplitMix64) -> Trip {
    var drive = SketchDrive()
    drive.period = Double.random(in: 1...6, using: &random)
    drive.speed = Double.random(in: 4...15, using: &random)
    drive.hasTimes = Int.random(in: 0..<5, using: &random) > 0
    var trip = town.trip(
      (0..<Int.random(in: 1...3, using: &random)).map { _ in walk(&random) }.joined(separator: " | "), drive)
    for fix in trip.matched.fixes.indices.dropFirst().dropLast() {
      switch Int.random(in: 0..<40, using: &random) {
      case 0: trip.wait(Double.random(in: 5...200, using: &random), before: fix)
      case 1: if isSpare(fix, trip) { trip.take(fix, off: .offRoad, .noRoadNear) }
      case 2: if isSpare(fix, trip) { trip.take(fix, off: .unmatched, .noPath) }
      default: break
      }
    }
    return trip
  }

  /// Its path has other fixes.
  private func isSpare(_ fix: Int, _ trip: Trip) -> Bool {
    trip.matched.path(around: fix).map { trip.matched.paths[$0].anchors.count > 2 } ?? true
  }

  private func walk(_ random: inout SplitMix64) -> String {
    var edge = EdgeID(Int.random(in: 0..<town.graph.edgeCount, using: &random))
    var walk = [edge]
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let next = town.graph.edges(leaving: town.graph.head(of: edge))
      edge = next[next.index(next.startIndex, offsetBy: Int.random(in: 0..<next.count, using: &random))]
      walk.append(edge)
    }
    return town.spelled(walk)
  }

  @Test func `has the same edges, legs, gaps, stops and events as the whole`() throws {
    let drives = rounds(300)
    var random = SplitMix64(seed: 7)
    var found: [EventType: Int] = [:]
    var pieceCount = 0
    for round in drives {
      let matched = drive(&random).matched
      let whole = TripBuilder(graph: town.graph, mode: .car).trip(of: matched)
      let events = events(of: whole, in: scene)
      let oneIn = [1, 2, 5].randomElement(using: &random) ?? 1
      let pieces = matched.pieces { Int.random(in: 0..<oneIn, using: &random) == 0 }
      let folded = fold(pieces, usualPeriod: matched.trace.usualPeriod(leastSilence: 30))
      #expect(folded.edges.map(spelled) == whole.edges.map(spelled), "round \(round)")
      #expect(folded.legs.map { "\($0)" } == whole.legs.map { "\($0)" }, "round \(round)")
      #expect(folded.gaps.map { "\($0)" } == whole.gaps.map { "\($0)" }, "round \(round)")
      #expect(folded.stops.map { "\($0)" } == whole.stops.map { "\($0)" }, "round \(round)")
      #expect(folded.events.inOrder().map(spelled) == events.map(spelled), "round \(round)")
      for event in events { found[event.type, default: 0] += 1 }
      pieceCount += pieces.count
    }
    #expect(
      [EventType.wrongWay, .offRoad, .gap, .stop].allSatisfy { found[$0, default: 0] > drives.count / 15 }
        && pieceCount > 3 * drives.count,
      "\(found) \(pieceCount)")
  }

  @Test func `has the same crossings as the whole, in the same order`() throws {
    let drives = rounds(300)
    var random = SplitMix64(seed: 17)
    var found: [Bool?: Int] = [:]
    for round in drives {
      let matched = drive(&random).matched
      let whole = crossings(of: TripBuilder(graph: town.graph, mode: .car).trip(of: matched), in: scene)
      var trip = TripFold(graph: town.graph, mode: .car)
      var fold = CrossingFold(scene)
      var folded: [Crossing] = []
      for piece in pieces(of: matched, &random) {
        folded += fold.take(trip.take(piece, usualPeriod: 0))
        #expect(folded.allSatisfy { crossing in whole.contains { $0.edge == crossing.edge } })
      }
      folded += fold.take(trip.finish()) + fold.finish()
      #expect(folded.map { "\($0)" } == whole.map { "\($0)" }, "round \(round)")
      for crossing in whole { found[crossing.hasStopped, default: 0] += 1 }
    }
    #expect(found.count == 3 && found.values.allSatisfy { $0 > drives.count / 15 }, "\(found)")
  }

  @Test(arguments: [Extrapolation.none, .tunnels, .gaps], [false, true])
  func `has the same positions as the whole`(extrapolation: Extrapolation, isInterpolated: Bool) throws {
    let drives = rounds(100)
    var random = SplitMix64(seed: 19)
    var settings = PositionSettings()
    (settings.extrapolation, settings.isInterpolated) = (extrapolation, isInterpolated)
    var (sources, early): ([TripPosition.Source: Int], Int) = ([:], 0)
    for round in drives {
      let matched = drive(&random).matched
      settings.rate = Double.random(in: 0.3...3, using: &random)
      var whole = PositionWalk(
        TripBuilder(graph: town.graph, mode: .car).trip(of: matched), on: town.graph, settings: settings)
      var live = PositionWalk(on: town.graph, settings: settings)
      var trip = TripFold(graph: town.graph, mode: .car)
      var folded: [String] = []
      for piece in pieces(of: matched, &random) {
        live.take(trip.take(piece, usualPeriod: matched.trace.usualPeriod(leastSilence: settings.shortestSilence)))
        if piece.fixes.endIndex < matched.fixes.count { early += folded.count }
        folded += spelledRest(&live)
      }
      live.take(trip.finish())
      #expect(spelledRest(&live).isEmpty)
      #expect(folded == spelledRest(&whole) { sources[$0.source, default: 0] += 1 }, "round \(round)")
    }
    #expect(early > 5 * drives.count && sources[.fix, default: 0] > 3 * drives.count, "\(sources)")
    #expect(sources[.estimated, default: 0] > (extrapolation == .none ? -1 : drives.count / 5), "\(sources)")
    #expect(sources[.interpolated, default: 0] > (isInterpolated ? 5 * drives.count : -1), "\(sources)")
  }

  private func pieces(of matched: MatchedTrace, _ random: inout SplitMix64) -> [MatchedPiece] {
    let oneIn = [1, 2, 5].randomElement(using: &random) ?? 1
    return matched.pieces { Int.random(in: 0..<oneIn, using: &random) == 0 }
  }

  private func spelledRest(_ walk: inout PositionWalk, _ body: (TripPosition) -> Void = { _ in }) -> [String] {
    var rest: [String] = []
    while let position = walk.next() {
      rest.append("\(position) \(walk.edge(of: position).map(spelled) ?? "off the road")")
      body(position)
    }
    return rest
  }

  @Test func `has the same places on its plan and the same milestones and deviations as the whole`() throws {
    let drives = rounds(300)
    var random = SplitMix64(seed: 11)
    var router = Router(on: town.graph)
    var found: [EventType: Int] = [:]
    for round in drives {
      let matched = drive(&random).matched
      let trip = TripBuilder(graph: town.graph, mode: .car).trip(of: matched)
      guard let plan = plan(&random, &router) else { continue }
      var outcome = PlanOutcome(id: "plan", plan, fit: nil)
      let events = Detection.events(of: trip, against: &outcome, on: town.graph)
      let oneIn = [1, 2, 5].randomElement(using: &random) ?? 1
      let pieces = matched.pieces { Int.random(in: 0..<oneIn, using: &random) == 0 }
      let folded = follow(pieces, plan, departure: outcome.departure, matched.trace.usualPeriod(leastSilence: 30))
      #expect(folded.positions.map { "\($0, default: "none")" } == outcome.positions.map { "\($0, default: "none")" })
      #expect(folded.events.inOrder().map(spelled) == events.map(spelled), "round \(round)")
      for event in events { found[event.type, default: 0] += 1 }
    }
    let types: [EventType] = [.milestoneReached, .destinationReached, .milestoneMissed, .deviation]
    #expect(types.allSatisfy { found[$0, default: 0] > drives.count / 15 }, "\(found)")
  }

  /// A route past two to four places of the town; `nil` if there is none.
  private func plan(_ random: inout SplitMix64, _ router: inout Router) -> Plan? {
    let waypoints = (0..<Int.random(in: 2...4, using: &random)).map { _ in
      let edge = EdgeID(Int.random(in: 0..<town.graph.edgeCount, using: &random))
      return Waypoint(place: town.graph.place(on: edge, at: 20))
    }
    let route = try? router.route(RouteRequest(waypoints: waypoints))
    return route.map { Plan($0, on: town.graph) }
  }

  private func follow(
    _ pieces: [MatchedPiece], _ plan: Plan, departure: Timestamp?, _ usualPeriod: Seconds
  ) -> (positions: [PlanPosition?], events: [Event]) {
    var trip = TripFold(graph: town.graph, mode: .car)
    var follower = PlanFollower(plan, departure: departure, on: town.graph)
    var result: (positions: [PlanPosition?], events: [Event]) = ([], [])
    var stands: [Event] = []
    for piece in pieces {
      for number in piece.fixes.indices { follower.hear(piece.fixes[number], number: number, into: &stands) }
      result.positions += follower.take(trip.take(piece, usualPeriod: usualPeriod), into: &result.events)
      #expect(result.positions.count <= piece.fixes.endIndex)
    }
    result.positions += follower.take(trip.finish(), into: &result.events) + follower.finish(into: &result.events)
    result.events += stands
    return result
  }

  @Test func `waits for no edge to place fixes off the road`() throws {
    var random = SplitMix64(seed: 12)
    var router = Router(on: town.graph)
    var found: Plan?
    while found == nil { found = plan(&random, &router) }
    var follower = PlanFollower(try #require(found), departure: nil, on: town.graph)
    var trip = town.trip("EF")
    let onRoad = trip.matched.fixes.count
    trip.goOn(offRoadTo: (0..<2000).map { _ in town.place("A") })
    var fold = TripFold(graph: town.graph, mode: .car)
    var (events, placed): ([Event], Int) = ([], 0)
    let all = MatchedPiece(of: trip.matched)
    let first = MatchedPiece(
      fixes: all.fixes.stretch(0..<onRoad), matched: all.matched.stretch(0..<onRoad), parts: all.parts)
    placed += follower.take(fold.take(first, usualPeriod: 0), into: &events).count
    for begin in stride(from: onRoad, to: trip.matched.fixes.count, by: 100) {
      let numbers = begin..<min(begin + 100, trip.matched.fixes.count)
      let piece = MatchedPiece(fixes: all.fixes.stretch(numbers), matched: all.matched.stretch(numbers), parts: [])
      placed += follower.take(fold.take(piece, usualPeriod: 0), into: &events).count
      #expect(placed >= numbers.upperBound - FollowingSettings().mostUndecided)
    }
  }

  private func fold(
    _ pieces: [MatchedPiece], usualPeriod: Seconds
  ) -> (edges: [TripEdge], legs: [Leg], gaps: [Gap], stops: [Stop], events: [Event]) {
    var trip = TripFold(graph: town.graph, mode: .car)
    var detection = EventFold(scene)
    var result: (edges: [TripEdge], legs: [Leg], gaps: [Gap], stops: [Stop], events: [Event]) = ([], [], [], [], [])
    func add(_ update: TripUpdate) {
      #expect(update.edges.startIndex == result.edges.count && update.legs.startIndex == result.legs.count)
      result.edges += update.edges
      result.legs += update.legs
      result.gaps += update.gaps
      result.stops += update.stops
      detection.take(update, into: &result.events)
    }
    for piece in pieces { add(trip.take(piece, usualPeriod: usualPeriod)) }
    add(trip.finish())
    detection.finish(into: &result.events)
    return result
  }
}
