internal import Records
internal import Storage

/// A value in a JSON text, as it is written there.
///
/// It cuts values out of a text to the byte, which a ``JSONValue`` does not keep.
///
/// - Precondition: the text has been parsed without an error.
struct RawJSON {
  private let bytes: [UInt8]
  private let range: Range<Int>

  init(parsed bytes: [UInt8]) {
    self.bytes = bytes
    var begin = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    while begin < bytes.count, Self.isBlank(bytes[begin]) { begin += 1 }
    range = begin..<Self.end(ofValueAt: begin, in: bytes)
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  /// Without blanks around it.
  var text: [UInt8] { Array(bytes[range]) }

  /// The values of a list; none of anything else.
  var elements: [RawJSON] {
    var elements: [RawJSON] = []
    guard bytes.indices.contains(range.lowerBound), bytes[range.lowerBound] == UInt8(ascii: "[") else { return [] }
    var place = range.lowerBound + 1
    while let begin = next(from: &place) {
      elements.append(RawJSON(bytes, begin..<place))
    }
    return elements
  }

  /// The first member of an object with a name; `nil` in anything else.
  subscript(name: String) -> RawJSON? {
    guard bytes.indices.contains(range.lowerBound), bytes[range.lowerBound] == UInt8(ascii: "{") else { return nil }
    var place = range.lowerBound + 1
    while let nameBegin = next(from: &place) {
      let isWanted = (try? parsedText(Array(bytes[nameBegin..<place]))) == name
      guard let begin = next(from: &place) else { return nil }
      if isWanted { return RawJSON(bytes, begin..<place) }
    }
    return nil
  }

  /// The value at the end of the steps of a JSON pointer.
  func value(at steps: some Sequence<String>) -> RawJSON? {
    var value = self
    for step in steps {
      if let member = value[step] {
        value = member
      } else if let index = pointerIndex(step), case let elements = value.elements, elements.indices.contains(index) {
        value = elements[index]
      } else {
        return nil
      }
    }
    return value
  }

  /// Where the next name or value in brackets begins; `place` is then behind it. `nil` at the closing bracket.
  private func next(from place: inout Int) -> Int? {
    while place < range.upperBound {
      let byte = bytes[place]
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { return nil }
      if !Self.isBlank(byte), byte != UInt8(ascii: ","), byte != UInt8(ascii: ":") { break }
      place += 1
    }
    guard place < range.upperBound else { return nil }
    let begin = place
    place = Self.end(ofValueAt: begin, in: bytes)
    return begin
  }

  private static func end(ofValueAt begin: Int, in bytes: [UInt8]) -> Int {
    var (place, depth, isInText) = (begin, 0, false)
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if isInText {
        if byte == UInt8(ascii: "\\") { place += 1 }
        if byte == UInt8(ascii: "\"") { isInText = false }
        if isInText || depth > 0 { continue }
        return min(place, bytes.count)
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        // A number or a word ends before the bracket of what it stands in.
        if depth <= 0 { return depth < 0 ? place - 1 : place }
      case _ where depth == 0 && (isBlank(byte) || byte == UInt8(ascii: ",")): return place - 1
      default: break
      }
    }
    return bytes.count
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
