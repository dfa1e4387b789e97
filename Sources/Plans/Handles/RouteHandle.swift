private import Foundation
internal import Geodesy
package import RoadGraph
package import RoadRules
package import Routing
private import Storage

/// Why a text does not stand for a route on a map.
package enum RouteHandleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No handle at all, or of a later version of the format.
  case notAHandle
  /// Some of it was lost or changed.
  case damaged
  /// Made on another map: the hash of that one, and of this one.
  case otherMap(made: String, given: String)

  package var description: String {
    switch self {
    case .notAHandle: "this is not the handle of a route, or of a later version of tracemill"
    case .damaged: "the handle of the route is cut short or changed; copy it whole"
    case .otherMap(let made, let given):
      "the route was made on the map \(made), and this map is \(given); find it anew, or use that map"
    }
  }
}

/// A route as a short text, from which it can be had again on the same map.
///
/// It holds the map's version, mode, vehicle, optimisation and avoided features, where the waypoints lie on the road and of which
/// kind they are, and all edges; offsets to the millimetre. It does not hold avoided edges, and nothing of a waypoint
/// but its place on the road. Its line, to within ``RouteSketch/tolerance``, is for other maps, where the numbers of edges
/// mean nothing: see ``RouteSketch``.
///
/// Base64url without padding (RFC 4648 §5) of these bytes, `v` being a whole number of 7 bits a byte, the lowest first,
/// with the highest bit set on all bytes but the last (LEB128):
///
///     1 byte     version of the format, 2; 1 is without lines
///     8 bytes    version of the map, the highest byte first
///     v v v      mode, optimisation, avoided features
///     v          the vehicle: the bits of its measures that are given, and of whether its goods are dangerous and are not
///     v …        each of those measures, in millimetres or kilograms
///     v          number of legs, and for each of them:
///       v        twice its number of edges, and 1 more where the vehicle passes through at its end
///       v        where it begins: 0 where the leg before ends, 1 there turned round, else 2 more than its first edge
///       v        in the last case, where on that edge, in millimetres
///       v …      for each further edge its place among those that leave the node
///       v        where on the last edge it ends, in millimetres
///     for each leg its line, which begins where that before it ends; of the first leg also the begin is a place:
///       v        its length in decimetres
///       v        its number of places
///       v v …    of each place how far north and east of the one before it, in 10⁻⁵ degrees; of the first one, of 0, 0;
///                south and west being odd: 2n for n ≥ 0, and −2n − 1 else
///     4 bytes    the lower half of the XXH3 of all that, the highest byte first
package struct RouteHandle: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  package var description: String { text }

  /// - Parameter text: as ``text`` gave it.
  package init(text: String) { self.text = text }

  package init(of route: Route, on graph: RoadGraph) {
    var writer = HandleWriter(graph: graph)
    writer.write(route)
    text = writer.finished()
  }

  /// The characters of handles.
  package static let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  fileprivate static let format: UInt8 = 2
  fileprivate static let formatWithoutLines: UInt8 = 1
  fileprivate static let checksumSize = 4

  /// The lower half, the highest byte first.
  fileprivate static func checksum(of bytes: [UInt8]) -> [UInt8] {
    (0..<checksumSize).reversed().map { UInt8(truncatingIfNeeded: Storage.checksum(bytes) >> UInt64(8 * $0)) }
  }
}

extension RouteHandle {
  /// The text in the alphabet and with the padding that Foundation reads.
  fileprivate var base64: Data {
    var bytes = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    while bytes.count % 4 != 0 { bytes.append(UInt8(ascii: "=")) }
    return Data(bytes)
  }
}

extension Route {
  /// The route that a handle stands for, with the times of an empty road, and what it violates.
  ///
  /// - Parameter states: those of the graph.
  /// - Throws: ``RouteHandleError``; a handle that was changed by accident is always found out, but for one in 2³².
  package init(_ handle: RouteHandle, on graph: RoadGraph, states: TurnStates) throws(RouteHandleError) {
    var reader = try HandleReader(handle, on: graph)
    self = try reader.route(states)
  }
}

