import Storage
import TestSupport
import Testing

@Suite struct `A resumable file` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func append(_ text: String, to file: ResumableFile) throws {
    try unsafe file.append(Array(text.utf8).span.bytes)
  }

  @Test func `grows over several lives and gets its name at the end`() throws {
    try append("first ", to: ResumableFile(path: folder.path("x.part")))
    let file = try ResumableFile(path: folder.path("x.part"))
    #expect(file.size == 6)
    try append("second", to: file)
    #expect(file.size == 12)
    try folder.write("x", "older")
    try file.complete(as: folder.path("x"))
    #expect(try folder.text("x") == "first second")
    #expect(folder.names == ["x"])
  }

  @Test func `begins anew when it is cleared`() throws {
    try folder.write("x.part", "a long text")
    let file = try ResumableFile(path: folder.path("x.part"))
    try file.clear()
    #expect(file.size == 0)
    try append("short", to: file)
    #expect(try folder.text("x.part") == "short")
  }

  @Test func `takes from another file what it lacks`() throws {
    try folder.write("other", "0123456789")
    try folder.write("x.part", "012")
    let file = try ResumableFile(path: folder.path("x.part"))
    let source = try CopySource(path: folder.path("other"))
    #expect(try file.append(from: source, count: 4) == 4)
    #expect(try file.append(from: source, count: 100) == 3)
    #expect(try file.append(from: source, count: 100) == 0)
    #expect(try folder.text("x.part") == "0123456789")
    #expect(source.stamp == FileStamp(of: folder.path("other")))
  }

  @Test func `takes the bytes of files that the system cannot copy itself`() throws {
    let file = try ResumableFile(path: folder.path("x.part"))
    // The system says that this file has no bytes.
    let source = try CopySource(path: "/proc/self/status")
    #expect(try file.append(from: source, count: 6) == 6)
    #expect(try folder.text("x.part") == "Name:\t")
  }

  @Test func `is a file and nothing else`() throws {
    #expect(throws: StorageError.system(path: folder.path, call: "write", code: 21)) {
      try ResumableFile(path: folder.path)
    }
    #expect(throws: StorageError.system(path: "/dev/null", call: "write", code: 95)) {
      try ResumableFile(path: "/dev/null")
    }
    #expect(throws: StorageError.system(path: folder.path, call: "read", code: 21)) {
      try CopySource(path: folder.path)
    }
  }

  @Test func `finds out how much space there is`() throws {
    #expect(try #require(freeBytes(inFolder: folder.path)) > 0)
    #expect(freeBytes(inFolder: folder.path("nowhere")) == nil)
  }
}
