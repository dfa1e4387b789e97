package import Geodesy
private import Glibc
internal import Storage

/// The regions of a server, as a tree.
package struct RegionIndex: Sendable {
  /// In the order of the index.
  package let regions: [Region]
  private let numbers: [String: Int]
  private let children: [String: [Int]]
  private let areas: SiteIndex
  /// Regions from the smallest ground to the largest; regions without ground come last.
  private let bySize: [Int]

  /// - Throws: ``MapLibraryError/damagedIndex(path:reason:)`` if two regions share an id.
  package init(_ regions: [Region], path: String) throws(MapLibraryError) {
    var numbers: [String: Int] = [:]
    var children: [String: [Int]] = [:]
    for (number, region) in regions.enumerated() {
      guard numbers.updateValue(number, forKey: region.id) == nil else {
        throw .damagedIndex(path: path, reason: "two regions have the id \(region.id)")
      }
      children[region.parent ?? "", default: []].append(number)
    }
    self.regions = regions
    self.numbers = numbers
    self.children = children
    areas = SiteIndex(regions.map { Site(id: $0.id, name: $0.name, .polygons($0.polygons)) })
    let sizes = regions.map { groundArea(of: $0.polygons) }
    bySize = regions.indices.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
  }

  package subscript(id: String) -> Region? { numbers[id].map { regions[$0] } }

  /// The regions directly below a region; at the top with `nil`. In the order of the index.
  package func children(of id: String?) -> [Region] {
    let top = id == nil ? regions.filter { $0.parent.map { numbers[$0] == nil } ?? true } : []
    return top + (id.map { children[$0] ?? [] } ?? []).map { regions[$0] }
  }

  /// A region and all below it, each after its parent, with its depth below the first. Each appears once, even if the
  /// index names its parents in a circle.
  package func tree(from id: String?) -> [(region: Region, depth: Int)] {
    var found: [(region: Region, depth: Int)] = []
    var seen: Set<String> = []
    func add(_ region: Region, _ depth: Int) {
      guard seen.insert(region.id).inserted else { return }
      found.append((region, depth))
      for child in children(of: region.id) { add(child, depth + 1) }
    }
    if let id {
      if let region = self[id] { add(region, 0) }
    } else {
      for region in children(of: nil) { add(region, 0) }
    }
    return found
  }

  /// The regions with an extract whose ground contains a place, from the smallest to the largest.
  package func regions(at place: Place) -> [Region] {
    var found: [Int] = []
    areas.sites(at: place, into: &found)
    let wanted = Set(found)
    return bySize.filter { wanted.contains($0) && regions[$0].extract != nil }.map { regions[$0] }
  }

  /// Whether all corners of a region are in another one.
  func contains(_ region: Region, in other: Region) -> Bool {
    guard let number = numbers[other.id] else { return false }
    var found: [Int] = []
    return region.polygons.joined().joined().allSatisfy { corner in
      areas.sites(at: corner, into: &found)
      return found.contains(number)
    }
  }

  /// The region for an id, or a name in any case.
  ///
  /// - Throws: ``MapLibraryError/unknownRegion(name:similar:)``, also if several regions have the name.
  package func region(named name: String) throws(MapLibraryError) -> Region {
    if let region = self[name] { return region }
    let lowered = name.lowercased()
    let named = regions.filter { $0.id.lowercased() == lowered || $0.name.lowercased() == lowered }
    if named.count == 1 { return named[0] }
    throw .unknownRegion(name: name, similar: named.isEmpty ? similar(to: lowered) : named.map(\.id))
  }

  /// Ids that contain the text, or a part of it, at most five.
  private func similar(to text: String) -> [String] {
    let parts = text.split(whereSeparator: { !$0.isLetter }).map(String.init).filter { $0.count > 2 }
    let hits = regions.filter { region in
      let words = "\(region.id) \(region.name)".lowercased()
      return words.contains(text) || parts.contains { words.contains($0) }
    }
    return hits.prefix(5).map(\.id)
  }
}

/// Checks, without the index, that a text may name a region. Ids such as `us/california` have slashes inside only.
///
/// - Throws: ``MapLibraryError/pathAsRegion(_:)``.
package func checkIsNoPath(_ name: String) throws(MapLibraryError) {
  let isPath = name.hasPrefix("/") || name.hasPrefix("./") || name.hasPrefix("../") || name.hasPrefix("~/")
  let isSpecial = name == "." || name == ".." || name.hasSuffix("/")
  guard !isPath, !isSpecial, FileKind(at: name) != .file else { throw .pathAsRegion(name) }
}

/// The size of polygons on the ground, in units that only serve to compare; infinite without polygons.
private func groundArea(of polygons: [[[Place]]]) -> Double {
  guard !polygons.isEmpty else { return .infinity }
  var sum = 0.0
  for rings in polygons {
    for (number, ring) in rings.enumerated() { sum += (number == 0 ? 1 : -1) * groundArea(of: ring) }
  }
  return sum
}

/// A ring on a cylinder of the same areas as the earth.
private func groundArea(of ring: [Place]) -> Double {
  guard let first = ring.first else { return 0 }
  var sum = 0.0
  for (number, a) in ring.enumerated() {
    let b = ring[(number + 1) % ring.count]
    let (x0, x1) = (Double(a.longitudeE7(eastOf: first)), Double(b.longitudeE7(eastOf: first)))
    sum += x0 * height(b) - x1 * height(a)
  }
  return abs(sum) / 2
}

private func height(_ place: Place) -> Double { sin(Double(place.latitudeE7) * 1e-7 * .pi / 180) }
