import Foundation
import RoadGraph
import Storage
import TestSupport
import Testing

/// A map in a file, and notes of what was verified.
@Suite struct `A map that was verified before` {
  private let folder: TemporaryFolder
  private let notes: VerifiedFiles
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    notes = VerifiedFiles(path: folder.path("verified"), program: "p")
    path = folder.path("town.tmg")
    try Data(RoadGraphWriter(try fullSketch().network).bytes()).write(to: URL(filePath: path))
  }

  /// Notes the map as it is, as if it had been opened long after its last change.
  private func note() throws {
    let graph = try RoadGraph(
      file: MappedFile(path: path), path: path, noted: notes, at: presentNanoseconds() + 10_000_000_000)
    #expect(!graph.isVerified && graph.keepsNotes)
    graph.noteVerified()
  }

  private func write(_ bytes: [UInt8]) throws {
    usleep(50_000)
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  private func forged() throws -> [UInt8] {
    var file = GraphFile([UInt8](try Data(contentsOf: URL(filePath: path))))
    file.exchange(0, 1, in: "EOUT")
    file.sealAll()
    return file.bytes
  }

  @Test func `is not read again`() throws {
    #expect(try !RoadGraph(path: path, noted: notes).isVerified)
    try note()
    #expect(try RoadGraph(path: path, noted: notes).isVerified)
    #expect(try !RoadGraph(path: path).isVerified)
  }

  @Test func `is read again, and refused, if one number of it is forged in place`() throws {
    try note()
    try write(try forged())
    #expect(throws: RoadGraphError.contradictory(path: path, section: "EOUT")) {
      try RoadGraph(path: path, noted: notes)
    }
  }

  @Test func `is read again if another map takes its name, while who has it open keeps the first`() throws {
    try note()
    let first = try RoadGraph(path: path, noted: notes)
    let version = first.version
    let other = try folder.write("other", [])
    try Data(try forged()).write(to: URL(filePath: other))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: other, toPath: path)
    #expect(throws: RoadGraphError.self) { try RoadGraph(path: path, noted: notes) }
    #expect(first.version == version)
    try first.verify()
  }

  @Test func `has no note if it was opened just after a change`() throws {
    let graph = try RoadGraph(path: path, noted: notes)
    graph.noteVerified()
    #expect(try !graph.keepsNotes && !RoadGraph(path: path, noted: notes).isVerified)
  }

  @Test func `in memory has no note`() throws {
    let file = MappedFile(copying: [UInt8](try Data(contentsOf: URL(filePath: path))))
    try RoadGraph(file: file, path: path, noted: notes, at: .max).noteVerified()
    #expect(!FileManager.default.fileExists(atPath: folder.path("verified")))
  }
}
