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
    let imported = try importMap(path: extract, settings: settings)
    var network = imported.network
    network.leaveOut(DataGroups.all.subtracting(groups))
    let draft = try RoadGraphWriter(network).draft(at: path)
    if groups.contains(.hierarchy) { try draft.add(await RoutingHierarchy.sections(of: try draft.graph())) }
    try draft.commit()
    let map = try RoadGraph(path: path)
    try map.verify()
    return (map, imported.footprint)
  }
}
