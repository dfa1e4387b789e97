internal import Records
internal import Storage

/// A column that says of a record whether its position is good.
///
/// Receivers still write a position when they have lost the satellites, and so do platforms when a phone pretends to be
/// elsewhere; only such a column shows it.
package struct FixFlag: Equatable, Sendable {
  /// The column of the file, from 0.
  package let column: Int
  let kind: Kind

  enum Kind: Equatable, Sendable {
    /// `valid`, `gps_ok`: true for a good position. Also the words and letters of receivers: `A` and `V`, `no fix`.
    case validity
    /// `mocked`, `outlier`: true for a bad position.
    case doubt
    /// The quality of NMEA 0183: 0 without a fix.
    case quality
    /// The dimensions of a fix: 0 without one, and also 1 where other records have 2 or 3.
    case dimensions(isOneBad: Bool)
    /// The number of satellites: 0 without a fix.
    case satellites
    /// As a preset says it.
    case words(RowWords)
  }

  /// Whether a record with this text has no good position. An empty text says nothing.
  func refuses(_ text: Span<UInt8>) -> Bool {
    if text.isEmpty { return false }
    if case .words(let words) = kind { return words.refuses(FlagWord(text)) }
    if text.count == 1, kind == .validity || kind == .doubt {
      let isDigitOne = text[0] == UInt8(ascii: "1")
      if isDigitOne || text[0] == UInt8(ascii: "0") { return isDigitOne == (kind == .doubt) }
    }
    return refuses(FlagWord(text))
  }

  private func refuses(_ word: FlagWord) -> Bool {
    switch kind {
    case .validity: word.isBad
    case .doubt: word.isTrue
    case .quality, .satellites: word.number == 0 || word.isWordOfNoFix
    case .dimensions(let isOneBad): word.number == 0 || isOneBad && word.number == 1 || word.isWordOfNoFix
    case .words(let words): words.refuses(word)
    }
  }
}

/// The text of a flag in the form in which flags are compared: lower-case letters and digits, `nofix` of `No fix`.
struct FlagWord: Hashable {
  let text: String

  init(_ bytes: Span<UInt8>) {
    var letters: [UInt8] = []
    for index in bytes.indices {
      let byte = bytes[index]
      let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      if isLetter { letters.append(byte | 0x20) }
      if UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") {
        letters.append(byte)
      }
    }
    text = String(decoding: letters, as: UTF8.self)
  }

  init(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes.span)
  }

  var number: Double? { Double(text) }
  var isTrue: Bool { Self.yes.contains(text) }
  var isBoolean: Bool { isTrue || Self.no.contains(text) }
  /// Says in words that there is no fix; `false` for numbers.
  var isWordOfNoFix: Bool { Self.wordsOfNoFix.contains(text) }
  var isBad: Bool { Self.no.contains(text) || isWordOfNoFix || text == "v" }
  var isGood: Bool { isTrue || Self.wordsOfFix.contains(text) }
  /// A and V of NMEA 0183.
  var isStatusOfNMEA: Bool { text == "a" || text == "v" }
  /// Can be said of nothing but a position.
  var speaksOfFixes: Bool {
    Self.wordsOfReceivers.contains(text)
  }

  /// Letters with accents are not part of the text: `gltig` is `gültig`.
  private static let wordsOfReceivers: Set<String> = [
    "nofix", "notfixed", "nogps", "nolock", "gpslost", "gpsinvalid", "invalid", "notvalid", "unlocked", "stalefix",
    "lastknown", "keinfix", "keingps", "keinempfang", "keinsignal", "ungltig", "ungueltig", "sinfix", "singps",
    "sinseal", "sinsenal", "perdu", "signalperdu", "pasdefix", "pasdesignal", "nonvalide", "semsinal", "nessunfix",
    "nosignal", "geenfix", "geensignaal", "notlocked",
  ]
  private static let yes: Set<String> = [
    "1", "1.0", "true", "t", "yes", "y", "ja", "j", "oui", "si", "sim", "on", "s", "vrai", "verdadero", "wahr",
  ]
  private static let no: Set<String> = [
    "0", "0.0", "false", "f", "no", "n", "nein", "non", "nao", "nee", "off", "faux", "falso", "falsch",
  ]
  private static let wordsOfFix: Set<String> = [
    "a", "d", "e", "p", "r", "valid", "ok", "good", "fix", "gpsfix", "fixed", "active", "2d", "3d", "2dfix", "3dfix",
    "fix2d", "fix3d", "dgps", "dgpsfix", "rtk", "rtkfix", "rtkfixed", "rtkfloat", "sbas", "gps", "gnss", "differential",
    "locked", "available", "estimated", "autonomous", "live", "current", "gltig", "gueltig", "aktuell", "valide",
    "valido",
    "valida", "vlido", "vlida", "bon", "bonne", "bueno", "buena", "fest", "empfang", "single", "float", "computed",
    "solcomputed", "high", "normal", "connected", "verbunden",
  ]
  private static let wordsOfNoFix = wordsOfReceivers.union([
    "invalid", "bad", "void", "nofix", "notfixed", "none", "notvalid", "lost", "nogps", "nosignal", "nolock",
    "unlocked", "unavailable", "notavailable", "error", "stale", "searching", "acquiring", "nodata", "outlier",
    "gpslost", "gpsinvalid", "unreliable", "gestrt", "gestoert", "veraltet", "insufficientobs", "poor", "degraded",
    "frozen", "offline", "disconnected",
  ])
}

