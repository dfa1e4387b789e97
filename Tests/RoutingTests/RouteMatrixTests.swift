import Geodesy
import Moments
import RandomNumbers
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

/// The cells of all pairs of some places, and what a router says of each pair.
struct MatrixCheck {
  let cells: [[MatrixCell]]
  let expected: [[MatrixCell]]
  let isByRows: Bool

  /// - Parameter hasHierarchy: the matrix may use one; the router that says what is right never does.
  init(
    between places: [Place], on graph: RoadGraph, _ request: RouteRequest, timetable: RoadTimetable = RoadTimetable(),
    hasHierarchy: Bool = true
  ) throws {
    let waypoints = places.map { Waypoint(place: $0) }
    let changes = timetable.changes(for: request, on: graph)
    let prepared =
      hasHierarchy
      ? PreparedRoads(
        roads: try RoutingHierarchy(of: graph, for: request.options.mode),
        costs: RoadCosts(graph: graph, options: request.options, changes: changes),
        time: request.departure ?? request.arrival) : nil
    var router = Router(on: graph, timetable: timetable, prepared: prepared)
    let matrix = RouteMatrix(to: waypoints, request, using: &router)
    var search = MatrixSearch(of: matrix)
    isByRows = matrix.isByRows
    var (cells, expected): ([[MatrixCell]], [[MatrixCell]]) = ([], [])
    var plain = Router(on: graph, timetable: timetable)
    for from in waypoints {
      cells.append(search.row(from: from, using: &router))
      var row: [MatrixCell] = []
      for to in waypoints {
        var pair = request
        pair.waypoints = [from, to]
        row.append(plain.cell(pair))
      }
      expected.append(row)
    }
    (self.cells, self.expected) = (cells, expected)
  }

  /// The pairs that differ by more than what adding in another order does.
  var differences: [String] {
    var found: [String] = []
    for (i, (row, truth)) in zip(cells, expected).enumerated() {
      for (j, (cell, expected)) in zip(row, truth).enumerated() where !cell.isNear(expected) {
        found.append("\(i) to \(j): \(cell) and not \(expected)")
      }
    }
    return found
  }

  var all: [MatrixCell] { cells.flatMap(\.self) }
}

extension Router {
  fileprivate mutating func cell(_ request: RouteRequest) -> MatrixCell {
    do throws(RouteError) {
      let route = try route(request)
      return .found(
        duration: route.durationInTraffic ?? route.duration, length: route.length, isLawful: route.violations.isEmpty)
    } catch {
      return .failed(error)
    }
  }
}

extension MatrixCell {
  fileprivate func isNear(_ other: MatrixCell) -> Bool {
    guard case .found(let duration, let length, let isLawful) = self,
      case .found(let otherDuration, let otherLength, let isOtherLawful) = other
    else { return self == other }
    return abs(duration - otherDuration) < 1e-6 && abs(length - otherLength) < 1e-6 && isLawful == isOtherLawful
  }

  fileprivate var isFound: Bool { if case .found = self { true } else { false } }
}

@Suite struct `A matrix` {
  private func town(_ random: inout SplitMix64, seed: UInt64) throws -> RoadGraph {
    var network = RoadNetwork.random(nodes: 40, roads: 80, forbiddenTurns: 20, using: &random)
    network.addLongBans(30, using: &random)
    if seed % 2 == 0 { network.addLocalRoadsAndBarriers(using: &random) }
    if seed % 3 == 0 { network.addClosedRoads(using: &random) }
    return try RoadGraph(network)
  }

  /// Also places on junctions, several on one road, and one twice.
  private func places(_ count: Int, on graph: RoadGraph, _ random: inout SplitMix64) -> [Place] {
    var places = (0..<count).map { i in
      let position = random.position(on: graph)
      return i % 4 == 0 ? graph.place(of: graph.head(of: position.edge)) : graph.place(at: position)
    }
    let position = random.position(on: graph)
    for share in [0.2, 0.5, 0.9] {
      places.append(graph.place(at: EdgePosition(edge: position.edge, offset: share * graph.length(of: position.edge))))
    }
    return places + [places[0]]
  }

