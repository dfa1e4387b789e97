import RoadGraph

/// A junction drawn in metres, with OSM tags, and drives across it with what a driver wants to hear there.
///
/// ``JunctionMapReader`` says how one is written.
struct JunctionMap {
  typealias Tags = [(key: String, value: String)]

  struct Node {
    var name: String
    /// Metres to the east.
    var x: Double
    /// Metres to the north.
    var y: Double
    var tags: Tags = []
  }

  struct Way {
    var label = ""
    /// Indices into ``JunctionMap/nodes``.
    var nodes: [Int] = []
    var tags: Tags = []

    subscript(key: String) -> String? { tags.first { $0.key == key }?.value }
  }

  /// A turn restriction between two labelled ways, over a node or a labelled way.
  struct Restriction {
    var kind: String
    var from: String
    var via: String
    var to: String
  }

  struct Drive {
    var mode = TravelMode.car
    /// The nodes from halt to halt, as written; ``JunctionMap/course(of:)`` fills the gaps.
    var legs: [[String]]
    var expectation: Expectation
    /// The line of the file.
    var line: Int
    var text: String
  }

  /// A route to places beside the roads.
  struct Visit {
    var mode = TravelMode.car
    /// The nodes at which it starts and halts.
    var stops: [String]
    /// For each halt, the sides of the road on which the place may be said to lie; `none` for no side.
    var sides: [[String]]
    /// The line of the file.
    var line: Int
    var text: String
  }

  /// What a map is not drawn in, or only on demand.
  enum Option: String {
    /// Also drawn without any name: what is expected does not rest on names.
    case nameless
    case noScale = "noscale"
    case noClass = "noclass"
    case noMirror = "nomirror"
    /// Drawn in few variants only, as one of many alike.
    case few
  }

  var family: String
  var name: String
  var options: Set<Option> = []
  var nodes: [Node] = []
  var ways: [Way] = []
  var restrictions: [Restriction] = []
  var drives: [Drive] = []
  var visits: [Visit] = []

  func index(of name: String) -> Int? { nodes.firstIndex { $0.name == name } }
}

extension JunctionMap {
  /// The nodes that a drive passes, leg by leg; between two nodes that its text names, the shortest way along the drawn
  /// roads in their direction, or else against it.
  func courses(of drive: Drive) throws -> [[Int]] {
    let along = DrawnPaths(of: self, for: drive.mode, .along)
    return try drive.legs.map { leg in
      let stops = try leg.map { name in
        guard let node = index(of: name) else { throw DrawingError(map: self, line: drive.line, "no node \(name)") }
        return node
      }
      return try zip(stops, stops.dropFirst()).reduce(into: Array(stops.prefix(1))) { course, pair in
        guard
          let part = along.shortest(from: pair.0, to: pair.1)
            ?? DrawnPaths(of: self, for: drive.mode, .against).shortest(from: pair.0, to: pair.1)
        else {
          let ends = "\(nodes[pair.0].name) to \(nodes[pair.1].name)"
          throw DrawingError(map: self, line: drive.line, "no road from \(ends)")
        }
        course += part.dropFirst()
      }
    }
  }
}

extension JunctionMap.Way {
  /// A plain view, enough to find the way between two nodes of a drive.
  func isOpen(to mode: TravelMode) -> Bool {
    guard let value = self["highway"] else { return self["route"] == "ferry" }
    if value == "construction" || self["access"] == "no" { return false }
    return mode != .car || !["footway", "cycleway", "path", "steps", "pedestrian"].contains(value)
  }

  var isOneway: Bool {
    if let value = self["oneway"] { return value == "yes" }
    return self["junction"] == "roundabout" || self["junction"] == "circular"
  }
}
