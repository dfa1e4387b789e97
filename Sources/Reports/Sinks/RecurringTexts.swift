internal import Records
internal import Storage

/// A cache of the texts of recurring keys: the columns of ``RowSink/begin(_:of:)`` as they were written, and the places
/// of the edge.
///
/// The elements of routes and their lines are most of a route document, and most roads occur in many routes. The text
/// written last for an edge is kept, in some 8 MB per worker; when that is full, everything is dropped. One table of a
/// document may have recurring columns.
struct RecurringTexts: ~Copyable, Sendable {
  /// None before the first key: documents of trips have no recurring columns.
  private var slots = FixedArray<RecurringText>(repeating: .none, count: 0)
  private var texts = ByteWriter()
  /// The text of the current row, as far as it is known.
  private var current = RecurringText.none
  /// The key of the row is in the cache.
  private(set) var isFound = false
  private var firstColumns = 0
  private var secondColumns = 0

  private static let slotCount = 1 << 15
  private static let mostBytes = 8 << 20

  /// Begins the first part of a row. If its key is not found, the columns have to be written, and then kept.
  mutating func find(_ key: RecurringKey?) {
    isFound = false
    if slots.count == 0 { forget() }
    current = key.map { slots[Self.slot(of: $0.edge)] } ?? .none
    isFound = key != nil && current.key == key
    if !isFound { current = RecurringText(key: key) }
  }

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
      slots[Self.slot(of: key.edge)] = current
    }
    texts.buffer.append(bytes.buffer.bytes.extracting(written))
  }

  // MARK: Lines

  /// Appends the places of a whole edge after its first one.
  ///
  /// - Returns: false if they are not known.
  mutating func appendLine(of edge: UInt32, to bytes: inout ByteWriter) -> Bool {
    guard slots.count > 0 else { return false }
    let known = slots[Self.slot(of: edge)]
    guard known.lineLength > 0, known.key?.edge == edge else { return false }
    bytes.buffer.append(texts.buffer.bytes.extracting(known.line))
    return true
  }

  /// Keeps the text of these places, from `begin` to the end of `bytes`, if a row of the edge is known.
  mutating func keepLine(of edge: UInt32, in bytes: borrowing ByteWriter, from begin: Int) {
    guard slots.count > 0, slots[Self.slot(of: edge)].key?.edge == edge, texts.count <= Self.mostBytes else { return }
    slots[Self.slot(of: edge)].lineBegin = UInt32(texts.count)
    slots[Self.slot(of: edge)].lineLength = UInt32(bytes.count - begin)
    texts.buffer.append(bytes.buffer.bytes.extracting(begin..<bytes.count))
  }

  private mutating func forget() {
    slots = FixedArray(repeating: .none, count: Self.slotCount)
    texts.buffer.removeAll()
  }

  private static func slot(of edge: UInt32) -> Int { Int(edge) & (slotCount - 1) }
}
