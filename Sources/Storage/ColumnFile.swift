/// A file of arrays that is used in place: a header, and columns of whole numbers, each with its checksum.
///
///     0    8 bytes  magic, chosen by the kind of file
///     8    8 bytes  key: what the columns were computed from
///     16   8 bytes  number of columns *n*
///     24   8 bytes  checksum of the table
///     32   24·n     the table: bytes per element, number of elements, checksum of the column
///     …             the columns, each at a multiple of 8 bytes
///
/// Numbers are little-endian.
package final class ColumnFile: Sendable {
  package let key: UInt64
  private let file: MappedFile
  private let entries: [Entry]

  private struct Entry {
    var width: Int
    var count: Int
    var checksum: UInt64
    var offset: Int

    var byteCount: Int { width * count }
  }

  private static let headerSize = 32
  private static let entrySize = 24
  /// Against damaged files; no kind of file has as many.
  private static let mostColumns = 1000

  /// Maps a file.
  ///
  /// - Returns: `nil` if it is of another kind, or damaged.
  /// - Throws: ``StorageError`` if it cannot be mapped.
  /// - Complexity: O(size); reads all columns once.
  package init?(path: String, magic: UInt64) throws(StorageError) {
    let file = try MappedFile(path: path)
    guard let entries = Self.table(of: file, magic: magic) else { return nil }
    key = Self.word(8, of: file)
    self.entries = entries
    self.file = file
  }

  /// Writes a file that appears when it is complete.
  package static func write(
    _ columns: [WrittenColumn], magic: UInt64, key: UInt64, to path: String, for readers: FileReaders = .everybody
  ) throws(StorageError) {
    let file = try AtomicFile(path: path, for: readers)
    let table = WrittenColumn(
      columns.flatMap { [UInt64($0.width), UInt64($0.bytes.count / $0.width), Storage.checksum($0.bytes)] })
    try file.write(WrittenColumn([magic, key, UInt64(columns.count), Storage.checksum(table.bytes)]).bytes)
    try file.write(table.bytes)
    for column in columns {
      try file.write(column.bytes)
      try file.write([UInt8](repeating: 0, count: padded(column.bytes.count) - column.bytes.count))
    }
    try file.commit()
  }

  /// A column; it lives as long as this file.
  ///
  /// - Returns: `nil` if there is none of that number with such elements.
  package func column<Element: FixedWidthInteger & BitwiseCopyable>(
    _ number: Int, of type: Element.Type
  ) -> Column<Element>? {
    guard entries.indices.contains(number), entries[number].width == MemoryLayout<Element>.size else { return nil }
    return unsafe file.column(of: type, at: entries[number].offset, count: entries[number].count)
  }

  private static func table(of file: borrowing MappedFile, magic: UInt64) -> [Entry]? {
    guard file.byteCount >= headerSize, word(0, of: file) == magic, word(16, of: file) <= mostColumns else {
      return nil
    }
    let begin = headerSize + Int(word(16, of: file)) * entrySize
    guard begin <= file.byteCount, file.checksum(of: headerSize..<begin) == word(24, of: file) else { return nil }
    var offset = begin
    var entries: [Entry] = []
    for place in stride(from: headerSize, to: begin, by: entrySize) {
      let (width, count) = (word(place, of: file), word(place + 8, of: file))
      guard [1, 2, 4, 8].contains(width), count <= file.byteCount else { return nil }
      let entry = Entry(
        width: Int(width), count: Int(count), checksum: word(place + 16, of: file), offset: offset)
      guard entry.byteCount <= file.byteCount - offset,
        file.checksum(of: offset..<offset + entry.byteCount) == entry.checksum
      else { return nil }
      entries.append(entry)
      offset += padded(entry.byteCount)
      guard offset <= file.byteCount else { return nil }
    }
    return offset == file.byteCount ? entries : nil
  }

  private static func word(_ offset: Int, of file: borrowing MappedFile) -> UInt64 {
    UInt64(littleEndian: unsafe file.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func padded(_ count: Int) -> Int { (count + 7) / 8 * 8 }
}

/// An array that becomes a column of a ``ColumnFile``.
package struct WrittenColumn {
  /// Bytes per element.
  fileprivate let width: Int
  /// Little-endian.
  fileprivate let bytes: [UInt8]

  package init<Element: FixedWidthInteger & BitwiseCopyable>(_ elements: [Element]) {
    width = MemoryLayout<Element>.size
    bytes = rawBytes(of: elements.map(\.littleEndian))
  }
}
