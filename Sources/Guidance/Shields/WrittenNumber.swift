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
  init?(_ written: some StringProtocol) {
    var words = written.split(whereSeparator: \.isWhitespace)
    let direction = words.count > 1 ? words.last.flatMap { CardinalDirection(word: $0) } : nil
    if direction != nil { words.removeLast() }
    guard !words.isEmpty else { return nil }
    text = words.joined(separator: " ")
    self.direction = direction
    let letters = text.prefix { $0.isLetter }
    let rest = text[letters.endIndex...].drop { $0 == " " || $0 == "-" }
    let isNumber = rest.first?.isASCIIDigit ?? false
    self.letters = isNumber ? letters.uppercased() : ""
    number = isNumber ? String(rest) : ""
  }

  /// The number alone, if it has nothing but digits and perhaps one letter: `5`, `31a`.
  var isPlain: Bool {
    let digits = number.prefix { $0.isASCIIDigit }
    let rest = number[digits.endIndex...]
    return !digits.isEmpty && digits.count <= 5 && (rest.isEmpty || rest.count == 1 && rest.allSatisfy(\.isLetter))
  }

  /// The value of the digits; `nil` without a number.
  var value: Int? { Int(number.prefix { $0.isASCIIDigit }) }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
