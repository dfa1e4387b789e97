internal import Records
internal import Storage

/// A file of records, opened: JSON by line, or a CSV table with a header. The first character decides.
enum RecordFile {
  /// There is nothing but blanks in it.
  case empty
  case jsonArray
  case lines(LineReader)
  /// At the header of a table.
  case table(RecordBuffer)

  /// Longer lines are refused.
  static let longestLine = 1 << 20

  /// - Parameter path: `-` is standard input. The file may be compressed with gzip.
  init(path: String) throws(StorageError) {
    var buffer = RecordBuffer(ByteStream.text(try ByteStream(path: path)))
    switch try buffer.firstSign() {
    case nil: self = .empty
    case UInt8(ascii: "["): self = .jsonArray
    case UInt8(ascii: "{"): self = .lines(LineReader(buffer, longest: Self.longestLine))
    default: self = .table(buffer)
    }
  }
}
