import Extracts
import Foundation
import MapImport
import RoadGraph
import TestSupport
import Testing

@testable import MapLibrary

@Suite("A library of maps")
struct LibraryTests {
  let server: TestServer

  init() throws { server = try TestServer() }

  // MARK: Install

  @Test("An installed region has a map, an extract, and the version of the server")
  func install() async throws {
    try server.publish("town", day: 1)
    let change = try await server.install("town")
    let package = try #require(change.catalogue["town"])
    #expect(change.catalogue.version == TestServer.version(1))
    #expect(change.built == ["town"])
    #expect(change.downloaded > 0)
    let map = try RoadGraph(path: server.folder.path("library/" + package.map))
    try map.verify()
    #expect(map.version == package.mapVersion)
    #expect(map.provenance.source == "town-latest.osm.pbf")
    #expect(map.provenance.dataTime == "2026-11-01T21:00:00Z")
    #expect(try server.library().folder.downloadedBytes() == 0)
  }

  @Test("A disk that cannot take an extract or its changes is told as such, and not as a damaged download")
  func fullDisk() {
    let full = ExtractError.scratch(reason: "no space left")
    let unwritten = ExtractError.notWritten(path: "a.pbf", reason: "no space left")
    let damaged = ExtractError.damaged(path: "1.osc.gz", reason: "cut")
    for error in [full, unwritten, MapImportError.extract(full)] as [any Error & CustomStringConvertible] {
      #expect(throws: MapLibraryError.unwritable(reason: error.description)) { try storingExtracts { throw error } }
    }
    #expect(throws: damaged) { try storingExtracts { throw damaged } }
  }

  @Test("An extract that is cut short is not published")
  func cutExtract() throws {
    try server.publish("town", day: 1)
    let whole = try Data(contentsOf: URL(filePath: server.path + "/town-latest.osm.pbf"))
    let cut = server.folder.path("cut.osm.pbf")
    try whole.dropLast(9).write(to: URL(filePath: cut))
    var publication = Publication(id: "cut")
    (publication.extracts, publication.version) = ([cut], TestServer.version(1))
    #expect(throws: ExtractError.self) { try Publisher(folder: server.path) { _ in }.publish(publication) }
    #expect(try Publisher(folder: server.path) { _ in }.index().regions.map(\.id) == ["town"])
  }

  @Test("A region that is installed is refused, and so is one in another package")
  func again() async throws {
    try server.publish("town", day: 1)
    try await server.install("town")
    await #expect(throws: MapLibraryError.isInstalled(id: "town")) { try await server.install("town") }
  }

  @Test("A region of another version is refused, and brings the others along if it may")
  func versions() async throws {
    try server.publish("town", day: 1)
    try await server.install("town")
    try server.publish("town", day: 2)
    try server.publish("village", day: 2, east: 3)
    await #expect(throws: MapLibraryError.self) { try await server.install("village") }
    #expect(try server.library().catalogue().packages.map(\.id) == ["town"])
    let change = try await server.install("village", updating: true)
    #expect(change.catalogue.version == TestServer.version(2))
    #expect(change.catalogue.packages.map(\.id) == ["town", "village"])
  }

  @Test("An older version of a region that the server still has fits to the installed ones")
  func dated() async throws {
    for day in 1...2 { try server.publish("village", day: day, east: 3) }
    try server.publish("town", day: 1)
    try await server.install("town")
    let change = try await server.install("village")
    #expect(change.catalogue.version == TestServer.version(1))
    #expect(change.catalogue["village"]?.regions[0].sequence == 1)
  }

  // MARK: Update

  @Test("Change files bring the same map, byte for byte, as a whole extract")
  func incremental() async throws {
    try server.publish("town", day: 1)
    try await server.install("town")
    for day in 2...3 { try server.publish("town", day: day) }
    let change = try await server.update()
    #expect(change.built == ["town"])
    #expect(change.catalogue.version == TestServer.version(3))
    try await server.install("town", into: "fresh")
    #expect(try server.map("town") == server.map("town", in: "fresh"))
    let plan = try server.library("fresh").plan(
      updating: server.library("fresh").catalogue(), from: server.library().index())
    #expect(plan.isEmpty)
  }

