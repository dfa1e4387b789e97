internal import Storage

/// The header and table of a road-graph file, checked.
///
/// - Throws on init: every way in which a file is not a usable graph, see ``RoadGraphError``.
struct SectionTable {
  struct Entry {
    var tag: SectionTag
    var elementSize: Int
    var offset: Int
    var count: Int
    var checksum: UInt64
    var range: Range<Int> { offset..<offset + elementSize * count }
  }

  /// In the order of the file.
  private(set) var entries: [Entry] = []
  private var places: [SectionTag: Int] = [:]
  /// The hash of the table, which contains the hash of every section: two files with the same value are the same graph.
  let contentHash: UInt64
  /// The bytes of the file that hold the table.
  let range: Range<Int>

  init(of file: borrowing MappedFile, path: String) throws(RoadGraphError) {
    let bytes = file.bytes
    try Self.checkHeader(bytes, path: path)
    let offset = Int(clamping: bytes.word(at: 24))
    let count = Int(clamping: bytes.word(at: 32))
    let space = bytes.byteCount - offset
    guard offset >= GraphFormat.headerSize, space >= 0, space % GraphFormat.entrySize == 0,
      count == space / GraphFormat.entrySize
    else { throw .damaged(path: path, section: "header") }
    range = offset..<bytes.byteCount
    contentHash = checksum(bytes.extracting(range))
    guard contentHash == bytes.word(at: 40) else { throw .damaged(path: path, section: "table") }
    for i in 0..<count {
      try read(entryAt: offset + i * GraphFormat.entrySize, from: bytes, path: path)
    }
  }

  subscript(tag: SectionTag) -> Entry? { places[tag].map { entries[$0] } }

  private static func checkHeader(_ bytes: RawSpan, path: String) throws(RoadGraphError) {
    for (i, byte) in GraphFormat.magic.enumerated() where i >= bytes.byteCount || bytes.byte(at: i) != byte {
      throw .notAGraph(path: path)
    }
    guard bytes.byteCount >= GraphFormat.headerSize else {
      throw .truncated(path: path, expected: GraphFormat.headerSize, found: bytes.byteCount)
    }
    try checkVersion(bytes, path: path)
    let sum = GraphFormat.headerSize - 8
    guard checksum(bytes.extracting(0..<sum)) == bytes.word(at: sum) else {
      throw .damaged(path: path, section: "header")
    }
    let size = Int(clamping: bytes.word(at: 16))
    guard bytes.byteCount >= size else { throw .truncated(path: path, expected: size, found: bytes.byteCount) }
    guard bytes.byteCount == size else { throw .damaged(path: path, section: "header") }
  }

  private static func checkVersion(_ bytes: RawSpan, path: String) throws(RoadGraphError) {
    let mark = bytes.halfWord(at: 12)
    guard mark == GraphFormat.byteOrderMark else {
      throw mark.byteSwapped == GraphFormat.byteOrderMark
        ? .foreignByteOrder(path: path) : .damaged(path: path, section: "header")
    }
    let version = bytes.halfWord(at: 8)
    let known = GraphFormat.version
    guard version <= known else { throw .newerVersion(path: path, found: Int(version), known: Int(known)) }
    guard version >= known else { throw .olderVersion(path: path, found: Int(version), known: Int(known)) }
  }

  private mutating func read(entryAt at: Int, from bytes: RawSpan, path: String) throws(RoadGraphError) {
    let entry = Entry(
      tag: SectionTag(rawValue: bytes.halfWord(at: at)), elementSize: Int(bytes.halfWord(at: at + 4)),
      offset: Int(clamping: bytes.word(at: at + 8)), count: Int(clamping: bytes.word(at: at + 16)),
      checksum: bytes.word(at: at + 24))
    let end = entries.last?.range.upperBound ?? GraphFormat.headerSize
    let (size, overflow) = entry.elementSize.multipliedReportingOverflow(by: entry.count)
    guard !overflow, entry.offset % GraphFormat.alignment == 0, entry.offset >= end, entry.offset <= range.lowerBound,
      size <= range.lowerBound - entry.offset, places.updateValue(entries.count, forKey: entry.tag) == nil
    else { throw .damaged(path: path, section: "table") }
    entries.append(entry)
  }
}

extension SectionTable {
  /// Compares every section with its checksum, and the space between sections with zeros.
  func verify(_ file: borrowing MappedFile, path: String) throws(RoadGraphError) {
    var end = GraphFormat.headerSize
    for entry in entries {
      guard file.bytes.extracting(end..<entry.offset).isZero, file.checksum(of: entry.range) == entry.checksum else {
        throw .damaged(path: path, section: entry.tag.name)
      }
      end = entry.range.upperBound
    }
    guard file.bytes.extracting(end..<range.lowerBound).isZero else { throw .damaged(path: path, section: "table") }
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
  fileprivate var isZero: Bool { (0..<byteCount).allSatisfy { byte(at: $0) == 0 } }
}
