internal import Records
internal import Storage

/// A cache of the texts of recurring keys in documents: the columns of ``RowSink/begin(_:of:)`` as they were written.
///
/// The elements of routes are most of a route document, and most roads occur in many routes. The text written last for
/// an edge is kept, in some 8 MB per worker; when that is full, everything is dropped. One table of a document may have
/// recurring columns.
struct RecurringTexts: ~Copyable, Sendable {
  /// None before the first key: documents of trips have no recurring columns.
  private var slots = FixedArray<RecurringText>(repeating: .none, count: 0)
  private var texts = ByteWriter()
  /// The text of the current row, as far as it is known.
  private var current = RecurringText.none
  private var isKnown = false
  private var firstColumns = 0
  private var secondColumns = 0

  private static let slotCount = 1 << 15
  private static let mostBytes = 8 << 20

  /// Begins the first part of a row.
  ///
  /// - Returns: false if the columns of the key have to be written, and then kept.
  mutating func find(_ key: RecurringKey?) -> Bool {
    isKnown = false
    if slots.count == 0 { forget() }
    current = key.map { slots[Self.slot(of: $0)] } ?? .none
    isKnown = key != nil && current.key == key
    if !isKnown { current = RecurringText(key: key) }
    return isKnown
  }

  /// The key of the row is in the cache.
  var isFound: Bool { isKnown }

  func columnCount(of part: RecurringPart) -> Int { part == .first ? firstColumns : secondColumns }

  /// Appends a known part.
  func append(_ part: RecurringPart, to bytes: inout ByteWriter) {
    bytes.buffer.append(texts.buffer.bytes.extracting(part == .first ? current.first : current.second))
  }

  /// Keeps the text of a part, from `begin` to the end of `bytes`.
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
