internal import Geodesy
internal import RoadGraph
internal import Trips

/// Finds where a leg enters zones and leaves them.
///
/// A zone is an area of the map, or a run of ways with the tag of a zone. Where an area and a tag agree, the area is
/// used, because it has a name. A leg that begins within a zone does not enter it. Borders of areas are drawn along
/// roads, and both have errors, so a change is accepted only once it has lasted for some metres.
struct ZoneWatch: Sendable {
  private enum ZoneID: Hashable, Comparable {
    case area(Int)
    case tagged(CrossingKind)

    static func < (a: ZoneID, b: ZoneID) -> Bool { a.order < b.order }

    private var order: (Int, Int) {
      switch self {
      case .area(let number): (0, number)
      case .tagged(let kind): (1, CrossingKind.allCases.firstIndex(of: kind) ?? 0)
      }
    }

    /// How long a change must last.
    var leastLength: Metres {
      if case .area = self { return 30 }
      return 0
    }
  }

  private struct State: Sendable {
    var isInside: Bool
    /// The change that has not lasted long enough, and how far along the leg it is.
    var change: (crossing: Crossing, distance: Metres)?
  }

  /// The zones that the vehicle is in, or may be entering.
  private var states: [ZoneID: State] = [:]

  /// How far along the leg the first change is that is not certain.
  var firstOpen: Metres? { states.values.compactMap(\.change?.distance).min() }

  mutating func endLeg() { states.removeAll() }

  /// Calls with the changes that are certain now, and how far along the leg they are.
  mutating func pass(_ passing: EdgePassing, on graph: RoadGraph, _ found: (Crossing, Metres) -> Void) {
    let parts = Self.parts(of: passing.edge, on: graph)
    guard !parts.isEmpty || !states.isEmpty else { return }
    for zone in Set(parts.map(\.zone)).union(states.keys).sorted() {
      var offset = passing.edge.begin
      for part in parts where part.zone == zone && part.end > offset {
        if part.begin > offset { see(zone, isInside: false, from: offset, to: part.begin, passing, graph, found) }
        see(zone, isInside: true, from: max(offset, part.begin), to: part.end, passing, graph, found)
        offset = part.end
      }
      if offset < passing.edge.end {
        see(zone, isInside: false, from: offset, to: passing.edge.end, passing, graph, found)
      }
      if let state = states[zone], !state.isInside, state.change == nil { states[zone] = nil }
    }
  }

  /// The zones of the driven part of an edge, in order.
  private static func parts(
    of edge: TripEdge, on graph: RoadGraph
  ) -> [(zone: ZoneID, begin: Metres, end: Metres)] {
    var parts: [(zone: ZoneID, begin: Metres, end: Metres)] = []
    var kinds: Set<CrossingKind> = []
    for part in graph.zonedStretches(of: edge.edge) {
      guard let zone = graph.zone(at: part.zone) else { continue }
      kinds.insert(CrossingKind(zone.kind))
      let (begin, end) = (max(part.stretch.begin, edge.begin), min(part.stretch.end, edge.end))
      if begin < end { parts.append((.area(part.zone), begin, end)) }
    }
    parts.sort { $0.begin < $1.begin }
    let flags = graph.flags(of: edge.edge)
    for (flag, kind) in [(RoadFlags.schoolZone, CrossingKind.schoolZone), (.lowEmissionZone, .lowEmissionZone)]
    where flags.contains(flag) && !kinds.contains(kind) {
      parts.append((.tagged(kind), edge.begin, edge.end))
    }
    return parts
  }

  private mutating func see(
    _ zone: ZoneID, isInside: Bool, from begin: Metres, to end: Metres, _ passing: EdgePassing, _ graph: RoadGraph,
    _ found: (Crossing, Metres) -> Void
  ) {
    let isBegin = passing.before == nil && begin <= passing.edge.begin
    var state = states[zone] ?? State(isInside: isBegin && isInside)
    if state.isInside == isInside {
      state.change = nil
    } else {
      let change =
        state.change ?? (crossing(of: zone, isInside: isInside, at: begin, passing, graph), passing.distance(of: begin))
      if passing.distance(of: end) - change.distance >= zone.leastLength {
        found(change.crossing, change.distance)
        state = State(isInside: isInside)
      } else {
        state.change = change
      }
    }
    states[zone] = state
  }

  private func crossing(
    of zone: ZoneID, isInside: Bool, at offset: Metres, _ passing: EdgePassing, _ graph: RoadGraph
  ) -> Crossing {
    var crossing: Crossing
    switch zone {
    case .tagged(let kind): crossing = passing.crossing(kind, at: offset, on: graph)
    case .area(let number):
      let area = graph.zone(at: number)
      crossing = passing.crossing((area?.kind).map(CrossingKind.init) ?? .lowEmissionZone, at: offset, on: graph)
      crossing.name = area?.name ?? ""
      crossing.source = (area?.source).map(RuleSource.init)
    }
    crossing.movement = isInside ? .entered : .left
    return crossing
  }
}
