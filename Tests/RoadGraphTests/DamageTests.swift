import Foundation
import RandomNumbers
import RoadGraph
import Storage
import TestSupport
import Testing

@Suite struct `A damaged graph file` {
  private let bytes: [UInt8]

  init() throws { bytes = RoadGraphWriter(try fullSketch().network).bytes() }

  /// Opens and verifies, and returns the error.
  private func error(_ bytes: [UInt8]) -> RoadGraphError? {
    do {
      try GraphFile(bytes).open().verify()
      return nil
    } catch {
      return error as? RoadGraphError
    }
  }

  @Test func `is none when whole`() {
    #expect(error(bytes) == nil)
  }

  @Test func `is refused however it is cut short`() {
    for count in 0..<bytes.count {
      let expected: RoadGraphError =
        count < 8
        ? .notAGraph(path: "town.tmg")
        : .truncated(path: "town.tmg", expected: count < 128 ? 128 : bytes.count, found: count)
      #expect(throws: expected) { try GraphFile(Array(bytes[..<count])).open() }
    }
  }

  @Test func `is refused with bytes added`() {
    #expect(throws: RoadGraphError.damaged(path: "town.tmg", section: "header")) { try GraphFile(bytes + [0]).open() }
  }

  @Test func `is refused with any one byte changed`() {
    var random = SplitMix64(seed: 7)
    for i in sample(bytes.indices) {
      var changed = bytes
      changed[i] ^= UInt8.random(in: 1...255, using: &random)
      #expect(error(changed) != nil, "byte \(i)")
    }
  }

  @Test func `is refused with any one bit of its header changed`() {
    for i in 0..<128 * 8 {
      var changed = bytes
      changed[i / 8] ^= 1 << UInt8(i % 8)
      #expect(throws: RoadGraphError.self, "bit \(i)") { try GraphFile(changed).open() }
    }
  }

  @Test func `names the section that is damaged`() {
    let file = GraphFile(bytes)
    for (i, tag) in file.tags.enumerated() {
      var changed = file
      changed.bytes[Int(file.word(at: file.entryOffset(i) + 8))] ^= 1
      switch error(changed.bytes) {
      case .damaged(_, tag), .contradictory: break
      case let other: Issue.record("\(String(describing: other)) for \(tag)")
      }
    }
  }

  @Test func `with a table that contradicts itself never ends the process`() {
    var random = SplitMix64(seed: 11)
    let numbers: [UInt64] = [0, 1, 2, 64, 128, 1 << 31, 1 << 32, 1 << 62, 1 << 63, .max, .max - 63]
    for i in 0..<GraphFile(bytes).sectionCount * 4 {
      for number in numbers + [random.next()] {
        var file = GraphFile(bytes)
        guard file.word(at: file.tableOffset + 8 * i) != number else { continue }
        file.setWord(number, at: file.tableOffset + 8 * i)
        file.seal()
        let isTag = i % 4 == 0
        #expect(isTag || error(file.bytes) != nil, "word \(i) = \(number)")
      }
    }
  }

  @Test(arguments: [
    "NPLC", "NOUT", "NFLG", "EOUT", "EHED", "EACC", "SWAY", "SSHP", "PPLC", "PDST", "WIDS", "WCLS", "WFLG", "XBOX",
    "XPLC", "XSEG",
  ])
  func `is refused without a section it needs`(tag: String) {
    var file = GraphFile(bytes)
    file.hide(tag)
    file.seal()
    switch error(file.bytes) {
    case .missingSection(_, let section), .damaged(_, let section): #expect(section.count == 4)
    case let other: Issue.record("\(String(describing: other)) without \(tag)")
    }
  }

  @Test func `is refused with the same section twice`() {
    var file = GraphFile(bytes)
    for i in 0..<4 { file.bytes[file.entryOffset(1) + i] = file.bytes[file.entryOffset(0) + i] }
    file.seal()
    #expect(error(file.bytes) == .damaged(path: "town.tmg", section: "table"))
  }

  @Test(arguments: UInt64(1)...20)
  func `of bytes at random is no graph`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let noise = (0..<Int.random(in: 0...5000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(error(noise) == .notAGraph(path: "town.tmg"))
    #expect(error(Array(bytes[..<16]) + noise) != nil)
    #expect(error(Array(bytes[..<128]) + noise) != nil)
  }
}

@Suite struct `A file that is no graph of ours` {
  private func changed(_ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
    var bytes = RoadGraphWriter(try fullSketch().network).bytes()
    change(&bytes)
    return bytes
  }

  private func sentence(_ bytes: [UInt8]) -> String {
    do {
      _ = try GraphFile(bytes).open()
      return "opened"
    } catch {
      return "\(error)"
    }
  }

  @Test func `is refused with a sentence that says what to do`() throws {
    #expect(
      sentence(Array("<?xml version='1.0'?>".utf8))
        == "town.tmg: not a road graph. Build one from an OSM extract: tracemill map build EXTRACT -o MAP.tmg")
    #expect(
      sentence(try changed { $0[8] = 2 })
        == "town.tmg: graph format 2 is newer than this program reads (1). Update tracemill, or build the map again.")
    #expect(
      sentence(try changed { $0[8] = 0 })
        == "town.tmg: graph format 0 is older than this program reads (1). Build the map again: tracemill map build")
    #expect(
      sentence(try changed { $0[12..<16].reverse() })
        == "town.tmg: written on a machine of another byte order. Build it again on this one with: tracemill map build")
    #expect(
      sentence(try changed { $0.removeLast(100) }).hasSuffix("bytes are there. Copy or build the map again."))
    #expect(
      sentence(try changed { $0[100] = 1 })
        == "town.tmg: the header part is damaged. Copy or build the map again.")
  }

  @Test func `may be a folder, a missing or an empty file`() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write("empty.tmg", "")
    #expect(throws: RoadGraphError.notAGraph(path: empty)) { try RoadGraph(path: empty) }
    #expect(throws: StorageError.system(path: folder.url.path, call: "map", code: EISDIR)) {
      try RoadGraph(path: folder.url.path)
    }
    let missing = folder.path("missing.tmg")
    #expect(throws: StorageError.system(path: missing, call: "open", code: ENOENT)) { try RoadGraph(path: missing) }
  }
}