/// Finds the flags of a table by the names and the values of its columns.
struct FixFlagRecogniser {
  private let names: [[String]]

  /// At most this many flags are read per record.
  static let most = 4

  init(_ header: [String]) {
    names = header.map { Self.meanings(of: HeaderName.words(of: $0)) }
  }

  /// The words of a name, each replaced by the word of its group; two that belong together become one.
  private static func meanings(of words: [String]) -> [String] {
    var result: [String] = []
    for word in words {
      if let last = result.last, let pair = pairs[last + " " + word] {
        result[result.count - 1] = pair
      } else {
        result.append(word)
      }
    }
    return result.map { synonyms[$0] ?? $0 }
  }

  /// Words that mean something else together than one by one.
  private static let pairs: [String: String] = [
    "last known": "doubt", "dead reckoning": "doubt", "dead reckoned": "doubt", "from cache": "doubt",
    "no gps": "doubt", "no fix": "doubt", "fix lost": "doubt", "gps lost": "doubt", "signal lost": "doubt",
    "not valid": "doubt",
  ]

  /// - Parameters:
  ///   - taken: the columns that mean something else.
  ///   - values: reads the sample; called only if a name may mean a flag.
  func flags(leavingOut taken: Set<Int>, values: () -> TableValues) -> [FixFlag] {
    let named = names.indices.filter { !taken.contains($0) && isNamedAsFlag($0) }
    guard !named.isEmpty else { return [] }
    let values = values()
    let found = named.compactMap { index in
      kind(of: Set(names[index]), values.texts(at: index).map(FlagWord.init)).map { FixFlag(column: index, kind: $0) }
    }
    return Array(found.prefix(Self.most))
  }

  /// A column that the user has named. Only its name decides what its values say, so that all parts of a table agree.
  func flag(_ column: Int) -> FixFlag {
    FixFlag(column: column, kind: names[column].contains("doubt") ? .doubt : .validity)
  }

  /// What an element of XML says of the position of its point, by its name alone; `nil` if nothing.
  static func flag(ofElement name: String) -> FixFlag? {
    let words = meanings(of: HeaderName.words(of: name))
    guard areOfFlag(words) else { return nil }
    if words.contains("doubt") { return FixFlag(column: 0, kind: .doubt) }
    let isOfFixes = !receivers.isDisjoint(with: words)
    if words.contains("valid") || isOfFixes && words.contains("good") { return FixFlag(column: 0, kind: .validity) }
    return nil
  }

  private func isNamedAsFlag(_ index: Int) -> Bool { Self.areOfFlag(names[index]) }

  /// Whether the words of a name may mean a flag.
  static func isFlag(_ words: [String]) -> Bool { areOfFlag(meanings(of: words)) }

  private static func areOfFlag(_ words: [String]) -> Bool {
    words.contains(where: keys.contains) && words.allSatisfy { keys.contains($0) || context.contains($0) }
  }

  private func kind(of words: Set<String>, _ texts: [FlagWord]) -> FixFlag.Kind? {
    guard !texts.isEmpty else { return nil }
    let isOfFixes = !words.isDisjoint(with: Self.receivers)
    if words.contains("doubt") { return texts.allSatisfy(\.isBoolean) ? .doubt : nil }
    if words.contains("sat") { return satellites(texts) }
    if words.contains("valid") || isOfFixes && words.contains("good") {
      return texts.allSatisfy { $0.isGood || $0.isBad } ? .validity : nil
    }
    if let numbers = numbers(texts) { return numbered(words, numbers) }
    guard texts.allSatisfy({ $0.isGood || $0.isBad }), texts.contains(where: \.isGood) else { return nil }
    // A status of something unnamed must mention fixes itself: `ok` and `error` may describe an engine.
    return isOfFixes || texts.allSatisfy(\.isStatusOfNMEA) || texts.contains(where: \.speaksOfFixes) ? .validity : nil
  }

