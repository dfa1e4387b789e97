import Foundation
import MapImport
import RoadGraph
import TestSupport
import Testing

@testable import Knowledge

@Suite("Real maps of several years", .enabled(if: isWholeRun, "\(whyNotNow)"))
struct StoreRealMapTests {
  @Test(
    "Most roads of an old map are found on a later one",
    arguments: [
      ("liechtenstein-2014-12-10", "liechtenstein-2015-07-27", 0.95),
      ("liechtenstein-2014-12-10", "liechtenstein-2021-10-28", 0.8),
      ("monaco-2020-07-19", "monaco-2021-04-21", 0.95),
    ])
  func carried(old: String, new: String, least: Double) throws {
    guard let old = try map(old), let new = try map(new) else { return }
    let folder = try TemporaryFolder()
    try MapPieces.write(old, to: folder.path("x.pieces"))
    let carrier = EdgeCarrier(try MapPieces(reading: folder.path("x.pieces")), to: new)
    var (same, byLine, lost) = (0.0, 0.0, 0.0)
    for number in 0..<old.edgeCount {
      let edge = EdgeID(number)
      guard old.access(of: edge)[.car] != .no else { continue }
      switch carrier.carried(edge)?.isSame {
      case true?: same += old.length(of: edge)
      case false?: byLine += old.length(of: edge)
      case nil: lost += old.length(of: edge)
      }
    }
    let total = same + byLine + lost
    print("carried: \(100 * same / total) % the same, \(100 * byLine / total) % by line, \(100 * lost / total) % lost")
    #expect((same + byLine) / total >= least)
  }

  private func map(_ name: String) throws -> RoadGraph? {
    guard let extract = realData("osm/\(name).osm.pbf") else { return nil }
    return try RoadGraph(try importOSM(path: extract.path))
  }
}