  @Test("A plan of up to two releases is of change files, whatever their size; a whole extract if asked for")
  func plans() async throws {
    try server.publish("town", day: 1)
    try await server.install("town")
    for day in 2...3 { try server.publish("town", day: day) }
    let library = try server.library()
    let plan = try library.plan(updating: library.catalogue(), from: library.index())
    guard case .changes(let files) = plan.packages[0].regions[0].step else { throw Surprise("\(plan)") }
    #expect(files.map(\.sequence) == [2, 3])
    #expect(plan.downloadSize == files.reduce(0) { $0 + $1.size })
    let full = try library.plan(updating: library.catalogue(), from: library.index(), fully: true)
    guard case .extract = full.packages[0].regions[0].step else { throw Surprise("\(full)") }
    try await server.update(fully: true)
    try await server.install("town", into: "fresh")
    #expect(try server.map("town") == server.map("town", in: "fresh"))
  }

  @Test("Where a change file is missing, the whole extract is taken")
  func gap() async throws {
    try server.publish("town", day: 1)
    try await server.install("town")
    for day in 2...3 { try server.publish("town", day: day) }
    try FileManager.default.removeItem(atPath: server.folder.path("server/town-updates/000/000/002.osc.gz"))
    let change = try await server.update()
    #expect(change.catalogue.version == TestServer.version(3))
    #expect(change.catalogue["town"]?.regions[0].sequence == 3)
  }

  @Test("Changes that touch no road build no map, which has the bytes of a new one all the same")
  func untouched() async throws {
    try server.publish("town", day: 1, streets: 1, houses: 1)
    try await server.install("town")
    try server.publish("town", day: 1, streets: 1, houses: 1)
    let folder = server.folder
    // The main street has the version of the day, so only houses may change.
    func publish(houses: Int, day: Int) throws {
      let text = TestServer.town(east: 0, day: 1, streets: 1, houses: houses)
      var publication = Publication(id: "town")
      publication.extracts = [try folder.write("town-\(day).osm", text)]
      publication.version = TestServer.version(day)
      _ = try Publisher(folder: server.path) { _ in }.publish(publication)
    }
    for day in 2...3 {
      try publish(houses: day, day: day)
      let change = try await server.update()
      #expect(change.untouched == ["town"])
      #expect(change.built.isEmpty)
      #expect(change.catalogue["town"]?.regions[0].pending.map(\.sequence) == Array(2...day))
    }
    try await server.install("town", into: "fresh")
    #expect(try server.map("town") == server.map("town", in: "fresh"))
    // The next change of a road takes in what waits.
    try publish(houses: 1, day: 4)
    try server.publish("town", day: 5, streets: 3, houses: 4)
    let change = try await server.update()
    #expect(change.built == ["town"])
    #expect(change.catalogue["town"]?.regions[0].pending.isEmpty == true)
    try await server.install("town", into: "fresh-2")
    #expect(try server.map("town") == server.map("town", in: "fresh-2"))
    #expect(folder.names.contains("library"))
  }

  @Test("All packages go to the newest version that all have")
  func common() async throws {
    for day in 1...3 { try server.publish("town", day: day) }
    for day in 1...2 { try server.publish("village", day: day, east: 3) }
    try await server.install("town", "village")
    #expect(try server.library().catalogue().version == TestServer.version(2))
    try server.publish("town", day: 4)
    let change = try await server.update()
    #expect(change.built.isEmpty)
    #expect(change.catalogue.version == TestServer.version(2))
    for day in 3...4 { try server.publish("village", day: day, east: 3) }
    #expect(try await server.update().catalogue.version == TestServer.version(4))
  }

  @Test("A server never brings a library back to an older version")
  func backwards() async throws {
    for day in 1...2 { try server.publish("town", day: day) }
    try await server.install("town")
    let older = try TestServer()
    try older.publish("town", day: 1)
    try FileManager.default.removeItem(atPath: server.path)
    try FileManager.default.copyItem(atPath: older.path, toPath: server.path)
    let library = try server.library()
    let plan = try library.plan(updating: library.catalogue(), from: library.index())
    #expect(plan.isEmpty)
    #expect(plan.version == TestServer.version(2))
  }

