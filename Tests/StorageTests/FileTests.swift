import Foundation
import TestSupport
import Testing

@testable import Storage

private func checkValue(_ bytes: [UInt8]) -> UInt64 { unsafe checksum(bytes.span.bytes) }

struct AtomicFileTests {
  private let bytes = Array("whole".utf8)

  @Test func `a file appears under its name only when committed`() throws {
    let folder = try TemporaryFolder()
    let file = try AtomicFile(path: folder.path("report"))
    try file.write(bytes)
    try file.flush()
    #expect(folder.bytes("report") == nil)
    #expect(FileManager.default.contents(atPath: file.partialPath).map(Array.init) == bytes)
    try file.commit()
    #expect(folder.bytes("report") == bytes)
    #expect(folder.names == ["report"])
  }

  @Test func `a discarded file leaves the older one untouched`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("report", [1])
    let file = try AtomicFile(path: path)
    try file.write(bytes)
    file.discard()
    #expect(folder.bytes("report") == [1])
    #expect(folder.names == ["report"])
  }

  @Test func `a file that failed goes with its value, unless someone continues from it`() throws {
    let folder = try TemporaryFolder()
    do {
      let file = try AtomicFile(path: folder.path("report"))
      try file.write(bytes)
      try file.flush()
    }
    #expect(folder.names == [])
    do {
      let file = try AtomicFile(path: folder.path("report"))
      file.isKept = true
      try file.write(bytes)
      try file.flush()
    }
    #expect(folder.names.count == 1 && AtomicFile.isPartial(folder.path(folder.names[0])))
  }

  @Test func `two files of one name do not meet before they are complete`() throws {
    let folder = try TemporaryFolder()
    let files = try (0..<2).map { _ in try AtomicFile(path: folder.path("report")) }
    for (index, file) in files.enumerated() {
      try file.write([UInt8](repeating: UInt8(index), count: 300_000))
    }
    for (index, file) in files.enumerated() {
      try file.commit()
      #expect(folder.bytes("report") == [UInt8](repeating: UInt8(index), count: 300_000))
    }
  }

  @Test func `a file that was prepared and then changed is prepared again`() throws {
    let folder = try TemporaryFolder()
    let file = try AtomicFile(path: folder.path("report"))
    try file.write(bytes)
    try file.prepare()
    try file.overwrite([0x57], at: 0)
    try file.write(bytes)
    try file.commit()
    #expect(folder.bytes("report") == Array("Wholewhole".utf8))
  }

  @Test func `discarding after the commit removes nothing`() throws {
    let folder = try TemporaryFolder()
    let file = try AtomicFile(path: folder.path("report"))
    try file.write(bytes)
    try file.commit()
    file.discard()
    #expect(folder.bytes("report") == bytes)
  }

  @Test func `many writes around the buffer's size keep their order`() throws {
    let folder = try TemporaryFolder()
    let file = try AtomicFile(path: folder.path("report"))
    let pieces = [1, 262_143, 2, 262_144, 3, 600_000, 4].enumerated().map { [UInt8](repeating: UInt8($0), count: $1) }
    for piece in pieces { try file.write(piece) }
    try file.commit()
    #expect(folder.bytes("report") == pieces.flatMap(\.self))
  }

  @Test func `what a link leads to is replaced, and the link stays`() throws {
    let folder = try TemporaryFolder()
    let report = try folder.write("report", [1])
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "report")
    let file = try AtomicFile(path: link)
    try file.write(bytes)
    try file.commit()
    #expect(folder.bytes("report") == bytes)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "report")
    #expect(FileKind(at: report) == .file && FileKind(at: link) == .file)
  }

  @Test func `a directory, a device or a pipe is never replaced`() throws {
    let folder = try TemporaryFolder()
    let link = folder.path("link")
    let pipe = folder.path("pipe")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "pipe")
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    for path in [pipe, link] {
      #expect(throws: StorageError.system(path: path, call: "replace", code: ENOTSUP)) { try AtomicFile(path: path) }
    }
    #expect(throws: StorageError.system(path: folder.path, call: "replace", code: EISDIR)) {
      try AtomicFile(path: folder.path)
    }
    #expect(FileKind(at: "/dev/null") == .stream && FileKind(at: folder.path) == .directory)
    #expect(FileKind(at: folder.path("nothing")) == .missing)
  }

  @Test func `a folder that is not there is an error`() {
    #expect(throws: StorageError.system(path: "/no/such/report", call: "create", code: 2)) {
      try AtomicFile(path: "/no/such/report")
    }
  }
}

