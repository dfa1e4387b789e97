import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct `Folders and files whose names are no UTF-8` {
  @Test func `are made, written, locked and removed under the bytes of their names`() throws {
    let folder = try TemporaryFolder()
    try makeFolder(at: folder.path + "/d\\xE9/inner")
    try makeFolder(at: folder.path + "/d\\xE9/inner")
    let inner = folder.path + "/d\\xE9/inner"
    let path = inner + "/caf\\xE9.csv"
    let lock = try OutputLock(on: [path])
    #expect(try names(of: inner) == [".caf\\xE9.csv.lock"])
    let file = try AtomicFile(path: path)
    try file.write(Array("whole".utf8))
    try file.suspend()
    try file.write(Array(" again".utf8))
    try file.commit()
    try AtomicFile.syncFolder(inner)
    #expect(try names(of: inner) == [".caf\\xE9.csv.lock", "caf\\xE9.csv"])
    #expect(try wholeFile(path, atMost: .record) == Array("whole again".utf8))
    #expect(linkTarget(of: path).hasSuffix("/d\\xE9/inner/caf\\xE9.csv"))
    // Nothing lies under the name as it is spelled here.
    #expect(folder.names.allSatisfy { !$0.contains("\\x") })
    removePlainFile(at: path)
    #expect(FileKind(at: path) == .missing)
    withExtendedLifetime(lock) {}
    try removeAll(below: folder.path + "/d\\xE9")
  }

  @Test(arguments: [
    ("a", ""), ("é", ""), (".", ""), ("a/", ""), ("", ""), ("/", "/"), ("//", "/"), ("/a", "/"), ("//a", "/"),
    ("a/b", "a"),
    ("a/b/", "a"), ("a//b", "a"), ("a/b/c", "a/b"), ("/a/b", "/a"), ("../é", ".."), ("🚗/b", "🚗"),
  ])
  func `lie in folders, also where they have one character`(path: String, folder: String) {
    #expect(folderPath(of: path) == folder)
  }

  @Test func `of a killed process go when the next one has the lock`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/caf\\xE9.csv"
    do {
      let file = try AtomicFile(path: path)
      try file.write([1])
      try file.flush()
      file.isKept = true
    }
    let partials = try names(of: folder.path)
    #expect(partials.count == 1 && partials[0].hasPrefix("caf\\xE9.csv."))
    #expect(try OutputLock(on: [path]).removeAbandonedPartials().count == 1)
    #expect(try names(of: folder.path) == [])
  }

  @Test(arguments: [
    ("/proc/nothing/", "no folders are made in this place"), ("/dev/null/below", "is a file and no folder"),
    ("/dev/null", "there is a file of this name"),
  ])
  func `that cannot be made are told with a cure`(path: String, cure: String) {
    let error = #expect(throws: StorageError.self) { try makeFolder(at: path) }
    #expect(error?.reason.contains(cure) == true, "\(error as Any)")
  }

  private func names(of folder: String) throws -> [String] { try folderEntries(of: folder).map(\.name) }

  /// Foundation does not remove what has such a name.
  private func removeAll(below folder: String) throws {
    for entry in try folderEntries(of: folder) where entry.kind == .directory {
      try removeAll(below: folder + "/" + entry.name)
    }
    unsafe withSystemPath(folder) { unsafe _ = rmdir($0) }
  }
}