extension RouteSketch {
  /// What a handle tells of its route, whatever the map.
  ///
  /// - Throws: ``RouteHandleError``; ``RouteHandleError/notAHandle`` for one of the first format, which holds no line.
  package init(_ handle: RouteHandle) throws(RouteHandleError) {
    var bytes = try HandleBytes(handle)
    guard bytes.format == RouteHandle.format else { throw .notAHandle }
    let options = try bytes.options()
    self.init(mapVersion: bytes.mapVersion, options: options, line: [], stops: [], length: 0)
    var kinds: [Waypoint.Kind] = []
    for _ in 0..<(try bytes.number(upTo: bytes.count)) {
      let head = try bytes.number(upTo: 2 * bytes.count + 1)
      let hasPosition = try bytes.number(upTo: .max) >= 2
      // That position, the edges but the first, and the end.
      for _ in 0..<(hasPosition ? 1 : 0) + max(0, head / 2 - 1) + 1 { _ = try bytes.number(upTo: .max) }
      kinds.append(head % 2 == 1 ? .passThrough : .stopover)
    }
    var last = (latitude: 0, longitude: 0)
    for kind in kinds {
      length += Metres(try bytes.number(upTo: .max)) / 10
      let count = try bytes.number(upTo: bytes.count)
      for _ in 0..<count {
        last.latitude += try bytes.signedNumber()
        last.longitude += try bytes.signedNumber()
        line.append(Self.place(latitude: last.latitude, longitude: last.longitude))
      }
      guard !line.isEmpty else { throw .damaged }
      if stops.isEmpty { stops.append((0, .stopover)) }
      stops.append((line.count - 1, kind))
    }
    guard bytes.count == 0, !stops.isEmpty else { throw .damaged }
  }
}

// MARK: - Writing

private struct HandleWriter {
  private let graph: RoadGraph
  private var bytes: [UInt8] = []

  init(graph: RoadGraph) {
    self.graph = graph
    bytes.append(RouteHandle.format)
    let version = UInt64(graph.version, radix: 16) ?? 0
    for byte in (0..<8).reversed() { bytes.append(UInt8(truncatingIfNeeded: version >> UInt64(8 * byte))) }
  }

  mutating func write(_ route: Route) {
    bytes.reserveCapacity(64 + 2 * route.legs.reduce(0) { $0 + $1.elements.count })
    put(Int(route.options.mode.rawValue))
    put(Optimisation.allCases.firstIndex(of: route.options.optimisation) ?? 0)
    put(Int(route.options.avoid.rawValue))
    write(route.options.vehicle)
    put(route.legs.count)
    var before: RouteElement?
    for (i, leg) in route.legs.enumerated() {
      write(leg, after: before, isPassing: route.waypoints[i + 1].waypoint.kind == .passThrough)
      before = leg.elements.last
    }
    writeLines(of: route)
  }

  private mutating func write(_ vehicle: Vehicle) {
    let given = Vehicle.Measure.allCases.filter { vehicle[$0] != nil }
    let goods = vehicle.isHazardous.map { $0 ? Misfit.hazardous.rawValue : Misfit.hazardous.rawValue << 1 } ?? 0
    put(given.reduce(Int(goods)) { $0 | Int(Misfit($1).rawValue) })
    for measure in given { put(Int(((vehicle[measure] ?? 0) * 1000).rounded())) }
  }

  /// What a reader on another map needs.
  private mutating func writeLines(of route: Route) {
    var last = (latitude: 0, longitude: 0)
    var line: [Place] = []
    for (i, leg) in route.legs.enumerated() {
      line.removeAll(keepingCapacity: true)
      for element in leg.elements {
        graph.appendShape(of: element.stretch, to: &line)
      }
      let places = RouteSketch.simplified(line).dropFirst(i == 0 ? 0 : 1)
      put(Int((leg.length * 10).rounded()))
      put(places.count)
      for place in places {
        let next = (latitude: RouteSketch.units(place.latitudeE7), longitude: RouteSketch.units(place.longitudeE7))
        put(signed: next.latitude - last.latitude)
        put(signed: next.longitude - last.longitude)
        last = next
      }
    }
  }

