import Foundation
import Geodesy
import Moments
import RoadGraph
import RoadRules
import Storage
import TestSupport
import Testing

@testable import Knowledge

@Suite("Usual times of a store of knowledge")
struct LearnedTrafficTests {
  private let town: RoadGraph
  private let folder: TemporaryFolder
  private let utc = StoreClock(.utc, named: "UTC")

  init() throws {
    town = try storeTown().graph
    folder = try TemporaryFolder()
  }

  /// Drives of which every interval counts.
  private func night(_ number: Int) -> [DriveRecord] {
    var random = RandomDrives(on: town, seed: UInt64(number))
    var drives = random.night(number, vehicles: 0..<12)
    for index in drives.indices {
      drives[index].stands = []
      for step in drives[index].paths[0].steps.indices { drives[index].paths[0].steps[step].doubts = [] }
      for fix in drives[index].paths[0].fixes.indices { drives[index].paths[0].fixes[fix].isDoubtful = false }
    }
    return drives
  }

  private func store(_ nights: Range<Int>, in name: String = "k", mode: TravelMode = .car) throws -> KnowledgeStore {
    try KnowledgeStore.add(nights.flatMap(night), on: town, to: folder.path(name), mode: mode)
    return try KnowledgeStore(at: folder.path(name))
  }

  private func times(
    _ store: KnowledgeStore, on graph: RoadGraph? = nil, by clock: StoreClock? = nil, program: String = "1"
  ) throws -> LearnedTraffic {
    try store.traffic(on: graph ?? town, by: clock ?? utc, program: program)
  }

  private func speeds(_ times: LearnedTimes) -> [UInt16] { (0..<times.speeds.count).map { times.speeds[$0] } }

  @Test("They are computed once, and kept until something differs on which they depend")
  func keeping() throws {
    let store = try store(0..<2)
    let first = try times(store)
    #expect(first.origin == .computed && first.times.modes == [.car] && first.times.clock == .utc)
    let second = try times(store)
    #expect(second.origin == .kept && speeds(second.times) == speeds(first.times))
    #expect(second.times.key == first.times.key && second.times.delays.count == first.times.delays.count)
    #expect(try times(store, by: StoreClock(LocalClock(offsetInMinutes: 60), named: "+01:00")).origin == .computed)
    #expect(try times(store).origin == .computed)
    #expect(try times(store, program: "2").origin == .computed)
    #expect(try times(store, program: "2").origin == .kept)
    #expect(folder.names == ["k"] && TemporaryFolder.names(in: store.timesFolder).count == 1)
    #expect(isOpenToOthers(store.timesPath(ofMap: town.version, digest: try store.digest())) == false)
  }

  @Test("The key depends on the drives, the map, the mode and the clocks, and not on how they came")
  func keys() throws {
    let other = try storeTown { $0.ways[0].ref = "7" }.graph
    let (store, bicycles) = (try store(0..<2), try store(0..<2, in: "b", mode: .bicycle))
    let digest = try store.digest()
    var keys = [
      store.timesKey(on: town, by: utc, digest: digest), store.timesKey(on: other, by: utc, digest: digest),
      bicycles.timesKey(on: town, by: utc, digest: try bicycles.digest()),
      store.timesKey(on: town, by: StoreClock(.utc, named: "Z"), digest: digest),
    ]
    let more = try self.store(2..<3)
    keys.append(more.timesKey(on: town, by: utc, digest: try more.digest()))
    #expect(Set(keys).count == keys.count)
    // Night by night in any order, and forgotten again.
    for number in [2, 1, 0] { _ = try self.store(number..<number + 1, in: "c") }
    var copy = try KnowledgeStore(at: folder.path("c"))
    #expect(try copy.digest() == more.digest())
    _ = try copy.forget(.source("night-2.csv"))
    #expect(try copy.digest() == digest)
  }

  @Test("They go with the drives from which they were computed")
  func forgetting() throws {
    var store = try store(0..<2)
    _ = try times(store)
    #expect(try KnowledgeStore.add(night(0), on: town, to: store.folder).added == 0)
    #expect(try times(store).origin == .kept)
    #expect(try store.forget(.vehicle("van-3")) > 0)
    #expect(FileKind(at: store.timesFolder) == .missing)
    #expect(try times(store).origin == .computed)
    _ = try self.store(2..<3)
    #expect(FileKind(at: store.timesFolder) == .missing)
  }

  @Test("A damaged file is computed again, and a store that cannot take it does without")
  func damage() throws {
    let store = try store(0..<2)
    let first = try times(store)
    let path = store.timesPath(ofMap: town.version, digest: try store.digest())
    var bytes = try #require(FileManager.default.contents(atPath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: path))
    let again = try times(store)
    #expect(again.origin == .computed && speeds(again.times) == speeds(first.times))
    try FileManager.default.removeItem(atPath: store.timesFolder)
    try Data().write(to: URL(filePath: store.timesFolder))
    let unkept = try times(store)
    guard case .notKept = unkept.origin else { return #expect(Bool(false), "\(unkept.origin)") }
    #expect(speeds(unkept.times) == speeds(first.times))
  }

  @Test("Drives are carried over to another map, and a map that none of them met is an error")
  func otherMaps() throws {
    let store = try store(0..<2)
    let next = try storeTown { $0.ways[0].ref = "7" }.graph
    let carried = try times(store, on: next)
    #expect(carried.origin == .computed && carried.counts.carriedDrives > 0 && carried.counts.lostSteps == 0)
    #expect(speeds(carried.times) == speeds(try times(store).times))
    let far = try RoadSketch(
      "X---Y", metresPerCell: 30, corner: Place(latitude: 10, longitude: 10), roads: ["X-Y"]
    ).graph
    #expect(throws: StoreError.noSpeeds(path: store.folder, map: far.path)) { try times(store, on: far) }
  }
}

extension TemporaryFolder {
  fileprivate static func names(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
