import Guidance

/// Lanes from left to right, as a driver expects them.
///
///     left*|left+|through~|none     best; valid but not best; valid, best or not; no arrow and not valid
///     -                             lanes are unknown
///     *                             any
struct LanePattern {
  private let text: String

  init(_ text: String) { self.text = text }

  static func isKnown(_ text: String) -> Bool {
    let known = LaneArrow.allCases.map(\.rawValue) + ["none"]
    if ["-", "*"].contains(text) { return true }
    return lanes(text).allSatisfy { lane in
      let arrows = arrows(lane)
      return !arrows.isEmpty && arrows.allSatisfy(known.contains)
    }
  }

  /// - Parameter lanes: in the same form, without `~`.
  func admits(_ lanes: String) -> Bool {
    if text == "*" || text == lanes { return true }
    let (wanted, given) = (Self.lanes(text), Self.lanes(lanes))
    return wanted.count == given.count
      && zip(wanted, given).allSatisfy { wanted, given in
        let (marker, found) = (Self.marker(wanted), Self.marker(given))
        return Self.arrows(wanted).sorted() == Self.arrows(given).sorted()
          && (marker == found || marker == "~" && ["*", "+"].contains(found))
      }
  }

  private static func lanes(_ text: String) -> [Substring] {
    text.split(separator: "|", omittingEmptySubsequences: false)
  }

  private static func marker(_ lane: Substring) -> Substring { lane.suffix { "*+~".contains($0) } }

  private static func arrows(_ lane: Substring) -> [String] {
    lane.prefix { !"*+~".contains($0) }.split(separator: ";").map(String.init)
  }
}

extension Substring {
  fileprivate func suffix(while isPart: (Character) -> Bool) -> Substring {
    let count = reversed().prefix(while: isPart).count
    return suffix(count)
  }
}
