import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@testable import RoadRules

private func options(_ mode: TravelMode, avoiding features: [AvoidedFeature] = []) -> RouteOptions {
  var wanted = RouteOptions()
  wanted.mode = mode
  for feature in features { wanted.avoid.insert(AvoidedFeatures(feature)) }
  return wanted
}

/// One road of 100 m.
private func line(_ road: SketchRoad, adjust: (inout RoadNetwork) -> Void = { _ in }) throws -> RoadSketch {
  try RoadSketch("A----B", metresPerCell: 20, roads: [road], adjust: adjust)
}

@Suite struct `The speed on an empty road` {
  @Test(
    arguments: [
      (.car, .primary, nil, 65), (.car, .primary, SpeedLimit(kmh: 50, source: .tag), 45),
      (.car, .primary, SpeedLimit(kmh: 50, source: .defaultOfClass), 65),
      (.car, .primary, SpeedLimit(kmh: nil, source: .tag), 117), (.car, .motorway, nil, 110),
      (.car, .motorway, SpeedLimit(kmh: nil, source: .tag), 123.5),
      (.car, .residential, SpeedLimit(kmh: 30, source: .tag), 22.5),
      (.car, .ferry, SpeedLimit(kmh: 50, source: .tag), 15), (.truck, .motorway, nil, 80),
      (.truck, .primary, SpeedLimit(kmh: 100, source: .tag), 85),
      (.scooter, .primary, SpeedLimit(kmh: 100, source: .tag), 45),
      (.bicycle, .primary, SpeedLimit(kmh: 10, source: .tag), 17),
      (.pedestrian, .primary, SpeedLimit(kmh: 3, source: .tag), 4.8),
      (.car, .footway, nil, 10), (.car, .busway, nil, 30), (.bus, .busway, nil, 35), (.scooter, .cycleway, nil, 20),
    ] as [(TravelMode, RoadClass, SpeedLimit?, Double)])
  func `is that of its class, or a share of its tagged limit, up to the vehicle's own`(
    mode: TravelMode, roadClass: RoadClass, limit: SpeedLimit?, kmh: Double
  ) throws {
    let sketch = try line(SketchRoad("A-B", roadClass: roadClass)) { $0.segments[0].forward.speedLimit = limit }
    let speed = RoadCosts(graph: sketch.graph, options: options(mode)).freeFlowSpeed(on: sketch.edge("AB"))
    #expect(abs(speed * 3.6 - kmh) < 1e-6)
  }

  @Test(
    arguments: [
      (.car, .unknown, [], 65), (.car, .asphalt, [], 65), (.car, .mud, [], 8), (.car, .cobblestone, [], 30),
      (.car, .unknown, .unpaved, 35), (.car, .paved, .unpaved, 65), (.car, .grass, .unpaved, 12),
      (.car, .unknown, .minorService, 8),
      (.bicycle, .sand, [], 5), (.bicycle, .asphalt, [], 17), (.pedestrian, .mud, [], 3),
      (.pedestrian, .gravel, [], 4.8),
    ] as [(TravelMode, Surface, RoadFlags, Double)])
  func `is at most that of its surface`(mode: TravelMode, surface: Surface, flags: RoadFlags, kmh: Double) throws {
    let sketch = try line(SketchRoad("A-B", roadClass: .primary, flags: flags)) { $0.ways[0].surface = surface }
    let speed = RoadCosts(graph: sketch.graph, options: options(mode)).freeFlowSpeed(on: sketch.edge("AB"))
    #expect(abs(speed * 3.6 - kmh) < 1e-6)
  }

  @Test func `is a walk where a bicycle is pushed, unless a condition lets it be ridden`() throws {
    let sketch = try line(SketchRoad("A-B", roadClass: .pedestrian, flags: .pushedForward))
    var ridden = RoadChange()
    ridden.access = .yes
    var changes = RoadChanges()
    changes.add(ridden, to: sketch.edge("AB"))
    func speed(_ edge: String, _ changes: RoadChanges = RoadChanges()) -> Double {
      let costs = RoadCosts(graph: sketch.graph, options: options(.bicycle), changes: changes)
      return (costs.freeFlowSpeed(on: sketch.edge(edge)) * 3.6).rounded()
    }
    #expect([speed("AB"), speed("BA"), speed("AB", changes)] == [4, 8, 8])
  }

