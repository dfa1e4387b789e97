internal import Geodesy
internal import Matching
internal import RoadGraph

/// Finds places and bearings along one leg; the distances asked for never decrease.
struct LegCourse {
  private let graph: RoadGraph
  private let reach: Metres
  /// The last edge that is known.
  private var last: Int
  /// The distance driven since the trip began, at the start of the leg, and at the end of what is known of it.
  let begin: Metres
  private(set) var end: Metres
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

  /// - Parameter distance: driven before the leg.
  init(firstEdge: Int, on graph: RoadGraph, from distance: Metres, reach: Metres) {
    self.graph = graph
    self.reach = reach
    last = firstEdge - 1
    (begin, end) = (distance, distance)
    here = RoadCursor(edge: firstEdge, begin: distance)
    (behind, ahead) = (here, here)
  }

  /// Takes the edges of the leg that have become known.
  ///
  /// - Parameter next: the edge after them.
  mutating func know(edgesBefore next: Int, of drive: borrowing TripUpdate) {
    while last + 1 < next {
      last += 1
      end += drive.edges[last].length
    }
  }

  /// The edges before it are not needed any more.
  var oldestEdge: Int { behind.edge }

  /// The place of a knot.
  mutating func point(at knot: Knot, on drive: borrowing TripUpdate) -> Point {
    point(at: knot.distance, on: knot.edge, knot.offset, drive)
  }

  /// The place at a distance driven since the trip began.
  mutating func point(at distance: Metres, on drive: borrowing TripUpdate) -> Point {
    here.move(to: distance, on: drive, last: last)
    return point(at: distance, on: here.edge, here.offset(at: distance, on: drive), drive)
  }

  /// Whether a place is in a tunnel.
  mutating func isInTunnel(at distance: Metres, on drive: borrowing TripUpdate) -> Bool {
    here.move(to: distance, on: drive, last: last)
    return graph.flags(of: drive.edges[here.edge].edge).contains(.tunnel)
  }

  private mutating func point(
    at distance: Metres, on edge: Int, _ offset: Metres, _ drive: borrowing TripUpdate
  ) -> Point {
    let place = graph.place(on: drive.edges[edge].edge, at: offset)
    behind.move(to: max(begin, distance - reach), on: drive, last: last)
    ahead.move(to: min(end, distance + reach), on: drive, last: last)
    let back = self.place(of: behind, at: max(begin, distance - reach), drive)
    let front = self.place(of: ahead, at: min(end, distance + reach), drive)
    let bearing = self.bearing(from: back, to: front) ?? bearing(on: drive.edges[edge].edge, at: offset)
    return Point(edge: edge, offset: offset, place: place, bearing: bearing)
  }

  private func place(of cursor: RoadCursor, at distance: Metres, _ drive: borrowing TripUpdate) -> Place {
    graph.place(on: drive.edges[cursor.edge].edge, at: cursor.offset(at: distance, on: drive))
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