  private func numbers(_ texts: [FlagWord]) -> [Double]? {
    let numbers = texts.compactMap(\.number)
    return numbers.count == texts.count ? numbers : nil
  }

  /// A number of satellites that is 0 in every record is not known.
  private func satellites(_ texts: [FlagWord]) -> FixFlag.Kind? {
    guard let numbers = numbers(texts), numbers.allSatisfy({ (0...99).contains($0) }) else { return nil }
    return numbers.contains { $0 > 0 } ? .satellites : nil
  }

  private func numbered(_ words: Set<String>, _ numbers: [Double]) -> FixFlag.Kind? {
    guard numbers.allSatisfy({ (0...9).contains($0) && $0 == $0.rounded() }), numbers.contains(where: { $0 > 0 }) else {
      return nil
    }
    let isOfFixes = !words.isDisjoint(with: Self.receivers)
    // The quality of a signal is about a radio.
    if words.contains("quality") { return isOfFixes || words == ["quality"] ? .quality : nil }
    guard isOfFixes else { return nil }
    // The codes of u-blox go to 5; the meaning of larger numbers is unknown.
    guard numbers.allSatisfy({ $0 <= 5 }) else { return nil }
    return .dimensions(isOneBad: numbers.contains { $0 >= 2 })
  }

  /// Words of the name that say that it is about positions.
  private static let receivers: Set<String> = ["fix", "gps", "position", "nmea", "rmc", "gga", "gsa"]

  /// The dilution of precision from which on a receiver has no position: they write 99.99 or 9999.
  static let mostDilution = 50.0

  /// Words that say the same.
  private static let synonyms: [String: String] = {
    let groups: [(String, [String])] = [
      (
        "valid",
        [
          "validity", "isvalid", "reliable", "usable", "gueltig", "valide", "valido", "gpsvalid", "posvalid",
          "fixvalid",
          "validfix", "gpsok", "fixok", "hasfix", "visible", "valida", "fiable", "gueltige", "affidabile", "valid",
        ]
      ),
      // About positions only beside a word of receivers: a bicycle is locked, too.
      ("good", ["ok", "lock", "locked", "haslock"]),
      (
        "doubt",
        [
          "mock", "mocked", "ismock", "mocklocation", "ismocked", "simulated", "spoofed", "outlier", "outliers",
          "isoutlier", "invalid", "isinvalid", "bad", "stale", "fake", "doubt", "extrapolated", "interpolated",
          "estimee", "estimated", "estimado", "geschaetzt",
          "deadreckoning", "deadreckoned", "lastknown", "islastknown", "cached", "isspoofed", "anomaly", "anomalie",
          "excluded", "nogps", "nofix", "inaccurate", "ungenau", "spoofing", "faked", "fakegps",
        ]
      ),
      (
        "sat",
        [
          "sats", "satellite", "satellites", "nsat", "nsats", "numsat", "numsats", "satcount", "numsv", "nsv",
          "satnum", "satelliten", "satelites", "satellitesused", "satelite", "satelit", "satelliti", "satellieten",
          "sv",
          "svs",
        ]
      ),
      ("fix", ["fixtype", "gpsfix", "fixmode", "fixstatus", "gpsfixtype", "gnssfix", "empfang", "ortung"]),
      ("status", ["state", "mode", "type", "dimension", "dimensions", "estado", "etat", "stato", "zustand"]),
      ("quality", ["qual", "fixquality", "gpsquality", "fixqual"]),
      ("gps", ["gnss", "gpsstatus", "gpsstate", "gpsmode"]),
      ("position", ["pos", "location", "loc", "positionstatus"]),
    ]
    return Dictionary(uniqueKeysWithValues: groups.flatMap { word, others in others.map { ($0, word) } })
  }()

  private static let keys: Set<String> = ["valid", "good", "doubt", "sat", "fix", "status", "quality"]

  /// Words that may accompany the keys without changing their meaning; `speed` is not one: `speed_valid` is about
  /// something else.
  private static let context: Set<String> = [
    "gps", "position", "coordinate", "coordinates", "coord", "point", "record", "is", "has", "nav", "data", "flag",
    "marked", "manually", "algorithm", "import", "signal", "number", "num", "no", "n", "nb", "nr", "of", "count",
    "used",
    "in", "use", "view", "the", "provider", "from", "nmea", "rmc", "gga", "gsa", "indicator", "code", "user", "as",
    "detected", "posicion", "anz", "anzahl", "nombre", "nbre", "vus", "vues", "visibles", "numero", "cant", "cantidad",
    "sichtbar", "satstatus",
  ]
}