  private mutating func write(_ leg: RouteLeg, after before: RouteElement?, isPassing: Bool) {
    guard let first = leg.elements.first, let last = leg.elements.last else { return }
    put(2 * leg.elements.count + (isPassing ? 1 : 0))
    writeBegin(first, after: before)
    var node = graph.head(of: first.edge)
    for element in leg.elements.dropFirst() {
      let range = graph.outRange(of: node)
      put((range.firstIndex { graph.outEdge(at: $0) == element.edge } ?? range.lowerBound) - range.lowerBound)
      node = graph.head(of: element.edge)
    }
    put(millimetres(last.end))
  }

  private mutating func writeBegin(_ first: RouteElement, after before: RouteElement?) {
    let begin = millimetres(first.begin)
    if let before, first.edge == before.edge, begin == millimetres(before.end) { return put(0) }
    if let before, first.edge == before.edge.reversed,
      begin == Int(graph.lengthInMillimetres(of: first.edge.segment)) - millimetres(before.end)
    {
      return put(1)
    }
    put(2 + first.edge.index)
    put(begin)
  }

  private func millimetres(_ offset: Metres) -> Int { Int((max(0, offset) * 1000).rounded()) }

  private mutating func put(signed value: Int) { put(value < 0 ? -2 * value - 1 : 2 * value) }

  private mutating func put(_ value: Int) {
    var rest = UInt(value)
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func finished() -> String {
    bytes += RouteHandle.checksum(of: bytes)
    return Data(bytes).base64EncodedString(options: [.base64URLAlphabet, .omitPaddingCharacter])
  }
}

// MARK: - Reading

/// The bytes of a handle, whatever its map.
private struct HandleBytes {
  let format: UInt8
  let mapVersion: String
  private var rest: ArraySlice<UInt8>

  init(_ handle: RouteHandle) throws(RouteHandleError) {
    guard let data = Data(base64Encoded: handle.base64), let format = data.first,
      [RouteHandle.format, RouteHandle.formatWithoutLines].contains(format)
    else { throw .notAHandle }
    let body = [UInt8](data.dropLast(RouteHandle.checksumSize))
    guard body.count > 9, RouteHandle.checksum(of: body) == Array(data.suffix(RouteHandle.checksumSize)) else {
      throw .damaged
    }
    self.format = format
    mapVersion = body[1...8].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    rest = body[9...]
  }

  var count: Int { rest.count }

  mutating func options() throws(RouteHandleError) -> RouteOptions {
    var options = RouteOptions()
    guard let mode = TravelMode(rawValue: UInt8(try number(upTo: 255))) else { throw .damaged }
    options.mode = mode
    options.optimisation = Optimisation.allCases[try number(upTo: Optimisation.allCases.count - 1)]
    options.avoid = AvoidedFeatures(rawValue: UInt16(try number(upTo: Int(UInt16.max))))
    if format == RouteHandle.format { options.vehicle = try vehicle() }
    return options
  }

  private mutating func vehicle() throws(RouteHandleError) -> Vehicle {
    var vehicle = Vehicle()
    let given = try number(upTo: Int(UInt8.max))
    for measure in Vehicle.Measure.allCases where given & Int(Misfit(measure).rawValue) != 0 {
      vehicle[measure] = Double(try number(upTo: .max)) / 1000
    }
    let hazardous = Int(Misfit.hazardous.rawValue)
    if given & 3 * hazardous != 0 { vehicle.isHazardous = given & hazardous != 0 }
    return vehicle
  }

