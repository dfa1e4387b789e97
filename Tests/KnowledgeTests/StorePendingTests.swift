import Foundation
import RoadGraph
import TestSupport
import Testing

@testable import Knowledge

@Suite("Drives of a run that was killed")
struct StorePendingTests {
  private let town: RoadGraph
  private let folder: TemporaryFolder

  init() throws {
    town = try storeTown().graph
    folder = try TemporaryFolder()
  }

  private func passedOn(on graphs: [RoadGraph]) throws -> Int {
    let spool = try DriveSpool(for: folder.path("k"), mode: .car)
    try PendingDrives(ofRun: "reports", for: folder.path("k")).passOn(to: spool, on: graphs)
    return spool.driveCount
  }

  @Test("What was kept is there for the next run, and what was not is gone")
  func kept() throws {
    var random = RandomDrives(on: town, seed: 1)
    let drives = random.night(0, vehicles: 0..<4)
    let pending = try PendingDrives(ofRun: "reports", for: folder.path("k"))
    #expect(pending.isEmpty)
    for drive in drives[..<10] { pending.append(EncodedDrive(drive), on: town) }
    try pending.keep()
    for drive in drives[10...] { pending.append(EncodedDrive(drive), on: town) }
    #expect(try passedOn(on: [town]) == 10)
    #expect(try passedOn(on: [storeTown { $0.ways[0].name = "Elm Street" }.graph]) == 0)
    pending.remove()
    #expect(folder.names == ["k"] && !folder.exists("k/pending"))
  }

  @Test("A part that was being written when the run ended is left out")
  func cut() throws {
    var random = RandomDrives(on: town, seed: 2)
    let pending = try PendingDrives(ofRun: "reports", for: folder.path("k"))
    for drive in random.night(0, vehicles: 0..<2) {
      pending.append(EncodedDrive(drive), on: town)
      try pending.keep()
    }
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path("k/pending")).first)
    let whole = try #require(folder.bytes("k/pending/" + name))
    try folder.write("k/pending/" + name, Array(whole.dropLast(3)))
    #expect(try passedOn(on: [town]) == 7)
    try folder.write("k/pending/" + name, Array(whole.prefix(5)))
    #expect(try passedOn(on: [town]) == 0)
  }
}
