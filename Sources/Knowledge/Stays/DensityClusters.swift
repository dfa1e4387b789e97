internal import Geodesy

/// Clusters of dense points: those that reach each other over points which have enough others around them.
///
/// Points are first put together in cubes of a metre or less, by weight. Then the space is cut into cells in which any
/// two points are near each other; a cell with enough points needs no distances, and two cells are compared until one
/// pair is near enough. So crowds cost no more than their ground.
///
/// The result depends on the points alone, and not on their order. A point between two clusters belongs to that of the
/// nearest dense point.
///
/// - Complexity: O(*n* log *n*) for *n* points, times the points on a metre of ground around each.
/// - Source: Ester, Kriegel, Sander & Xu, A density-based algorithm for discovering clusters, KDD 1996 (DBSCAN); the cells are
///   those of Gan & Tao, DBSCAN revisited, SIGMOD 2015, doi:10.1145/2723372.2737792.
struct DensityClusters {
  private let reach: Metres
  private let least: Int
  private var spots: [Spot] = []
  private var cells: [Range<Int>] = []
  private var cellNumbers: [Cube: Int] = [:]
  private var cellCubes: [Cube] = []

  private struct Spot {
    var point: GroundPoint
    var cell: Cube
    var members: Range<Int>
    var isDense = false
    var cluster: Int?
  }

  /// The numbers of the points in each cluster, ascending. Points beyond all clusters are in none.
  private(set) var clusters: [[Int]] = []

  /// - Parameters:
  ///   - reach: how near points are neighbours.
  ///   - least: a point is dense if so many, with itself, are within reach.
  init(of points: [GroundPoint], reach: Metres, least: Int) {
    self.reach = reach
    self.least = least
    let order = gather(points)
    markDenseSpots()
    connect()
    assignBorders()
    clusters = collected(order)
  }

  /// - Returns: the numbers of the points by spot.
  private mutating func gather(_ points: [GroundPoint]) -> [Int] {
    let fine = min(1, reach / 10)
    let cubes = points.map { $0.cube(width: fine) }
    let order = points.indices.sorted { (cubes[$0], $0) < (cubes[$1], $1) }
    var begin = 0
    while begin < order.count {
      let cube = cubes[order[begin]]
      let end = order[begin...].firstIndex { cubes[$0] != cube } ?? order.count
      let middle = SIMD3(Double(cube.x), Double(cube.y), Double(cube.z)) + 0.5
      let point = GroundPoint(middle * fine)
      // Cells whose diagonal is the reach.
      spots.append(Spot(point: point, cell: point.cube(width: reach / 3.0.squareRoot()), members: begin..<end))
      begin = end
    }
    spots.sort { ($0.cell, $0.members.lowerBound) < ($1.cell, $1.members.lowerBound) }
    begin = 0
    while begin < spots.count {
      let cell = spots[begin].cell
      let end = spots[begin...].firstIndex { $0.cell != cell } ?? spots.count
      cellNumbers[cell] = cells.count
      cells.append(begin..<end)
      cellCubes.append(cell)
      begin = end
    }
    return order
  }

  /// The cells that a point of a cell may reach, with the cell itself, in a fixed order.
  private func cells(around cell: Int) -> [Int] {
    let cube = cellCubes[cell]
    var found: [Int] = []
    for x in -2...2 as ClosedRange<Int32> {
      for y in -2...2 as ClosedRange<Int32> {
        for z in -2...2 as ClosedRange<Int32> {
          if let number = cellNumbers[Cube(x: cube.x + x, y: cube.y + y, z: cube.z + z)] { found.append(number) }
        }
      }
    }
    return found
  }

  private func areNear(_ a: Int, _ b: Int) -> Bool {
    spots[a].point.squaredDistance(to: spots[b].point) <= reach * reach
  }

  private mutating func markDenseSpots() {
    for cell in cells.indices {
      let inside = cells[cell].reduce(0) { $0 + spots[$1].members.count }
      if inside >= least {
        for spot in cells[cell] { spots[spot].isDense = true }
        continue
      }
      let others = cells(around: cell).filter { $0 != cell }
      for spot in cells[cell] {
        var count = inside
        for other in others where count < least {
          for near in cells[other] where areNear(spot, near) { count += spots[near].members.count }
        }
        spots[spot].isDense = count >= least
      }
    }
  }

  /// Numbers the clusters of dense spots. All dense spots of a cell are in one cluster.
  private mutating func connect() {
    var count = 0
    var clusterOfCell = [Int?](repeating: nil, count: cells.count)
    for start in cells.indices where clusterOfCell[start] == nil && isDense(start) {
      clusterOfCell[start] = count
      var waiting = [start]
      while let cell = waiting.popLast() {
        for spot in cells[cell] where spots[spot].isDense { spots[spot].cluster = count }
        for other in cells(around: cell) where clusterOfCell[other] == nil && hasDensePair(cell, other) {
          clusterOfCell[other] = count
          waiting.append(other)
        }
      }
      count += 1
    }
    clusters = Array(repeating: [], count: count)
  }

  private func isDense(_ cell: Int) -> Bool { cells[cell].contains { spots[$0].isDense } }

  private func hasDensePair(_ a: Int, _ b: Int) -> Bool {
    cells[a].contains { spot in
      spots[spot].isDense && cells[b].contains { spots[$0].isDense && areNear(spot, $0) }
    }
  }

  /// Gives the spots that are not dense the cluster of the nearest dense one within reach.
  private mutating func assignBorders() {
    for cell in cells.indices {
      for spot in cells[cell] where !spots[spot].isDense {
        var nearest = (distance: reach * reach, cluster: Int?.none)
        for other in cells(around: cell) {
          for dense in cells[other] where spots[dense].isDense {
            let distance = spots[spot].point.squaredDistance(to: spots[dense].point)
            if distance < nearest.distance { nearest = (distance, spots[dense].cluster) }
          }
        }
        spots[spot].cluster = nearest.cluster
      }
    }
  }

  private func collected(_ order: [Int]) -> [[Int]] {
    var clusters = self.clusters
    for spot in spots {
      guard let cluster = spot.cluster else { continue }
      clusters[cluster] += order[spot.members]
    }
    return clusters.map { $0.sorted() }.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
  }
}
