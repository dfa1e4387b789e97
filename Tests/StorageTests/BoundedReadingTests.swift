import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct `A file that is read whole` {
  private let folder: TemporaryFolder
  private let bound = ReadingBound(byteCount: 1 << 20)

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [0, 1, 1 << 18, 1 << 20]) func `is read up to its bound`(count: Int) throws {
    let bytes = [UInt8](repeating: 7, count: count)
    #expect(try wholeFile(folder.write("file", bytes), atMost: bound) == bytes)
  }

  @Test(arguments: Compression.allCases)
  func `is refused as soon as it holds more, however small it is compressed`(compression: Compression) throws {
    let path = folder.path("bomb")
    let file = try CompressedFile(path: path, compression)
    for _ in 0..<64 { try file.write([UInt8](repeating: 0, count: 1 << 16)) }
    try file.commit()
    #expect(try #require(fileSize(of: path)) < 1 << 16)
    #expect(throws: StorageError.tooLarge(path: path, bound: bound)) { try wholeFile(path, atMost: bound) }
  }

  @Test func `is not read at all if it is larger as it lies on the disk`() throws {
    let path = try folder.write("sparse", "")
    try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 10_000_000_000)
    #expect(throws: StorageError.tooLarge(path: path, bound: .document)) { try wholeFile(path, atMost: .document) }
  }

  @Test func `is refused with the bound and the cure`() {
    #expect(
      StorageError.tooLarge(path: "p.json", bound: .document).description
        == "p.json: larger than 256 MiB, the most that is read of such a file, decompressed; split it, or name the right one"
    )
    #expect(ReadingBound(byteCount: 1000).words == "1000 bytes")
  }

  @Test func `is bounded as a stream too, which has no size`() {
    let stream = ByteStream([UInt8](repeating: 0, count: 1001), path: "pipe")
    #expect(throws: StorageError.tooLarge(path: "pipe", bound: ReadingBound(byteCount: 1000))) {
      try stream.readRest(atMost: ReadingBound(byteCount: 1000))
    }
  }
}
