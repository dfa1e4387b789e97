/// Texts that few nodes and edges have: one pointer, which is `nil` for most.
struct RareTexts: Hashable, Sendable {
  enum Kind: Sendable {
    case turnLanes, changeLanes, closedLanes, destination, destinationRef, destinationLanes, rampRef, conditions, routes
    case exitRef, exitName
  }

  private final class Box: Sendable {
    let texts: [Kind: String]
    init(_ texts: [Kind: String]) { self.texts = texts }
  }

  private var box: Box?

  var isEmpty: Bool { box == nil }

  /// Empty if there is none.
  subscript(kind: Kind) -> String {
    get { box?.texts[kind] ?? "" }
    set {
      guard newValue != self[kind] else { return }
      var texts = box?.texts ?? [:]
      texts[kind] = newValue.isEmpty ? nil : newValue
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
