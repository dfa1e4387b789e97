internal import RoadGraph

/// Coastlines, and the sea that they bound within a box.
///
/// Water is on the right of a coastline.
///
/// - Source: OSM wiki, Tag:natural=coastline.
struct Coast {
  private struct Line {
    let id: Int64
    let first: Int64
    let last: Int64
    let points: [MercatorPoint]
  }

  /// Where a line begins or ends on the edge of a box, by the way along it.
  private struct Crossing: Comparable {
    let way: Double
    let isEnd: Bool
    let line: Int

    static func < (left: Crossing, right: Crossing) -> Bool {
      (left.way, left.isEnd ? 0 : 1, left.line) < (right.way, right.isEnd ? 0 : 1, right.line)
    }
  }

  /// The sea as rings.
  struct Sea {
    var rings: [(points: [MercatorPoint], isHole: Bool)] = []
    /// Coastlines that end within the box, each continued straight to its edge.
    var looseEnds = 0
    /// Islands that no sea surrounds.
    var islandsLeftOut = 0
  }

  private var lines: [Line] = []

  var isEmpty: Bool { lines.isEmpty }

  /// - Parameter nodes: the ids of the points.
  mutating func add(_ id: Int64, _ nodes: [Int64], _ points: [MercatorPoint]) {
    guard let first = nodes.first, let last = nodes.last, points.count >= 2 else { return }
    lines.append(Line(id: id, first: first, last: last, points: points))
  }

  /// The sea within a box; `nil` if coastlines contradict each other.
  ///
  /// - Complexity: O(*n* log *n*) for coastlines with *n* points, and *i* · *n* for *i* islands, up to ``mostTests``.
  func sea(within box: MercatorBox) -> Sea? {
    var sea = Sea()
    var islands: [[MercatorPoint]] = []
    var crossings: [[MercatorPoint]] = []
    for chain in chains {
      let isRing = chain.first == chain.last && chain.count > 3
      if isRing, chain.allSatisfy(box.contains) {
        if signedArea(chain) > 0 { sea.rings.append((chain, false)) } else { islands.append(chain) }
        continue
      }
      let line = isRing ? chain.turned(where: { !box.contains($0) }) : chain
      crossings += clip(line: line, toBox: box)
    }
    crossings.removeAll { box.isScrap($0) }
    crossings = crossings.map { box.reachingEdge($0, &sea.looseEnds) }
    guard let closed = close(crossings, along: box) else { return nil }
    sea.rings += closed.map { ($0, false) }
    if sea.rings.isEmpty, !islands.isEmpty { sea.rings.append((box.corners, false)) }
    sea.take(islands)
    return sea
  }

  /// Coastlines joined end to end, in the order of the ids of their first ways.
  private var chains: [[MercatorPoint]] {
    let sorted = lines.sorted { $0.id < $1.id }
    var startingAt: [Int64: [Int]] = [:]
    for (number, line) in sorted.enumerated().reversed() { startingAt[line.first, default: []].append(number) }
    let ends = Set(sorted.map(\.last))
    var isUsed = [Bool](repeating: false, count: sorted.count)
    var chains: [[MercatorPoint]] = []
    // Those that nothing leads to begin; what is left are rings.
    for begin in sorted.indices.filter({ !ends.contains(sorted[$0].first) }) + sorted.indices where !isUsed[begin] {
      var chain = sorted[begin].points
      var last = sorted[begin].last
      isUsed[begin] = true
      while let next = startingAt[last]?.popLast() {
        guard !isUsed[next] else { continue }
        isUsed[next] = true
        chain += sorted[next].points.dropFirst()
        last = sorted[next].last
      }
      chains.append(chain)
    }
    return chains
  }

  /// Joins lines from edge to edge of a box along the edge, so that what is on their right is within.
  ///
  /// - Returns: `nil` if two of them enter or leave the box one after the other along the edge.
  private func close(_ lines: [[MercatorPoint]], along box: MercatorBox) -> [[MercatorPoint]]? {
    let begins = lines.map { box.way(to: $0[0]) }
    let ends = lines.map { box.way(to: $0[$0.count - 1]) }
    var order: [Crossing] = []
    for line in lines.indices {
      order.append(Crossing(way: begins[line], isEnd: false, line: line))
      order.append(Crossing(way: ends[line], isEnd: true, line: line))
    }
    order.sort()
    for (index, crossing) in order.enumerated() where crossing.isEnd == order[(index + 1) % order.count].isEnd {
      return nil
    }
    var next: [Int: Int] = [:]
    for (index, crossing) in order.enumerated() where crossing.isEnd {
      next[crossing.line] = order[(index + 1) % order.count].line
    }
    var isUsed = [Bool](repeating: false, count: lines.count)
    var rings: [[MercatorPoint]] = []
    for begin in lines.indices where !isUsed[begin] {
      var ring: [MercatorPoint] = []
      var line = begin
      repeat {
        isUsed[line] = true
        let following = next[line] ?? begin
        ring += lines[line] + box.corners(from: ends[line], to: begins[following])
        line = following
      } while !isUsed[line]
      rings.append(ring)
    }
    return rings
  }

