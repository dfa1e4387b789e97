private import FoundationEssentials
internal import Geodesy
private import Glibc
internal import RoadGraph
internal import RoadRules
internal import Routing

/// Writes the bytes of a handle; ``RouteHandle`` describes them.
struct HandleWriter {
  private let graph: RoadGraph
  private var bytes: [UInt8] = []

  init(graph: RoadGraph) {
    self.graph = graph
    bytes.append(RouteHandle.format)
    let version = UInt64(graph.version, radix: 16) ?? 0
    for byte in (0..<8).reversed() { bytes.append(UInt8(truncatingIfNeeded: version >> UInt64(8 * byte))) }
  }

  /// - Parameter course: of the route; `nil` if it is not known.
  mutating func write(_ route: Route, along course: [Place]?) {
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
    writeLines(of: route, along: course)
  }

  private mutating func write(_ vehicle: Vehicle) {
    let given = VehicleBits.measures.filter { vehicle[$0.measure] != nil }
    let goods = vehicle.isHazardous.map { $0 ? VehicleBits.hazardous : VehicleBits.harmless } ?? 0
    put(given.reduce(goods) { $0 | $1.bit })
    for (measure, _) in given { put(Int(((vehicle[measure] ?? 0) * 1000).rounded())) }
  }

  /// The lines of all legs, for other maps.
  private mutating func writeLines(of route: Route, along course: [Place]?) {
    var last = (latitude: 0, longitude: 0)
    for (i, leg) in route.legs.enumerated() {
      let line = route.legs.count == 1 ? course : nil
      let places = RouteSketch.simplified(line ?? self.line(along: leg)).dropFirst(i == 0 ? 0 : 1)
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

  private func line(along leg: RouteLeg) -> [Place] {
    var line: [Place] = []
    for element in leg.elements { graph.appendShape(of: element.stretch, to: &line) }
    return line
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
