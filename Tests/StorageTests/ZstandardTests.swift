import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct `A file compressed by zstd` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A file like a map: columns of numbers, some 400 kB.
  private func columns(salt: Int) -> [UInt8] {
    (0..<100_000).flatMap { number in
      let value = number % 997 == salt ? number &* 31 : number &* 7919 % 65_521
      return (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
  }

  private func damage(_ name: String, against reference: String? = nil) -> ZstandardError {
    .damaged(path: folder.path(name), reference: reference.map { folder.path($0) })
  }

  private func unpack(_ name: String, against reference: String? = nil, limit: Int = 1 << 20) throws(ZstandardError) {
    try Zstandard.decompress(
      folder.path(name), against: reference.map { folder.path($0) }, to: folder.path("out"), limit: limit)
  }

  @Test(arguments: [[], [7], Array("tracemill".utf8), [UInt8](repeating: 0, count: 1_000_000)] as [[UInt8]])
  func `brings back what was compressed, with a reference and without`(bytes: [UInt8]) throws {
    try folder.write("file", bytes)
    try folder.write("reference", Array("trace".utf8))
    for reference in [nil, "reference", "file"] {
      let size = try Zstandard.compress(
        folder.path("file"), against: reference.map { folder.path($0) }, to: folder.path("packed"))
      #expect(folder.bytes("packed")?.count == size)
      try unpack("packed", against: reference)
      #expect(folder.bytes("out") == bytes)
    }
  }

  @Test func `is read by other programs that read zstd`() throws {
    let bytes = columns(salt: 1)
    try folder.write("file", bytes)
    _ = try Zstandard.compress(folder.path("file"), to: folder.path("packed"))
    #expect(try wholeFile(folder.path("packed"), atMost: .document) == bytes)
  }

  @Test func `takes little for a file that differs little from its reference`() throws {
    for salt in 1...2 { try folder.write("\(salt)", columns(salt: salt)) }
    let whole = try Zstandard.compress(folder.path("2"), to: folder.path("whole"))
    let delta = try Zstandard.compress(folder.path("2"), against: folder.path("1"), to: folder.path("delta"))
    #expect(delta * 20 < whole)
    try unpack("delta", against: "1")
    #expect(folder.bytes("out") == columns(salt: 2))
  }

  @Test func `refuses every cut and every changed byte, and leaves what was there`() throws {
    for salt in 1...2 { try folder.write("\(salt)", columns(salt: salt)) }
    try folder.write("out", "before")
    for reference in [nil, "1"] {
      _ = try Zstandard.compress(
        folder.path("2"), against: reference.map { folder.path($0) }, to: folder.path("packed"))
      let packed = try #require(folder.bytes("packed"))
      for part in 0..<50 {
        try folder.write("cut", Array(packed[..<(packed.count * part / 50)]))
        #expect(throws: damage("cut", against: reference)) { try unpack("cut", against: reference) }
        var changed = packed
        changed[4 + (packed.count - 5) * part / 49] ^= 0x15
        try folder.write("changed", changed)
        #expect(throws: ZstandardError.self) { try unpack("changed", against: reference) }
      }
      try folder.write("longer", packed + [0])
      #expect(throws: damage("longer", against: reference)) { try unpack("longer", against: reference) }
    }
    #expect(folder.bytes("out") == Array("before".utf8))
    #expect(!folder.names.contains { $0.hasSuffix(".partial") })
  }

  @Test func `refuses another reference than the one it was made against`() throws {
    for salt in 1...3 { try folder.write("\(salt)", columns(salt: salt)) }
    try folder.write("none", [])
    _ = try Zstandard.compress(folder.path("2"), against: folder.path("1"), to: folder.path("delta"))
    for other in ["3", "none"] {
      #expect(throws: damage("delta", against: other)) { try unpack("delta", against: other) }
    }
    #expect(throws: damage("delta")) { try unpack("delta") }
  }

  @Test func `brings back no more than is allowed, and nothing of a file of another kind`() throws {
    try folder.write("file", [UInt8](repeating: 0, count: 1000))
    _ = try Zstandard.compress(folder.path("file"), to: folder.path("packed"))
    #expect(throws: ZstandardError.tooLarge(path: folder.path("packed"), limit: 999)) {
      try unpack("packed", limit: 999)
    }
    try unpack("packed", limit: 1000)
    #expect(throws: damage("file")) { try unpack("file") }
    #expect(throws: ZstandardError.self) { try unpack("missing") }
  }
}