  @Test(arguments: UInt64(1)...30)
  func `holds what a route says of each pair, for every mode`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try town(&random, seed: seed)
    var request = RouteRequest(waypoints: [])
    request.options.optimisation = Optimisation.allCases[Int(seed) % 3]
    request.options.mode = TravelMode.allCases[Int(seed) % TravelMode.allCases.count]
    request.isStrict = seed % 5 == 0
    let check = try MatrixCheck(between: places(12, on: graph, &random), on: graph, request)
    #expect(check.isByRows && check.differences == [])
    #expect(check.all.contains { $0.isFound })
    for i in check.cells.indices { #expect(!check.cells[i][i].isFound || check.cells[i][i].isZero) }
    #expect(check.cells.indices.contains { check.cells[$0][$0].isZero })
  }

  /// The only road of one place is avoided, so routes to it violate the request.
  @Test(arguments: UInt64(40)...45)
  func `does without edges to avoid, and says where that violates the request`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try town(&random, seed: 1)
    var request = RouteRequest(waypoints: [])
    for _ in 0..<40 { request.options.avoidedEdges.insert(EdgeID(.random(in: 0..<graph.edgeCount, using: &random))) }
    let avoided = random.position(on: graph)
    for edge in [avoided.edge, avoided.edge.reversed] { request.options.avoidedEdges.insert(edge) }
    let places = places(12, on: graph, &random) + [graph.place(at: avoided)]
    let check = try MatrixCheck(between: places, on: graph, request)
    #expect(check.isByRows && check.differences == [])
    #expect(check.all.contains { $0.isFound && !$0.isLawful } && check.all.contains { $0.isLawful })
    request.isStrict = true
    let strict = try MatrixCheck(between: places, on: graph, request)
    #expect(strict.differences == [] && strict.all.contains(.failed(.onlyViolating(leg: 0))))
  }

  @Test(arguments: UInt64(60)...65)
  func `stays at a junction only if it may use a road there`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try town(&random, seed: 1)
    let node = graph.head(of: random.position(on: graph).edge)
    var request = RouteRequest(waypoints: [])
    for edge in graph.edges(leaving: node) {
      for direction in [edge, edge.reversed] { request.options.avoidedEdges.insert(direction) }
    }
    let check = try MatrixCheck(between: places(3, on: graph, &random) + [graph.place(of: node)], on: graph, request)
    #expect(check.isByRows && check.differences == [])
    #expect(check.cells.last?.last == .found(duration: 0, length: 0, isLawful: false))
  }

  @Test func `is the same without a hierarchy`() throws {
    var random = SplitMix64(seed: 7)
    let graph = try town(&random, seed: 2)
    let places = places(8, on: graph, &random)
    let request = RouteRequest(waypoints: [])
    let plain = try MatrixCheck(between: places, on: graph, request, hasHierarchy: false)
    #expect(!plain.isByRows && plain.differences == [])
  }

  @Test func `has nothing at places without a road, as a row and as a column`() throws {
    var random = SplitMix64(seed: 8)
    let graph = try town(&random, seed: 1)
    let there = places(3, on: graph, &random)
    let check = try MatrixCheck(
      between: [there[0], Place(latitude: 0, longitude: 0)] + there, on: graph, RouteRequest(waypoints: []))
    #expect(check.differences == [])
    #expect(check.cells[1].allSatisfy { $0 == .failed(.couldNotMatch(waypoint: 0, of: 2)) })
    #expect(check.cells[0][1] == .failed(.couldNotMatch(waypoint: 1, of: 2)))
  }

  @Test func `asks for each pair where times of passing matter`() throws {
    let town = try Town(conditions: ["BC": "access:conditional=no @ (08:00-09:00)"])
    let places = ["A", "B", "C", "D", "E", "F"].map(town.sketch.place)
    var request = RouteRequest(waypoints: [])
    let always = try MatrixCheck(between: places, on: town.sketch.graph, request, timetable: town.timetable)
    #expect(always.isByRows && always.differences == [])
    request.departure = ZonedTime(iso8601: "2026-03-02T08:30:00+00:00")
    let timed = try MatrixCheck(between: places, on: town.sketch.graph, request, timetable: town.timetable)
    #expect(!timed.isByRows && timed.differences == [])
    #expect(always.cells[0][3] != timed.cells[0][3])
  }
}

extension MatrixCell {
  fileprivate var isLawful: Bool { if case .found(_, _, let isLawful) = self { isLawful } else { false } }
  fileprivate var isZero: Bool {
    if case .found(let duration, let length, _) = self { duration == 0 && length == 0 } else { false }
  }
}
