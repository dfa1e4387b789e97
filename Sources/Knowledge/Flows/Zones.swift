package import Geodesy

/// Zones between which trips are counted: places and polygons of a file, or a grid.
package enum Zones: Sendable {
  /// A place is in the smallest site that contains it.
  case sites(SiteIndex)
  case grid(ZoneGrid)
}

/// Looks zones up, and gives them numbers in the order in which they come; keeps its memory.
struct ZoneNumbers {
  private let zones: Zones
  private var cells: [ZoneCell: UInt32] = [:]
  private var sites: [String: UInt32] = [:]
  /// By number.
  private(set) var names: [String] = []

  init(_ zones: Zones) { self.zones = zones }

  /// - Returns: `nil` outside all zones.
  mutating func zone(at place: Place) -> UInt32? {
    switch zones {
    case .grid(let grid):
      let cell = grid.cell(at: place)
      if let known = cells[cell] { return known }
      names.append(grid.name(of: cell))
      cells[cell] = UInt32(names.count - 1)
    case .sites(let index):
      guard let site = index.site(at: place) else { return nil }
      if let known = sites[site.id] { return known }
      names.append(site.id)
      sites[site.id] = UInt32(names.count - 1)
    }
    return UInt32(names.count - 1)
  }
}
