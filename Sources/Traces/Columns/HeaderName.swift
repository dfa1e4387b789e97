/// A header field in the form in which names are compared.
struct HeaderName: Equatable {
  /// Lower-case letters and digits, without accents, separators and units: `vehicleid` of `Vehicle-ID`.
  let word: String
  /// The unit stated by `speed_kmh`, `speed (km/h)` and the like.
  let speedUnit: SpeedUnit?
  /// How a course is written, as stated by `heading_rad`.
  let headingForm: HeadingForm?
  /// The power of ten by which whole numbers are to be multiplied, such as −7 for `lat_e7`.
  let exponent: Int?

  /// For a dotted name, which is a path: the word made of its last two parts, and the word of its last part, such as
  /// `tripid` for `vehicle.trip.trip_id`.
  let endings: [String]

  init(_ field: String) {
    var words = Self.words(of: field)
    endings = Self.endings(of: field)
    speedUnit = SpeedUnitWords.take(from: &words)
    headingForm = Self.takeHeadingForm(from: &words)
    exponent = Self.takeEnding(Self.exponents, from: &words)
    if words.count > 1, let last = words.last, Self.units.contains(last) { words.removeLast() }
    word = words.joined()
  }

  /// Only from the name of a course: `lat_rad` is not a latitude in degrees.
  private static func takeHeadingForm(from words: inout [String]) -> HeadingForm? {
    var rest = words
    guard let form = HeadingForm.take(from: &rest), ColumnVocabulary.rank(of: rest.joined(), as: .heading) != nil else {
      return nil
    }
    words = rest
    return form
  }

  private static func endings(of field: String) -> [String] {
    let parts = field.split(whereSeparator: { "./:".contains($0) }).map { words(of: String($0)) }
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }), let last = parts.last else { return [] }
    let pair = parts.suffix(2).flatMap(\.self).joined()
    // A bare `id` identifies whatever is named before it.
    return ["id", "uid", "uuid", "name"].contains(last.joined()) ? [pair] : [pair, last.joined()]
  }

  /// The words of a name: `vehicle`, `id` of `vehicleId`, `VEHICLE_ID` and `Vehicle ID`.
  static func words(of field: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for character in field {
      guard character.isLetter || character.isNumber else {
        if !word.isEmpty { words.append(word) }
        (word, wasLower) = ("", false)
        continue
      }
      if wasLower, character.isUppercase {
        words.append(word)
        word = ""
      }
      wasLower = character.isLowercase
      word += plain(character)
    }
    return word.isEmpty ? words : words + [word]
  }

  /// In lower case and without its accent; umlauts as two letters.
  private static func plain(_ character: Character) -> String {
    let lower = character.lowercased()
    return lower.allSatisfy(\.isASCII) ? lower : accents[lower] ?? lower
  }

  /// Removes the first of some endings that the words have, unless nothing would be left, and returns what it means.
  private static func takeEnding<Meaning>(_ endings: [([String], Meaning)], from words: inout [String]) -> Meaning? {
    for (ending, meaning) in endings where words.count > ending.count && Array(words.suffix(ending.count)) == ending {
      words.removeLast(ending.count)
      return meaning
    }
    return nil
  }

  private static let units: Set<String> = [
    "deg", "degree", "degrees", "grad", "dd", "m", "metres", "meters", "wgs84", "semicircle", "semicircles",
  ]

  private static let exponents: [([String], Int)] = [
    (["e7"], -7), (["1e7"], -7), (["x1e7"], -7), (["e6"], -6), (["1e6"], -6), (["microdeg"], -6),
    (["micro", "deg"], -6), (["microdegrees"], -6), (["e5"], -5), (["1e5"], -5),
  ]

  private static let accents: [String: String] = {
    let plain = [
      ("a", "áàâãåā"), ("c", "çć"), ("e", "éèêëē"), ("i", "íìîïī"), ("n", "ñ"), ("o", "óòôõø"), ("u", "úùûū"),
      ("y", "ýÿ"), ("ae", "äæ"), ("oe", "öœ"), ("ue", "ü"), ("ss", "ß"),
    ]
    return Dictionary(uniqueKeysWithValues: plain.flatMap { base, letters in letters.map { (String($0), base) } })
  }()
}
