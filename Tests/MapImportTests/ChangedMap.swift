import Foundation
import Geodesy
import RoadGraph
import TestSupport
import Testing

@testable import Extracts
@testable import MapImport

/// An extract, its map, and changes to both.
struct ChangedMap {
  let extract: String
  let map: ImportedMap
  private let folder: TemporaryFolder

  private static let settings: MapImportSettings = {
    var settings = MapImportSettings()
    (settings.source, settings.dataTime) = ("region.osm.pbf", "2024-05-01T20:21:22Z")
    return settings
  }()

  init(_ extract: String) throws {
    self.extract = extract
    folder = try TemporaryFolder()
    map = try importMap(path: extract, settings: Self.settings)
  }

  /// The map's file.
  var bytes: [UInt8] { Self.bytes(map.network) }

  private static func bytes(_ network: RoadNetwork) -> [UInt8] { RoadGraphWriter(network).bytes() }

  static func bytes(of path: String) throws -> [UInt8] { try bytes(importOSM(path: path, settings: settings)) }

  /// The file of the map of the changed extract; empty if that has no roads.
  func bytes(after changes: ChangeSet, area: ((Place) -> Bool)? = nil) throws -> [UInt8] {
    let changed = folder.path("changed.pbf")
    _ = try apply(changes, to: extract, output: changed, header: ExtractHeader(), area: area)
    do {
      return try Self.bytes(of: changed)
    } catch MapImportError.noRoads {
      return []
    }
  }

  func touches(_ changes: ChangeSet, area: ((Place) -> Bool)? = nil) throws -> Bool {
    try touchesRoads(changes, onto: extract, footprint: map.footprint, area: area)
  }
}
