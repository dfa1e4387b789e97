/// A text with placeholders, `turn left[ {stay}| {onto}]`.
///
/// Brackets hold alternatives, separated by `|`. The first one of which no placeholder is empty is written; if there is
/// none, nothing.
struct Template<Slot: RawRepresentable & Hashable & Sendable>: Sendable where Slot.RawValue == String {
  private enum Piece: Sendable {
    case text([UInt8])
    case slot(Slot)
    case choice([[Piece]])
  }

  private let pieces: [Piece]
  let slots: Set<Slot>

  /// - Throws: a clause that says what is wrong with the text.
  init(_ text: String) throws(TemplateFault) {
    var reader = Reader(rest: text.utf8[...])
    pieces = try reader.pieces(inChoice: false)
    slots = reader.slots
  }

  /// Appends the text.
  ///
  /// - Parameter value: appends the value of a placeholder, which may be empty.
  /// - Returns: whether no placeholder outside of brackets is empty.
  @discardableResult
  func write(to bytes: inout [UInt8], _ value: (Slot, inout [UInt8]) -> Void) -> Bool {
    Self.write(pieces, to: &bytes, value)
  }

  private static func write(
    _ pieces: [Piece], to bytes: inout [UInt8], _ value: (Slot, inout [UInt8]) -> Void
  ) -> Bool {
    var isComplete = true
    for piece in pieces {
      switch piece {
      case .text(let text): bytes += text
      case .slot(let slot):
        let count = bytes.count
        value(slot, &bytes)
        isComplete = isComplete && bytes.count > count
      case .choice(let alternatives):
        let count = bytes.count
        for alternative in alternatives {
          if write(alternative, to: &bytes, value) { break }
          bytes.removeLast(bytes.count - count)
        }
      }
    }
    return isComplete
  }

  private struct Reader {
    var rest: Substring.UTF8View
    var slots: Set<Slot> = []

    mutating func pieces(inChoice: Bool) throws(TemplateFault) -> [Piece] {
      var pieces: [Piece] = []
      while let next = rest.first {
        switch next {
        case UInt8(ascii: "{"): pieces.append(.slot(try slot()))
        case UInt8(ascii: "["):
          if inChoice { throw TemplateFault("brackets stand within brackets") }
          rest.removeFirst()
          pieces.append(try choice())
        case UInt8(ascii: "}"): throw TemplateFault("a } closes nothing")
        case UInt8(ascii: "]"), UInt8(ascii: "|"):
          if inChoice { return pieces }
          throw TemplateFault("a \(Character(UnicodeScalar(next))) stands outside of brackets")
        default: pieces.append(.text(text()))
        }
      }
      if inChoice { throw TemplateFault("a [ is not closed") }
      return pieces
    }

    private mutating func text() -> [UInt8] {
      let text = rest.prefix { !Array("{}[]|".utf8).contains($0) }
      rest.removeFirst(text.count)
      return Array(text)
    }

    private mutating func slot() throws(TemplateFault) -> Slot {
      rest.removeFirst()
      guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { throw TemplateFault("a { is not closed") }
      let name = String(decoding: rest[..<end], as: UTF8.self)
      guard let slot = Slot(rawValue: name) else { throw TemplateFault("{\(name)} is no placeholder") }
      rest = rest[rest.index(after: end)...]
      slots.insert(slot)
      return slot
    }

    private mutating func choice() throws(TemplateFault) -> Piece {
      var alternatives: [[Piece]] = []
      while true {
        alternatives.append(try pieces(inChoice: true))
        if rest.removeFirst() == UInt8(ascii: "]") { return .choice(alternatives) }
      }
    }
  }
}

/// What is wrong with the text of a template.
struct TemplateFault: Error {
  /// A clause.
  let clause: String
  init(_ clause: String) { self.clause = clause }
}
