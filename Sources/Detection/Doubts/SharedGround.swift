internal import Geodesy

/// The ground off the roads that several trips crossed, as lines through its cells.
struct SharedGround {
  struct Line {
    var places: [Place]
    /// The median of the trips through its cells.
    var trips: Int
  }

  private let cells: [GroundCell: DoubtTally.Ground]

  init(of ground: [GroundCell: DoubtTally.Ground], leastTrips: Int) {
    cells = ground.filter { $0.value.trips >= leastTrips }
  }

  /// The longest ways through connected cells, the most travelled first. A way removes the cells beside it, so that
  /// branches follow as lines of their own.
  func lines(from least: Metres) -> [Line] {
    var lines: [Line] = []
    var left = Set(cells.keys)
    for start in cells.keys.sorted() where left.contains(start) {
      var patches = [patch(around: start, in: left)]
      left.subtract(patches[0])
      while let patch = patches.popLast() {
        let way = longestWay(through: patch)
        guard let line = line(along: way, from: least) else { continue }
        lines.append(line)
        patches += self.patches(of: patch.subtracting(way.flatMap(nearby)))
      }
    }
    return lines.sorted { a, b in
      (-a.trips, a.places[0].latitudeE7, a.places[0].longitudeE7)
        < (-b.trips, b.places[0].latitudeE7, b.places[0].longitudeE7)
    }
  }

  private func line(along way: [GroundCell], from least: Metres) -> Line? {
    let places = way.compactMap { cells[$0]?.place }
    let length = zip(places, places.dropFirst()).reduce(0) { $0 + groundDistance($1.0, $1.1) }
    guard length >= least else { return nil }
    let trips = way.compactMap { cells[$0]?.trips }.sorted()
    return Line(places: places, trips: trips[trips.count / 2])
  }

  // MARK: Cells

  private func neighbours(of cell: GroundCell) -> [GroundCell] {
    guard let place = cells[cell]?.place else { return [] }
    return GroundCell.neighbours(of: place).filter { cells[$0] != nil }
  }

  /// A cell and the cells that touch it.
  private func nearby(_ cell: GroundCell) -> [GroundCell] { [cell] + neighbours(of: cell) }

  private func patches(of cells: Set<GroundCell>) -> [Set<GroundCell>] {
    var left = cells
    var patches: [Set<GroundCell>] = []
    for start in cells.sorted() where left.contains(start) {
      let patch = patch(around: start, in: left)
      left.subtract(patch)
      patches.append(patch)
    }
    return patches
  }

  /// The cells of a set that are connected with one of them.
  private func patch(around start: GroundCell, in set: Set<GroundCell>) -> Set<GroundCell> {
    Set(ways(from: start, in: set).length.keys)
  }

  /// The shortest ways from one cell of a set to the cells connected with it.
  private struct Ways {
    var length: [GroundCell: Metres] = [:]
    var before: [GroundCell: GroundCell] = [:]

    /// The cell furthest away.
    var end: GroundCell? {
      length.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }

    /// From the furthest cell back.
    var longest: [GroundCell] {
      var way: [GroundCell] = []
      var cell = end
      while let next = cell {
        way.append(next)
        cell = before[next]
      }
      return way
    }
  }

  /// Cells wait in turn and are looked at again when a shorter way is found; steps are about equally long, so few are.
  private func ways(from start: GroundCell, in set: Set<GroundCell>) -> Ways {
    var ways = Ways()
    ways.length[start] = 0
    var waiting = [start]
    var next = 0
    while next < waiting.count {
      let cell = waiting[next]
      next += 1
      guard let place = cells[cell]?.place, let length = ways.length[cell] else { continue }
      for other in neighbours(of: cell) where set.contains(other) {
        guard let target = cells[other]?.place else { continue }
        let longer = length + groundDistance(place, target)
        if longer >= ways.length[other] ?? .infinity { continue }
        ways.length[other] = longer
        ways.before[other] = cell
        waiting.append(other)
      }
    }
    return ways
  }

  /// From the cell furthest from any to the one furthest from it: the longest way, if the patch has no loops.
  private func longestWay(through patch: Set<GroundCell>) -> [GroundCell] {
    guard let first = patch.min(), let end = ways(from: first, in: patch).end else { return [] }
    return ways(from: end, in: patch).longest
  }
}
