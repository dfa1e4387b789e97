internal import Geodesy
internal import Records
internal import Storage

/// How courses are written in a table. Raw values are the words in reports.
package enum HeadingForm: String, CaseIterable, Sendable {
  case degrees
  case radians
  case tenths = "0.1 degrees"
  case hundredths = "0.01 degrees"

  var degreesPerUnit: Double {
    switch self {
    case .degrees: 1
    case .radians: 180 / .pi
    case .tenths: 0.1
    case .hundredths: 0.01
    }
  }

  /// Takes what a name says of the form from its end; `nil` if it says nothing.
  static func take(from words: inout [String]) -> HeadingForm? {
    for (ending, form) in endings where words.count > ending.count && Array(words.suffix(ending.count)) == ending {
      words.removeLast(ending.count)
      return form
    }
    return nil
  }

  private static let endings: [([String], HeadingForm)] = {
    let spellings: [(HeadingForm, String)] = [
      (.radians, "rad,radian,radians"), (.tenths, "x10,x 10,e1,decideg,decidegrees,0 1 deg,0 1 degree,0 1 degrees"),
      (.tenths, "1 10 deg,tenths,tenths of degrees,deg x10,degrees x10"),
      (.hundredths, "x100,x 100,e2,cdeg,centideg,centidegrees,0 01 deg,0 01 degree,0 01 degrees,deg x100,1 100 deg"),
    ]
    return spellings.flatMap { form, list in
      list.split(separator: ",").map { ($0.split(separator: " ").map(String.init), form) }
    }.sorted { $0.0.count > $1.0.count }
  }()

  /// The course that a number gives, clockwise from north in 0 ..< 360; `nil` if it is unknown or more than a whole
  /// turn.
  ///
  /// - Parameter isSigned: whether numbers below 0 are west of north; otherwise devices write them for "unknown".
  func course(_ number: Double, isSigned: Bool) -> Degrees? {
    let degrees = number * degreesPerUnit
    guard isSigned || number >= 0, abs(degrees) <= 360.0000001 else { return nil }
    let course = degrees < 0 ? degrees + 360 : degrees
    return course >= 360 ? 0 : course
  }
}

/// The points of the compass: `N`, `NNE`, `north-east`, and in other languages.
///
/// `O` is east in German and Dutch and west in the languages of the south, so a column shows which by its other letters.
enum CompassPoint {
  enum LetterO: Equatable, Sendable {
    case east, west, unknown
  }

  /// What `O` means in a column: east beside a `W`, west beside an `E`.
  static func letterO(in texts: [String]) -> LetterO {
    let points = texts.map(letters).filter { !$0.isEmpty && $0.count <= 3 && $0.allSatisfy("NESWO".contains) }
    let (hasEast, hasWest) = (points.contains { $0.contains("E") }, points.contains { $0.contains("W") })
    guard hasEast != hasWest, points.contains(where: { $0.contains("O") }) else { return .unknown }
    return hasWest ? .east : .west
  }

  static func course(_ text: String, letterO: LetterO = .unknown) -> Degrees? {
    let letters = letters(text)
    guard !letters.isEmpty else { return nil }
    var point = wordsOfPoints[letters] ?? letters
    switch letterO {
    case .east: point = point.replacing("O", with: "E")
    case .west: point = point.replacing("O", with: "W")
    case .unknown: break
    }
    return points.firstIndex(of: point).map { 22.5 * Degrees($0) }
  }

  /// Whether a text is a point of the compass in some language.
  static func isPoint(_ text: String) -> Bool {
    course(text) != nil || course(text, letterO: .east) != nil || course(text, letterO: .west) != nil
  }

  private static func letters(_ text: String) -> String {
    text.uppercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "." }
  }

  private static let points = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
  ]

  /// `NORTHEAST` is `NE`.
  private static let wordsOfPoints: [String: String] = {
    let languages: [(north: String, east: String, south: String, west: String)] = [
      ("NORTH", "EAST", "SOUTH", "WEST"), ("NORD", "OST", "SÜD", "WEST"), ("NORD", "EST", "SUD", "OUEST"),
      ("NORTE", "ESTE", "SUR", "OESTE"), ("NORD", "EST", "SUD", "OVEST"), ("NOORD", "OOST", "ZUID", "WEST"),
    ]
    let pairs = languages.flatMap { words in
      [
        (words.north, "N"), (words.east, "E"), (words.south, "S"), (words.west, "W"),
        (words.north + words.east, "NE"), (words.north + words.west, "NW"), (words.south + words.east, "SE"),
        (words.south + words.west, "SW"),
      ]
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }()
}

extension HeadingForm {
  /// A course in degrees followed by its unit: `271°`, `271 deg`.
  func course(written text: [UInt8], _ style: NumberStyle) -> Degrees? {
    guard let end = text.lastIndex(where: { 0x30...0x39 ~= $0 }), end + 1 < text.count else { return nil }
    let sign = decodedText(Array(text[(end + 1)...])).lowercased().filter { !$0.isWhitespace && $0 != "." }
    guard ["°", "º", "deg", "degrees", "grad"].contains(sign) else { return nil }
    let number = Array(text[...end])
    var cursor = ByteCursor(number.span)
    return cursor.wholeNumber(style).flatMap { HeadingForm.degrees.course($0.value, isSigned: $0.value < 0) }
  }
}
