import Foundation
import SQLite
import Storage
import TestSupport
import Testing

@testable import Ledger

private func part(_ path: String, outcomes: Int = 2) -> PartRecord {
  var part = PartRecord(key: PartKey(path: path))
  part.standing = .whole
  part.stamp = FileStamp(byteCount: 12, modified: 3, changed: 4, inode: 5, device: 6)
  part.checkedAt = 7
  part.content = .max
  part.circumstances = 1 << 63
  part.outcomes = outcomes
  part.counts = #"{"fixes":3}"#
  part.ownIDs = ["van", "", "a:b\nü"]
  part.givenIDs = ["van", "~2", "a:b\nü~3"]
  part.segments = [
    Segment(output: "points.csv", run: 0, begin: 17, byteCount: 4, rowCount: 1, hash: .max),
    Segment(output: "trips.csv", run: 3, begin: 0, byteCount: 9, rowCount: 2, hash: 1),
  ]
  return part
}

@Suite struct `A ledger` {
  private let folder: TemporaryFolder
  private var path: String { folder.path("") }
  private var file: String { folder.path(Ledger.fileName) }

  init() throws { folder = try TemporaryFolder() }

  private func commit(_ change: (inout Ledger.Changes) -> Void) throws {
    var changes = Ledger.Changes()
    change(&changes)
    try Ledger(in: path).commit(changes)
  }

  private func sql(_ statement: String) throws {
    let ledger = try Ledger(in: path)
    try ledger.write { try $0.execute(statement) }
  }

  @Test func `keeps what it is given`() throws {
    var finish = Finish()
    finish.moves = [Finish.Move(partial: "a.partial", target: "a"), Finish.Move(partial: "b.partial", target: "b")]
    finish.removedBefore = ["manifest.json"]
    finish.removedAfter = ["old.json"]
    let state = LedgerState(phase: .finishing, run: 3, circumstances: #"{"map":"1"}"#)
    let output = OutputRecord(name: "trips.csv", rowCount: 4, segmentCount: 2, hash: 9)
    let partial = PartialRecord(run: 3, output: "trips.csv", path: "trips.csv.1-2.partial")
    try commit {
      $0.parts = [part("b.gpx"), part("a.gpx")]
      $0.order = [PartKey(path: "a.gpx"), PartKey(path: "b.gpx")]
      $0.state = state
      $0.outputs = [output]
      $0.partials = [partial]
      $0.finish = finish
    }
    let ledger = try Ledger(in: path)
    #expect(try ledger.part(PartKey(path: "a.gpx")) == part("a.gpx"))
    #expect(try ledger.part(PartKey(path: "c.gpx")) == nil)
    #expect(try ledger.keys().map(\.path) == ["a.gpx", "b.gpx"])
    #expect(try ledger.state() == state)
    #expect(try ledger.outputs() == ["trips.csv": output])
    #expect(try ledger.partials() == [partial])
    #expect(try ledger.finish() == finish)
    #expect(ledger.damagedRows == 0)
  }

  @Test func `keeps ids with a NUL in them`() throws {
    var odd = part("a.gpx")
    odd.ownIDs = ["van\u{0}1", "\u{0}"]
    try commit { $0.parts = [odd] }
    #expect(try Ledger(in: path).part(odd.key) == odd)
  }

  @Test func `replaces, moves and forgets parts`() throws {
    try commit { $0.parts = [part("a.gpx"), part("b.gpx")] }
    #expect(try Ledger(in: path).holdsSegments(run: 3))
    try commit {
      $0.parts = [part("a.gpx", outcomes: 5)]
      $0.forgottenParts = [PartKey(path: "b.gpx")]
      $0.settledRun = 3
    }
    var moved = part("a.gpx").segments[0]
    (moved.run, moved.begin) = (4, 100)
    try commit { $0.moved = [(PartKey(path: "a.gpx"), moved)] }
    let ledger = try Ledger(in: path)
    let known = try #require(try ledger.part(PartKey(path: "a.gpx")))
    #expect(known.outcomes == 5 && known.segments.map(\.run) == [4, 0] && known.segments[0].begin == 100)
    #expect(try ledger.keys().count == 1 && ledger.holdsSegments(run: 4) && !ledger.holdsSegments(run: 3))
  }

  @Test(arguments: [
    "UPDATE parts SET outcomes = 3", "UPDATE parts SET counts = '{}'", "UPDATE parts SET given_ids = '3:van'",
    "UPDATE parts SET own_ids = 'x'", "UPDATE parts SET standing = 'done'", "UPDATE segments SET hash = hash + 1",
    "DELETE FROM segments WHERE output = 'trips.csv'", "UPDATE segments SET row_count = 7",
  ])
  func `does not know a part whose row was changed`(change: String) throws {
    try commit { $0.parts = [part("a.gpx")] }
    try sql(change)
    let ledger = try Ledger(in: path)
    #expect(try ledger.part(PartKey(path: "a.gpx")) == nil)
    #expect(ledger.damagedRows == 1)
  }

  @Test func `says when its state or an output was changed`() throws {
    try commit {
      $0.state = LedgerState(phase: .writing, run: 1, circumstances: "{}")
      $0.outputs = [OutputRecord(name: "trips.csv", rowCount: 4, segmentCount: 2, hash: 9)]
    }
    try sql("UPDATE state SET phase = 'finished'; UPDATE outputs SET hash = 8")
    let ledger = try Ledger(in: path)
    #expect(throws: LedgerError.self) { try ledger.state() }
    #expect(throws: LedgerError.self) { try ledger.outputs() }
  }

  @Test(arguments: [
    "UPDATE moves SET target = 'notes.txt'", "UPDATE removals SET path = 'notes.txt'", "DELETE FROM moves",
    "UPDATE removals SET is_before = 0",
  ])
  func `says when its last steps were changed, which name files to replace and to remove`(change: String) throws {
    var finish = Finish()
    finish.moves = [Finish.Move(partial: "a.partial", target: "a")]
    finish.removedBefore = ["manifest.json"]
    try commit {
      $0.finish = finish
      $0.state = LedgerState(phase: .finishing, run: 1, circumstances: "{}")
    }
    try sql(change)
    let ledger = try Ledger(in: path)
    #expect(throws: LedgerError.self) { try ledger.state() }
  }

  @Test func `refuses one of a newer program, and any other file`() throws {
    try commit { $0.parts = [part("a.gpx")] }
    try sql("PRAGMA user_version = 2")
    #expect(throws: LedgerError.newer(path: file, version: 2)) { try Ledger(in: path) }
    try Data("no database, but long enough to be looked at as if it were one\n".utf8)
      .write(to: URL(filePath: file))
    #expect { try Ledger(in: path) } throws: { error in
      if case .damaged? = error as? LedgerError { true } else { false }
    }
  }

