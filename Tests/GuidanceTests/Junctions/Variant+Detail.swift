import RandomNumbers

/// How a mapper draws the same roads.
enum Detail {
  case plain
  /// Every piece between two nodes is a way of its own.
  case cut
  /// The ways of both directions run the other way.
  case reversed
  /// Every node lies up to a metre beside its place.
  case shaken
  /// More nodes near the junctions, not quite on the line.
  case dense
  /// Driveways and footways meet the streets between the junctions.
  case frequented
}

extension JunctionMap {
  /// The map in that detail; `nil` if it cannot be drawn so.
  func drawn(in detail: Detail) -> JunctionMap? {
    switch detail {
    case .plain: self
    case .cut: restrictions.isEmpty ? cut : nil
    case .reversed: reversed
    case .shaken: shaken
    case .dense: dense
    case .frequented: frequented
    }
  }

  private var cut: JunctionMap {
    var map = self
    map.ways = ways.flatMap { way in
      way["area"] == "yes"
        ? [way]
        : zip(way.nodes, way.nodes.dropFirst()).map { Way(label: way.label, nodes: [$0.0, $0.1], tags: way.tags) }
    }
    return map
  }

  private var reversed: JunctionMap {
    var map = self
    for i in ways.indices where ways[i].isWithoutDirection { map.ways[i].nodes.reverse() }
    return map
  }

  private var shaken: JunctionMap {
    var map = self
    var noise = noise
    for i in nodes.indices {
      map.nodes[i].x += Double.random(in: -0.7...0.7, using: &noise)
      map.nodes[i].y += Double.random(in: -0.7...0.7, using: &noise)
    }
    return map
  }

  private var dense: JunctionMap {
    var map = self
    var noise = noise
    map.insertNodes { length in
      let near = [8.0, 18, 35].filter { $0 < length / 2 - 4 }
      return near + near.reversed().map { length - $0 }
    } beside: {
      Double.random(in: -0.3...0.3, using: &noise)
    } then: { _, _, _ in
    }
    return map
  }

  private var frequented: JunctionMap {
    var map = self
    map.insertNodes {
      $0 > 90 ? [$0 * 0.4, $0 * 0.6] : []
    } beside: {
      0
    } then: { map, node, way in
      guard way.isStreet else { return }
      let isFirst = map.nodes.count % 2 == 0
      map.nodes.append(
        Node(name: "access\(map.nodes.count)", x: map.nodes[node].x + 9, y: map.nodes[node].y + (isFirst ? 14 : -14)))
      let kind = isFirst ? [("highway", "service"), ("service", "driveway")] : [("highway", "footway")]
      map.ways.append(Way(nodes: [node, map.nodes.count - 1], tags: kind.map { (key: $0.0, value: $0.1) }))
    }
    return map
  }

  /// Puts new nodes into all ways.
  ///
  /// - Parameters:
  ///   - places: metres from the first end, for the length of a piece between two nodes.
  ///   - offset: metres to the left.
  ///   - finish: called with the map, a new node and the way it was put into.
  private mutating func insertNodes(
    at places: (Double) -> [Double], beside offset: () -> Double, then finish: (inout JunctionMap, Int, Way) -> Void
  ) {
    for i in ways.indices where ways[i]["area"] != "yes" {
      let way = ways[i]
      var course = Array(way.nodes.prefix(1))
      for (a, b) in zip(way.nodes, way.nodes.dropFirst()) {
        let (east, north) = (nodes[b].x - nodes[a].x, nodes[b].y - nodes[a].y)
        let length = (east * east + north * north).squareRoot()
        for place in places(length) {
          let (share, side) = (place / length, offset() / length)
          course.append(nodes.count)
          nodes.append(
            Node(
              name: "new\(nodes.count)", x: nodes[a].x + east * share - north * side,
              y: nodes[a].y + north * share + east * side))
          finish(&self, course[course.count - 1], way)
        }
        course.append(b)
      }
      ways[i].nodes = course
    }
  }

  /// The same for every run.
  private var noise: SplitMix64 {
    SplitMix64(seed: (family + name).utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 })
  }
}

extension JunctionMap.Way {
  /// Nothing in its tags depends on the order of its nodes.
  fileprivate var isWithoutDirection: Bool {
    !isOneway
      && tags.allSatisfy { tag in
        ![
          "forward", "backward", "left", "right", "incline", "oneway", "conveying", "turn", "destination", "placement",
        ].contains { tag.key.contains($0) }
      }
  }

  /// Houses stand along it.
  fileprivate var isStreet: Bool {
    let classes = ["primary", "secondary", "tertiary", "unclassified", "residential", "living_street"]
    return self["junction"] == nil && self["bridge"] == nil && self["tunnel"] == nil
      && classes.contains(self["highway"] ?? "")
  }
}
