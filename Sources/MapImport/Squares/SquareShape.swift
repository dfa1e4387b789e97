internal import Geodesy

/// Finds the lines along which people cross a square.
///
/// A line runs from one entrance to another, or by way of a corner that has to be walked round. It stays inside the
/// square. Of all such lines the shortest are taken first, and a line is left out if the way along the others is at
/// most a tenth longer; so the number of lines grows linearly with the number of entrances, not quadratically.
///
/// - Source: greedy spanners: Althöfer, Das, Dobkin, Joseph & Soares 1993, doi:10.1007/BF02189308.
struct SquareShape {
  /// A place on a ring, by the numbers of the ring and of the place in it.
  struct Corner: Hashable {
    let ring: Int
    let number: Int
  }

  private let rings: [[LocalPoint]]
  /// The first rings, along which roads run; no road runs round the holes.
  private let roadRings: Int
  /// Longer detours than this share make people cut across.
  private static let stretch = 1.1
  /// Squares with more corners are crossed only between entrances.
  private static let mostCorners = 48

  /// - Parameters:
  ///   - rings: each ends with its first place.
  ///   - roadRings: how many of them, from the first, have roads along them.
  init?(_ rings: [[Place]], roadRings: Int) {
    guard let origin = rings.first?.first else { return nil }
    self.roadRings = roadRings
    let ruler = LocalRuler(at: origin)
    self.rings = rings.map { ring in ring.map { ruler.point($0) } }
  }

  func point(_ corner: Corner) -> LocalPoint { rings[corner.ring][corner.number] }

  /// The lines across, each from a lower to a higher position in `entrances` + corners.
  ///
  /// - Complexity: O(*n³* + *n² m*) for *n* entrances and corners and *m* places of the rings.
  func lines(between entrances: [Corner]) -> [(Corner, Corner)] {
    guard entrances.count > 1 else { return [] }
    let bends = bends(except: Set(entrances))
    var corners = entrances.count + bends.count <= Self.mostCorners ? entrances + bends : entrances
    corners = Array(corners.prefix(Self.mostCorners))
    var network = WalkNetwork(corners.map(point))
    for (a, b) in alongRings(corners) { network.join(a, b.corner, b.length) }
    var crossing: [(Int, Int)] = []
    for (a, b) in candidates(corners) where network.distance(from: a, to: b) > Self.stretch * network.straight(a, b) {
      network.join(a, b, network.straight(a, b))
      crossing.append((a, b))
    }
    let used = network.used(between: min(entrances.count, corners.count))
    return crossing.filter { used.contains([$0.0, $0.1]) }.map { (corners[$0.0], corners[$0.1]) }
  }

  // MARK: Corners

  /// The corners round which a shortest path may bend: those whose inner angle exceeds 180°.
  private func bends(except entrances: Set<Corner>) -> [Corner] {
    rings.indices.flatMap { ring in
      rings[ring].indices.dropLast().map { Corner(ring: ring, number: $0) }
        .filter { !entrances.contains($0) && isReflex($0) }
    }
  }

  private func isReflex(_ corner: Corner) -> Bool {
    let ring = rings[corner.ring]
    let here = ring[corner.number]
    let before = ring[corner.number == 0 ? ring.count - 2 : corner.number - 1]
    let after = ring[corner.number + 1]
    guard abs(cross(before, here, after)) > 1e-6 else { return false }
    // If a point between the neighbours is outside, the corner points inwards.
    let (a, b) = (step(from: here, to: before), step(from: here, to: after))
    return !contains(LocalPoint(x: here.x + (a.x + b.x) * 0.01, y: here.y + (a.y + b.y) * 0.01))
  }

  /// A step of 1 m.
  private func step(from: LocalPoint, to: LocalPoint) -> LocalPoint {
    let length = max(from.distance(to: to), 1e-9)
    return LocalPoint(x: (to.x - from.x) / length, y: (to.y - from.y) / length)
  }

  /// Neighbours along a ring, with the length between them.
  private func alongRings(_ corners: [Corner]) -> [(Int, (corner: Int, length: Metres))] {
    var found: [(Int, (corner: Int, length: Metres))] = []
    for ring in 0..<roadRings {
      let own = corners.indices.filter { corners[$0].ring == ring }.sorted { corners[$0].number < corners[$1].number }
      guard own.count > 1 else { continue }
      for (a, b) in zip(own, own.dropFirst() + [own[0]]) {
        found.append((a, (b, length(of: ring, from: corners[a].number, to: corners[b].number))))
      }
    }
    return found
  }

  private func length(of ring: Int, from begin: Int, to end: Int) -> Metres {
    let places = rings[ring]
    let numbers = begin < end ? Array(begin...end) : Array(begin..<places.count) + Array(0...end)
    return zip(numbers, numbers.dropFirst()).reduce(0) { $0 + places[$1.0].distance(to: places[$1.1]) }
  }

  // MARK: Sight

  /// The pairs that see each other, the nearest first.
  private func candidates(_ corners: [Corner]) -> [(Int, Int)] {
    var pairs: [(length: Metres, a: Int, b: Int)] = []
    for b in corners.indices {
      for a in 0..<b where isClear(corners[a], corners[b]) {
        pairs.append((point(corners[a]).distance(to: point(corners[b])), a, b))
      }
    }
    return pairs.sorted { ($0.length, $0.a, $0.b) < ($1.length, $1.a, $1.b) }.map { ($0.a, $0.b) }
  }

  /// Whether the line between two corners stays inside, or runs along a ring.
  private func isClear(_ one: Corner, _ other: Corner) -> Bool {
    let (a, b) = (point(one), point(other))
    guard a.distance(to: b) > 0.01 else { return false }
    if one.ring == other.ring, one.ring >= roadRings, areNeighbours(one, other) { return true }
    for ring in rings {
      for (begin, end) in zip(ring, ring.dropFirst()) where doCross(a, b, begin, end) { return false }
    }
    return [0.25, 0.5, 0.75].allSatisfy { share in
      contains(LocalPoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share))
    }
  }

  private func areNeighbours(_ one: Corner, _ other: Corner) -> Bool {
    let apart = abs(one.number - other.number)
    return apart == 1 || apart == rings[one.ring].count - 2
  }

  /// Two lines cross at a place that is an end of neither.
  private func doCross(_ a: LocalPoint, _ b: LocalPoint, _ c: LocalPoint, _ d: LocalPoint) -> Bool {
    let (one, two) = (cross(a, b, c), cross(a, b, d))
    let (three, four) = (cross(c, d, a), cross(c, d, b))
    let least = 1e-6
    return one * two < -least && three * four < -least
  }

  private func cross(_ a: LocalPoint, _ b: LocalPoint, _ c: LocalPoint) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  /// Within an odd number of rings.
  private func contains(_ point: LocalPoint) -> Bool {
    var isInside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) where (a.y > point.y) != (b.y > point.y) {
        if point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
      }
    }
    return isInside
  }
}