  @Test("The numbers of change files of one server mean nothing on another")
  func otherServer() async throws {
    for day in 2...3 { try server.publish("town", day: day) }
    try await server.install("town")
    // The same town elsewhere, with one version more: its third change file leads to the fourth day.
    let other = try TestServer()
    for day in 1...5 { try other.publish("town", day: day) }
    #expect(try server.library().catalogue()["town"]?.regions[0].sequence == 2)
    try FileManager.default.moveItem(atPath: server.path, toPath: server.path + "-before")
    try FileManager.default.copyItem(atPath: other.path, toPath: server.path)
    let library = try server.library()
    let plan = try library.plan(updating: library.catalogue(), from: library.index())
    guard case .extract = plan.packages[0].regions[0].step else { throw Surprise("\(plan)") }
    try await server.update()
    try await server.install("town", into: "fresh")
    #expect(try server.map("town") == server.map("town", in: "fresh"))
  }

  // MARK: Several regions in one map

  @Test("A map of two regions has the roads of both, and each object once")
  func merged() async throws {
    try server.publish("west", day: 1)
    try server.publish("east", day: 1, east: 2)
    let library = try server.library()
    let index = try library.index()
    let wish = Library.Wish(id: "BOTH", regions: [index["west"], index["east"]].compactMap(\.self), groups: .all)
    let catalogue = try library.catalogue()
    let plan = try library.plan(installing: [wish], updating: false, from: index, catalogue)
    let change = try await library.carryOut(plan, on: catalogue)
    let package = try #require(change.catalogue["BOTH"])
    let map = try RoadGraph(path: server.folder.path("library/" + package.map))
    #expect(map.wayCount == 4)
    #expect(map.provenance.source == "BOTH")
    #expect(package.regions.map(\.id) == ["west", "east"])
    await #expect(throws: MapLibraryError.inPackage(region: "east", package: "BOTH")) {
      try await server.install("east")
    }
    for (id, east) in [("west", 0), ("east", 2)] { try server.publish(id, day: 2, east: east) }
    let updated = try await server.update()
    let again = try RoadGraph(path: server.folder.path("library/" + (updated.catalogue["BOTH"]?.map ?? "")))
    #expect(again.wayCount == 6)
  }

  // MARK: Damage

  @Test("An extract that changed on the disk is not built upon")
  func damagedExtract() async throws {
    try server.publish("town", day: 1)
    let installed = try await server.install("town")
    let name = "library/" + (installed.catalogue["town"]?.regions[0].extract ?? "")
    var bytes = try #require(server.folder.bytes(name))
    bytes[bytes.count / 2] ^= 1
    try server.folder.write(name, bytes)
    try server.publish("town", day: 2)
    await #expect(throws: MapLibraryError.damagedExtract(path: server.folder.path(name))) { try await server.update() }
    #expect(try server.library().catalogue().version == TestServer.version(1))
    try await server.update(fully: true)
    try await server.install("town", into: "fresh")
    #expect(try server.map("town") == server.map("town", in: "fresh"))
  }

  @Test("An extract with another MD5 than the server says is refused, and nothing is installed")
  func wrongChecksum() async throws {
    try server.publish("town", day: 1)
    try server.folder.write("server/town-latest.osm.pbf.md5", "00000000000000000000000000000000  town-latest.osm.pbf\n")
    await #expect(throws: (any Error).self) { try await server.install("town") }
    #expect(try server.library().catalogue().packages.isEmpty)
  }

  @Test("A removed map is gone with all its files; the others stay")
  func remove() async throws {
    try server.publish("town", day: 1)
    try server.publish("village", day: 1, east: 3)
    try await server.install("town", "village")
    let library = try server.library()
    let left = try library.folder.remove(["town"], from: library.catalogue())
    #expect(left.packages.map(\.id) == ["village"])
    #expect(!server.folder.names.isEmpty)
    let files = FileManager.default.enumerator(atPath: server.folder.path("library"))?.allObjects as? [String] ?? []
    #expect(!files.contains { $0.contains("town") })
    #expect(throws: MapLibraryError.notInstalled(id: "town", installed: ["village"])) {
      try library.folder.remove(["town"], from: library.catalogue())
    }
  }

  // MARK: Data groups

  @Test("Data groups are left out of the map, and the next update puts them in")
  func groups() async throws {
    try server.publish("town", day: 1)
    try await server.install("town", groups: [.names])
    let library = try server.library()
    var catalogue = try library.catalogue()
    var package = try #require(catalogue["town"])
    let small = try RoadGraph(path: library.folder.file(package.map))
    #expect(small.groupsLeftOut == DataGroups.standard.subtracting([.names]))
    #expect(small.wayCount == 1)
    package.chosenGroups = [.names, .unmotorised, .lanes]
    catalogue.put(package)
    try library.folder.write(catalogue)
    let change = try await server.update()
    #expect(change.built == ["town"])
    #expect(change.downloaded < 1000)
    try await server.install("town", into: "fresh", groups: [.names, .unmotorised, .lanes])
    #expect(try server.map("town") == server.map("town", in: "fresh"))
  }
}

