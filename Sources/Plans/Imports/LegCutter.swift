internal import Geodesy
internal import RoadGraph
internal import Routing

/// Cuts the path along a line into the legs between its halts.
struct LegCutter {
  private let pieces: [EdgeStretch]
  private let graph: RoadGraph
  /// A halt this near to where the line turns round is where it turns.
  private let turnReach: Metres
  /// A waypoint farther from its road is off the road.
  private let offRoadDistance: Metres
  private(set) var legs: [[EdgeStretch]] = []
  private(set) var waypoints: [RouteWaypoint] = []
  private var edges: [EdgeID] = []
  private var begin: Metres = 0

  init(pieces: [EdgeStretch], graph: RoadGraph, turnReach: Metres, offRoadDistance: Metres) {
    self.pieces = pieces
    self.graph = graph
    self.turnReach = turnReach
    self.offRoadDistance = offRoadDistance
  }

  /// The vehicle turns round on the road after a piece.
  private func turns(after piece: Int) -> Bool {
    piece + 1 < pieces.count && pieces[piece + 1].edge == pieces[piece].edge.reversed
      && graph.length(of: pieces[piece].edge) - pieces[piece].end > 0.001
  }

  mutating func cut(at stops: [LineStop]) {
    var halts = moved(Array(stops.dropFirst().dropLast()))[...]
    add(stops[0].waypoint, at: pieces[0].beginPosition)
    for (i, piece) in pieces.enumerated() {
      begin(piece.edge, at: piece.begin)
      while let halt = halts.first, halt.piece == i {
        // Of several halts where the line turns round, the others end a leg without a length.
        if edges.isEmpty { begin(piece.edge, at: halt.offset) }
        end(at: halt.offset, halt.waypoint)
        halts.removeFirst()
        let turnsHere = turns(after: i) && halt.offset == piece.end
        if !turnsHere { begin(piece.edge, at: halt.offset) }
      }
      if turns(after: i), !edges.isEmpty {
        end(at: piece.end, Waypoint(place: graph.place(at: piece.endPosition)))
      }
    }
    if edges.isEmpty { begin(pieces[pieces.count - 1].edge, at: pieces[pieces.count - 1].end) }
    end(at: pieces[pieces.count - 1].end, stops[stops.count - 1].waypoint)
  }

  /// The stops, with each one near a turning point of the line moved to it.
  private func moved(_ stops: [LineStop]) -> [LineStop] {
    stops.map { stop in
      var moved = stop
      let piece = pieces[stop.piece]
      if turns(after: stop.piece), piece.end - stop.offset <= turnReach {
        moved.offset = piece.end
      } else if stop.piece > 0, turns(after: stop.piece - 1), stop.offset - piece.begin <= turnReach {
        moved.piece -= 1
        moved.offset = pieces[moved.piece].end
      }
      return moved
    }
  }

  private mutating func begin(_ edge: EdgeID, at offset: Metres) {
    if edges.isEmpty { begin = offset }
    edges.append(edge)
  }

  private mutating func end(at offset: Metres, _ waypoint: Waypoint) {
    let begin = edges.count == 1 ? min(begin, offset) : begin
    legs.append(graph.stretches(along: edges, from: begin, to: offset))
    add(waypoint, at: EdgePosition(edge: edges[edges.count - 1], offset: offset))
    edges = []
  }

  private mutating func add(_ waypoint: Waypoint, at position: EdgePosition) {
    let place = graph.place(at: position)
    let distance = groundDistance(waypoint.place, place)
    let snapped = SnappedWaypoint(
      positions: [position], place: place, distance: distance, isOffRoad: distance > offRoadDistance)
    waypoints.append(RouteWaypoint(waypoint: waypoint, snapped: snapped, position: position))
  }
}
