/// Texts that few nodes and edges have: one pointer, which is `nil` for most.
struct RareTexts: Hashable, Sendable {
  private final class Box: Sendable {
    let texts: [TextAttribute: String]
    init(_ texts: [TextAttribute: String]) { self.texts = texts }
  }

  private var box: Box?

  var isEmpty: Bool { box == nil }

  /// Empty without such a text.
  subscript(attribute: TextAttribute) -> String {
    get { box?.texts[attribute] ?? "" }
    set {
      guard newValue != self[attribute] else { return }
      var texts = box?.texts ?? [:]
      texts[attribute] = newValue.isEmpty ? nil : newValue
      box = texts.isEmpty ? nil : Box(texts)
    }
  }
}

extension RareTexts {
  static func == (a: RareTexts, b: RareTexts) -> Bool {
    (a.box == nil && b.box == nil) || a.box?.texts == b.box?.texts
  }

  func hash(into hasher: inout Hasher) { hasher.combine(box?.texts) }
}
