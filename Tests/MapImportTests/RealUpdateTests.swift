import Foundation
import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@testable import Extracts
@testable import MapImport

/// Maps of real extracts, kept up to date with real change files.
@Suite(.enabled(if: isWholeRun, "\(whyNotNow)")) struct RealUpdateTests {
  static let pairs = [
    ["osm/monaco-2020-07-19.osm.pbf", "osm/monaco-2021-04-21.osm.pbf", "monaco-2020-07-19_to_2021-04-21"],
    [
      "osm/liechtenstein-2014-12-10.osm.pbf", "osm/liechtenstein-2015-07-27.osm.pbf",
      "liechtenstein-2014-12-10_to_2015-07-27",
    ],
  ]
  private static let foreign = "changes/000466354.osc.gz"

  private func files(_ names: [String]) -> (old: String, new: String, changes: String)? {
    guard let old = realData(names[0]), let new = realData(names[1]),
      let changes = realData("changes/\(names[2]).osc.gz")
    else { return nil }
    return (old.path, new.path, changes.path)
  }

  @Test(arguments: pairs)
  func `the map of an updated extract has the bytes of the map of the new extract`(names: [String]) throws {
    guard let (old, new, path) = files(names) else { return }
    let (map, changes) = (try ChangedMap(old), try ChangeSet(paths: [path]))
    let expected = try ChangedMap.bytes(of: new)
    #expect(try map.touches(changes))
    #expect(map.bytes != expected)
    #expect(try map.bytes(after: changes) == expected)
  }

  @Test(arguments: pairs)
  func `a map does not change with changes that touch none of its roads`(names: [String]) throws {
    guard let (old, _, path) = files(names) else { return }
    let (map, changes) = (try ChangedMap(old), try ChangeSet(paths: [path]))
    var random = SplitMix64(seed: 15)
    let sample = (0..<changes.count).shuffled(using: &random).prefix(400)
    let harmless = Set(try sample.filter { number in try !map.touches(try changes.filtered { $0 == number }) })
    #expect((100..<sample.count).contains(harmless.count))
    #expect(try !map.touches(changes.filtered(harmless.contains)))
    #expect(try map.bytes(after: changes.filtered(harmless.contains)) == map.bytes)
  }

  @Test(arguments: pairs)
  func `changes elsewhere change nothing`(names: [String]) throws {
    guard let (old, _, _) = files(names), let foreign = realData(Self.foreign) else { return }
    let (map, changes) = (try ChangedMap(old), try ChangeSet(paths: [foreign.path]))
    let bounds = try #require(try extractHeader(of: old).bounds)
    let isInside = { (place: Place) in
      (bounds.southwest.latitudeE7...bounds.northeast.latitudeE7).contains(place.latitudeE7)
        && (bounds.southwest.longitudeE7...bounds.northeast.longitudeE7).contains(place.longitudeE7)
    }
    #expect(try map.touches(changes))
    #expect(try !map.touches(changes, area: isInside))
    let folder = try TemporaryFolder()
    let output = folder.path("new.pbf")
    let counts = try apply(changes, to: old, output: output, header: ExtractHeader(), area: isInside)
    #expect(counts.done.total == 0)
    #expect(counts.elsewhere == changes.counts.total)
    #expect(try ChangedMap.bytes(of: output) == map.bytes)
  }

  @Test(arguments: pairs)
  func `changes in halves give what they give at once`(names: [String]) throws {
    guard let (old, new, path) = files(names) else { return }
    let (folder, changes) = (try TemporaryFolder(), try ChangeSet(paths: [path]))
    let (half, whole) = (folder.path("half.pbf"), folder.path("whole.pbf"))
    _ = try apply(changes.filtered { $0 % 2 == 0 }, to: old, output: half, header: ExtractHeader())
    _ = try apply(changes.filtered { $0 % 2 == 1 }, to: half, output: whole, header: ExtractHeader())
    #expect(try ChangedMap.bytes(of: whole) == ChangedMap.bytes(of: new))
  }

  @Test(arguments: pairs)
  func `a map of two overlapping halves has the bytes of the map of the whole`(names: [String]) throws {
    guard let (_, new, _) = files(names) else { return }
    let folder = try TemporaryFolder()
    let bounds = try #require(try extractHeader(of: new).bounds)
    let middle = (bounds.southwest.latitudeE7 + bounds.northeast.latitudeE7) / 2
    // A half is what enters an empty extract: ways are complete at its border.
    let nothing = try folder.write("empty.osm", "<osm version='0.6'></osm>")
    let changes = folder.path("all.osc.gz")
    _ = try deriveChanges(from: nothing, to: new, output: changes)
    let everything = try ChangeSet(paths: [changes])
    var written = 0
    for (name, isNorth) in [("south.pbf", false), ("north.pbf", true)] {
      let counts = try apply(
        everything, to: nothing, output: folder.path(name), header: ExtractHeader(),
        area: { ($0.latitudeE7 > middle) == isNorth })
      written += counts.done.created.total
      #expect(counts.missingNodes == 0)
    }
    let whole = folder.path("whole.pbf")
    let merged = try merge(["south.pbf", "north.pbf"].map(folder.path), to: whole, header: ExtractHeader())
    #expect(merged.shared > 0)
    #expect(merged.written.total == written - merged.shared)
    #expect(merged.versionsDiffer + merged.contentsDiffer == 0)
    #expect(try ChangedMap.bytes(of: whole) == ChangedMap.bytes(of: new))
  }
}
