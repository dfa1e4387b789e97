import TestSupport
import Testing

@testable import Storage

struct ByteStreamTests {
  private let text = Array("a line\nand another one\n".utf8)
  /// Longer than a chunk and than a stored block.
  private let longText = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  @Test(arguments: [1, 7, 300_000])
  func `a file is read whole in pieces of any size`(pieces: Int) throws {
    let folder = try TemporaryFolder()
    let stream = try ByteStream(path: folder.write("plain", longText))
    #expect(stream.readAll(pieces: pieces).bytes == longText)
  }

  @Test(arguments: [1, 7, 300_000])
  func `gzip is undone whatever the file's name`(pieces: Int) throws {
    let folder = try TemporaryFolder()
    let stream = try ByteStream(path: folder.write("looks-plain.csv", gzipped(longText)))
    let (bytes, error) = stream.readAll(pieces: pieces)
    #expect(bytes == longText)
    #expect(error == nil)
  }

  @Test func `concatenated gzip members read as one text`() {
    let stream = ByteStream(gzipped(text) + gzipped([]) + gzipped(text), path: "two.gz")
    #expect(stream.readAll().bytes == text + text)
  }

  @Test func `zeros behind the last member are padding`() {
    let stream = ByteStream(gzipped(text) + [0, 0, 0], path: "padded.gz")
    let (bytes, error) = stream.readAll()
    #expect(bytes == text)
    #expect(error == nil)
  }

  @Test func `other bytes behind the last member are damage told after the text`() {
    let (bytes, error) = ByteStream(gzipped(text) + [1], path: "tail.gz").readAll()
    #expect(bytes == text)
    #expect(error == .damagedCompression(path: "tail.gz"))
  }

  @Test func `every cut of a gzip file gives a beginning of the text and then the error`() {
    let whole = gzipped(text)
    for count in 2..<whole.count {
      let (bytes, error) = ByteStream(Array(whole[..<count]), path: "cut.gz").readAll()
      #expect(text.starts(with: bytes))
      #expect(error == .damagedCompression(path: "cut.gz"), "cut after \(count) bytes")
    }
  }

  @Test func `a flipped bit is found by the check value after the text`() {
    var damaged = gzipped(text)
    damaged[20] ^= 1
    let (bytes, error) = ByteStream(damaged, path: "bit.gz").readAll()
    #expect(bytes.count == text.count)
    #expect(error == .damagedCompression(path: "bit.gz"))
  }

  @Test func `an error comes again with every further read`() {
    let stream = ByteStream(Array(gzipped(text).dropLast()), path: "cut.gz")
    _ = stream.readAll()
    #expect(stream.readAll().error != nil)
  }

  @Test(arguments: [[], [0x1F], [0x41]] as [[UInt8]])
  func `a file too short to be gzip is plain`(bytes: [UInt8]) {
    #expect(ByteStream(bytes, path: "short").readAll().bytes == bytes)
  }

  @Test func `peeking takes nothing`() {
    let stream = ByteStream(gzipped(text), path: "peek.gz")
    #expect(stream.peek(6) == Array("a line".utf8))
    #expect(stream.peek(1000) == text)
    #expect(stream.readAll(pieces: 3).bytes == text)
    #expect(stream.peek(1) == [])
  }

  @Test func `a missing file says so`() {
    #expect(throws: StorageError.system(path: "/no/such/file", call: "open", code: 2)) {
      try ByteStream(path: "/no/such/file")
    }
  }

  @Test func `a directory cannot be read`() throws {
    let folder = try TemporaryFolder()
    let error = try ByteStream(path: folder.path).readAll().error
    #expect(error == .system(path: folder.path, call: "read", code: 21))
  }
}