struct Surprise: Error {
  let what: String
  init(_ what: String) { self.what = what }
}

@Suite struct `A publisher that was killed` {
  private let server: TestServer
  private var index: URL { URL(filePath: server.path + "/index-v1.json") }

  init() throws {
    server = try TestServer()
    for day in 1...2 { try server.publish("town", day: day) }
  }

  /// All files of the folder, by name.
  private func served() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: server.path) {
      files[name] = FileManager.default.contents(atPath: server.path + "/" + name)
    }
    return files
  }

  /// Puts the folder into the state before a publication, but for some files.
  private func goBack(to before: [String: Data], keeping kept: Set<String>) throws {
    for name in try served().keys where before[name] == nil && !kept.contains(name) {
      try? FileManager.default.removeItem(atPath: server.path + "/" + name)
    }
    for (name, bytes) in before where !kept.contains(name) {
      try bytes.write(to: URL(filePath: server.path + "/" + name))
    }
  }

  @Test func `before the index was renewed leaves what the next run renews`() throws {
    let older = try Data(contentsOf: index)
    try server.publish("town", day: 3)
    let newer = try Data(contentsOf: index)
    try #require(older != newer)
    try older.write(to: index)
    #expect(try server.publish("town", day: 3).isEmpty)
    #expect(try Data(contentsOf: index) == newer)
  }

  @Test func `after any file leaves what the next run completes, to the same bytes`() throws {
    let before = try served()
    try server.publish("town", day: 3)
    let after = try served()
    // As they are written.
    let order = [
      "town-updates/000/000/003.osc.gz", "town-updates/000/000/003.state.txt", "town-261103.osm.pbf",
      "town-261103.osm.pbf.md5", "town-latest.osm.pbf", "town-latest.osm.pbf.md5", "town-updates/state.txt",
      "index-v1.json",
    ]
    #expect(Set(after.keys.filter { after[$0] != before[$0] }) == Set(order))
    for count in 0...order.count {
      try goBack(to: after, keeping: [])
      try goBack(to: before, keeping: Set(order.prefix(count)))
      try server.publish("town", day: 3)
      let now = try served()
      for name in order { #expect(now[name] == after[name], "\(name) after \(count) files") }
    }
  }

  @Test func `and whose next one publishes a newer version loses no change`() throws {
    let before = try served()
    try server.publish("town", day: 3)
    try goBack(
      to: before,
      keeping: [
        "town-updates/000/000/003.osc.gz", "town-updates/000/000/003.state.txt", "town-latest.osm.pbf",
        "town-261103.osm.pbf",
      ])
    let release = try #require(try server.publish("town", day: 4).first)
    #expect(release.sequence == 4)
    #expect(try served().keys.contains("town-updates/000/000/004.osc.gz"))
  }

  @Test func `and whose extract somebody replaced is told`() throws {
    let other = try Data(contentsOf: URL(filePath: server.path + "/town-261101.osm.pbf"))
    try other.write(to: URL(filePath: server.path + "/town-latest.osm.pbf"))
    #expect(throws: MapLibraryError.self) { try server.publish("town", day: 3) }
  }
}
