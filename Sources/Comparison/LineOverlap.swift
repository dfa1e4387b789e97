internal import Geodesy

/// Compares two routes given as lines. A place of one is covered if the other passes within the tolerance, in the same
/// direction and in the order driven; a second lap is covered only by a second lap.
///
/// Both are cut into pieces of at most half the tolerance. Piece *i* of one may match piece *j* of the other; the
/// longest set of matching pairs in which *j* never decreases gives the shared length. It is computed both ways.
///
/// - Complexity: O(*r* log *n*) for *r* pairs of near pieces.
func overlap(_ truth: [[Place]], _ result: [[Place]], _ settings: ComparisonSettings) -> RouteOverlap {
  let step = settings.step
  let a = truth.flatMap { pieces(of: $0, atMost: step) }
  let b = result.flatMap { pieces(of: $0, atMost: step) }
  return RouteOverlap(
    truth: a.reduce(0) { $0 + $1.weight }, result: b.reduce(0) { $0 + $1.weight },
    found: covered(a, by: b, step: step, settings), confirmed: covered(b, by: a, step: step, settings))
}

/// A straight piece of a line.
private struct LinePiece {
  let begin, end: Place
  let bearing: Degrees
  /// In micrometres.
  let weight: Int64

  var middle: Place { begin.interpolated(to: end, fraction: 0.5) }
}

private func pieces(of line: [Place], atMost step: Metres) -> [LinePiece] {
  var pieces: [LinePiece] = []
  for (begin, end) in zip(line, line.dropFirst()) {
    let length = groundDistance(begin, end)
    guard length > 0 else { continue }
    let ruler = LocalRuler(at: begin)
    let bearing = bearing(from: ruler.point(begin), to: ruler.point(end))
    let count = stepCount(along: length, atMost: step)
    for number in 0..<count {
      pieces.append(
        LinePiece(
          begin: begin.interpolated(to: end, fraction: Double(number) / Double(count)),
          end: begin.interpolated(to: end, fraction: Double(number + 1) / Double(count)), bearing: bearing,
          weight: inMicrometres(length / Double(count))))
    }
  }
  return pieces
}

/// The greatest length of `line` that `other` covers in order.
private func covered(_ line: [LinePiece], by other: [LinePiece], step: Metres, _ settings: ComparisonSettings) -> Int64
{
  guard let first = other.first else { return 0 }
  let grid = PieceGrid(other, cell: settings.tolerance + step, around: first.begin)
  var chain = MaximumTree(count: other.count)
  for piece in line {
    let ruler = LocalRuler(at: piece.middle)
    let near = grid.places(near: piece.middle, within: settings.tolerance + step, ruler).filter { place in
      abs(turn(from: piece.bearing, to: other[place].bearing)) <= settings.bearingTolerance
        && project(.origin, onto: ruler.point(other[place].begin), ruler.point(other[place].end)).distance
          <= settings.tolerance
    }
    // All maxima are read before any is raised, so that a piece counts once.
    let reached = near.map { chain.maximum(before: $0 + 1) + piece.weight }
    for (place, weight) in zip(near, reached) { chain.raise(place, to: weight) }
  }
  return chain.maximum(before: other.count)
}

/// Finds pieces by the grid cell of their middle.
private struct PieceGrid {
  private struct Cell: Hashable {
    let row, column: Int64
  }

  private let origin: Place
  private let cell: Metres
  private let height: Int64
  private var places: [Cell: [Int]] = [:]

  init(_ pieces: [LinePiece], cell: Metres, around origin: Place) {
    self.origin = origin
    self.cell = cell
    height = max(1, LocalRuler(at: origin).reach(cell).latitudeE7)
    for (place, piece) in pieces.enumerated() {
      let row = row(of: piece.middle)
      places[Cell(row: row, column: column(of: piece.middle, width: width(of: row))), default: []].append(place)
    }
  }

  private func row(of place: Place, north: Int64 = 0) -> Int64 {
    floorDivided(Int64(place.latitudeE7) - Int64(origin.latitudeE7) + north, by: height)
  }

  /// The width of the cells of a row. It grows towards the poles, so that few cells are within a radius.
  private func width(of row: Int64) -> Int64 {
    let latitude = Int64(origin.latitudeE7) + row * height + height / 2
    let middle = Place(
      latitudeE7: Int32(min(max(latitude, -900_000_000), 900_000_000)), longitudeE7: origin.longitudeE7)
    return max(1, LocalRuler(at: middle).reach(cell).longitudeE7)
  }

  private func column(of place: Place, east: Int64 = 0, width: Int64) -> Int64 {
    floorDivided(place.longitudeE7(eastOf: origin) + east, by: width)
  }

  /// Pieces that may be that near, ascending.
  func places(near place: Place, within radius: Metres, _ ruler: LocalRuler) -> [Int] {
    let reach = ruler.reach(radius)
    var found: [Int] = []
    for row in row(of: place, north: -reach.latitudeE7)...row(of: place, north: reach.latitudeE7) {
      let width = width(of: row)
      let first = column(of: place, east: -reach.longitudeE7, width: width)
      for column in first...column(of: place, east: reach.longitudeE7, width: width) {
        found += places[Cell(row: row, column: column)] ?? []
      }
    }
    return found.sorted()
  }
}

private func floorDivided(_ value: Int64, by divisor: Int64) -> Int64 {
  value >= 0 ? value / divisor : (value - divisor + 1) / divisor
}
