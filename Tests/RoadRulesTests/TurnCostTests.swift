import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@testable import RoadRules

@Suite struct `The time that a turn takes` {
  private static let crossing = """
        D
        |
    A---B---C
        |
        E
    """

  private func sketch(flags: RoadFlags = [], node: NodeFlags = []) throws -> RoadSketch {
    try RoadSketch(
      Self.crossing, metresPerCell: 20, roads: [SketchRoad("A-B-C", flags: flags), SketchRoad("D-B-E", flags: flags)]
    ) { $0.nodes[1].flags = node }
  }

  private func duration(_ sketch: RoadSketch, _ from: String, _ onto: String, _ mode: TravelMode = .car) -> Seconds {
    var options = RouteOptions()
    options.mode = mode
    let costs = RoadCosts(graph: sketch.graph, options: options)
    return costs.duration(from: sketch.edge(from), onto: sketch.edge(onto))
  }

  @Test(arguments: [
    ("AB", "BC", 0.0), ("AB", "BE", 3), ("AB", "BD", 6), ("CB", "BD", 3), ("CB", "BE", 6), ("DB", "BA", 3),
    ("DB", "BC", 6), ("DB", "BE", 0), ("AB", "BA", 60),
  ])
  func `is longer across oncoming traffic, and longest for turning back`(
    from: String, onto: String, time: Seconds
  ) throws {
    #expect(abs(duration(try sketch(), from, onto) - time) < 0.3)
  }

  @Test(arguments: [("AB", "BE", 6.0), ("AB", "BD", 3), ("CB", "BD", 6), ("AB", "BC", 0)])
  func `is that of the other side where one drives on the left`(from: String, onto: String, time: Seconds) throws {
    #expect(abs(duration(try sketch(flags: .drivesOnLeft), from, onto) - time) < 0.3)
  }

  @Test(
    arguments: [
      (.trafficSignals, 6), (.stopSign, 4), (.giveWay, 2), (.levelCrossing, 10), (.tollBooth, 30), (.barrier, 20),
      (.motorwayJunction, 0), ([.trafficSignals, .levelCrossing], 16), ([.stopSign, .tollBooth, .barrier], 54),
    ] as [(NodeFlags, Seconds)])
  func `includes what one waits for at the junction`(flags: NodeFlags, time: Seconds) throws {
    #expect(abs(duration(try sketch(node: flags), "AB", "BC") - time) < 0.3)
  }

  @Test func `is nothing on foot, but at signals`() throws {
    #expect(abs(duration(try sketch(), "AB", "BA", .pedestrian)) < 0.1)
    #expect(abs(duration(try sketch(node: [.trafficSignals, .stopSign]), "AB", "BD", .pedestrian) - 10) < 0.1)
  }

  @Test func `is that of boarding onto a ferry, and none from it`() throws {
    let sketch = try RoadSketch(
      "A---B---C---D", metresPerCell: 20,
      roads: ["A-B", SketchRoad("B-C-D", roadClass: .ferry, flags: .ferry)])
    #expect(duration(sketch, "AB", "BC") == 900 && duration(sketch, "BC", "CD") == 0)
    #expect(duration(sketch, "CB", "BA") == 0 && duration(sketch, "AB", "BC", .bicycle) == 600)
  }

  @Test func `is a quarter where there is room to turn round`() throws {
    let roundabout = try sketch(node: .miniRoundabout)
    #expect(duration(roundabout, "AB", "BA") == 15)
    let costs = RoadCosts(graph: roundabout.graph, options: RouteOptions())
    #expect(costs.durationAnywhere(from: roundabout.edge("AB"), onto: roundabout.edge("BA")) == 60)
  }
}

@Suite struct `The offences of a turn` {
  private static let local = AccessSet(rawValue: 0xAAAA)

  /// C is a dead end; the road from B to D is for those who end there, and E lies in a sharp turn.
  private func sketch(forbidden: [String] = [], barrier: AccessSet? = nil) throws -> RoadSketch {
    try RoadSketch(
      """
      E       D
        \\     |
      A-------B---C
      """, metresPerCell: 20,
      roads: ["A-B", "B-C", SketchRoad("B-D", access: Self.local), "B-E"], forbidden: forbidden
    ) { network in
      guard let barrier else { return }
      network.nodes[1].flags = .barrier
      network.nodes[1].barrier = barrier
    }
  }

  private func offences(
    _ sketch: RoadSketch, _ turn: String, avoid: AvoidedFeatures = [], isEnding: Bool = false
  ) -> TurnOffences {
    var options = RouteOptions()
    options.avoid = avoid
    let states = TurnStates(of: sketch.graph)
    let costs = RoadCosts(graph: sketch.graph, options: options)
    let state = states.states(on: sketch.edge(String(turn.prefix(2))))[0]
    return costs.offences(from: state, onto: sketch.edge(String(turn.suffix(2))), in: states, isEnding: isEnding)
  }

