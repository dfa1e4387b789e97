import Downloads
import Foundation
import RoadGraph
import Storage
import Synchronization
import TestSupport
import Testing

@testable import MapLibrary

@Suite("Maps that the server has built")
struct PrebuiltTests {
  let server: TestServer

  init() throws { server = try TestServer() }

  private func publish(_ id: String = "town", day: Int, east: Int = 0, streets: Int? = nil) async throws {
    try await server.publishWithMap(id, day: day, east: east, streets: streets)
  }

  private func region(_ id: String = "town") throws -> Region { try server.library().index().region(named: id) }

  private func plan(_ name: String = "library") throws -> LibraryPlan {
    let library = try server.library(name)
    return try library.plan(updating: library.catalogue(), from: library.index())
  }

  private func download(_ plan: LibraryPlan) throws -> MapDownload {
    guard case .map(let download)? = plan.packages.first?.regions.first?.step else { throw Surprise("\(plan)") }
    return download
  }

  /// Changes what the index says of a town.
  private func edit(_ change: (inout Region) throws -> Void) throws {
    let index = try Publisher(folder: server.path) { _ in }.index()
    var regions = index.regions
    for number in regions.indices where regions[number].id == "town" { try change(&regions[number]) }
    try server.folder.write("server/" + RegionIndex.fileName, RegionIndex(regions, path: "").text)
  }

  // MARK: Publish

  @Test("A published map is in the index, with size, checksum, version and data")
  func published() async throws {
    let releases = try await server.publishWithMap("town", day: 1)
    let region = try region()
    let map = try #require(region.publishedMap)
    #expect(releases.map(\.map) == [map])
    #expect(region.map == "town-latest.tmg.zst")
    let packed = try #require(server.folder.bytes("server/town-latest.tmg.zst"))
    #expect(packed.count == map.size && map.size == region.mapSize)
    let sum = try server.folder.text("server/town-latest.tmg.zst.md5")
    #expect(sum == "\(map.md5)  town-latest.tmg.zst\n")
    #expect(map.groups == .standard)
    #expect(map.version == TestServer.version(1))
    #expect(map.deltas.isEmpty)
    #expect(server.folder.exists("server/town-maps") && !server.folder.exists("server/town-maps/next.tmg"))
  }

  @Test("Beside a map lies what makes it of the one before, and no longer what made that one")
  func deltas() async throws {
    for day in 1...3 { try await publish(day: day) }
    let folder = server.folder.path("server/town-maps")
    let map = try #require(try region().publishedMap)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names == ["\(map.deltas[0].base)-\(map.mapVersion).tmg.delta.zst"])
    #expect(map.deltas[0].reference == "town-maps/" + names[0])
    #expect(map.deltas[0].size < map.size)
    #expect(fileSize(of: folder + "/" + names[0]) == map.deltas[0].size)
  }

  @Test("A version that is published already gets the map that was not wanted before, and one with other data")
  func later() async throws {
    try server.publish("town", day: 1)
    #expect(try region().publishedMap == nil)
    try await publish(day: 1)
    let first = try #require(try region().publishedMap)
    try await publish(day: 1)
    #expect(try region().publishedMap == first)
    try await server.publishWithMap("town", day: 1, groups: [.names])
    #expect(try region().publishedMap?.groups == [.names])
  }

  @Test("An index with maps reads as it was written; a map that is not described in full counts as none")
  func index() async throws {
    for day in 1...2 { try await publish(day: day) }
    let index = try server.library().index()
    #expect(try RegionIndex(parsing: index.text, path: "").regions == index.regions)
    #expect(index["town"]?.publishedMap?.deltas.count == 1)
    let text = String(decoding: index.text, as: UTF8.self)
    for field in ["map_version", "map_size", "groups", "md5"] {
      let other = try RegionIndex(parsing: Array(text.replacing("\"\(field)\"", with: "\"x\"").utf8), path: "")
      #expect(other["town"]?.publishedMap?.deltas.isEmpty ?? true, "\(field)")
      #expect(field == "md5" || other["town"]?.publishedMap == nil, "\(field)")
    }
  }

  // MARK: Install and update

