internal import Geodesy

/// Lengths of ways on foot between a few places.
struct WalkNetwork {
  private let places: [LocalPoint]
  private var next: [[(place: Int, length: Metres)]]

  init(_ places: [LocalPoint]) {
    self.places = places
    next = Array(repeating: [], count: places.count)
  }

  mutating func join(_ a: Int, _ b: Int, _ length: Metres) {
    next[a].append((b, length))
    next[b].append((a, length))
  }

  func straight(_ a: Int, _ b: Int) -> Metres { places[a].distance(to: places[b]) }

  func distance(from a: Int, to b: Int) -> Metres { search(from: a).distances[b] }

  /// The pieces of the shortest ways between all pairs of the first `count` places.
  func used(between count: Int) -> Set<Set<Int>> {
    var used: Set<Set<Int>> = []
    for start in 0..<count {
      let parents = search(from: start).parents
      for var place in 0..<count {
        while let parent = parents[place] {
          used.insert([place, parent])
          place = parent
        }
      }
    }
    return used
  }

  /// - Complexity: O(*n²*); *n* is small.
  private func search(from start: Int) -> (distances: [Metres], parents: [Int?]) {
    var distances = [Metres](repeating: .infinity, count: places.count)
    var parents = [Int?](repeating: nil, count: places.count)
    var isSettled = [Bool](repeating: false, count: places.count)
    distances[start] = 0
    while let place = places.indices.filter({ !isSettled[$0] }).min(by: { distances[$0] < distances[$1] }),
      distances[place] < .infinity
    {
      isSettled[place] = true
      for (other, length) in next[place] where distances[place] + length < distances[other] {
        distances[other] = distances[place] + length
        parents[other] = place
      }
    }
    return (distances, parents)
  }
}
