internal import Geodesy

/// An arrow painted on a lane. Raw values are OSM's words.
package enum LaneArrow: String, CaseIterable, Sendable {
  case sharpLeft = "sharp_left"
  case left
  case slightLeft = "slight_left"
  case through
  case slightRight = "slight_right"
  case right
  case sharpRight = "sharp_right"
  case reverse

  /// The turn that the arrow shows, positive to the right; `reverse` is to the side given.
  func angle(turningBack side: Degrees) -> Degrees {
    switch self {
    case .sharpLeft: -135
    case .left: -90
    case .slightLeft: -30
    case .through: 0
    case .slightRight: 30
    case .right: 90
    case .sharpRight: 135
    case .reverse: side
    }
  }
}

extension [LaneArrow] {
  /// The arrow that differs least from a turn; none if there are no arrows.
  func nearest(to angle: Degrees) -> [LaneArrow] {
    let difference = { (arrow: LaneArrow) in abs(arrow.angle(turningBack: angle < 0 ? -180 : 180) - angle) }
    return self.min { difference($0) < difference($1) }.map { [$0] } ?? []
  }
}

/// One lane before a junction.
package struct Lane: Equatable, Sendable {
  /// The arrows on it, from left to right; empty if it has none.
  package var arrows: [LaneArrow]
  /// The lane ends soon, and its traffic merges into the lane beside it.
  var merges = false
  /// Whether the mode may use it.
  var isOpen = true
  /// Whether it leads to the road taken, and is open to the mode.
  package var isValid = false
  /// Whether it is the one to take with regard to the next maneuver as well.
  package var isBest = false
  /// The destinations above it, as tagged; empty if none.
  package var destination = ""
  /// Which lanes may be reached from it, as tagged in `change:lanes`; empty if unknown.
  package var change = ""

  init() { arrows = [] }

  /// A lane by its part of `turn:lanes`, such as `through;right`.
  ///
  /// Words that are no arrow, such as `none` and `merge_to_left`, are left out of its arrows.
  ///
  /// - Source: OSM wiki, Key:turn:lanes.
  init(tagged part: Substring) {
    arrows = []
    for word in part.utf8.split(separator: UInt8(ascii: ";")) {
      let text = String(Substring(word.trimmingBlanks))
      if let arrow = LaneArrow(rawValue: text) {
        arrows.append(arrow)
      } else {
        merges = merges || text.hasPrefix("merge_to")
      }
    }
    if !arrows.isEmpty { merges = false }
  }

  /// A lane without arrows goes straight on.
  func leads(by some: [LaneArrow]) -> Bool {
    arrows.isEmpty ? some.contains(.through) : arrows.contains(where: some.contains)
  }
}

extension [Lane] {
  /// The lanes from left to right, such as `left|through*|through;right+`: `+` leads to the road taken, `*` is best.
  package var text: String {
    map { lane in
      lane.arrows.map(\.rawValue).joined(separator: ";") + (lane.isBest ? "*" : lane.isValid ? "+" : "")
    }.joined(separator: "|")
  }

  /// All arrows on the lanes, from left to right.
  var painted: [LaneArrow] {
    LaneArrow.allCases.filter { arrow in contains { $0.leads(by: [arrow]) } }
  }

  /// Marks the lanes to the road taken that the mode may use; all of them if it may use none, since the drive leads
  /// there nevertheless.
  mutating func validate(_ leading: [Int]) {
    let open = leading.filter { self[$0].isOpen }
    for i in open.isEmpty ? leading : open { self[i].isValid = true }
  }

  /// Marks the best of the valid lanes: those from which the driver need not change before the next maneuver.
  ///
  /// - Parameters:
  ///   - side: where the next maneuver leads, negative to the left; 0 if it follows far ahead.
  ///   - next: the lanes before it; empty if unknown.
  mutating func chooseBest(turningNext side: Degrees, by next: [Lane]) {
    let going = indices.filter { self[$0].isValid && !self[$0].merges }
    let valid = going.isEmpty ? indices.filter { self[$0].isValid } : going
    guard side != 0, let outermost = side < 0 ? valid.first : valid.last else {
      for i in valid { self[i].isBest = true }
      return
    }
    let wanted = next.indices.filter { next[$0].isBest }.map { side < 0 ? $0 : next.count - 1 - $0 }
    let best = wanted.compactMap { side < 0 ? valid.dropFirst($0).first : valid.dropLast($0).last }
    for i in best.isEmpty ? [outermost] : best { self[i].isBest = true }
  }
}

extension Substring.UTF8View {
  fileprivate var trimmingBlanks: Substring.UTF8View {
    let blank = UInt8(ascii: " ")
    guard let first = firstIndex(where: { $0 != blank }), let last = lastIndex(where: { $0 != blank }) else {
      return self[startIndex..<startIndex]
    }
    return self[first...last]
  }
}
