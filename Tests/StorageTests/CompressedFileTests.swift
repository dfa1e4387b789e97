import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct `A compressed file` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ compression: Compression, _ pieces: [[UInt8]]) throws -> [UInt8] {
    let file = try CompressedFile(path: folder.path(name), compression)
    for piece in pieces { try file.write(piece) }
    try file.commit()
    let bytes = try #require(folder.bytes(name))
    #expect(file.size == bytes.count)
    return bytes
  }

  private func read(_ name: String) throws -> [UInt8] { try wholeFile(folder.path(name), atMost: .document) }

  /// Some 700 kB, more than any buffer in between.
  private let text = Array((0..<40_000).map { "van-\($0 % 17),\($0 * 7919)\n" }.joined().utf8)

  @Test(arguments: Compression.allCases)
  func `is read as what was written into it, in pieces of any size`(compression: Compression) throws {
    let whole = try write("whole", compression, [text])
    #expect(try read("whole") == text && whole.count < text.count / 2)
    let pieces = stride(from: 0, to: text.count, by: 4099).map { Array(text[$0..<min($0 + 4099, text.count)]) }
    _ = try write("pieces", compression, pieces)
    #expect(try read("pieces") == text)
  }

  @Test(arguments: Compression.allCases)
  func `is read as nothing where nothing was written`(compression: Compression) throws {
    #expect(try !write("empty", compression, []).isEmpty)
    #expect(try read("empty").isEmpty)
  }

  @Test(arguments: Compression.allCases)
  func `has the same bytes each time`(compression: Compression) throws {
    #expect(try write("one", compression, [text]) == write("two", compression, [text]))
  }

  @Test func `has no time and no name in the header of gzip`() throws {
    let bytes = try write("a.gz", .gzip, [text])
    #expect(bytes.prefix(3) == [0x1F, 0x8B, 8] && bytes[3..<8].allSatisfy { $0 == 0 })
  }

  @Test(arguments: Compression.allCases)
  func `can be edited before it has its name`(compression: Compression) throws {
    let file = try CompressedFile(path: folder.path("edited"), compression)
    try file.write(text)
    try file.edit { $0.map { $0 == UInt8(ascii: "v") ? UInt8(ascii: "V") : $0 } }
    try file.write(Array("end".utf8))
    try file.commit()
    #expect(try read("edited") == text.map { $0 == UInt8(ascii: "v") ? UInt8(ascii: "V") : $0 } + "end".utf8)
    #expect(folder.names == ["edited"])
  }

  @Test func `leaves nothing when it is discarded`() throws {
    let file = try CompressedFile(path: folder.path("gone"), .zstd)
    try file.write(text)
    file.discard()
    #expect(folder.names.isEmpty)
  }
}
