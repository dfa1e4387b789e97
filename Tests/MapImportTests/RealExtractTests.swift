import Foundation
import Geodesy
import Records
import RoadGraph
import TestSupport
import Testing

@testable import MapImport

/// Real extracts, if they are available: beside the project, or where `TRACEMILL_TEST_DATA` says.
private let dataFolder =
  ProcessInfo.processInfo.environment["TRACEMILL_TEST_DATA"]
  ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("shared/data").path

@Suite(.enabled(if: FileManager.default.fileExists(atPath: dataFolder + "/osm"), "no real extracts beside the project"))
struct RealExtractTests {
  /// File, ways kept, restrictions, whether one drives on the left.
  private static let small = [
    ("osm/fiji-ferry.osm.pbf", 1176, 4, true), ("osm/valhalla-melborne.osm.pbf", 1153, 399, true),
    ("osm/valhalla-bayfront_singapore.osm.pbf", 328, 35, true),
    ("osm/valhalla-ny-access-restriction.osm.pbf", 443, 35, false), ("osm/missing-nodes.osm.pbf", 1, 0, false),
  ]
  private static let large = [
    ("osm/milton-keynes-roundabouts.osm.pbf", 4438, 0, true), ("osm/monaco-2021-04-21.osm.pbf", 2471, 42, false),
    ("osm/liechtenstein-2021-10-28.osm.pbf", 7001, 83, false), ("osm/north-bayreuth.osm.gz", 2060, 38, false),
    ("osm/frankfurter-kreuz.osm.pbf", 2762, 0, false), ("scale/malta.osm.pbf", 21530, 52, true),
    ("scale/china-tile.osm.pbf", 28427, 26, false),
  ]

  @Test func `the coast of a town closes, and its roads are not in the sea`() throws {
    var settings = MapImportSettings()
    settings.backdrop = true
    let network = try importOSM(path: "\(dataFolder)/osm/monaco-2021-04-21.osm.pbf", settings: settings)
    let counts = network.provenance.counts
    #expect(counts["backdrop_coast_not_closed"] == nil && counts["backdrop_coast_floods_roads"] == nil)
    let graph = try RoadGraph(network)
    let offshore = Place(latitude: 43.735, longitude: 7.432)
    let id = try #require(graph.backdropTiles(.near, meeting: [offshore]).first)
    #expect(try graph.backdropTile(id).parts.contains { $0.kind == .sea })
  }

  @Test(arguments: small + (isWholeRun ? large : []))
  func `extracts import with the counts they had`(file: String, ways: Int, restrictions: Int, onLeft: Bool) throws {
    let network = try importOSM(path: "\(dataFolder)/\(file)")
    #expect(network.ways.count == ways)
    #expect(network.restrictions.count == restrictions)
    #expect(network.ways.allSatisfy { $0.flags.contains(.drivesOnLeft) == onLeft })
    #expect(network.segments.allSatisfy { $0.shape.count >= 2 && $0.from != $0.to })
    #expect(
      network.segments.allSatisfy {
        network.shape[$0.shape.lowerBound] == network.nodes[$0.from].place
          && network.shape[$0.shape.upperBound - 1] == network.nodes[$0.to].place
      })
  }

  @Test func `every restriction read is either kept or counted as refused`() throws {
    let counts = try importOSM(path: "\(dataFolder)/osm/valhalla-melborne.osm.pbf").provenance.counts
    #expect(counts["restrictions_read"] == 718)
    #expect(counts["restrictions_read_conditional"] == 241)
    let sum = counts.filter { $0.key.hasPrefix("restrictions_refused") }.values.reduce(0, +)
    #expect(sum + (counts["restrictions_forbidden"] ?? 0) == 718)
  }

  @Test func `data times come from the header, else from the newest object`() throws {
    let folder = dataFolder + "/osm"
    #expect(try importOSM(path: "\(folder)/monaco-2021-04-21.osm.pbf").provenance.dataTime == "2021-04-21T20:21:46Z")
    #expect(try importOSM(path: "\(folder)/north-bayreuth.osm.gz").provenance.dataTime == "2014-11-04T18:22:10Z")
    #expect(try importOSM(path: "\(folder)/fiji-ferry.osm.pbf").provenance.dataTime == "")
  }

  @Test func `broken references are survived and counted`() throws {
    let network = try importOSM(path: "\(dataFolder)/osm/missing-nodes.osm.pbf")
    #expect(network.provenance.counts["nodes_missing"] == 1)
    #expect(network.segments.count == 1)
  }

  @Test func `two imports of a PBF are equal`() throws {
    let path = "\(dataFolder)/osm/valhalla-melborne.osm.pbf"
    #expect(try importOSM(path: path).text == importOSM(path: path).text)
  }

  @Test func `a PBF cut short anywhere is never a crash`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: "\(dataFolder)/osm/missing-nodes.osm.pbf"))
    for length in 0..<whole.count {
      #expect(throws: MapImportError.self, "cut after \(length) bytes") {
        try withFile(whole.prefix(length), named: "cut.osm.pbf") { try importOSM(path: $0) }
      }
    }
  }
}
