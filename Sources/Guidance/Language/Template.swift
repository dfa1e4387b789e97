/// A text with placeholders, `turn left[ {stay}| {onto}]`.
///
/// Brackets hold alternatives, separated by `|`. The first one without an empty placeholder is written; if every one
/// has an empty placeholder, nothing is.
///
/// The type asks nothing of its placeholders, and has no steps of a type of their own: for each kind of placeholders the
/// runtime would look through all conformances of the program.
struct Template<Slot>: Sendable {
  private let steps: [TemplateStep]
  private let texts: [UInt8]
  let slots: SlotSet<Slot>
}

private enum TemplateStep: Sendable {
  /// A part of the texts.
  case text(Range<Int>)
  /// The number of a placeholder among all of its kind.
  case slot(Int)
  /// An alternative begins. If one of its placeholders is empty, another step comes next.
  case attempt(otherwise: Int)
  /// An alternative is complete; another step comes next.
  case leave(to: Int)
}

extension Template where Slot: TemplateSlot {
  /// - Throws: a clause that says what is wrong with the text.
  init(_ text: String) throws(TemplateFault) {
    var reader = TemplateReader(source: Array(text.utf8), names: Slot.allCases.map(\.rawValue))
    try reader.read()
    self.init(steps: reader.steps, texts: reader.texts, slots: SlotSet(bits: reader.slots))
  }

  /// Appends the text.
  ///
  /// - Parameter value: appends the value of a placeholder, which may be empty.
  func write(to bytes: inout [UInt8], _ value: (Slot, inout [UInt8]) -> Void) {
    let slots = Slot.allCases
    var (step, start, otherwise) = (0, -1, 0)
    while step < steps.count {
      switch steps[step] {
      case .text(let range): bytes += texts[range]
      case .slot(let number):
        let count = bytes.count
        value(slots[number], &bytes)
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
}

/// Reads the text of a template.
private struct TemplateReader {
  let source: [UInt8]
  /// The names of the placeholders, by their numbers.
  let names: [String]
  var steps: [TemplateStep] = []
  var texts: [UInt8] = []
  /// The bits of those that occur.
  var slots: UInt32 = 0
  private var index = 0
  /// The step at which the open alternative begins, and those that leave the open brackets.
  private var attempt: Int?
  private var leaves: [Int] = []

  init(source: [UInt8], names: [String]) {
    self.source = source
    self.names = names
  }

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

  /// The number of the placeholder that begins here.
  private mutating func slot() throws(TemplateFault) -> Int {
    guard let end = source[index...].firstIndex(of: UInt8(ascii: "}")) else {
      throw TemplateFault("a { is not closed")
    }
    let name = String(decoding: source[index + 1..<end], as: UTF8.self)
    guard let slot = names.firstIndex(of: name) else { throw TemplateFault("{\(name)} is no placeholder") }
    index = end + 1
    slots |= 1 << UInt32(slot)
    return slot
  }
}

/// What is wrong with the text of a template.
struct TemplateFault: Error {
  /// A clause.
  let clause: String
  init(_ clause: String) { self.clause = clause }
}
