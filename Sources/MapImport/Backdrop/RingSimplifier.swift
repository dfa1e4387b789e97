internal import RoadGraph

/// Leaves out the points of a line that matter least, by the area that each spans with its neighbours.
///
/// What two rings share is simplified alike in both, since only neighbours decide.
///
/// - Source: Visvalingam & Whyatt, The Cartographic Journal 30 (1993), doi:10.1179/000870493786962263.
struct RingSimplifier {
  /// Points that span less than this are left out; in the square of the unit of the points.
  let leastArea: Double

  /// - Parameter isRing: the last point is a neighbour of the first, and at least three points remain.
  /// - Complexity: O(*n* log *n*).
  func simplified(_ points: [MercatorPoint], isRing: Bool) -> [MercatorPoint] {
    guard points.count > (isRing ? 3 : 2) else { return points }
    var chain = Chain(points, isRing: isRing)
    var queue = AreaQueue()
    for index in points.indices { queue.add(index, chain.area(at: index)) }
    var left = points.count
    while left > 3, let (index, area) = queue.least(), area < leastArea {
      guard area == chain.areas[index], !chain.isGone[index] else { continue }
      chain.remove(index)
      left -= 1
      for neighbour in [chain.before[index], chain.after[index]] {
        // A point must not seem to matter less than one that was left out before it.
        queue.add(neighbour, max(area, chain.area(at: neighbour)), &chain)
      }
    }
    return points.indices.filter { !chain.isGone[$0] }.map { points[$0] }
  }
}

/// Points with their neighbours; the ends of a line are their own.
private struct Chain {
  let points: [MercatorPoint]
  var before: [Int]
  var after: [Int]
  var areas: [Double]
  var isGone: [Bool]

  init(_ points: [MercatorPoint], isRing: Bool) {
    let count = points.count
    self.points = points
    before = points.indices.map { $0 > 0 ? $0 - 1 : isRing ? count - 1 : 0 }
    after = points.indices.map { $0 < count - 1 ? $0 + 1 : isRing ? 0 : count - 1 }
    isGone = Array(repeating: false, count: count)
    areas = []
    areas = points.indices.map { area(at: $0) }
  }

  /// Infinite at the ends of a line.
  func area(at index: Int) -> Double {
    let (a, b, c) = (points[before[index]], points[index], points[after[index]])
    if before[index] == index || after[index] == index { return .infinity }
    return abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2
  }

  mutating func remove(_ index: Int) {
    isGone[index] = true
    after[before[index]] = after[index]
    before[after[index]] = before[index]
  }
}

/// Points by the area they span, the least first; of equal ones the first point. Entries that no longer hold stay in it.
private struct AreaQueue {
  private var entries: [(area: Double, index: Int)] = []

  mutating func add(_ index: Int, _ area: Double, _ chain: inout Chain) {
    chain.areas[index] = area
    add(index, area)
  }

  mutating func add(_ index: Int, _ area: Double) {
    guard area < .infinity else { return }
    entries.append((area, index))
    var child = entries.count - 1
    while child > 0, entries[child] < entries[(child - 1) / 2] {
      entries.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func least() -> (index: Int, area: Double)? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    if !entries.isEmpty {
      entries[0] = last
      sink()
    }
    return (first.index, first.area)
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < entries.count else { return }
      if child + 1 < entries.count, entries[child + 1] < entries[child] { child += 1 }
      guard entries[child] < entries[parent] else { return }
      entries.swapAt(child, parent)
      parent = child
    }
  }
}
