import Foundation
import RoadGraph
import Storage
import TestSupport
import Testing

@testable import MapImport

/// The number of the rules by which roads are read tells a library which maps it has to build again.
struct ImportRulesTests {
  /// The number, and the checksums of maps that were built under it.
  private static let pinned = (
    rules: 1,
    checksums: [
      "Traces/town.osm": "844e1a73c1034c4b", "osm/liechtenstein-2021-10-28.osm.pbf": "b59be836283c8d40",
      "osm/valhalla-melborne.osm.pbf": "e344b28723dad951",
    ]
  )

  /// The checksum of the map of an extract; `nil` where the file is absent, or real and this is no whole run.
  private func checksum(of name: String) throws -> String? {
    let path =
      name.hasPrefix("Traces/") ? projectRoot.appending(path: name).path : isWholeRun ? realData(name)?.path : nil
    guard let path else { return nil }
    var settings = MapImportSettings()
    settings.source = "sample"
    let bytes = RoadGraphWriter(try importOSM(path: path, settings: settings)).bytes()
    return String(Storage.checksum(bytes), radix: 16)
  }

  @Test(arguments: pinned.checksums.keys.sorted())
  func `A change after which an extract gives another map raises their number`(name: String) throws {
    guard let found = try checksum(of: name) else { return }
    let pinned = Self.pinned
    #expect(
      found == pinned.checksums[name] && importRules == pinned.rules,
      """
      The map of \(name) has other bytes (\(found)). Raise importRules in MapImport.swift, so that libraries build their \
      maps again, and write the new number and checksums here.
      """)
  }
}
