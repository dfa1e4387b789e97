internal import Storage

/// The header and table of a road-graph file, checked.
///
/// - Throws on init: every way in which a file is no usable graph, see ``RoadGraphError``.
struct SectionTable {
  struct Entry {
    var elementSize: Int
    var offset: Int
    var count: Int
    var checksum: UInt64
    var byteCount: Int { elementSize * count }
  }

  private(set) var entries: [SectionTag: Entry] = [:]
  /// The hash of the table, which holds the hash of every section: two files with the same value are the same graph.
  private(set) var contentHash: UInt64 = 0

  init(of file: borrowing MappedFile, path: String) throws(RoadGraphError) {
    let bytes = file.bytes
    try Self.checkPreamble(bytes, path: path)
    let fileSize = Int(truncatingIfNeeded: bytes.word(at: 16))
    let sectionCount = Int(bytes.halfWord(at: 24))
    guard bytes.byteCount >= fileSize else {
      throw .truncated(path: path, expected: fileSize, found: bytes.byteCount)
    }
    let tableEnd = GraphFormat.headerSize + sectionCount * GraphFormat.entrySize
    guard bytes.byteCount == fileSize, tableEnd <= fileSize else { throw .damaged(path: path, section: "header") }
    contentHash = checksum(bytes.extracting(GraphFormat.headerSize..<tableEnd))
    guard contentHash == bytes.word(at: 32) else { throw .damaged(path: path, section: "header") }
    for i in 0..<sectionCount {
      try read(entry: i, from: bytes, path: path)
    }
  }

  private static func checkPreamble(_ bytes: RawSpan, path: String) throws(RoadGraphError) {
    for (i, byte) in GraphFormat.magic.enumerated() where i >= bytes.byteCount || bytes.byte(at: i) != byte {
      throw .notAGraph(path: path)
    }
    guard bytes.byteCount >= GraphFormat.headerSize else {
      throw .truncated(path: path, expected: GraphFormat.headerSize, found: bytes.byteCount)
    }
    let mark = bytes.halfWord(at: 12)
    guard mark == GraphFormat.byteOrderMark else {
      throw mark.byteSwapped == GraphFormat.byteOrderMark
        ? .foreignByteOrder(path: path) : .damaged(path: path, section: "header")
    }
    let version = bytes.halfWord(at: 8)
    let known = GraphFormat.version
    guard version <= known else { throw .newerVersion(path: path, found: Int(version), known: Int(known)) }
    guard version >= known else { throw .olderVersion(path: path, found: Int(version), known: Int(known)) }
    guard checksum(bytes.extracting(0..<GraphFormat.headerSize - 8)) == bytes.word(at: GraphFormat.headerSize - 8)
    else {
      throw .damaged(path: path, section: "header")
    }
  }

  private mutating func read(entry i: Int, from bytes: RawSpan, path: String) throws(RoadGraphError) {
    let at = GraphFormat.headerSize + i * GraphFormat.entrySize
    let entry = Entry(
      elementSize: Int(bytes.halfWord(at: at + 4)), offset: Int(truncatingIfNeeded: bytes.word(at: at + 8)),
      count: Int(truncatingIfNeeded: bytes.word(at: at + 16)), checksum: bytes.word(at: at + 24))
    let tag = SectionTag(rawValue: bytes.halfWord(at: at))
    let (size, overflow) = entry.elementSize.multipliedReportingOverflow(by: entry.count)
    guard !overflow, entry.count >= 0, entry.offset >= 0, entry.offset % GraphFormat.alignment == 0,
      entry.offset <= bytes.byteCount, size <= bytes.byteCount - entry.offset
    else { throw .damaged(path: path, section: tag.name) }
    entries[tag] = entry
  }
}

extension RawSpan {
  fileprivate func byte(at offset: Int) -> UInt8 { unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
  fileprivate func halfWord(at offset: Int) -> UInt32 {
    UInt32(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
  fileprivate func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
