internal import MapImport
internal import RoadGraph
internal import Routing

/// How a map of the library is built of an extract, here or by who serves it: the same values give the same bytes.
struct MapBuild {
  let extract: String
  let groups: DataGroups
  /// The source that the map states.
  let source: String
  let version: ReleaseVersion

  /// Builds the map. It appears when it is complete, and is verified against its checksums.
  func write(to path: String) async throws -> (map: RoadGraph, footprint: MapFootprint) {
    var settings = MapImportSettings()
    if !groups.contains(.unmotorised) { settings.modes = .motorised }
    settings.backdrop = groups.contains(.backdrop)
    settings.source = source
    settings.dataTime = "\(version)"
    let (draft, footprint) = try draft(at: path, settings)
    if groups.contains(.hierarchy) {
      try await RoutingHierarchy.forEachGroup(of: try draft.graph(), reopened: draft.graph) { try draft.add($0) }
    }
    try draft.commit()
    let map = try RoadGraph(path: path)
    try map.verify()
    return (map, footprint)
  }

  /// The map without its hierarchy. The memory of the network it was made from is free again.
  private func draft(at path: String, _ settings: MapImportSettings) throws -> (GraphDraft, MapFootprint) {
    let imported = try importMap(path: extract, settings: settings)
    let footprint = imported.footprint
    var network = imported.network
    network.leaveOut(DataGroups.all.subtracting(groups))
    return (try RoadGraphWriter(consume network).draft(at: path), footprint)
  }
}
