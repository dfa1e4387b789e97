internal import Geodesy
internal import RoadGraph
internal import Trips

/// Finds where a trip entered zones and left them.
///
/// A zone is an area of the map, or a run of ways with the tag of a zone. Where an area says the same as a tag, the
/// area counts, because it has a name. A leg that begins within a zone does not enter it.
struct ZonePassages {
  /// What is one zone.
  private enum ZoneID: Hashable, Comparable {
    case area(Int)
    case tagged(CrossingKind)

    static func < (a: ZoneID, b: ZoneID) -> Bool { a.order < b.order }

    private var order: Int {
      switch self {
      case .area(let number): number
      case .tagged(let kind): .max - (CrossingKind.allCases.firstIndex(of: kind) ?? 0)
      }
    }
  }

  /// A part of a leg within a zone, in metres from the start of the leg.
  private struct Part {
    var begin: Metres
    var end: Metres
    var first: TripPosition
    var last: TripPosition
  }

  private let trip: Trip
  private let graph: RoadGraph
  /// Shorter parts within an area or outside come from its border, drawn along roads with the errors of both.
  private static let shortest: Metres = 30

  init(of trip: Trip, on graph: RoadGraph) {
    self.trip = trip
    self.graph = graph
  }

  /// In no order.
  func crossings() -> [Crossing] { trip.legs.flatMap { crossings(of: $0) } }

  private func crossings(of leg: Leg) -> [Crossing] {
    var parts: [ZoneID: [Part]] = [:]
    var length: Metres = 0
    for number in leg.edges {
      for (zone, begin, end) in zones(on: number) {
        let edge = trip.edges[number]
        let from = max(begin, edge.begin)
        let to = min(end, edge.end)
        guard from < to else { continue }
        let part = Part(
          begin: length + from - edge.begin, end: length + to - edge.begin,
          first: TripPosition(edge: number, offset: from), last: TripPosition(edge: number, offset: to))
        Self.add(part, to: &parts[zone, default: []])
      }
      length += trip.edges[number].length
    }
    return parts.keys.sorted().flatMap { zone in
      (parts[zone] ?? []).flatMap { crossings(of: $0, zone, legLength: length) }
    }
  }

  private static func add(_ part: Part, to parts: inout [Part]) {
    guard let last = parts.last, part.begin - last.end < shortest else { return parts.append(part) }
    parts[parts.count - 1].end = part.end
    parts[parts.count - 1].last = part.last
  }

  /// The zones on an edge of the trip, with the parts of the edge within them.
  private func zones(on number: Int) -> [(zone: ZoneID, begin: Metres, end: Metres)] {
    let edge = trip.edges[number].edge
    var zones: [(zone: ZoneID, begin: Metres, end: Metres)] = []
    var kinds: Set<CrossingKind> = []
    for part in graph.zonedStretches(of: edge) {
      guard let zone = graph.zone(at: part.zone) else { continue }
      kinds.insert(CrossingKind(zone.kind))
      zones.append((.area(part.zone), part.stretch.begin, part.stretch.end))
    }
    let flags = graph.flags(of: edge)
    for (flag, kind) in [(RoadFlags.schoolZone, CrossingKind.schoolZone), (.lowEmissionZone, .lowEmissionZone)]
    where flags.contains(flag) && !kinds.contains(kind) {
      zones.append((.tagged(kind), 0, graph.length(of: edge)))
    }
    return zones
  }

  private func crossings(of part: Part, _ zone: ZoneID, legLength: Metres) -> [Crossing] {
    if case .area = zone, part.end - part.begin < Self.shortest { return [] }
    var crossings: [Crossing] = []
    if part.begin > 0 { crossings.append(crossing(.entered, zone, at: part.first)) }
    if part.end < legLength - 0.01 { crossings.append(crossing(.left, zone, at: next(behind: part.last))) }
    return crossings
  }

  /// The end of an edge is the begin of the next one.
  private func next(behind position: TripPosition) -> TripPosition {
    let edge = trip.edges[position.edge]
    guard position.offset >= edge.end, position.edge + 1 < trip.edges.count else { return position }
    return TripPosition(edge: position.edge + 1, offset: trip.edges[position.edge + 1].begin)
  }

  private func crossing(_ movement: CrossingMovement, _ zone: ZoneID, at position: TripPosition) -> Crossing {
    var crossing: Crossing
    switch zone {
    case .tagged(let kind): crossing = Crossing(kind, at: position, of: trip, on: graph)
    case .area(let number):
      let area = graph.zone(at: number)
      let kind = (area?.kind).map(CrossingKind.init) ?? .lowEmissionZone
      crossing = Crossing(kind, at: position, of: trip, on: graph)
      crossing.name = area?.name ?? ""
      crossing.source = (area?.source).map(RuleSource.init)
    }
    crossing.movement = movement
    return crossing
  }
}