  @Test("A prebuilt map has the bytes of one that is built here", arguments: [DataGroups.all, [.names]])
  func equal(_ groups: DataGroups) async throws {
    try await server.publishWithMap("town", day: 1, groups: groups)
    let change = try await server.install("town", groups: groups, origin: .prebuilt)
    try await server.install("town", into: "built", groups: groups)
    #expect(try server.map("town") == server.map("town", in: "built"))
    let package = try #require(change.catalogue["town"])
    #expect(change.prebuilt == ["town"] && change.built.isEmpty)
    #expect(change.downloaded == (try region().publishedMap?.size))
    #expect(package.origin == .prebuilt && package.footprint == nil && package.files == [package.map])
    #expect(try server.library().catalogue() == change.catalogue)
    #expect(try server.library().folder.map(of: package).version == package.mapVersion)
    #expect(try server.library().folder.downloadedBytes() == 0)
  }

  @Test("An update brings what differs from the installed map, and makes the same bytes of it")
  func delta() async throws {
    try await publish(day: 1)
    try await server.install("town", origin: .prebuilt)
    try await publish(day: 2)
    let plan = try plan()
    let delta = try #require(try download(plan).delta)
    #expect(plan.downloadSize == delta.size)
    #expect(plan.packages[0].regions[0].fullSize == (try region().publishedMap?.size))
    let change = try await server.update()
    #expect(change.downloaded == delta.size)
    #expect(change.catalogue.version == TestServer.version(2))
    try await server.install("town", into: "built")
    #expect(try server.map("town") == server.map("town", in: "built"))
    #expect(try self.plan().isEmpty)
  }

  @Test("The whole map is taken two versions on, or if it is asked for")
  func whole() async throws {
    try await publish(day: 1)
    try await server.install("town", origin: .prebuilt)
    try await server.install("town", into: "other", origin: .prebuilt)
    try await publish(day: 2)
    let library = try server.library()
    let full = try library.plan(updating: library.catalogue(), from: library.index(), fully: true)
    #expect(try download(full).delta == nil)
    try await publish(day: 3)
    #expect(try download(plan()).delta == nil)
    try await server.update()
    try await server.install("town", into: "built")
    #expect(try server.map("town") == server.map("town", in: "built"))
  }

  enum Trouble: String, CaseIterable { case installedMap, deltaFile, deltaIsGone, otherBase }

  @Test("Where what differs cannot be used, the whole map is downloaded and that is told", arguments: Trouble.allCases)
  func fallback(_ trouble: Trouble) async throws {
    try await publish(day: 1)
    let installed = try await server.install("town", origin: .prebuilt)
    try await publish(day: 2)
    let delta = "server/" + (try region().publishedMap?.deltas[0].reference ?? "")
    switch trouble {
    case .installedMap:
      let name = "library/" + (installed.catalogue["town"]?.map ?? "")
      let bytes = try #require(server.folder.bytes(name))
      try server.folder.write(name, bytes.map { $0 ^ 1 })
    case .deltaFile: try server.folder.write(delta, "no delta")
    case .deltaIsGone: try FileManager.default.removeItem(atPath: server.folder.path(delta))
    case .otherBase:
      let other = try server.folder.write("other", [1, 2, 3])
      let map = try server.folder.write("map", [4, 5, 6])
      _ = try Zstandard.compress(map, against: other, to: server.folder.path(delta))
      try edit { $0.publishedMap?.deltas[0].md5 = try Downloads.md5(ofFile: server.folder.path(delta)) }
    }
    let told = Mutex(0)
    let library = try server.library { if case .uselessDelta = $0 { told.withLock { $0 += 1 } } }
    let plan = try library.plan(updating: library.catalogue(), from: library.index())
    #expect(try download(plan).delta != nil)
    _ = try await library.carryOut(plan, on: library.catalogue())
    #expect(told.withLock(\.self) == 1)
    try await server.install("town", into: "built")
    #expect(try server.map("town") == server.map("town", in: "built"))
  }

  @Test("A library with a prebuilt and a built map goes to one version, and only to one that both have")
  func mixed() async throws {
    try await publish(day: 1)
    try server.publish("village", day: 1, east: 3)
    try await server.install("town", origin: .prebuilt)
    try await server.install("village")
    try await publish(day: 2)
    #expect(try plan().isEmpty)
    #expect(try server.library().catalogue().version == TestServer.version(1))
    try server.publish("village", day: 2, east: 3)
    let change = try await server.update()
    #expect(change.prebuilt == ["town"] && change.built == ["village"])
    #expect(change.catalogue.version == TestServer.version(2))
    // An extract without a map brings a prebuilt map nowhere.
    try server.publish("town", day: 3)
    try server.publish("village", day: 3, east: 3)
    #expect(try plan().isEmpty)
    try await server.install("town", "village", into: "built")
    #expect(try server.library("built").catalogue().version == TestServer.version(3))
  }

