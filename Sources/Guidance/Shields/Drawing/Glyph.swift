/// A letter or digit drawn with strokes of even width, in the manner of road signs.
///
/// The pen moves in units in which capitals are 10 high and the top is 0. The commands are SVG path commands: `M x y`,
/// `L x y` and `A rx ry 0 large sweep x y`. The icons hold their letters as strokes, so they look the same whatever
/// fonts a machine has.
struct Glyph {
  let width: Double
  let strokes: String

  /// `nil` for characters that are not drawn.
  init?(_ character: Character) {
    guard let (width, strokes) = Self.drawn[character] ?? Self.drawn[Character(character.uppercased())] else {
      return nil
    }
    self.width = width
    self.strokes = strokes
  }

  private static let drawn: [Character: (Double, String)] = [
    "0": (6, "M0 3A3 3 0 0 1 6 3L6 7A3 3 0 0 1 0 7L0 3"),
    "1": (3.2, "M0 2.2L3.2 0L3.2 10"),
    "2": (6, "M0.1 2.6A2.95 2.8 0 1 1 5.4 4.4L0 10L6 10"),
    "3": (6, "M0.4 1.7A2.7 2.45 0 1 1 3 4.8L2.2 4.8L3 4.8A3 2.6 0 1 1 0.1 7.9"),
    "4": (6.4, "M4.8 10L4.8 0L0 7L6.4 7"),
    "5": (6, "M5.4 0L0.9 0L0.5 4.8A3 3.1 0 1 1 0.1 8.1"),
    "6": (6, "M5.6 1.8A2.9 2.9 0 0 0 0 3L0 6.9A3 3.1 0 0 0 6 6.9A3 3.1 0 0 0 0 6.9"),
    "7": (5.8, "M0 0L5.8 0L2 10"),
    "8": (6, "M0.4 2.4A2.6 2.4 0 0 1 5.6 2.4A2.6 2.4 0 0 1 0.4 2.4M0 7.4A3 2.6 0 0 1 6 7.4A3 2.6 0 0 1 0 7.4"),
    "9": (6, "M0.4 8.2A2.9 2.9 0 0 0 6 7L6 3.1A3 3.1 0 0 0 0 3.1A3 3.1 0 0 0 6 3.1"),
    "A": (6.6, "M0 10L3.3 0L6.6 10M1.1 6.8L5.5 6.8"),
    "B": (5.8, "M0 4.8L3.2 4.8A2.6 2.6 0 0 1 3.2 10L0 10L0 0L3 0A2.4 2.4 0 0 1 3 4.8"),
    "C": (6, "M6 2.4A3 3 0 0 0 0 3L0 7A3 3 0 0 0 6 7.6"),
    "D": (5.9, "M0 0L0 10L2.5 10A3.4 3.4 0 0 0 5.9 6.6L5.9 3.4A3.4 3.4 0 0 0 2.5 0L0 0"),
    "E": (5, "M5 0L0 0L0 10L5 10M0 4.8L4.4 4.8"),
    "F": (5, "M5 0L0 0L0 10M0 4.8L4.2 4.8"),
    "G": (6, "M6 2.4A3 3 0 0 0 0 3L0 7A3 3 0 0 0 6 7L6 5.4L3.4 5.4"),
    "H": (6, "M0 0L0 10M6 0L6 10M0 4.8L6 4.8"),
    "I": (0.6, "M0.3 0L0.3 10"),
    "J": (4.5, "M4.5 0L4.5 7.4A2.25 2.6 0 0 1 0 7.4"),
    "K": (5.8, "M0 0L0 10M5.6 0L0 6.2M2 4.2L5.8 10"),
    "L": (4.8, "M0 0L0 10L4.8 10"),
    "M": (7.4, "M0 10L0 0L3.7 6.2L7.4 0L7.4 10"),
    "N": (6, "M0 10L0 0L6 10L6 0"),
    "O": (6.4, "M0 3.2A3.2 3.2 0 0 1 6.4 3.2L6.4 6.8A3.2 3.2 0 0 1 0 6.8L0 3.2"),
    "P": (5.7, "M0 10L0 0L3 0A2.7 2.7 0 0 1 3 5.4L0 5.4"),
    "Q": (6.4, "M0 3.2A3.2 3.2 0 0 1 6.4 3.2L6.4 6.8A3.2 3.2 0 0 1 0 6.8L0 3.2M3.8 7.4L6.4 10.4"),
    "R": (5.8, "M0 10L0 0L3 0A2.7 2.7 0 0 1 3 5.4L0 5.4M2.9 5.4L5.8 10"),
    "S": (6, "M5.6 1.9A2.7 2.4 0 1 0 3 4.8A3 2.6 0 1 1 0.1 8.1"),
    "T": (6, "M0 0L6 0M3 0L3 10"),
    "U": (6, "M0 0L0 7A3 3 0 0 0 6 7L6 0"),
    "V": (6.2, "M0 0L3.1 10L6.2 0"),
    "W": (8.6, "M0 0L2.1 10L4.3 2.6L6.5 10L8.6 0"),
    "X": (6, "M0 0L6 10M6 0L0 10"),
    "Y": (6, "M0 0L3 5L6 0M3 5L3 10"),
    "Z": (5.8, "M0 0L5.8 0L0 10L5.8 10"),
    "-": (2.6, "M0 5.4L2.6 5.4"),
    "/": (3.6, "M0 10.4L3.6 -0.4"),
    "(": (2, "M2 -0.4A7 7.4 0 0 0 2 10.4"),
    ")": (2, "M0 -0.4A7 7.4 0 0 1 0 10.4"),
    ".": (0.6, "M0.3 9.9L0.31 9.9"),
    "…": (5.2, "M0.6 9.9L0.61 9.9M2.6 9.9L2.61 9.9M4.6 9.9L4.61 9.9"),
    " ": (0.8, ""),
  ]

  /// The strokes as a path, moved to the right and made narrower or wider.
  func path(x: Double, y: Double, scale: (x: Double, y: Double)) -> String {
    var path = ""
    var rest = strokes[...]
    while let command = rest.popFirst() {
      let end = rest.firstIndex(where: \.isLetter) ?? rest.endIndex
      let numbers = rest[..<end].split(separator: " ").compactMap { Double($0) }
      rest = rest[end...]
      path.append(command)
      let ends = [numbers[numbers.count - 2] * scale.x + x, numbers[numbers.count - 1] * scale.y + y]
      let radii = command == "A" ? [numbers[0] * scale.x, numbers[1] * scale.y, 0, numbers[3], numbers[4]] : []
      path += (radii + ends).map(inHundredths).joined(separator: " ")
    }
    return path
  }
}

/// With at most two decimals, and none that are not needed.
func inHundredths(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let (whole, part) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
  let sign = hundredths < 0 ? "-" : ""
  guard part != 0 else { return sign + String(whole) }
  if part.isMultiple(of: 10) { return "\(sign)\(whole).\(part / 10)" }
  return "\(sign)\(whole).\(part < 10 ? "0" : "")\(part)"
}