  @Test func `is none where the mode may not go and its class is not for it`() throws {
    let sketch = try line(SketchRoad("A-B", roadClass: .footway, access: .none))
    let costs = RoadCosts(graph: sketch.graph, options: options(.car), strictness: .yielding)
    #expect(costs.freeFlowSpeed(on: sketch.edge("AB")) == 0 && costs.cost(of: sketch.edge("AB")) == .never)
    #expect(costs.duration(of: sketch.edge("AB")) == .infinity)
    let times = ExpectedTimes(graph: sketch.graph, mode: .car)
    #expect(times.speed(on: sketch.edge("AB")) == 1.5, "whoever is there all the same walks")
  }
}

@Suite struct `A change of a road` {
  /// The speed in km/h of a car on a primary road, which is 65 as it is.
  @Test(
    arguments: [
      (nil, nil, 1, 65), (30, nil, 1, 27), (nil, 5, 1, 18), (nil, nil, 0.5, 32.5), (30, nil, 0.5, 13.5),
      (nil, 5, 0.5, 9), (nil, 100, 1, 130), (200, nil, 1, 130), (nil, nil, 2, 130), (nil, 0, 1, 0),
    ] as [(Double?, MetresPerSecond?, Double, Double)])
  func `sets its limit and the speed of its traffic, and slows it down`(
    limit: Double?, speed: MetresPerSecond?, factor: Double, kmh: Double
  ) throws {
    let sketch = try line(SketchRoad("A-B", roadClass: .primary))
    var change = RoadChange()
    change.limit = limit
    change.speed = speed
    change.speedFactor = factor
    var changes = RoadChanges()
    changes.add(change, to: sketch.edge("AB"))
    let costs = RoadCosts(graph: sketch.graph, options: options(.car), changes: changes)
    #expect(abs(costs.speed(on: sketch.edge("AB")) * 3.6 - kmh) < 1e-6)
    #expect(abs(costs.speed(on: sketch.edge("BA")) * 3.6 - 65) < 1e-6, "the other direction is as it was")
  }

  @Test func `that closes it makes it never to be driven, or dear to those who yield`() throws {
    let sketch = try line("A-B")
    let edge = sketch.edge("AB")
    var shut = RoadChange()
    shut.misfit = Misfit(.height)
    var changes = RoadChanges()
    changes.add(shut, to: edge)
    let open = RoadCosts(graph: sketch.graph, options: options(.car)).cost(of: edge)
    let lawful = RoadCosts(graph: sketch.graph, options: options(.car), changes: changes)
    let yielding = RoadCosts(graph: sketch.graph, options: options(.car), strictness: .yielding, changes: changes)
    #expect(lawful.cost(of: edge) == .never && lawful.isShut(edge) && !lawful.isClosed(edge))
    #expect(abs(Double(yielding.cost(of: edge)) / Double(open) - 100) < 0.1)
  }
}

@Suite struct `The cost of a road` {
  @Test func `against a oneway is never, even to those who yield, and on a closed road a hundredfold`() throws {
    let oneway = try line("A>B")
    let closed = try line(SketchRoad("A-B", access: .none))
    func cost(_ sketch: RoadSketch, _ edge: String, _ strictness: Strictness) -> RouteCost {
      RoadCosts(graph: sketch.graph, options: options(.car), strictness: strictness).cost(of: sketch.edge(edge))
    }
    let open = Double(cost(oneway, "AB", .lawful))
    #expect(cost(oneway, "BA", .lawful) == .never && cost(oneway, "BA", .yielding) == .never)
    #expect(cost(closed, "AB", .lawful) == .never)
    #expect(abs(Double(cost(closed, "AB", .yielding)) / open - 100) < 0.1)
  }

  @Test(
    arguments: [
      (.tollRoads, SketchRoad("A-B", flags: .toll)), (.ferries, SketchRoad("A-B", roadClass: .ferry, flags: .ferry)),
      (.motorways, SketchRoad("A-B", roadClass: .motorway)), (.motorways, SketchRoad("A-B", roadClass: .motorwayLink)),
      (.tunnels, SketchRoad("A-B", flags: .tunnel)), (.unpavedRoads, SketchRoad("A-B", flags: .unpaved)),
      (.carPoolLanes, SketchRoad("A-B", flags: .carPoolOnly)),
    ] as [(AvoidedFeature, SketchRoad)])
  func `is never where the road is to be avoided`(feature: AvoidedFeature, road: SketchRoad) throws {
    let sketch = try line(road)
    let edge = sketch.edge("AB")
    let costs = RoadCosts(graph: sketch.graph, options: options(.car, avoiding: [feature]))
    #expect(costs.isAvoided(edge) && costs.avoidedFeatures(of: edge) == AvoidedFeatures(feature))
    #expect(costs.cost(of: edge) == .never)
    let others = AvoidedFeature.allCases.filter { $0 != feature }
    let free = RoadCosts(graph: sketch.graph, options: options(.car, avoiding: others))
    #expect(free.cost(of: edge) < .never)
  }