  @Test(
    "Nine months of real changes come as half of the map at most, and make the bytes of one that is built here",
    .enabled(if: isWholeRun, "\(whyNotNow)"), arguments: [DataGroups.all, .standard])
  func real(_ groups: DataGroups) async throws {
    guard let old = realData("osm/monaco-2020-07-19.osm.pbf"), let new = realData("osm/monaco-2021-04-21.osm.pbf")
    else { return }
    for extract in [old, new] {
      var publication = Publication(id: "monaco")
      publication.extracts = [extract.path]
      let publisher = Publisher(folder: server.path) { _ in }
      let releases = try await publisher.publish(publication, mapsWith: groups)
      if extract == old { try await server.install("monaco", groups: groups, origin: .prebuilt) }
      let map = try #require(releases.first?.map)
      // A hierarchy changes with a single road; the size of a delta depends a little on the version of libzstd.
      let most = groups.contains(.hierarchy) ? 0.52 : 0.5
      if extract == new { #expect(Double(try #require(map.deltas.first).size) <= most * Double(map.size)) }
    }
    let change = try await server.update()
    #expect(change.downloaded == (try region("monaco").publishedMap?.deltas.first?.size))
    try await server.install("monaco", into: "built", groups: groups)
    #expect(try server.map("monaco") == server.map("monaco", in: "built"))
  }

  // MARK: What is refused

  @Test("A region without a built map, or with other data, is refused, and the sentence says what to do")
  func refused() async throws {
    try server.publish("village", day: 1, east: 3)
    await #expect(throws: MapLibraryError.noPublishedMap(region: "village")) {
      try await server.install("village", origin: .prebuilt)
    }
    try await server.publishWithMap("town", day: 1, groups: [.names, .lanes])
    let error = MapLibraryError.publishedGroups(region: "town", groups: "lanes,names")
    await #expect(throws: error) { try await server.install("town", groups: [.names], origin: .prebuilt) }
    #expect(error.description.contains("lanes,names"))
    let index = try server.library().index()
    let wish = Library.Wish(
      id: "BOTH", regions: index.regions, groups: [.names, .lanes], origin: .prebuilt)
    #expect(throws: MapLibraryError.severalPrebuilt(name: "BOTH")) {
      try server.library().plan(installing: [wish], updating: false, from: index, Catalogue(server: ""))
    }
    let installed = try await server.install("town", groups: [.names, .lanes], origin: .prebuilt)
    #expect(throws: error) {
      try server.library().folder.choose([.names], for: "town", in: installed.catalogue)
    }
  }

  @Test("A map that is not what the index says is refused, and the installed one stays")
  func damaged() async throws {
    try await publish(day: 1)
    try await server.install("town", origin: .prebuilt)
    let before = try server.map("town")
    try await publish(day: 2)
    let good = try #require(server.folder.bytes("server/town-latest.tmg.zst"))
    try edit { $0.publishedMap?.deltas = [] }
    for damage in [Array(good[..<(good.count / 2)]), good.map { $0 ^ 1 }, []] {
      try server.folder.write("server/town-latest.tmg.zst", damage)
      await #expect(throws: (any Error).self) { try await server.update() }
    }
    try server.folder.write("server/town-latest.tmg.zst", good)
    try edit { $0.publishedMap?.mapVersion = "0123456789abcdef" }
    await #expect(throws: MapLibraryError.self) { try await server.update() }
    #expect(try server.map("town") == before)
    #expect(try server.library().catalogue().version == TestServer.version(1))
  }

  @Test("A map of a newer format is refused with the advice to update the program")
  func newerFormat() async throws {
    try await publish(day: 1)
    let folder = server.folder
    try Zstandard.decompress(
      folder.path("server/town-latest.tmg.zst"), to: folder.path("map"), limit: 1 << 20)
    var bytes = try #require(folder.bytes("map"))
    bytes[8] += 1  // the number of the format
    try folder.write("map", bytes)
    let packed = folder.path("server/town-latest.tmg.zst")
    let size = try Zstandard.compress(folder.path("map"), to: packed)
    try edit { (region) in
      region.publishedMap?.size = size
      region.publishedMap?.md5 = try Downloads.md5(ofFile: packed)
    }
    let error = await #expect(throws: RoadGraphError.self) { try await server.install("town", origin: .prebuilt) }
    #expect(error?.description.contains("Update tracemill") == true)
    #expect(try server.library().catalogue().packages.isEmpty)
  }
}
