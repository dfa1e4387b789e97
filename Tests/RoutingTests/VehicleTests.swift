import RoadGraph
import TestSupport
import Testing

@testable import RoadRules
@testable import Routing

/// On the roads of ``Town``:
///
///     E----------F
///     |          |
///     A---B--C---D
@Suite struct `A sign that limits vehicles` {
  @Test(arguments: [
    ("maxheight=3.8", Vehicle.Measure.height, 3.8, 3.9), ("maxheight=12'6\"", .height, 3.8, 3.82),
    ("maxheight:physical=3.8 m", .height, 3.8, 3.81), ("maxwidth=2.3", .width, 2.3, 2.4),
    ("maxlength=10", .length, 10, 12), ("maxweight=7.5", .weight, 7.5, 7.6), ("maxweight=7500 kg", .weight, 7.5, 7.6),
    ("maxweight=8 st", .weight, 7.2, 7.3), ("maxweightrating=3.5", .weight, 3.5, 12),
    ("maxaxleload=8", .axleLoad, 8, 9),
  ])
  func `turns away what exceeds it`(line: String, measure: Vehicle.Measure, fits: Double, exceeds: Double) throws {
    let town = try Town(conditions: ["BC": line])
    #expect(town.spelled(try town.route(vehicle: Vehicle([measure: fits]))) == short)
    let around = try town.route(vehicle: Vehicle([measure: exceeds]))
    #expect(town.spelled(around) == long && around.violations.isEmpty)
    #expect(town.spelled(try town.route()) == short, "what is not known is bound by nothing")
  }

  @Test(arguments: ["none", "default", "no_sign", "unsigned", "low", "3,5", "-1", ""])
  func `that says nothing in numbers binds nobody`(value: String) throws {
    let town = try Town(conditions: ["BC": "maxheight=\(value)"])
    #expect(town.spelled(try town.route(vehicle: Vehicle([.height: 9]))) == short)
  }

  @Test func `is told where nothing else leads there`() throws {
    let town = try Town(conditions: ["BC": "maxheight=2.2\nmaxweight=3.5", "EF": "maxweight=3.5"])
    let route = try town.route(mode: .truck)
    #expect(town.spelled(route) == short && route.violations.map(\.kind.code) == ["height_limit", "weight_limit"])
    #expect(throws: RouteError.onlyViolating(leg: 0)) { try town.route(strict: true, mode: .truck) }
  }

  @Test func `may bind at times`() throws {
    let town = try Town(conditions: ["BC": "maxweight:conditional=3.5 @ (22:00-06:00)"])
    let vehicle = Vehicle([.weight: 5])
    #expect(town.spelled(try town.route("2026-03-02T23:00:00Z", vehicle: vehicle)) == long)
    #expect(town.spelled(try town.route("2026-03-02T08:00:00Z", vehicle: vehicle)) == short)
    #expect(town.spelled(try town.route(vehicle: vehicle)) == short)
  }

  @Test func `may leave the road open to those who end there`() throws {
    let lines = "maxweight=3.5\nmaxweight:conditional=none @ destination"
    let through = try Town(conditions: ["BC": lines])
    #expect(through.spelled(try through.route(mode: .truck)) == long)
    let ending = try Town(conditions: ["CD": lines, "FD": lines])
    let route = try ending.route(mode: .truck)
    #expect(ending.spelled(route) == short && route.violations.isEmpty)
  }

  @Test func `may be a condition on access`() throws {
    let town = try Town(conditions: ["BC": "hgv:conditional=no @ (weight>7.5)"])
    #expect(town.spelled(try town.route(mode: .truck)) == long)
    #expect(town.spelled(try town.route(mode: .truck, vehicle: Vehicle([.weight: 7.5]))) == short)
    #expect(town.spelled(try town.route(vehicle: Vehicle([.weight: 20]))) == short, "it is for lorries")
  }

  @Test func `may be a condition on a turn`() throws {
    let town = try Town(restrictions: ["ABC": "(length>10)"])
    #expect(town.spelled(try town.route(mode: .truck)) == long)
    #expect(town.spelled(try town.route(mode: .truck, vehicle: Vehicle([.length: 9]))) == short)
    #expect(town.spelled(try town.route()) == short)
  }

  @Test func `may stand at a node`() throws {
    let town = try Town(conditions: ["B": "maxheight=2.1"])
    #expect(town.spelled(try town.route(vehicle: Vehicle([.height: 2.5]))) == long)
    #expect(town.spelled(try town.route(vehicle: Vehicle([.height: 2]))) == short)
  }

  @Test func `keeps dangerous goods out`() throws {
    let town = try Town(conditions: ["BC": "hazmat=no", "FD": "hazmat=designated"])
    var vehicle = Vehicle()
    #expect(town.spelled(try town.route(vehicle: vehicle)) == short)
    vehicle.isHazardous = true
    #expect(town.spelled(try town.route(vehicle: vehicle)) == long)
    let only = try Town(conditions: ["BC": "hazmat=no", "EF": "hazmat=no"])
    #expect(try only.route(vehicle: vehicle).violations.map(\.kind.code) == ["hazardous_goods"])
  }

  @Test func `that cannot be read is counted`() throws {
    let town = try Town(conditions: ["BC": "maxheight=low"])
    #expect(ConditionalRules(of: town.sketch.graph).untold == [.syntax: 1])
  }
}

@Suite struct `A limit of speed for lorries` {
  @Test func `binds them alone`() throws {
    let town = try Town(conditions: ["BC": "maxspeed:hgv=5"])
    #expect(town.spelled(try town.route()) == short)
    #expect(town.spelled(try town.route(mode: .truck)) == long)
  }
}

@Suite struct `A truck` {
  @Test func `has the usual measures of one, but for those that are told`() {
    let usual = Traveller(.truck).vehicle
    #expect(usual[.height] == 4 && usual[.weight] == 18)
    let told = Traveller(.truck, vehicle: Vehicle([.weight: 7.5])).vehicle
    #expect(told[.height] == 4 && told[.weight] == 7.5)
    let car = Traveller(.car).vehicle
    #expect(car[.width] == 1.9 && car[.weight] == nil)
    #expect(Traveller(.motorcycle).vehicle.isEmpty)
  }

  @Test(arguments: [TravelMode.car, .truck])
  func `is found alike with and without a hierarchy, whatever mode that was made for`(mode: TravelMode) throws {
    let town = try Town(conditions: ["BC": "maxheight=3.8", "B": "maxwidth=2"])
    func request(_ mode: TravelMode) -> RouteRequest {
      var request = RouteRequest(waypoints: ["A", "D"].map { Waypoint(place: town.sketch.place($0)) })
      request.options.mode = mode
      return request
    }
    let costs = RoadCosts(
      graph: town.sketch.graph, options: request(mode).options,
      changes: town.timetable.changes(for: request(mode), on: town.sketch.graph))
    let roads = try PreparedRoads(roads: RoutingHierarchy(of: town.sketch.graph), costs: costs)
    var router = Router(on: town.sketch.graph, timetable: town.timetable, prepared: roads)
    #expect(town.spelled(try router.route(request(.truck))) == long)
    #expect(town.spelled(try router.route(request(.car))) == short)
    let weighed = roads?.weighed(for: costs, in: router.snapshot(for: request(mode)))
    #expect(weighed != nil, "the hierarchy is used at all")
  }
}
