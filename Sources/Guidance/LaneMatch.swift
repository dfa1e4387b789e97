internal import Geodesy

/// Which of some arrows lead to which of some roads, both from left to right.
struct LaneMatch {
  /// For each arrow the roads it leads to.
  var roads: [Range<Int>]

  func indices(of road: Int) -> [Int] { roads.indices.filter { roads[$0].contains(road) } }

  /// The roads that share an arrow with one of them, itself included.
  func companions(of road: Int) -> Range<Int> {
    roads.first { $0.contains(road) && $0.count > 1 } ?? road..<road + 1
  }
}

/// The match in order with the least sum of differences of angles, in which every arrow and every road has a partner.
func matched(_ arrows: [Degrees], with roads: [Degrees]) -> LaneMatch {
  if arrows.count >= roads.count {
    let groups = grouped(arrows, by: roads)
    return LaneMatch(
      roads: arrows.indices.map { i in
        let road = groups.firstIndex { $0.contains(i) } ?? 0
        return road..<road + 1
      })
  }
  return LaneMatch(roads: grouped(roads, by: arrows))
}

/// The many values split into consecutive ranges, none empty, one for each of the few.
///
/// - Complexity: O(*many² · few*); junctions have a handful of either.
private func grouped(_ many: [Degrees], by few: [Degrees]) -> [Range<Int>] {
  let spare = many.count - few.count
  // costs[f][s]: the least cost of the first f groups when they hold s values more than one each.
  var costs = [[Degrees](repeating: .infinity, count: spare + 1)]
  costs[0][0] = 0
  var sizes: [[Int]] = []
  for f in few.indices {
    var row = [Degrees](repeating: .infinity, count: spare + 1)
    var best = [Int](repeating: 1, count: spare + 1)
    for s in 0...spare {
      for extra in 0...s {
        let begin = f + s - extra
        let cost = costs[f][s - extra] + many[begin...begin + extra].reduce(0) { $0 + abs($1 - few[f]) }
        if cost < row[s] { (row[s], best[s]) = (cost, 1 + extra) }
      }
    }
    costs.append(row)
    sizes.append(best)
  }
  var (end, s) = (many.count, spare)
  return few.indices.reversed().map { f in
    let size = sizes[f][s]
    defer { (end, s) = (end - size, s - size + 1) }
    return end - size..<end
  }.reversed()
}
