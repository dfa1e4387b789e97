import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Storage

struct OutputLockTests {
  private func busy(_ path: String) -> OutputLockError { .busy(path: path, process: getpid()) }

  @Test func `a name has one writer at a time, and others are free`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("report")
    let lock = try OutputLock(on: [path, folder.path("other")])
    #expect(throws: busy(path)) { try OutputLock(on: [folder.path("free"), path]) }
    #expect(throws: Never.self) { try OutputLock(on: [folder.path("free")]) }
    withExtendedLifetime(lock) {}
  }

  @Test func `an end gives the names back and leaves nothing`() throws {
    let folder = try TemporaryFolder()
    let paths = ["a", "b"].map { folder.path($0) }
    do {
      let lock = try OutputLock(on: paths)
      #expect(folder.names == [".a.lock", ".b.lock"])
      withExtendedLifetime(lock) {}
    }
    #expect(folder.names == [])
    #expect(throws: Never.self) { try OutputLock(on: paths) }
  }

  @Test func `who gets only some of the names keeps none`() throws {
    let folder = try TemporaryFolder()
    let second = try OutputLock(on: [folder.path("b")])
    #expect(throws: busy(folder.path("b"))) { try OutputLock(on: ["a", "b"].map { folder.path($0) }) }
    #expect(throws: Never.self) { try OutputLock(on: [folder.path("a")]) }
    withExtendedLifetime(second) {}
  }

  @Test func `other spellings and links are the same name`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("report", [1])
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "report")
    try FileManager.default.createSymbolicLink(atPath: folder.path("here"), withDestinationPath: ".")
    let lock = try OutputLock(on: [folder.path("./report")])
    for other in [path, folder.path("link"), folder.path("here/report"), folder.path("/report")] {
      #expect(throws: busy(path)) { try OutputLock(on: [other]) }
    }
    withExtendedLifetime(lock) {}
    let new = try OutputLock(on: [folder.path("here/new")])
    #expect(throws: busy(folder.path("new"))) { try OutputLock(on: [folder.path("new")]) }
    withExtendedLifetime(new) {}
  }

  @Test func `who waits gets the name when it is free`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("report")
    let first = Mutex<OutputLock?>(try OutputLock(on: [path]))
    let waited = Mutex(0)
    let second = try OutputLock(on: [path], waiting: .forever) { _ in
      waited.withLock { $0 += 1 }
      first.withLock { $0 = nil }
    }
    #expect(waited.withLock { $0 } == 1)
    #expect(throws: busy(path)) { try OutputLock(on: [path], waiting: .seconds(0.05)) }
    withExtendedLifetime(second) {}
  }

  @Test func `what a killed process left locks nothing`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(".report.lock", Array("99999999\n".utf8))
    #expect(throws: Never.self) { try OutputLock(on: [folder.path("report")]) }
    #expect(folder.names == [])
  }

  @Test func `partial files of dead processes go, all others stay`() throws {
    let folder = try TemporaryFolder()
    let kept = [
      "other.csv.17-00c0ffee.partial", "report.csv.partial", "report.csv.17-00c0ffe.partial", "report.csv.17-00c0ffee",
      "x.report.csv.17-00c0ffee.partial",
    ]
    let abandoned = ["report.csv.17-00c0ffee.partial", "report.csv.4194304-ffffffff.partial"]
    for name in kept + abandoned { _ = try folder.write(name, [1]) }
    let lock = try OutputLock(on: [folder.path("report.csv")])
    #expect(lock.removeAbandonedPartials() == abandoned.map { folder.path + "/" + $0 })
    #expect(folder.names.filter { !$0.hasSuffix(".lock") } == kept.sorted())
  }

  @Test func `a folder that is not there is an error`() {
    #expect(throws: OutputLockError.cannotLock(.system(path: "/no/such/report", call: "lock", code: 2))) {
      try OutputLock(on: ["/no/such/report"])
    }
  }
}

struct FileIdentityTests {
  @Test func `links and other spellings lead to the same file`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("report", [1])
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "report")
    try FileManager.default.linkItem(atPath: path, toPath: folder.path("hard"))
    let same = try #require(FileIdentity(of: path))
    for name in ["link", "hard", "./report"] { #expect(FileIdentity(of: folder.path(name)) == same) }
    #expect(FileIdentity(of: try folder.write("copy", [1])) != same)
  }

  @Test func `what is no file has none`() throws {
    for path in ["/no/such", "/dev/null", "/"] { #expect(FileIdentity(of: path) == nil) }
  }
}
