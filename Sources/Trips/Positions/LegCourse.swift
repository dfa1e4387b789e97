internal import Geodesy
internal import RoadGraph

/// Finds places and bearings along one leg; the distances asked for never decrease.
struct LegCourse {
  private let graph: RoadGraph
  private let reach: Metres
  private let last: Int
  /// The distance driven since the trip began, at the start and the end of the leg.
  let begin: Metres
  let end: Metres
  private var here: RoadCursor
  private var behind: RoadCursor
  private var ahead: RoadCursor
  private var ruler: MovingRuler?

  /// A place on a road, and the direction of travel there.
  struct Point {
    var edge: Int
    var offset: Metres
    var place: Place
    var bearing: Degrees?
  }

  init(leg: Int, of trip: Trip, on graph: RoadGraph, from distance: Metres, reach: Metres) {
    self.graph = graph
    self.reach = reach
    let edges = trip.legs[leg].edges
    last = edges.upperBound - 1
    begin = distance
    end = trip.edges[edges].reduce(distance) { $0 + $1.length }
    here = RoadCursor(edge: edges.lowerBound, begin: distance)
    (behind, ahead) = (here, here)
  }

  /// The place of a knot.
  mutating func point(at knot: Knot, on trip: borrowing Trip) -> Point {
    point(at: knot.distance, on: knot.edge, knot.offset, trip)
  }

  /// The place at a distance driven since the trip began.
  mutating func point(at distance: Metres, on trip: borrowing Trip) -> Point {
    here.move(to: distance, on: trip, last: last)
    return point(at: distance, on: here.edge, here.offset(at: distance, on: trip), trip)
  }

  /// Whether a place lies in a tunnel.
  mutating func isInTunnel(at distance: Metres, on trip: borrowing Trip) -> Bool {
    here.move(to: distance, on: trip, last: last)
    return graph.flags(of: trip.edges[here.edge].edge).contains(.tunnel)
  }

  private mutating func point(
    at distance: Metres, on edge: Int, _ offset: Metres, _ trip: borrowing Trip
  ) -> Point {
    let place = graph.place(on: trip.edges[edge].edge, at: offset)
    behind.move(to: max(begin, distance - reach), on: trip, last: last)
    ahead.move(to: min(end, distance + reach), on: trip, last: last)
    let back = self.place(of: behind, at: max(begin, distance - reach), trip)
    let front = self.place(of: ahead, at: min(end, distance + reach), trip)
    let bearing = self.bearing(from: back, to: front) ?? bearing(on: trip.edges[edge].edge, at: offset)
    return Point(edge: edge, offset: offset, place: place, bearing: bearing)
  }

  private func place(of cursor: RoadCursor, at distance: Metres, _ trip: borrowing Trip) -> Place {
    graph.place(on: trip.edges[cursor.edge].edge, at: cursor.offset(at: distance, on: trip))
  }

  /// The bearing of the road itself, where the vehicle turns round.
  private mutating func bearing(on edge: EdgeID, at offset: Metres) -> Degrees? {
    let from = max(0, min(offset, graph.length(of: edge) - reach))
    return bearing(from: graph.place(on: edge, at: from), to: graph.place(on: edge, at: from + reach))
  }

  /// `nil` if the places are too near to each other.
  private mutating func bearing(from begin: Place, to end: Place) -> Degrees? {
    if ruler == nil { ruler = MovingRuler(at: begin) }
    guard let local = ruler?.local(at: begin) else { return nil }
    let point = local.point(end)
    return point.distance(to: .origin) < Self.leastChord ? nil : Geodesy.bearing(from: .origin, to: point)
  }

  /// Coordinates are exact to a centimetre: over this length, bearings are to a degree.
  private static let leastChord: Metres = 0.5
}