  mutating func number(upTo most: Int) throws(RouteHandleError) -> Int {
    var value = 0
    for shift in stride(from: 0, to: 56, by: 7) {
      guard let byte = rest.popFirst() else { throw .damaged }
      value |= Int(byte & 0x7F) << shift
      guard byte >= 0x80 else {
        guard value <= most else { throw .damaged }
        return value
      }
    }
    throw .damaged
  }

  mutating func signedNumber() throws(RouteHandleError) -> Int {
    let value = try number(upTo: .max)
    return value % 2 == 0 ? value / 2 : -(value + 1) / 2
  }
}

private struct HandleReader {
  private let graph: RoadGraph
  private var bytes: HandleBytes

  init(_ handle: RouteHandle, on graph: RoadGraph) throws(RouteHandleError) {
    self.graph = graph
    bytes = try HandleBytes(handle)
    guard bytes.mapVersion == graph.version else {
      throw .otherMap(made: bytes.mapVersion, given: graph.version)
    }
  }

  mutating func route(_ states: TurnStates) throws(RouteHandleError) -> Route {
    let options = try bytes.options()
    let costs = RoadCosts(graph: graph, options: options)
    var legs: [RouteLeg] = []
    var waypoints: [RouteWaypoint] = []
    for _ in 0..<(try bytes.number(upTo: bytes.count)) {
      let (path, isPassing) = try path(after: legs.last?.elements.last)
      if waypoints.isEmpty { waypoints.append(waypoint(at: path[0].beginPosition, .stopover)) }
      waypoints.append(waypoint(at: path[path.count - 1].endPosition, isPassing ? .passThrough : .stopover))
      legs.append(costs.leg(along: path, states: states))
    }
    guard !legs.isEmpty, bytes.format == RouteHandle.format || bytes.count == 0 else { throw .damaged }
    let yielding = RoadCosts(graph: graph, options: options, strictness: .yielding)
    return Route(options: options, waypoints: waypoints, legs: legs, cost: yielding.cost(of: legs, states: states))
  }

  private mutating func path(
    after before: RouteElement?
  ) throws(RouteHandleError) -> (path: [EdgeStretch], isPassing: Bool) {
    let head = try bytes.number(upTo: 2 * bytes.count + 1)
    guard head >= 2 else { throw .damaged }
    let start = try begin(after: before)
    var edges = [start.edge]
    for _ in 1..<head / 2 {
      let leaving = graph.edges(leaving: graph.head(of: edges[edges.count - 1]))
      edges.append(leaving[leaving.startIndex + (try bytes.number(upTo: leaving.count - 1))])
    }
    let end = try offset(on: edges[edges.count - 1])
    guard edges.count > 1 || end >= start.offset else { throw .damaged }
    return (graph.stretches(along: edges, from: start.offset, to: end), head % 2 == 1)
  }

  private mutating func begin(after before: RouteElement?) throws(RouteHandleError) -> EdgePosition {
    let code = try bytes.number(upTo: graph.edgeCount + 1)
    switch (code, before) {
    case (0, let before?): return before.stretch.endPosition
    case (1, let before?):
      let length = graph.length(of: before.edge)
      return EdgePosition(edge: before.edge.reversed, offset: max(0, length - before.end))
    case (2..., _):
      let edge = EdgeID(code - 2)
      return EdgePosition(edge: edge, offset: try offset(on: edge))
    default: throw .damaged
    }
  }

  private mutating func offset(on edge: EdgeID) throws(RouteHandleError) -> Metres {
    Metres(try bytes.number(upTo: Int(graph.lengthInMillimetres(of: edge.segment)))) / 1000
  }

  private func waypoint(at position: EdgePosition, _ kind: Waypoint.Kind) -> RouteWaypoint {
    var waypoint = Waypoint(place: graph.place(at: position))
    waypoint.kind = kind
    let snapped = SnappedWaypoint(positions: [position], place: waypoint.place, distance: 0, isOffRoad: false)
    return RouteWaypoint(waypoint: waypoint, snapped: snapped, position: position)
  }
}