  @Test(
    arguments: [
      ("ABC", []), ("CBA", []), ("ABA", .uTurn), ("BCB", []), ("ABD", .throughTraffic), ("DBA", []), ("DBC", []),
      ("BDB", []), ("ABE", []),
    ] as [(String, TurnOffences)])
  func `are through traffic and turning back where the road goes on`(turn: String, found: TurnOffences) throws {
    #expect(offences(try sketch(), turn) == found)
  }

  @Test func `are none on local roads for those who end there`() throws {
    #expect(offences(try sketch(), "ABD", isEnding: true) == [])
  }

  @Test(
    arguments: [
      ("ABA", .uTurns, [.uTurn, .avoided]), ("BCB", .uTurns, .avoided), ("BCB", .difficultTurns, .avoided),
      ("ABE", .difficultTurns, .avoided), ("ABE", .uTurns, []), ("ABD", .difficultTurns, .throughTraffic),
      ("CBE", .difficultTurns, []), ("BCB", .tunnels, []),
    ] as [(String, AvoidedFeature, TurnOffences)])
  func `are turns to be avoided`(turn: String, avoid: AvoidedFeature, found: TurnOffences) throws {
    #expect(offences(try sketch(), turn, avoid: AvoidedFeatures(avoid)) == found)
  }

  @Test func `are banned turns, and barriers for those who pass them`() throws {
    #expect(offences(try sketch(forbidden: ["ABC", "ABD"]), "ABC") == .banned)
    #expect(offences(try sketch(forbidden: ["ABC", "ABD"]), "ABD") == [.banned, .throughTraffic])
    #expect(offences(try sketch(barrier: AccessSet.none), "ABC") == .barrier)
    #expect(offences(try sketch(barrier: AccessSet.none), "ABA") == [], "it turns back before the barrier")
    #expect(offences(try sketch(barrier: Self.local), "ABC") == [])
  }

  @Test func `cost an hour each, or are never driven, and a gate for some costs less`() throws {
    let gate = try sketch(forbidden: ["ABD"], barrier: Self.local)
    let states = TurnStates(of: gate.graph)
    let state = states.states(on: gate.edge("AB"))[0]
    func seconds(_ edge: String, _ strictness: Strictness) -> Double? {
      let costs = RoadCosts(graph: gate.graph, options: RouteOptions(), strictness: strictness)
      let cost = costs.cost(from: state, onto: gate.edge(edge), in: states)
      return cost == .never ? nil : (Double(cost) / 1000).rounded()
    }
    #expect(seconds("BC", .lawful) == 20 + 900 && seconds("BC", .yielding) == 20 + 900)
    #expect(seconds("BD", .lawful) == nil)
    let banned = try #require(seconds("BD", .yielding))
    #expect(abs(banned - (20 + 6 + 900 + 2 * 3600)) <= 1)
  }
}

@Suite struct `The states of turning` {
  @Test func `remember how far a ban of several edges has been driven`() throws {
    let sketch = try RoadSketch("A---B---C---D---E", roads: ["A-B-C-D-E"], forbidden: ["ABCDE", "BCD", "CDE"])
    let states = TurnStates(of: sketch.graph)
    #expect(states.count == sketch.graph.edgeCount + 2, "after AB BC, and after AB BC CD")
    let ab = states.states(on: sketch.edge("AB"))
    let bc = states.next(after: ab[0], onto: sketch.edge("BC"))
    let cd = states.next(after: bc, onto: sketch.edge("CD"))
    #expect(ab.count == 1 && states.states(on: sketch.edge("BC")) == [StateID(sketch.edge("BC").rawValue), bc])
    let driven = (0..<4).map { states.edge($0, before: cd).map { sketch.spelled([$0]) } }
    #expect(driven == ["CD", "BC", "AB", nil])
    let aside = states.next(after: states.states(on: sketch.edge("BC"))[0], onto: sketch.edge("CD"))
    #expect(states.edge(of: aside) == sketch.edge("CD") && states.edge(1, before: aside) == nil)
    #expect(states.next(after: cd, onto: sketch.edge("DC")).rawValue == sketch.edge("DC").rawValue)
  }

  @Test(arguments: 1...20)
  func `know every ban that a drive runs into, as one who remembers all of it does`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var network = RoadNetwork.random(nodes: 6, roads: 12, forbiddenTurns: 6, using: &random)
    network.addLongBans(25, using: &random)
    let graph = try RoadGraph(network)
    let states = TurnStates(of: graph)
    var failures: [Int] = []
    var driven = [EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random))]
    var state = StateID(driven[0].rawValue)
    for step in 0..<400 {
      let leaving = graph.edges(leaving: graph.head(of: driven[step]))
      for next in leaving {
        let known = graph.isTurnBanned(onto: next, for: .car) { states.edge($0, before: state) }
        let told = graph.isTurnBanned(onto: next, for: .car) { $0 <= step ? driven[step - $0] : nil }
        if known != told { failures.append(step) }
      }
      guard let next = leaving.randomElement(using: &random) else { break }
      state = states.next(after: state, onto: next)
      driven.append(next)
      if states.edge(of: state) != next { failures.append(step) }
    }
    #expect(failures == [] && driven.count > 1)
  }
}