  /// More tests would take minutes; then all islands are taken to lie in the sea.
  fileprivate static let mostTests = 2_000_000_000
}

extension Coast.Sea {
  /// Cuts islands out of the sea.
  fileprivate mutating func take(_ islands: [[MercatorPoint]]) {
    let seas = rings.map(\.points)
    let isTested = islands.count * seas.reduce(0, { $0 + $1.count }) <= Coast.mostTests
    for island in islands {
      if isTested, !seas.contains(where: { $0.surrounds(island[0]) }) {
        islandsLeftOut += 1
      } else {
        rings.append((island, true))
      }
    }
  }
}

extension [MercatorPoint] {
  /// A ring that begins and ends at the first point that is so.
  fileprivate func turned(where isWanted: (MercatorPoint) -> Bool) -> [MercatorPoint] {
    guard let begin = firstIndex(where: isWanted), begin > 0 else { return self }
    return Array(self[begin...]) + self[1...begin]
  }

  /// Whether a ring goes around a point.
  fileprivate func surrounds(_ point: MercatorPoint) -> Bool {
    guard var last = last else { return false }
    var isInside = false
    for next in self {
      if (last.y > point.y) != (next.y > point.y) {
        let x = last.x + (next.x - last.x) * (point.y - last.y) / (next.y - last.y)
        if x > point.x { isInside.toggle() }
      }
      last = next
    }
    return isInside
  }
}

// MARK: - The edge of the box

extension MercatorBox {
  func contains(_ point: MercatorPoint) -> Bool {
    point.x >= low.x && point.x <= high.x && point.y >= low.y && point.y <= high.y
  }

  /// Northwest, northeast, southeast, southwest.
  fileprivate var corners: [MercatorPoint] {
    [low, MercatorPoint(x: high.x, y: low.y), high, MercatorPoint(x: low.x, y: high.y)]
  }

  /// The way clockwise along the edge from the northwestern corner to the point of the edge nearest to a point, in sides.
  fileprivate func way(to point: MercatorPoint) -> Double {
    let across = min(max((point.x - low.x) / (high.x - low.x), 0), 1)
    let down = min(max((point.y - low.y) / (high.y - low.y), 0), 1)
    let distances = [point.y - low.y, high.x - point.x, high.y - point.y, point.x - low.x]
    let ways = [across, 1 + down, 3 - across, 4 - down]
    let nearest = distances.indices.min { distances[$0] < distances[$1] } ?? 0
    return ways[nearest].truncatingRemainder(dividingBy: 4)
  }

  /// Whether a line is a short rest at the edge that ends within the box: where it would go on is not known, and so short
  /// a piece of coast is not missed.
  fileprivate func isScrap(_ line: [MercatorPoint]) -> Bool {
    let ends = [line[0], line[line.count - 1]]
    guard ends.contains(where: { distanceToEdge($0) > Self.noDistance }) else { return false }
    let (west, east) = line.reduce((line[0].x, line[0].x)) { (min($0.0, $1.x), max($0.1, $1.x)) }
    let (north, south) = line.reduce((line[0].y, line[0].y)) { (min($0.0, $1.y), max($0.1, $1.y)) }
    return max(east - west, south - north) < (high.x - low.x + high.y - low.y) / 100
  }

  /// Less than a tenth of a millimetre.
  private static let noDistance = 1e-12

  private func distanceToEdge(_ point: MercatorPoint) -> Double {
    min(point.x - low.x, high.x - point.x, point.y - low.y, high.y - point.y)
  }

  /// A line continued straight from both ends to the edge.
  fileprivate func reachingEdge(_ line: [MercatorPoint], _ looseEnds: inout Int) -> [MercatorPoint] {
    var line = line
    for isEnd in [false, true] {
      let end = line[isEnd ? line.count - 1 : 0]
      let point = place(at: way(to: end))
      if distanceToEdge(end) <= Self.noDistance { continue }
      looseEnds += 1
      line.insert(point, at: isEnd ? line.count : 0)
    }
    return line
  }

  private func place(at way: Double) -> MercatorPoint {
    let side = min(Int(way), 3)
    let (from, to) = (corners[side], corners[(side + 1) % 4])
    let share = way - Double(side)
    return MercatorPoint(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
  }

  /// The corners passed clockwise from one way to another.
  fileprivate func corners(from begin: Double, to end: Double) -> [MercatorPoint] {
    let end = end < begin ? end + 4 : end
    return stride(from: Int(begin) + 1, through: Int(end), by: 1).filter { Double($0) > begin && Double($0) < end }
      .map { corners[$0 % 4] }
  }
}
