import RoadGraph

/// The shortest ways between the nodes of a drawing.
struct DrawnPaths {
  enum Oneways { case along, against }

  /// By node: those that a road leads to, and how far they are.
  private var neighbours: [[(node: Int, length: Double)]]

  init(of map: JunctionMap, for mode: TravelMode, _ oneways: Oneways) {
    neighbours = Array(repeating: [], count: map.nodes.count)
    for way in map.ways where way.isOpen(to: mode) {
      if way["area"] == "yes" { cross(way, of: map) }
      for (a, b) in zip(way.nodes, way.nodes.dropFirst()) {
        let (east, north) = (map.nodes[b].x - map.nodes[a].x, map.nodes[b].y - map.nodes[a].y)
        let length = (east * east + north * north).squareRoot()
        neighbours[a].append((b, length))
        if oneways == .against || !way.isOneway { neighbours[b].append((a, length)) }
      }
    }
  }

  /// A square is crossed in a straight line from where one way meets it to where another does.
  private mutating func cross(_ square: JunctionMap.Way, of map: JunctionMap) {
    let others = map.ways.filter { $0["area"] != "yes" }
    let entrances = Set(square.nodes).filter { node in others.contains { $0.nodes.contains(node) } }
    for a in entrances {
      for b in entrances where a != b {
        let (east, north) = (map.nodes[b].x - map.nodes[a].x, map.nodes[b].y - map.nodes[a].y)
        neighbours[a].append((b, (east * east + north * north).squareRoot()))
      }
    }
  }

  func shortest(from start: Int, to end: Int) -> [Int]? {
    var distances = Array(repeating: Double.infinity, count: neighbours.count)
    var previous = Array(repeating: -1, count: neighbours.count)
    var open: Set<Int> = [start]
    distances[start] = 0
    while let node = open.min(by: { (distances[$0], $0) < (distances[$1], $1) }), node != end {
      open.remove(node)
      for next in neighbours[node] where distances[node] + next.length < distances[next.node] {
        (distances[next.node], previous[next.node]) = (distances[node] + next.length, node)
        open.insert(next.node)
      }
    }
    if distances[end] == .infinity { return nil }
    var chain = [end]
    while let last = chain.last, previous[last] >= 0 { chain.append(previous[last]) }
    return chain.reversed()
  }
}
