internal import Records
internal import RoadGraph
internal import Storage

/// The rows of elements in route documents, as far as they say the same each time that a whole edge is driven.
///
/// They are most of a document, and most roads are driven by many routes. What was rendered last for an edge is kept, in
/// some 8 MB for each worker; when that is full all is forgotten.
package struct ElementTexts: ~Copyable, Sendable {
  private var slots = FixedArray<ElementText>(repeating: .none, count: 0)
  private var texts = ByteWriter()
  private static let slotCount = 1 << 15
  private static let mostBytes = 8 << 20

  package init() {}

  /// What is known of an edge, or else what `place` and `road` write of it.
  mutating func text(
    of edge: EdgeID, for mode: TravelMode, place: (inout JSONRows) -> Void, road: (inout JSONRows) -> Void
  ) -> ElementText {
    if slots.count == 0 || texts.count > Self.mostBytes { forget() }
    let slot = edge.index & (Self.slotCount - 1)
    let known = slots[slot]
    if known.edge == edge.rawValue, known.mode == mode.rawValue { return known }
    let made = render(edge, mode, place, road)
    slots[slot] = made
    return made
  }

  /// Adds a range of the text that was given last.
  func append(_ range: Range<Int>, to bytes: inout ByteWriter) {
    bytes.buffer.append(texts.buffer.bytes.extracting(range))
  }

  private mutating func forget() {
    slots = FixedArray(repeating: .none, count: Self.slotCount)
    texts.buffer.removeAll()
  }

  private mutating func render(
    _ edge: EdgeID, _ mode: TravelMode, _ place: (inout JSONRows) -> Void, _ road: (inout JSONRows) -> Void
  ) -> ElementText {
    guard let frame = JSONFrame.routeDocumentRows[.elements] else { return .none }
    let begin = texts.count
    texts.withRows(frame, separator: "", place)
    let middle = texts.count
    texts.withRows(frame, separator: "", road)
    return ElementText(
      edge: edge.rawValue, begin: UInt32(begin), placeLength: UInt32(middle - begin),
      roadLength: UInt32(texts.count - middle), mode: mode.rawValue)
  }
}

/// Where the texts of an edge are.
struct ElementText: BitwiseCopyable {
  fileprivate let edge: UInt32
  fileprivate let begin: UInt32
  fileprivate let placeLength: UInt32
  fileprivate let roadLength: UInt32
  fileprivate let mode: UInt8

  fileprivate init(edge: UInt32, begin: UInt32, placeLength: UInt32, roadLength: UInt32, mode: UInt8) {
    self.edge = edge
    self.begin = begin
    self.placeLength = placeLength
    self.roadLength = roadLength
    self.mode = mode
  }

  /// Of no edge.
  fileprivate static let none = ElementText(edge: .max, begin: 0, placeLength: 0, roadLength: 0, mode: .max)

  /// The edge, and where it is driven.
  var place: Range<Int> { Int(begin)..<Int(begin + placeLength) }
  /// What the map says of the road.
  var road: Range<Int> { Int(begin + placeLength)..<Int(begin + placeLength + roadLength) }
}
