import Foundation
import Geodesy
import RandomNumbers
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

@testable import Plans

/// The handle of some bytes, with the right checksum.
private func sealed(_ bytes: [UInt8]) -> RouteHandle {
  let text = Data(bytes + RouteHandle.checksum(of: bytes)).base64EncodedString()
  return RouteHandle(text: text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""))
}

/// The bytes of a handle before its checksum.
private func bytes(of handle: RouteHandle) throws -> [UInt8] {
  var text = handle.text.replacing("-", with: "+").replacing("_", with: "/")
  while text.count % 4 != 0 { text += "=" }
  return Array(try #require(Data(base64Encoded: text)).dropLast(RouteHandle.checksumSize))
}

/// The handle of some numbers, in the version of the format.
private func written(_ numbers: [Int], format: UInt8 = RouteHandle.format, on graph: RoadGraph) throws -> RouteHandle {
  let version = try #require(UInt64(graph.version, radix: 16))
  var bytes = [format]
  for byte in (0..<8).reversed() { bytes.append(UInt8(truncatingIfNeeded: version >> UInt64(8 * byte))) }
  for number in numbers {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
  return sealed(bytes)
}

extension RouteLeg {
  /// Its elements are joined head to tail, and lie on their edges.
  fileprivate func isPath(on graph: RoadGraph) -> Bool {
    let areJoined = zip(elements, elements.dropFirst()).allSatisfy { before, next in
      graph.head(of: before.edge) == graph.tail(of: next.edge)
        && before.end == graph.length(of: before.edge) && next.begin == 0
    }
    return areJoined
      && elements.allSatisfy { 0 <= $0.begin && $0.begin <= $0.end && $0.end <= graph.length(of: $0.edge) }
  }
}

@Suite struct `The bytes of a handle` {
  /// One road of 100 m, whose edges are 0 and 1.
  private let road: RoadSketch

  init() throws { road = try RoadSketch("A---------B", metresPerCell: 10, roads: ["A-B"]) }

  private func route(_ handle: RouteHandle) throws -> Route {
    try Route(handle, on: road.graph, states: TurnStates(of: road.graph))
  }

  @Test func `of both versions of the format are read`() throws {
    let stretch = EdgeStretch(edge: EdgeID(UInt32(0)), begin: 10, end: 50)
    let first = try written([0, 0, 0, 1, 2, 2, 10_000, 50_000], format: 1, on: road.graph)
    #expect(try route(first).legs.map { $0.elements.map(\.stretch) } == [[stretch]])
    #expect(throws: RouteHandleError.notAHandle) { try RouteSketch(first) }
    // The same with a truck of 3.5 m, through a point and back on the other side.
    let second = try written([1, 2, 0, 1, 3500, 2, 3, 2, 10_000, 50_000, 2, 1, 90_000], on: road.graph)
    let there = try route(second)
    #expect(there.options.mode == .truck && there.options.optimisation == .balanced)
    #expect(there.options.vehicle == Vehicle([.height: 3.5]))
    #expect(there.waypoints.map(\.waypoint.kind) == [.stopover, .passThrough, .stopover])
    let back = try #require(there.legs.last?.elements.first)
    #expect(back.edge == stretch.edge.reversed && abs(back.begin - 50) < 0.1 && back.end == 90)
    #expect(first.isWhole && second.isWhole)
  }

  @Test(arguments: [
    // Mode, optimisation, avoided features, vehicle.
    [99, 0, 0, 0, 1, 2, 2, 10_000, 50_000], [0, 3, 0, 0, 1, 2, 2, 10_000, 50_000],
    [0, 0, 65_536, 0, 1, 2, 2, 10_000, 50_000], [0, 0, 0, 256, 1, 2, 2, 10_000, 50_000],
    // No leg, more legs than bytes, a leg without an edge, a leg of more edges than bytes.
    [0, 0, 0, 0, 0], [0, 0, 0, 0, 99, 2, 2, 10_000, 50_000], [0, 0, 0, 0, 1, 1, 2, 10_000, 50_000],
    [0, 0, 0, 0, 1, 200, 2, 10_000, 50_000],
    // No leg before the first one, and no such edge.
    [0, 0, 0, 0, 1, 2, 0, 50_000], [0, 0, 0, 0, 1, 2, 1, 50_000], [0, 0, 0, 0, 1, 2, 4, 10_000, 50_000],
    // Beyond the end of the edge, and backwards on it.
    [0, 0, 0, 0, 1, 2, 2, 200_000, 50_000], [0, 0, 0, 0, 1, 2, 2, 10_000, 200_000],
    [0, 0, 0, 0, 1, 2, 2, 50_000, 10_000],
    // They end too early, or with a number that is too long.
    [0, 0, 0, 0, 1, 2, 2, 10_000], [0, 0, 0, 0, 1, 2, 2, 10_000, 1 << 60],
  ])
  func `that cannot be of a route are damaged, though their checksum is right`(numbers: [Int]) throws {
    let handle = try written(numbers, on: road.graph)
    #expect(throws: RouteHandleError.damaged) { try route(handle) }
  }

  @Test func `of the first version end with the last leg`() throws {
    let handle = try written([0, 0, 0, 1, 2, 2, 10_000, 50_000, 0], format: 1, on: road.graph)
    #expect(throws: RouteHandleError.damaged) { try route(handle) }
  }

  @Test(arguments: [
    [1, 0], [400, 0], [400, 3, 0, 0, 2, 2], [],
    // Places that are not on the earth.
    [400, 2, 0, 0, 18_000_002, 0], [400, 2, 0, 0, 0, 36_000_002], [400, 2, 1 << 54, 0, 1 << 54, 0],
  ])
  func `hold a line of places, or none can be drawn`(line: [Int]) throws {
    let handle = try written([0, 0, 0, 0, 1, 2, 2, 10_000, 50_000] + line, on: road.graph)
    #expect(throws: RouteHandleError.damaged) { try RouteSketch(handle) }
    #expect(try route(handle).legs.count == 1, "on its own map the line is not needed")
  }
}

@Suite struct `The handle of any route` {
  private let graph: RoadGraph
  private let routes: [Route]

  init() throws {
    var random = SplitMix64(seed: 5)
    graph = try randomTown(&random)
    var router = Router(on: graph)
    var routes: [Route] = []
    while routes.count < 8 {
      if let route = randomRoute(on: &router, using: &random) { routes.append(route) }
    }
    self.routes = routes
  }

  @Test func `holds the line, the halts and the options for other maps`() throws {
    for route in routes {
      let sketch = try RouteSketch(RouteHandle(of: route, on: graph))
      #expect(sketch.mapVersion == graph.version && sketch.options.avoid == route.options.avoid)
      #expect(sketch.options.optimisation == route.options.optimisation)
      #expect(sketch.stops.map(\.kind) == route.waypoints.map(\.waypoint.kind))
      #expect(abs(sketch.length - route.length) <= 0.06 * Double(route.legs.count))
      // Places are rounded to 10⁻⁵ degrees.
      let far = zip(sketch.stops, route.waypoints).filter { stop, waypoint in
        groundDistance(sketch.line[stop.position], graph.place(at: waypoint.position)) > 1
      }
      #expect(far.isEmpty)
    }
  }

  @Test func `that is cut short or longer holds no line, though its checksum is right`() throws {
    let whole = try bytes(of: RouteHandle(of: routes[0], on: graph))
    #expect(try !RouteSketch(sealed(whole)).line.isEmpty)
    let lengths = whole.indices.filter { (try? RouteSketch(sealed(Array(whole.prefix($0))))) != nil }
    #expect(lengths.isEmpty, "\(lengths)")
    #expect(throws: RouteHandleError.damaged) { try RouteSketch(sealed(whole + [0])) }
  }

  @Test(arguments: 1...8)
  func `with a byte changed is refused, or leads along roads of the map`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let whole = try bytes(of: RouteHandle(of: routes[Int(seed) % routes.count], on: graph))
    let states = TurnStates(of: graph)
    var faults: [String] = []
    var (read, refused) = (0, 0)
    for _ in 0..<100 {
      let place = Int.random(in: 9..<whole.count, using: &random)
      var changed = whole
      changed[place] = UInt8.random(in: 0...255, using: &random)
      if let sketch = try? RouteSketch(sealed(changed)) {
        let positions = sketch.stops.map(\.position)
        if positions != positions.sorted() || positions.last != sketch.line.count - 1 { faults.append("line \(place)") }
      }
      do throws(RouteHandleError) {
        let route = try Route(sealed(changed), on: graph, states: states)
        if !route.legs.allSatisfy({ $0.isPath(on: graph) }) { faults.append("byte \(place): \(changed[place])") }
        read += 1
      } catch {
        refused += 1
        if error != .damaged { faults.append("byte \(place): \(error)") }
      }
    }
    #expect(faults.isEmpty, "\(faults)")
    #expect(read > 0 && refused > 0, "\(read) \(refused)")
  }
}
