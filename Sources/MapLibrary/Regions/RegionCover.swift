package import Geodesy

/// The fewest regions that contain some traces.
///
/// Of the regions around a place, only those are considered that contain no smaller one around it: a continent contains
/// everything, but nobody wants to install it for a town. Where regions overlap at their borders, a greedy choice takes
/// the region with most places first, and then drops regions that the others make superfluous. That is the least number
/// where every place is in at most two such regions in a row, as on real servers; in general it is an approximation.
package struct RegionCover: Sendable {
  /// Sorted by id, with the number of traces that have a place in it.
  package private(set) var regions: [(region: Region, traces: Int)] = []
  /// Traces with a place in no region.
  package private(set) var outside = 0
  /// The number of traces that cross regions: no single chosen region contains all of their places that are in any
  /// region.
  package private(set) var crossing = 0

  /// - Complexity: O(places · regions around them); places in one hundredth of a degree are looked up once if a trace was
  ///   thinned.
  package init(of traces: [[Place]], in index: RegionIndex) {
    var known: [Place: [String]] = [:]
    let choices = traces.map { places in
      places.map { place in
        if let found = known[place] { return found }
        let found = Self.innermost(index.regions(at: place), in: index)
        known[place] = found
        return found
      }
    }
    let chosen = Self.cover(Array(Set(known.values.filter { !$0.isEmpty })))
    var traceCounts: [String: Int] = [:]
    for options in choices {
      let inside = options.filter { !$0.isEmpty }
      if inside.count < options.count { outside += 1 }
      let used = chosen.filter { id in inside.contains { $0.contains(id) } }
      for id in used { traceCounts[id, default: 0] += 1 }
      if !inside.isEmpty, !used.contains(where: { id in inside.allSatisfy { $0.contains(id) } }) { crossing += 1 }
    }
    regions = chosen.sorted().compactMap { id in index[id].map { ($0, traceCounts[id] ?? 0) } }
  }

  /// One place for each hundredth of a degree that a trace visits: enough to distinguish regions.
  package static func thinned(_ places: [Place]) -> [Place] {
    var seen: Set<Place> = []
    return places.filter { place in
      seen.insert(Place(latitudeE7: place.latitudeE7 / 100_000, longitudeE7: place.longitudeE7 / 100_000)).inserted
    }
  }

  /// The regions that contain none of the others, in the tree or on the ground, as the Alps contain Liechtenstein.
  private static func innermost(_ regions: [Region], in index: RegionIndex) -> [String] {
    var ancestors: Set<String> = []
    for region in regions {
      var parent = region.parent
      while let id = parent, ancestors.insert(id).inserted { parent = index[id]?.parent }
    }
    let inner = regions.filter { !ancestors.contains($0.id) }
    return inner.filter { region in
      !inner.contains { other in
        // Of two with the same ground the first id stays.
        other.id != region.id && index.contains(other, in: region)
          && (other.id < region.id || !index.contains(region, in: other))
      }
    }.map(\.id).sorted()
  }

  /// Few ids, one of each list at least.
  private static func cover(_ lists: [[String]]) -> [String] {
    var open = lists
    var chosen: [String] = []
    while !open.isEmpty {
      var counts: [String: Int] = [:]
      for id in open.joined() { counts[id, default: 0] += 1 }
      guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { break }
      chosen.append(best)
      open.removeAll { $0.contains(best) }
    }
    for id in chosen.reversed() {
      let others = chosen.filter { $0 != id }
      if lists.allSatisfy({ list in others.contains(where: list.contains) }) { chosen = others }
    }
    return chosen
  }
}
