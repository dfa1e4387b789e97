internal import Records
internal import Storage

/// What rows of a document said of keys that come again: the columns of ``RowSink/begin(_:of:)`` as they were written.
///
/// The elements of routes are most of a route document, and most roads are driven by many routes. What was written last for
/// an edge is kept, in some 8 MB for each worker; when that is full all is forgotten. One table of a document may have
/// recurring columns.
struct RecurringTexts: ~Copyable, Sendable {
  private var slots = FixedArray<RecurringText>(repeating: .none, count: Self.slotCount)
  private var texts = ByteWriter()
  /// The text of the row being written, as far as it is known.
  private var current = RecurringText.none
  private var isKnown = false
  private var firstColumns = 0
  private var secondColumns = 0

  private static let slotCount = 1 << 15
  private static let mostBytes = 8 << 20

  /// Begins the first part of a row.
  ///
  /// - Returns: false where the key's columns have to be written, and then to be kept.
  mutating func find(_ key: RecurringKey?) -> Bool {
    isKnown = false
    current = key.map { slots[Self.slot(of: $0)] } ?? .none
    isKnown = key != nil && current.key == key
    if !isKnown { current = RecurringText(key: key) }
    return isKnown
  }

  /// The key of the row has been met before.
  var isFound: Bool { isKnown }

  /// Adds a part that is known.
  ///
  /// - Returns: how many columns it is.
  func append(_ part: RecurringPart, to bytes: inout ByteWriter) -> Int {
    bytes.buffer.append(texts.buffer.bytes.extracting(part == .first ? current.first : current.second))
    return part == .first ? firstColumns : secondColumns
  }

  /// Keeps what was written of a part, from `begin` to the end of `bytes`.
  mutating func keep(_ part: RecurringPart, of bytes: borrowing ByteWriter, from begin: Int, columns: Int) {
    guard let key = current.key else { return }
    if part == .first && texts.count > Self.mostBytes { forget() }
    let written = begin..<bytes.count
    if part == .first {
      current.begin = UInt32(texts.count)
      current.firstLength = UInt32(written.count)
      firstColumns = columns
    } else {
      current.secondLength = UInt32(written.count)
      secondColumns = columns
      slots[Self.slot(of: key)] = current
    }
    texts.buffer.append(bytes.buffer.bytes.extracting(written))
  }

  private mutating func forget() {
    slots = FixedArray(repeating: .none, count: Self.slotCount)
    texts.buffer.removeAll()
  }

  private static func slot(of key: RecurringKey) -> Int { Int(key.edge) & (slotCount - 1) }
}
