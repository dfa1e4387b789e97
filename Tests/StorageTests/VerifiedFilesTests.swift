import Foundation
import Storage
import TestSupport
import Testing

@Suite struct `Notes of verified files` {
  private let folder: TemporaryFolder
  private let notes: VerifiedFiles
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    notes = VerifiedFiles(path: folder.path("cache/tracemill/verified"), program: "p")
    file = try folder.write("map", "twelve bytes")
  }

  private func stamp() throws -> FileStamp { try #require(FileStamp(of: file)) }

  /// A moment long after the last change of the file.
  private var later: Int64 { presentNanoseconds() + 10_000_000_000 }

  @Test func `hold for the same file and the same check`() throws {
    let stamp = try stamp()
    #expect(!notes.contains(stamp, "sound"))
    notes.add(stamp, takenAt: later, "sound")
    #expect(notes.contains(try self.stamp(), "sound"))
    #expect(!notes.contains(stamp, "whole") && !notes.contains(nil, "sound"))
    #expect(!VerifiedFiles(path: folder.path("cache/tracemill/verified"), program: "q").contains(stamp, "sound"))
  }

  @Test func `end with each change of the file, also if its time is restored`() throws {
    let old = try stamp()
    let time = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate]
    notes.add(old, takenAt: later, "sound")
    // Longer than a step of the system's clock of files.
    usleep(50_000)
    let handle = try #require(FileHandle(forUpdatingAtPath: file))
    try handle.write(contentsOf: Data("t".utf8 + [0x56]))
    try handle.close()
    try FileManager.default.setAttributes([.modificationDate: try #require(time)], ofItemAtPath: file)
    let new = try stamp()
    #expect(new.byteCount == old.byteCount && new.inode == old.inode && new.changed > old.changed)
    #expect(!notes.contains(new, "sound"))
  }

  @Test func `end if another file takes the name`() throws {
    notes.add(try stamp(), takenAt: later, "sound")
    let other = try folder.write("other", "twelve bytes")
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.moveItem(atPath: other, toPath: file)
    #expect(!notes.contains(try stamp(), "sound"))
  }

  @Test func `are not made of a file that was changed just before it was read`() throws {
    let stamp = try stamp()
    for wait in [Int64(0), 1_900_000_000] {
      notes.add(stamp, takenAt: max(stamp.changed, stamp.modified) + wait, "sound")
      #expect(!notes.contains(stamp, "sound"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("cache")))
  }

  @Test func `are few, the newest first, and readable by their owner alone`() throws {
    let stamp = try stamp()
    for number in 0..<70 { notes.add(stamp, takenAt: later, "check-\(number)") }
    let lines = try folder.text("cache/tracemill/verified").split(separator: "\n")
    #expect(lines.count == 64 && lines[0].hasSuffix(" check-69") && lines[63].hasSuffix(" check-6"))
    notes.add(stamp, takenAt: later, "check-6")
    #expect(try folder.text("cache/tracemill/verified").split(separator: "\n").count == 64)
    #expect(isOpenToOthers(folder.path("cache/tracemill/verified")) == false)
  }

  @Test func `may be lost, torn or impossible to write`() throws {
    let stamp = try stamp()
    let torn = VerifiedFiles(path: try folder.write("torn", "65 1"), program: "p")
    #expect(!torn.contains(stamp, "sound"))
    torn.add(stamp, takenAt: later, "sound")
    #expect(torn.contains(stamp, "sound"))
    let impossible = VerifiedFiles(path: file + "/verified", program: "p")
    impossible.add(stamp, takenAt: later, "sound")
    #expect(!impossible.contains(stamp, "sound"))
  }

  @Test func `stay whole if several write them at once`() async throws {
    let (stamp, moment, notes) = (try stamp(), later, notes)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<16 { group.addTask { notes.add(stamp, takenAt: moment, "check-\(number)") } }
    }
    let lines = try folder.text("cache/tracemill/verified").split(separator: "\n")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.split(separator: " ").count == 7 })
  }

  @Test(arguments: [
    (["XDG_CACHE_HOME": "/c", "HOME": "/h"], true), (["HOME": "/h"], true), (["XDG_CACHE_HOME": "c"], false),
    ([:], false),
  ])
  func `are where a user keeps what can be computed again`(environment: [String: String], isKnown: Bool) {
    #expect((VerifiedFiles(environment: environment, program: "p") != nil) == isKnown)
  }
}
