internal import Geodesy
internal import RoadGraph
internal import Storage

/// A straight piece of the driven line: between two neighbouring places of a road's shape, or of a curve off the road.
struct CoursePiece: Sendable, BitwiseCopyable {
  /// `nil` off the road.
  var edge: EdgeID?
  /// The places at its ends in the order driven: indices for ``RoadGraph/shapePlace(at:)``, or into the course's own
  /// places off the road.
  var from: Int32
  var to: Int32
  /// The fractions between these places at which driving begins and ends, 0…1.
  var beginFraction: Double
  var endFraction: Double
  /// From the start of the course.
  var distance: Metres
  var length: Metres
  /// Clockwise from north; 0 for a piece without length.
  var bearing: Degrees
  /// The speed of an unhurried driver here; see ``CruisingSpeed``.
  var cruise: MetresPerSecond
}

/// The line that a drive follows, piece by piece, with the kinds of its parts.
struct SimulatedCourse: Sendable {
  let graph: RoadGraph
  private(set) var pieces: [CoursePiece] = []
  private(set) var length: Metres = 0
  /// Wrong ways, detours and curves off the road by their distance from the start, in the order driven.
  private(set) var stretches: [(kind: StretchKind, begin: Metres, end: Metres)] = []
  private var openPlaces: [Place] = []

  init(along steps: [Step], on graph: RoadGraph, speeds: CruisingSpeed) {
    self.graph = graph
    for step in steps {
      let begin = length
      switch step.ground {
      case .road(let edge, let begin, let end): addRoad(edge, from: begin, to: end, speeds)
      case .open(let places): addOpenGround(places, speeds)
      }
      if let kind = step.kind { addStretch(kind, from: begin) }
    }
  }

  /// The places at the ends of a whole piece, not only of the driven part.
  func ends(of piece: CoursePiece) -> (from: Place, to: Place) {
    if piece.edge != nil { return (graph.shapePlace(at: Int(piece.from)), graph.shapePlace(at: Int(piece.to))) }
    return (openPlaces[Int(piece.from)], openPlaces[Int(piece.to)])
  }

  /// The index of the piece at a distance from the start.
  func piece(at distance: Metres) -> Int {
    max(0, pieces.partitioningIndex { $0.distance > distance } - 1)
  }

  func place(at distance: Metres) -> Place {
    let piece = pieces[piece(at: distance)]
    let (from, to) = ends(of: piece)
    return from.interpolated(to: to, fraction: piece.fraction(at: distance))
  }

  private mutating func addRoad(_ edge: EdgeID, from begin: Metres, to end: Metres, _ speeds: CruisingSpeed) {
    let range = graph.shapeRange(of: edge.segment)
    let length = graph.length(of: edge)
    let cruise = speeds.speed(on: edge, of: graph)
    for number in 0..<range.count - 1 {
      let from = edge.isForward ? range.lowerBound + number : range.upperBound - 1 - number
      let to = edge.isForward ? from + 1 : from - 1
      let first = edge.isForward ? graph.shapeDistance(at: from) : length - graph.shapeDistance(at: from)
      let last = edge.isForward ? graph.shapeDistance(at: to) : length - graph.shapeDistance(at: to)
      let (driven, left) = (max(first, begin), min(last, end))
      guard driven < left || (first == last && driven == left) else { continue }
      let whole = last - first
      add(
        CoursePiece(
          edge: edge, from: Int32(from), to: Int32(to),
          beginFraction: whole > 0 ? (driven - first) / whole : 0, endFraction: whole > 0 ? (left - first) / whole : 1,
          distance: 0, length: left - driven, bearing: 0, cruise: cruise))
    }
  }

  private mutating func addOpenGround(_ places: [Place], _ speeds: CruisingSpeed) {
    for (from, to) in zip(places, places.dropFirst()) {
      openPlaces += [from, to]
      add(
        CoursePiece(
          edge: nil, from: Int32(openPlaces.count - 2), to: Int32(openPlaces.count - 1), beginFraction: 0,
          endFraction: 1, distance: 0, length: groundDistance(from, to), bearing: 0, cruise: speeds.offRoad))
    }
  }

  private mutating func add(_ piece: CoursePiece) {
    var piece = piece
    let (from, to) = ends(of: piece)
    piece.distance = length
    piece.bearing = bearing(from: .origin, to: LocalRuler(at: from).point(to))
    pieces.append(piece)
    length += piece.length
  }

  /// Consecutive steps of one kind are one stretch.
  private mutating func addStretch(_ kind: StretchKind, from begin: Metres) {
    if let last = stretches.last, last.kind == kind, last.end == begin {
      stretches[stretches.count - 1].end = length
    } else {
      stretches.append((kind, begin, length))
    }
  }
}

extension CoursePiece {
  /// The fraction between the places at the piece's ends, 0…1, for a distance from the start of the course.
  func fraction(at distance: Metres) -> Double {
    guard length > 0 else { return beginFraction }
    let share = min(max((distance - self.distance) / length, 0), 1)
    return beginFraction + share * (endFraction - beginFraction)
  }
}

extension SimulatedCourse {
  /// Runs of pieces in tunnels, by their distance from the start.
  var tunnels: [(begin: Metres, end: Metres)] {
    var tunnels: [(begin: Metres, end: Metres)] = []
    for piece in pieces where isTunnel(piece) && piece.length > 0 {
      if let last = tunnels.last, last.end == piece.distance {
        tunnels[tunnels.count - 1].end = piece.distance + piece.length
      } else {
        tunnels.append((piece.distance, piece.distance + piece.length))
      }
    }
    return tunnels
  }

  func isTunnel(_ piece: CoursePiece) -> Bool {
    piece.edge.map { graph.flags(of: $0).contains(.tunnel) } ?? false
  }
}
