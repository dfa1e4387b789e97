/// A text with placeholders, `turn left[ {stay}| {onto}]`.
///
/// Brackets hold alternatives, separated by `|`. The first one without an empty placeholder is written; if every one
/// has an empty placeholder, nothing is.
struct Template<Slot: RawRepresentable & Hashable & Sendable>: Sendable where Slot.RawValue == String {
  private enum Step: Sendable {
    /// A part of ``texts``.
    case text(Range<Int>)
    case slot(Slot)
    /// An alternative begins. If one of its placeholders is empty, another step comes next.
    case attempt(otherwise: Int)
    /// An alternative is complete; another step comes next.
    case leave(to: Int)
  }

  private let steps: [Step]
  private let texts: [UInt8]
  let slots: Set<Slot>

  /// - Throws: a clause that says what is wrong with the text.
  init(_ text: String) throws(TemplateFault) {
    var reader = Reader(source: Array(text.utf8))
    try reader.read()
    steps = reader.steps
    texts = reader.texts
    slots = reader.slots
  }

  /// Appends the text.
  ///
  /// - Parameter value: appends the value of a placeholder, which may be empty.
  func write(to bytes: inout [UInt8], _ value: (Slot, inout [UInt8]) -> Void) {
    var (step, start, otherwise) = (0, -1, 0)
    while step < steps.count {
      switch steps[step] {
      case .text(let range): bytes += texts[range]
      case .slot(let slot):
        let count = bytes.count
        value(slot, &bytes)
        if bytes.count == count, start >= 0 {
          bytes.removeLast(count - start)
          (step, start) = (otherwise, -1)
          continue
        }
      case .attempt(let next): (start, otherwise) = (bytes.count, next)
      case .leave(let next):
        (step, start) = (next, -1)
        continue
      }
      step += 1
    }
  }

  private struct Reader {
    let source: [UInt8]
    var steps: [Step] = []
    var texts: [UInt8] = []
    var slots: Set<Slot> = []
    private var index = 0
    /// The step at which the open alternative begins, and those that leave the open brackets.
    private var attempt: Int?
    private var leaves: [Int] = []

    init(source: [UInt8]) { self.source = source }

    mutating func read() throws(TemplateFault) {
      while index < source.count {
        let byte = source[index]
        switch byte {
        case UInt8(ascii: "{"): steps.append(.slot(try slot()))
        case UInt8(ascii: "["):
          if attempt != nil { throw TemplateFault("brackets stand within brackets") }
          begin()
        case UInt8(ascii: "}"): throw TemplateFault("a } closes nothing")
        case UInt8(ascii: "]"), UInt8(ascii: "|"):
          guard attempt != nil else {
            throw TemplateFault("a \(Character(UnicodeScalar(byte))) stands outside of brackets")
          }
          end()
          if byte == UInt8(ascii: "|") { begin() } else { close() }
        default: text()
        }
      }
      if attempt != nil { throw TemplateFault("a [ is not closed") }
    }

    private mutating func begin() {
      attempt = steps.count
      steps.append(.attempt(otherwise: 0))
      index += 1
    }

    private mutating func end() {
      leaves.append(steps.count)
      steps.append(.leave(to: 0))
      if let attempt { steps[attempt] = .attempt(otherwise: steps.count) }
    }

    private mutating func close() {
      for leave in leaves { steps[leave] = .leave(to: steps.count) }
      leaves.removeAll()
      attempt = nil
      index += 1
    }

    private mutating func text() {
      let end = source[index...].firstIndex(where: Self.isMark) ?? source.count
      steps.append(.text(texts.count..<texts.count + end - index))
      texts += source[index..<end]
      index = end
    }

    private static func isMark(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "|"): true
      default: false
      }
    }

    private mutating func slot() throws(TemplateFault) -> Slot {
      guard let end = source[index...].firstIndex(of: UInt8(ascii: "}")) else {
        throw TemplateFault("a { is not closed")
      }
      let name = String(decoding: source[index + 1..<end], as: UTF8.self)
      guard let slot = Slot(rawValue: name) else { throw TemplateFault("{\(name)} is no placeholder") }
      index = end + 1
      slots.insert(slot)
      return slot
    }
  }
}

/// What is wrong with the text of a template.
struct TemplateFault: Error {
  /// A clause.
  let clause: String
  init(_ clause: String) { self.clause = clause }
}
