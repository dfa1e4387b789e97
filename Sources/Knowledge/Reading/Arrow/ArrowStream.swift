internal import Storage

/// The columns of a stream of Arrow as `match` writes it: uncompressed, without dictionaries and nested values.
///
/// - Source: Apache Arrow, "Serialization and Interprocess Communication": Message.fbs and Schema.fbs, version 5.
struct ArrowStream {
  private let bytes: ByteStream
  let path: String
  let columns: [ArrowColumn]

  /// No message is longer.
  private static let longest = 1 << 30

  init(path: String) throws(ReportReadingError) {
    self.path = path
    do throws(StorageError) { bytes = try ByteStream(path: path) } catch { throw .unreadable(error) }
    guard let message = try Self.message(bytes, path), message.type == 1, let schema = message.header else {
      throw .notArrow(path: path)
    }
    let fields = schema.tables(1)
    columns = fields.compactMap(ArrowColumn.init)
    guard columns.count == fields.count, !columns.isEmpty else { throw .notArrow(path: path) }
  }

  private struct Message {
    let type: UInt64
    let header: FlatTable?
    let bodyLength: UInt64
  }

  /// The next rows; `nil` at the end.
  func batch() throws(ReportReadingError) -> ArrowBatch? {
    guard let message = try Self.message(bytes, path) else { return nil }
    guard message.type == 3, let header = message.header, header.table(3) == nil else { throw .notArrow(path: path) }
    let body = try Self.take(Int(clamping: message.bodyLength), from: bytes, path)
    guard let batch = ArrowBatch(header, body, columns) else { throw .notArrow(path: path) }
    return batch
  }

  /// The next message; `nil` at the end of the stream.
  private static func message(_ bytes: ByteStream, _ path: String) throws(ReportReadingError) -> Message? {
    let begin = try take(8, from: bytes, path)
    let length = Int(begin.span.number(at: 4, count: 4))
    guard begin.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]) else { throw .notArrow(path: path) }
    if length == 0 { return nil }
    guard let message = FlatTable(root: try take(length, from: bytes, path)) else { throw .notArrow(path: path) }
    return Message(
      type: message.number(1, size: 1), header: message.table(2), bodyLength: message.number(3, size: 8))
  }

  private static func take(_ count: Int, from bytes: ByteStream, _ path: String) throws(ReportReadingError) -> [UInt8] {
    guard count <= longest else { throw .notArrow(path: path) }
    var taken: [UInt8] = []
    while taken.count < count {
      let begin = taken.count
      taken += [UInt8](repeating: 0, count: min(count - begin, ByteStream.chunkSize))
      let read: Int
      do throws(StorageError) { read = try bytes.read(into: &taken, from: begin) } catch { throw .unreadable(error) }
      guard read > 0 else { throw .notArrow(path: path) }
      taken.removeLast(taken.count - begin - read)
    }
    return taken
  }
}

/// The name and the type of a column.
struct ArrowColumn {
  enum Kind: UInt64 {
    case integer = 2
    case double = 3
    case text = 5
    case flag = 6
    case time = 10

    /// Buffers in a batch, with that of the nulls.
    var bufferCount: Int { self == .text ? 3 : 2 }
  }

  let name: String
  let kind: Kind

  /// `nil` for a column of another type.
  init?(_ field: FlatTable) {
    guard let name = field.text(0), let kind = Kind(rawValue: field.number(2, size: 1)), let type = field.table(3),
      field.table(4) == nil, field.tables(5).isEmpty
    else { return nil }
    let isOwn =
      switch kind {
      case .integer: type.number(0, size: 4) == 64 && type.number(1, size: 1) == 1
      case .double: type.number(0, size: 2) == 2
      case .time: type.number(0, size: 2) == 1
      case .text, .flag: true
      }
    guard isOwn else { return nil }
    (self.name, self.kind) = (name, kind)
  }
}
