import Foundation
import RandomNumbers
import RoadGraph
import Storage
import TestSupport
import Testing

@testable import Knowledge

@Suite("Store of drives")
struct StoreTests {
  private let town: RoadGraph
  private let folder: TemporaryFolder

  init() throws {
    town = try storeTown().graph
    folder = try TemporaryFolder()
  }

  /// The bytes of all files, by their path in the store.
  private func content(_ store: String) throws -> [String: [UInt8]] {
    let root = URL(filePath: folder.path(store))
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    var files: [String: [UInt8]] = [:]
    for path in paths {
      var isFolder: ObjCBool = false
      _ = unsafe FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder)
      files[path] = isFolder.boolValue ? [] : folder.bytes(store + "/" + path)
    }
    return files
  }

  private func nights(_ numbers: Range<Int> = 0..<3, vehicles: Range<Int> = 0..<12) -> [DriveRecord] {
    numbers.flatMap { number in
      var random = RandomDrives(on: town, seed: UInt64(number))
      return random.night(number, vehicles: vehicles)
    }
  }

  @discardableResult
  private func add(_ drives: [DriveRecord], to store: String = "k") throws -> AddedDrives {
    try KnowledgeStore.add(drives, on: town, to: folder.path(store))
  }

  private func store(_ name: String = "k") throws -> KnowledgeStore { try KnowledgeStore(at: folder.path(name)) }

  @Test("What is added is read back, by day, vehicle and time")
  func readBack() throws {
    let drives = nights()
    let counts = try add(drives.shuffled())
    #expect(counts.added == drives.count && counts.replaced == 0 && counts.unchanged == 0)
    let expected = drives.sorted {
      ($0.begin / RandomDrives.day, $0.vehicle, $0.begin) < ($1.begin / RandomDrives.day, $1.vehicle, $1.begin)
    }
    #expect(try store().drives(on: town) == expected)
    #expect(try store().driveCount == drives.count)
  }

  @Test("A drive of years before 1970 lies on its UTC day")
  func beforeEpoch() {
    #expect([Int64(-1), -86_400_000, -86_400_001, 0, 86_399_999].map(\.civilDay) == [-1, -1, -2, 0, 0])
  }

  @Test("A night that is added again changes no byte and no file")
  func again() throws {
    let drives = nights()
    try add(drives)
    let before = try content("k")
    let counts = try add(drives.shuffled())
    #expect(counts.unchanged == drives.count && counts.added == 0 && counts.changedDays == 0)
    #expect(try content("k") == before)
  }

  @Test("Shards in any order and any grouping give the same bytes as one run", arguments: [1, 3, 8])
  func shards(count: Int) throws {
    let drives = nights(0..<4)
    try add(drives, to: "whole")
    var random = SplitMix64(seed: UInt64(count))
    let shards = (0..<count).map { shard in
      drives.filter { Int(checksum($0.vehicle) % UInt64(count)) == shard }.shuffled(using: &random)
    }
    for shard in shards.shuffled(using: &random) { try add(shard, to: "one by one") }
    #expect(try content("one by one") == content("whole"))
    for (number, shard) in shards.enumerated() { try add(shard, to: "shard-\(number)") }
    let stores = try (0..<count).map { try store("shard-\($0)") }.shuffled(using: &random)
    _ = try KnowledgeStore.merge(stores, into: folder.path("merged"))
    #expect(try content("merged") == content("whole"))
    let half = stores.count / 2
    _ = try KnowledgeStore.merge(Array(stores[half...]), into: folder.path("grouped"))
    _ = try KnowledgeStore.merge(Array(stores[..<half]), into: folder.path("rest"))
    if half > 0 { _ = try KnowledgeStore.merge([store("rest"), store("grouped")], into: folder.path("grouped")) }
    #expect(try content("grouped") == content("whole"))
  }

  @Test("A later run of an input replaces the drives of its vehicles that share time with the new ones")
  func replacing() throws {
    var random = RandomDrives(on: town, seed: 5)
    let midnight = RandomDrives.midnight
    let old = [
      random.drive(of: "a", trip: "a", begin: midnight + 1_000), random.drive(of: "b", trip: "b", begin: midnight),
      random.drive(of: "a", trip: "a2", begin: midnight + 3_600_000),
      random.drive(of: "a", trip: "a", source: "other.csv", begin: midnight + 2_000),
    ]
    try add(old)
    let new = [random.drive(of: "a", trip: "a9", begin: midnight + 500)]
    let counts = try add(new)
    #expect(counts.replaced == 1 && counts.added == 1)
    try add([old[1], old[2], old[3], new[0]], to: "direct")
    #expect(try content("k") == content("direct"))
  }

  @Test("A drive over midnight is replaced by one that begins on the next day")
  func replacingOverMidnight() throws {
    var random = RandomDrives(on: town, seed: 6)
    let midnight = RandomDrives.midnight
    let (late, other) = (
      random.drive(of: "a", trip: "a", begin: midnight - 1_000), random.drive(of: "b", trip: "b", begin: midnight)
    )
    try add([late, other])
    let early = random.drive(of: "a", trip: "a", begin: midnight)
    #expect(try add([early]).replaced == 1)
    try add([other, early], to: "direct")
    #expect(try content("k") == content("direct"))
  }

  @Test("A trip whose vehicle has another name now is replaced")
  func renamedVehicle() throws {
    var random = RandomDrives(on: town, seed: 7)
    let old = random.drive(of: "a", trip: "7", begin: RandomDrives.midnight)
    var new = old
    new.vehicle = "bus 4"
    try add([old])
    #expect(try add([new]).replaced == 1)
    #expect(try store().drives(on: town) == [new])
  }

  @Test("A trip whose names are others now, because its run had more inputs, is replaced")
  func renamedTrip() throws {
    var random = RandomDrives(on: town, seed: 12)
    let old = random.drive(of: "7", trip: "7", begin: RandomDrives.midnight)
    var new = old
    (new.vehicle, new.tripID) = ("day2/7", "day2/7")
    try add([old])
    #expect(try add([new]).replaced == 1)
    #expect(try store().drives(on: town) == [new])
  }

  @Test("Drives that only touch stand side by side")
  func touching() throws {
    var random = RandomDrives(on: town, seed: 8)
    let first = random.drive(of: "a", trip: "1", begin: RandomDrives.midnight)
    let second = random.drive(of: "a", trip: "2", begin: first.end)
    try add([first])
    #expect(try add([second]).replaced == 0)
    #expect(try store().driveCount == 2)
  }

  @Test("What is forgotten leaves no trace", arguments: ["vehicle", "day", "source"])
  func forgetting(what: String) throws {
    let drives = nights()
    let forgotten: (Forgotten, (DriveRecord) -> Bool) =
      switch what {
      case "vehicle": (.vehicle("van-3"), { $0.vehicle == "van-3" })
      case "day": (.day(drives[0].begin.civilDay), { $0.begin.civilDay == drives[0].begin.civilDay })
      default: (.source("night-1.csv"), { $0.source == "night-1.csv" })
      }
    try add(drives)
    try add(drives.filter { !forgotten.1($0) }, to: "never")
    var store = try store()
    #expect(try store.forget(forgotten.0) == drives.count { forgotten.1($0) })
    #expect(try content("k") == content("never"))
    #expect(try store.forget(forgotten.0) == 0)
  }

  @Test("When everything is forgotten, no day and no map is left")
  func forgettingAll() throws {
    try add(nights(0..<1))
    var store = try store()
    _ = try store.forget(.source("night-0.csv"))
    #expect(try content("k").keys.sorted() == ["knowledge.json"])
    #expect(store.contents.maps.isEmpty)
  }

  @Test("A map of which no drive is left is removed")
  func unusedMap() throws {
    let other = try storeTown { $0.ways[0].name = "Elm Street" }.graph
    var random = RandomDrives(on: town, seed: 9)
    let drives = random.night(0, vehicles: 0..<2)
    try KnowledgeStore.add(drives, on: other, to: folder.path("k"))
    #expect(try add(drives).replaced == drives.count)
    try add(drives, to: "direct")
    #expect(try content("k") == content("direct"))
  }

  @Test("Only the owner may read the files and folders")
  func rights() throws {
    try add(nights(0..<1))
    for path in try content("k").keys + [""] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("k/" + path))
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect((attributes[.posixPermissions] as? Int) == (isFolder ? 0o700 : 0o600), "\(path)")
    }
  }

  @Test("What a killed program left is removed by the next run")
  func leftovers() throws {
    try add(nights(0..<1))
    let before = try content("k")
    for name in ["knowledge.json", "days/2026-05-04.\(town.version.prefix(8)).drives", "maps/x.pieces"] {
      try folder.write("k/\(name).99-01234567.partial", "half")
    }
    try add([])
    #expect(try content("k") == before)
  }

  @Test("Two writers: the second is refused with a sentence, or waits")
  func twoWriters() throws {
    try add(nights(0..<1))
    let lock = try OutputLock(on: [folder.path("k/knowledge.json")])
    let spool = try DriveSpool(for: folder.path("k"), mode: .car)
    #expect(throws: StoreError.self) { try KnowledgeStore.add(spool, to: folder.path("k"), waiting: .none) }
    withExtendedLifetime(lock) {}
  }

  @Test("A folder with other files, of another mode or of a later program is refused")
  func refusals() throws {
    try folder.write("photos/cat.jpg", "cat")
    #expect(throws: StoreError.notEmpty(path: folder.path("photos"))) { try add([], to: "photos") }
    #expect(throws: StoreError.notAStore(path: folder.path("photos"))) { try store("photos") }
    try add([], to: "k")
    #expect(throws: StoreError.otherMode(path: folder.path("k"), stored: "car", offered: "bicycle")) {
      try KnowledgeStore.add([], on: town, to: folder.path("k"), mode: .bicycle)
    }
    try folder.write("k/knowledge.json", #"{"tracemill_knowledge": 99}"#)
    #expect(throws: StoreError.newer(path: folder.path("k/knowledge.json"), found: 99, known: 1)) { try store() }
    try folder.write("k/knowledge.json", "{")
    #expect(throws: StoreError.damaged(path: folder.path("k/knowledge.json"))) { try store() }
  }

  @Test("A day that is cut short or altered anywhere is refused")
  func damage() throws {
    try add(nights(0..<1, vehicles: 0..<2))
    let name = "k/days/2026-05-04.\(town.version.prefix(8)).drives"
    let whole = try #require(folder.bytes(name))
    let store = try store()
    for count in stride(from: 0, to: whole.count, by: 7) {
      try folder.write(name, Array(whole[..<count]))
      #expect(throws: StoreError.damaged(path: folder.path(name))) { try store.drives(on: town) }
    }
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 0x10
      try folder.write(name, bytes)
      #expect(throws: StoreError.self, "byte \(index)") { try store.drives(on: town) }
    }
  }

  @Test("A drive that two inputs have counts once")
  func twoInputs() throws {
    var random = RandomDrives(on: town, seed: 11)
    let first = random.drive(of: "a", trip: "1", source: "month.csv", begin: RandomDrives.midnight)
    var second = first
    second.source = "day.csv"
    let other = random.drive(of: "a", trip: "1", source: "else.csv", begin: RandomDrives.midnight + 500)
    try add([first, second, other])
    let source = try StoredDrives(store(), on: town)
    var drives: [DriveRecord] = []
    try source.forEachDrive(in: 0) { drives.append($0) }
    #expect(drives == [second, other])
    #expect(source.readingCounts.repeatedDrives == 1)
  }

  @Test("Adding touches the files of its days alone")
  func touchedFiles() throws {
    try add(nights(0..<4))
    let files = try TouchedFiles(folder.path("k/days"))
    try add(nights(2..<3, vehicles: 20..<22))
    #expect(try TouchedFiles(folder.path("k/days")).changed(since: files) == ["2026-05-06"])
  }
}

/// The numbers that the file system gives to the files of a folder, by the first ten letters of their names.
private struct TouchedFiles {
  private var numbers: [String: Int] = [:]

  init(_ folder: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      numbers[String(name.prefix(10))] = attributes[.systemFileNumber] as? Int
    }
  }

  func changed(since earlier: TouchedFiles) -> [String] {
    numbers.filter { earlier.numbers[$0.key] != $0.value }.keys.sorted()
  }
}