struct MappedFileTests {
  @Test func `a mapped file and a copy in memory show the same bytes`() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
    let mapped = try MappedFile(path: folder.write("map", bytes))
    let copied = MappedFile(copying: bytes)
    #expect(mapped.byteCount == 5000)
    #expect(checksum(mapped.bytes) == checksum(copied.bytes))
    #expect(checksum(copied.bytes) == checkValue(bytes))
  }

  @Test func `an empty file maps to no bytes`() throws {
    let folder = try TemporaryFolder()
    let mapped = try MappedFile(path: folder.write("empty", []))
    #expect(mapped.byteCount == 0)
    #expect(mapped.bytes.byteCount == 0)
  }

  @Test func `columns show numbers in place and find their order`() {
    let numbers: [UInt32] = [2, 3, 5, 7, 11]
    let file = MappedFile(copying: numbers.flatMap { [UInt8($0), 0, 0, 0] })
    let column = unsafe file.column(of: UInt32.self, at: 4, count: 4)
    #expect((0..<column.count).map { column[$0] } == [3, 5, 7, 11])
    #expect([0, 3, 6, 11, 12].map { column.firstIndex(notBefore: $0, in: 0..<4) } == [0, 0, 2, 3, 4])
    #expect(Column<UInt32>().isEmpty)
  }

  @Test func `what is not a plain file is refused`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: StorageError.system(path: folder.path, call: "map", code: 21)) { try size(of: folder.path) }
    #expect(throws: StorageError.system(path: "/no/such", call: "open", code: 2)) { try size(of: "/no/such") }
  }

  private func size(of path: String) throws -> Int { try MappedFile(path: path).byteCount }
}

struct ChecksumTests {
  @Test func `the check value is XXH3, so that files outlive this program`() {
    #expect(checkValue([]) == 0x2D06_8005_38D3_94C2)
  }

  @Test func `any flipped bit changes it`() {
    let bytes = [UInt8](repeating: 0x5A, count: 200)
    let whole = checkValue(bytes)
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      #expect(checkValue(damaged) != whole)
    }
  }
}

struct ScratchFileTests {
  @Test func `values come back from where they were put`() throws {
    let file = try ScratchFile()
    let first = try file.append([1, 2, 3])
    let second = try file.append([4, 5])
    var values = [0]
    try file.read(2, from: second, appendingTo: &values)
    try file.read(3, from: first, appendingTo: &values)
    #expect(values == [0, 4, 5, 1, 2, 3])
  }

  @Test func `the file has no name`() throws {
    let folder = try TemporaryFolder()
    let file = try ScratchFile(in: folder.path)
    _ = try file.append([UInt64](repeating: 1, count: 100))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    #expect(file.byteCount == 800)
  }

  @Test func `a folder that is not there is an error`() {
    #expect(throws: StorageError.system(path: "/no/such", call: "create a temporary file", code: 2)) {
      try ScratchFile(in: "/no/such")
    }
  }
}

struct StorageErrorTests {
  @Test func `errors are sentences with the path and the cause`() {
    let missing = StorageError.system(path: "a.csv", call: "open", code: 2)
    #expect(missing.description == "a.csv: there is no such file; check the name and the folder")
    #expect(StorageError.damagedCompression(path: "a.gz").description.hasPrefix("a.gz: "))
  }
}
