internal import RoadGraph

/// A road number as tags and signs write it, cut into its parts: `US 101A North` is `US`, `101A` and north.
struct WrittenNumber: Equatable {
  /// Without a direction, and with single spaces.
  let text: String
  /// The letters before the number, in capitals; empty if there are none.
  let letters: String
  /// What begins with the first digit; empty if the text is not letters followed by a number.
  let number: String
  let direction: CardinalDirection?

  /// - Parameter written: one number, not a list.
  init?(_ written: Substring) {
    if Self.isTidy(written.utf8) {
      self.init(String(written), nil)
      return
    }
    var words = written.unicodeScalars.split(whereSeparator: \.isSpace).map { Substring($0) }
    let direction = words.count > 1 ? words.last.flatMap { CardinalDirection(word: $0) } : nil
    if direction != nil { words.removeLast() }
    guard !words.isEmpty else { return nil }
    self.init(words.count == 1 ? String(words[0]) : words.joined(separator: " "), direction)
  }

  /// - Parameter text: with single spaces.
  private init(_ text: String, _ direction: CardinalDirection?) {
    self.text = text
    self.direction = direction
    let letters = text.unicodeScalars.prefix { $0.isLetter }
    let rest = text.unicodeScalars[letters.endIndex...].drop { $0 == " " || $0 == "-" }
    let isNumber = rest.first?.isDigit ?? false
    self.letters = isNumber ? String(letters).uppercased() : ""
    number = isNumber ? String(rest) : ""
  }

  /// Whether a text is plainly a number as nearly all are: ASCII, no space but single ones between words, and no direction,
  /// since the last word begins with a digit or is the only one.
  private static func isTidy(_ text: Substring.UTF8View) -> Bool {
    let space = UInt8(ascii: " ")
    var (previous, first, hasSpace) = (space, space, false)
    for byte in text {
      guard 0x20...0x7E ~= byte, byte != space || previous != space else { return false }
      if previous == space { first = byte }
      hasSpace = hasSpace || byte == space
      previous = byte
    }
    return previous != space && (!hasSpace || UInt8(ascii: "0")...UInt8(ascii: "9") ~= first)
  }

  /// The number alone, if it has nothing but digits and perhaps one letter: `5`, `31a`.
  var isPlain: Bool {
    let digits = number.unicodeScalars.prefix(while: \.isDigit)
    let rest = number.unicodeScalars[digits.endIndex...]
    return !digits.isEmpty && digits.count <= 5 && (rest.isEmpty || rest.count == 1 && rest.allSatisfy(\.isLetter))
  }

  /// Whether the text is the number of a road, and not that of a gate, a car park or a terminal: up to three capital
  /// letters and a plain number, `US 26`, `A1(M)`, and the `St 2180` of Bavaria.
  var isOfRoad: Bool {
    guard (1...3).contains(letters.utf8.count), !Self.lettersOfPlaces.contains(letters) else { return false }
    let isSpelled = text.hasPrefix(letters) || letters == "ST"
    return isSpelled && (isPlain || isPlainMotorway)
  }

  /// `A1(M)`
  private var isPlainMotorway: Bool {
    number.hasSuffix("(M)") && WrittenNumber(Substring(letters + number.dropLast(3)))?.isPlain ?? false
  }

  private static let lettersOfPlaces: Set<String> = ["P", "T", "TOR", "KM"]

  /// Whether both are one road, whatever the direction and the spaces.
  func isSameRoad(as other: WrittenNumber) -> Bool {
    number.isEmpty ? text == other.text : letters == other.letters && number.uppercased() == other.number.uppercased()
  }

  /// The value of the digits; `nil` without a number.
  var value: Int? { Int(String(number.unicodeScalars.prefix(while: \.isDigit))) }
}

/// The properties of scalars outside ASCII take long to look up.
extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

  fileprivate var isSpace: Bool { isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace }

  fileprivate var isLetter: Bool {
    isASCII ? ("a"..."z").contains(self) || ("A"..."Z").contains(self) : properties.isAlphabetic
  }
}
