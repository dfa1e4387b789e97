import Foundation
import Geodesy
import TestSupport
import Testing

@testable import Extracts

/// Changes that do not fit in memory.
struct ChangeMemoryTests {
  /// From two objects at a time to all at once.
  private static let sizes = [400, 1_000, 4_000, 64 << 20]

  private static let areas: [(name: String, area: (@Sendable (Place) -> Bool)?)] = [
    ("everywhere", nil), ("west", { $0.longitude < 6.5 }), ("south", { $0.latitude < 45.5 }),
    ("nowhere", { _ in false }),
  ]

  @Test(arguments: sample(0..<60))
  func `an extract has the same bytes however few changes are in memory`(seed: UInt64) throws {
    var random = RandomExtract(seed: seed)
    let workshop = try Workshop()
    let extract = try workshop.extract(random.extract())
    let files = try (0..<5).map { try workshop.changes(random.changes(), "\($0).osc.gz") }
    let plain = try PlainUpdate(extract, files: files)
    for (name, area) in Self.areas {
      var seen: [(bytes: [UInt8]?, counts: AppliedCounts)] = []
      for size in Self.sizes {
        let memory = ChangeMemory(byteCount: size, folder: workshop.folder.path)
        let changes = try ChangeSet(paths: files, memory: memory)
        let output = workshop.path("\(name)-\(size).pbf")
        let counts = try apply(changes, to: extract, output: output, header: ExtractHeader(), area: area)
        seen.append((workshop.folder.bytes("\(name)-\(size).pbf"), counts))
        #expect(try objects(of: output) == plain.lines(area: area), "\(name), \(size) bytes")
      }
      #expect(seen.allSatisfy { $0 == seen[0] }, "\(name)")
    }
    #expect(workshop.folder.names.allSatisfy { !$0.hasPrefix("tracemill-") })
  }

  @Test func `a file larger than memory counts as one file`() throws {
    let workshop = try Workshop()
    // Version 3 is the highest of its file, though version 4 of the next file comes right behind it.
    let many = (10..<60).map { "+n\($0) v1 x8 y47" }.joined(separator: "\n")
    let first = try workshop.changes("~n1 v3 x8 y47\n\(many)\n~n1 v2 x7 y47", "1.osc.gz")
    let second = try workshop.changes("\(many.replacing("v1", with: "v2"))\n-n1", "2.osc.gz")
    let third = try workshop.changes("~n1 v4 x6 y47\n\(many.replacing("v1", with: "v3"))\n~n1 v5 x5 y47", "3.osc.gz")
    for size in Self.sizes {
      let memory = ChangeMemory(byteCount: size)
      for (files, expected) in [
        ([first], "n1 v3 x8 y47"), ([first, second], ""), ([first, second, third], "n1 v5 x5 y47"),
      ] {
        let output = workshop.path("new.pbf")
        let changes = try ChangeSet(paths: files, memory: memory)
        #expect(changes.count == 51)
        _ = try apply(changes, to: workshop.extract("n1 v1 x9 y47"), output: output, header: ExtractHeader())
        #expect(try objects(of: output).filter { $0.hasPrefix("n1 ") }.joined() == expected, "\(size) bytes")
      }
    }
  }

  @Test func `all that is known of an object is kept on the disk`() throws {
    let workshop = try Workshop()
    let way = "w1 v3 t2020-02-29T12:00:00Z Thighway=residential,name=Rüti Nn1,n2,n1"
    let relation = "r1 v2 Ttype=restriction Mw1@from,n1@via,w1@to"
    let lines = ["n1 v1 x-179.9999999 y-89.9999999", "n2 v1 x9 y47", way, relation]
    let path = try workshop.changes(lines.map { "+" + $0 }.joined(separator: "\n"))
    let changes = try ChangeSet(paths: [path], memory: ChangeMemory(byteCount: 400))
    _ = try apply(changes, to: workshop.extract(""), output: workshop.path("new.pbf"), header: ExtractHeader())
    #expect(try objects(of: workshop.path("new.pbf")) == lines)
  }

  @Test func `an object larger than memory is refused by its name`() throws {
    let workshop = try Workshop()
    let nodes = (1...100).map { "n\($0)" }.joined(separator: ",")
    let path = try workshop.changes("+n1 v1 x9 y47\n+w7 v1 N\(nodes)")
    let expected = ExtractError.tooLarge(path: path, object: "way 7", byteCount: 1_000)
    #expect(throws: expected) { try ChangeSet(paths: [path], memory: ChangeMemory(byteCount: 1_000)) }
    #expect(
      ExtractError.tooLarge(path: "1.osc.gz", object: "way 7", byteCount: 64 << 20).description
        == "1.osc.gz: way 7 takes more than 64 MiB, the most that one object of a change file may take. Fetch the file again; if that does not help, take the whole extract (maps update --full)."
    )
  }

  @Test func `a disk that cannot take the rest is an error, and only if it is needed`() throws {
    let workshop = try Workshop()
    let path = try workshop.changes((1..<50).map { "+n\($0) v1 x9 y47" }.joined(separator: "\n"))
    let nowhere = workshop.path("nowhere")
    #expect(try ChangeSet(paths: [path], memory: ChangeMemory(folder: nowhere)).count == 49)
    do {
      _ = try ChangeSet(paths: [path], memory: ChangeMemory(byteCount: 1_000, folder: nowhere))
      #expect(Bool(false), "there is no such folder")
    } catch {
      #expect(error.description.contains(nowhere + ": its folder does not exist"))
    }
  }

  @Test func `a sieve holds what was put in and little else`() {
    var sieve = IDSieve(expecting: 1_000, atMost: 1 << 20)
    for id in 0..<1_000 { sieve.insert(Int64(id) * 7 - 3_000) }
    #expect((0..<1_000).allSatisfy { sieve.mayHold($0 * 7 - 3_000) })
    let others = (100_000..<110_000).count { sieve.mayHold(Int64($0)) }
    #expect(others < 200)
  }

  @Test(arguments: [1, 16, 100, 5_000, 1 << 20])
  func `lists give back what was put in, in order or sorted`(byteCount: Int) throws {
    let memory = ChangeMemory(byteCount: byteCount)
    let (spool, sorted) = (Spool<Int>(memory), SortedRows<Int>(memory))
    let rows = (0..<777).map { $0 * 7919 % 500 }
    for row in rows {
      try spool.append(row)
      try sorted.append(row)
    }
    for _ in 0..<2 {
      var cursor = spool.cursor()
      var merged = try sorted.cursor()
      var (inOrder, ascending): ([Int], [Int]) = ([], [])
      while let row = try cursor.next() { inOrder.append(row) }
      while let row = try merged.next() { ascending.append(row) }
      #expect(inOrder == rows)
      #expect(ascending == rows.sorted())
    }
  }
}