  @Test func `of a part of it is its share, rounded up`() throws {
    let sketch = try line("A-B")
    let costs = RoadCosts(graph: sketch.graph, options: options(.car))
    let (edge, whole) = (sketch.edge("AB"), costs.cost(of: sketch.edge("AB")))
    let length = sketch.graph.length(of: edge)
    #expect(costs.cost(of: edge, from: 0, to: length) == whole)
    #expect(abs(Double(costs.cost(of: edge, from: length / 4, to: length / 2)) - Double(whole) / 4) <= 1)
    #expect(costs.cost(of: edge, from: 60, to: 40) == 0)
  }

  @Test func `is higher for one who drives alone in a lane for car pools`() throws {
    let (plain, pool) = (try line("A-B"), try line(SketchRoad("A-B", flags: .carPoolOnly)))
    func ratio(_ mode: TravelMode) -> Double {
      let costs = [plain, pool].map { RoadCosts(graph: $0.graph, options: options(mode)).cost(of: $0.edge("AB")) }
      return (Double(costs[1]) / Double(costs[0]) * 10).rounded() / 10
    }
    #expect([ratio(.car), ratio(.taxi), ratio(.motorcycle)] == [5, 1, 1])
  }

  @Test(arguments: TravelMode.allCases)
  func `is no lower than the least for a metre, whatever the roads and their changes`(mode: TravelMode) throws {
    var random = SplitMix64(seed: UInt64(mode.rawValue) + 41)
    var network = RoadNetwork.random(nodes: 12, roads: 40, forbiddenTurns: 0, using: &random)
    for way in network.ways.indices {
      network.ways[way].roadClass = RoadClass.allCases[Int.random(in: RoadClass.allCases.indices, using: &random)]
      network.ways[way].surface = Surface.allCases[Int.random(in: Surface.allCases.indices, using: &random)]
    }
    let graph = try RoadGraph(network)
    var changes = RoadChanges()
    for edge in (0..<graph.edgeCount).map({ EdgeID($0) }) where Bool.random(using: &random) {
      var change = RoadChange()
      change.speed = Double.random(in: 1...60, using: &random)
      change.speedFactor = Double.random(in: 0.2...1.5, using: &random)
      change.costFactor = Double.random(in: 0.5...3, using: &random)
      changes.add(change, to: edge)
    }
    var failures: [String] = []
    for optimisation in Optimisation.allCases {
      var wanted = options(mode)
      wanted.optimisation = optimisation
      let costs = RoadCosts(graph: graph, options: wanted, strictness: .yielding, changes: changes)
      for edge in (0..<graph.edgeCount).map({ EdgeID($0) }) {
        let least = costs.leastCostPerMetre * graph.length(of: edge)
        if Double(costs.cost(of: edge)) < least - 1e-6 { failures.append("\(optimisation) \(edge.rawValue)") }
      }
    }
    #expect(failures == [])
  }
}

@Suite struct `Costs in milliseconds` {
  @Test(
    arguments: [
      (0, 0), (0.001, 1), (1, 1), (1.5, 2), (4_294_967_294, 4_294_967_294), (4_294_967_294.5, .never),
      (4_294_967_295, .never), (.infinity, .never), (.nan, .never),
    ] as [(Double, RouteCost)])
  func `are rounded up, and are never where they do not fit`(cost: Double, rounded: RouteCost) {
    #expect(RouteCost(saturating: cost) == rounded)
  }

  @Test(
    arguments: [
      (1, 2, 3), (0, 0, 0), (.never, 0, .never), (.never, 1, .never), (RouteCost.never - 1, 1, .never),
      (.never, .never, .never),
    ] as [(RouteCost, RouteCost, RouteCost)])
  func `have sums that stay at never`(a: RouteCost, b: RouteCost, sum: RouteCost) {
    let sums = [a &+| b, b &+| a]
    #expect(sums == [sum, sum])
  }
}