  @Test func `is not called damaged while another program holds it`() throws {
    try commit { $0.parts = [part("a.gpx")] }
    let ledger = try Ledger(in: path)
    let other = try Database(path: file)
    try other.execute("BEGIN EXCLUSIVE")
    let locked = LedgerError.cannotUse(path: file, reason: "database is locked")
    #expect(throws: locked) { try ledger.keys() }
    #expect(throws: locked) { try ledger.commit(Ledger.Changes()) }
    #expect(throws: locked) { try Ledger(in: path) }
    try other.execute("ROLLBACK")
    #expect(try ledger.keys().map(\.path) == ["a.gpx"])
  }

  @Test func `of which any page is damaged gives an error or what was put into it`() throws {
    try commit { $0.parts = (0..<40).map { part("\($0).gpx") } }
    let whole = try Data(contentsOf: URL(filePath: file))
    for offset in stride(from: 16, to: whole.count, by: 211) {
      var bytes = whole
      bytes[offset] ^= 0xFF
      try bytes.write(to: URL(filePath: file))
      guard let ledger = try? Ledger(in: path) else { continue }
      for number in 0..<40 {
        guard let known = try? ledger.part(PartKey(path: "\(number).gpx")) else { continue }
        var expected = part("\(number).gpx")
        for index in expected.segments.indices {
          // Where bytes are is verified by their own hash.
          (expected.segments[index].run, expected.segments[index].begin) = (
            known.segments[index].run, known.segments[index].begin
          )
        }
        #expect(known == expected, "byte \(offset)")
      }
    }
  }

  @Test func `changes no byte when it is read`() throws {
    try commit { $0.parts = [part("a.gpx")] }
    let before = try Data(contentsOf: URL(filePath: file))
    let stamp = FileStamp(of: file)
    do {
      let ledger = try Ledger(in: path)
      _ = try (ledger.part(PartKey(path: "a.gpx")), ledger.state(), ledger.outputs(), ledger.finish())
    }
    #expect(try Data(contentsOf: URL(filePath: file)) == before && FileStamp(of: file) == stamp)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(".tracemill"))
    #expect(names == ["ledger.sqlite"])
  }
}
