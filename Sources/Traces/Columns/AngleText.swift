internal import Geodesy

/// A coordinate that is more than a number: with a hemisphere, or in degrees, minutes and seconds.
///
/// `N47.14`, `47.14 N`, `47°08'24"N`, `47 08.4 N`, `-9 31 12`. Letters other than N, S, E and W are not read: `O` is east
/// in German and west in French.
struct AngleText {
  let degrees: Degrees

  /// - Parameter isLatitude: whether N and S may appear, or else E and W.
  init?(_ text: String, isLatitude: Bool) {
    var reading = Reading(isLatitude: isLatitude)
    for character in text.uppercased() where !reading.take(character) { return nil }
    reading.endNumber()
    let parts = reading.numbers.map { Double($0.replacing(",", with: ".")) }
    guard (1...3).contains(parts.count), reading.isAngle, let whole = parts[0] else { return nil }
    guard let minutes = parts.count > 1 ? parts[1] : 0, let seconds = parts.count > 2 ? parts[2] : 0 else { return nil }
    guard minutes < 60, seconds < 60 else { return nil }
    degrees = (reading.isNegative ? -1 : 1) * (whole + minutes / 60 + seconds / 3600)
    guard abs(degrees) <= (isLatitude ? 90 : 180) else { return nil }
  }

  /// The parts of a text, character by character.
  private struct Reading {
    let isLatitude: Bool
    private(set) var numbers: [String] = []
    private(set) var isNegative = false
    private var number = ""
    private var hasSign = false
    private var hasLetter = false
    private var hasMark = false

    init(isLatitude: Bool) { self.isLatitude = isLatitude }

    /// Only the last number has decimals, and something says that it is an angle: blanks alone may separate anything.
    var isAngle: Bool {
      let hasFraction = numbers.map { $0.contains(".") || $0.contains(",") }
      return !hasFraction.dropLast().contains(true) && (hasLetter || hasMark || hasFraction.last == true)
    }

    mutating func endNumber() {
      if !number.isEmpty { numbers.append(number) }
      number = ""
    }

    /// - Returns: `false` for a character that no angle has there.
    mutating func take(_ character: Character) -> Bool {
      if character.isASCII && character.isNumber || ".,".contains(character) {
        number.append(character)
        return true
      }
      endNumber()
      switch character {
      case " ", "\t": return true
      case "°", "º", "˚", "'", "′", "’", "\"", "″", "”", ":":
        hasMark = true
        return !numbers.isEmpty
      case "-", "+": return numbers.isEmpty && takeSign(isNegative: character == "-")
      case "N" where isLatitude, "E" where !isLatitude: return takeLetter(isNegative: false)
      case "S" where isLatitude, "W" where !isLatitude: return takeLetter(isNegative: true)
      default: return false
      }
    }

    private mutating func takeLetter(isNegative: Bool) -> Bool {
      hasLetter = true
      return takeSign(isNegative: isNegative)
    }

    /// There is one sign at most: a number cannot be negative and south.
    private mutating func takeSign(isNegative: Bool) -> Bool {
      defer { (hasSign, self.isNegative) = (true, isNegative) }
      return !hasSign
    }
  }
}
