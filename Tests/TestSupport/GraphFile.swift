package import RoadGraph
internal import Storage

/// Graph files taken apart, as they are laid out in Documentation/GraphFormat.md.
package struct GraphFile {
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var tableOffset: Int { Int(word(at: 24)) }
  package var sectionCount: Int { Int(word(at: 32)) }
  package var tags: [String] {
    (0..<sectionCount).map { String(decoding: bytes[entryOffset($0)..<entryOffset($0) + 4], as: UTF8.self) }
  }

  package func entryOffset(_ index: Int) -> Int { tableOffset + 32 * index }

  package func word(at offset: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
  }

  package mutating func setWord(_ word: UInt64, at offset: Int) {
    for i in 0..<8 { bytes[offset + i] = UInt8(truncatingIfNeeded: word >> (8 * UInt64(i))) }
  }

  /// The section is there, but under a name in which its first letter is small and that no reader knows.
  package mutating func hide(_ tag: String) {
    for i in 0..<sectionCount where tags[i] == tag { bytes[entryOffset(i)] |= 0x20 }
  }

  /// Makes the checksums of header and table right again.
  package mutating func seal() {
    setWord(checksum(Array(bytes[tableOffset...])), at: 40)
    setWord(checksum(Array(bytes[..<120])), at: 120)
  }

  /// Makes all checksums right again.
  package mutating func sealAll() {
    for entry in (0..<sectionCount).map(entryOffset) {
      setWord(checksum(Array(bytes[range(ofEntryAt: entry)])), at: entry + 24)
    }
    seal()
  }

  /// Where a section lies.
  package func range(of tag: String) -> Range<Int> {
    tags.firstIndex(of: tag).map { range(ofEntryAt: entryOffset($0)) } ?? 0..<0
  }

  private func range(ofEntryAt entry: Int) -> Range<Int> {
    let begin = Int(word(at: entry + 8))
    return begin..<begin + Int(word(at: entry) >> 32) * Int(word(at: entry + 16))
  }

  package func open() throws -> RoadGraph { try RoadGraph(file: MappedFile(copying: bytes), path: "town.tmg") }

  /// Exchanges two 32-bit numbers in a section, which must contain both. Its checksum is then wrong.
  package mutating func exchange(_ a: UInt32, _ b: UInt32, in tag: String) {
    guard let entry = tags.firstIndex(of: tag).map(entryOffset) else { return }
    let begin = Int(word(at: entry + 8))
    for place in stride(from: begin, to: begin + 4 * Int(word(at: entry + 16)), by: 4) {
      let number = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
      guard number == a || number == b else { continue }
      for i in 0..<4 { bytes[place + i] = UInt8(truncatingIfNeeded: (number == a ? b : a) >> (8 * UInt32(i))) }
    }
  }
}
