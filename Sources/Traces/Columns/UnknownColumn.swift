/// A column that is not read, as its name and its values show it.
///
/// A column that says whether positions are good may have any name, so its values are examined as well: a few different
/// ones, either words of receivers or yes and no.
struct UnknownColumn {
  private let words: [String]
  private let values: [FlagWord]
  private let distinct: Set<FlagWord>

  init(name: String, _ texts: [String]) {
    words = HeaderName.words(of: name)
    values = texts.map { FlagWord($0) }
    distinct = Set(values)
  }

  /// Whether it may say that positions are bad.
  var mayBeFlag: Bool {
    guard (2...8).contains(distinct.count), values.count >= 3 * distinct.count else { return false }
    if distinct.contains(where: { $0.isWordOfNoFix || $0.speaksOfFixes }) { return true }
    if distinct.allSatisfy(\.isStatusOfNMEA) { return true }
    if speaksOfMachines { return false }
    if distinct.count == 2, distinct.allSatisfy(\.isBoolean) { return true }
    return speaksOfPositions || distinct.contains { word in Self.parts.contains(where: word.text.contains) }
  }

  private var speaksOfPositions: Bool {
    words.contains { word in Self.stems.contains(where: word.hasPrefix) || Self.endings.contains(where: word.hasSuffix)
    }
  }

  /// Whether its name says that it is about the vehicle, its load, its driver or the weather.
  private var speaksOfMachines: Bool {
    words.contains { word in Self.machines.contains(where: word.hasPrefix) }
  }

  /// The beginnings of words about positions, receivers, or quality.
  private static let stems: Set<String> = [
    "gps", "gnss", "glonass", "nav", "fix", "sat", "lock", "pos", "loc", "lok", "ortung", "ubic", "signal", "empfang",
    "recep", "antenn", "sol", "pvt", "rtk", "rmc", "gga", "nmea", "valid", "gueltig", "valab", "fiab", "reliab",
    "trust", "confid", "plausib", "qual", "guete", "accura", "inaccura", "genau", "ungenau", "precis", "mock", "fake",
    "spoof", "jam", "simul", "outlier", "anomal", "ausreisser", "exclu", "interpol", "extrapol", "estim", "schaetz",
    "geschaetzt", "reckon", "cache", "stale", "frozen", "noise", "suspect", "susp", "status", "state", "estado", "etat",
    "stato", "zustand", "source", "quelle", "fuente", "provider", "method", "flag", "event",
  ]
  private static let endings: Set<String> = ["valid", "fix", "gps", "flag", "status", "state", "quality", "dop"]
  private static let machines: Set<String> = [
    "ignit", "engine", "motor", "zuend", "contact", "door", "tuer", "brake", "bremse", "clutch", "light", "licht",
    "seat", "belt", "pto", "battery", "batterie", "charg", "panic", "sos", "alarm", "weather", "wetter", "rain", "day",
    "weekday", "gender", "occup", "hired", "passenger", "private", "business", "loaded", "reefer", "fridge", "fuel",
    "tank", "gear", "gang", "wiper", "horn", "trailer", "blink", "turn", "input", "din", "dout", "relay", "siren",
    "driv", "moving", "motion", "parked", "idle", "stopped",
  ]
  /// Parts of values about how a position was obtained, in the form of ``FlagWord``.
  private static let parts: [String] = [
    "gps", "gnss", "nofix", "cell", "lbs", "wifi", "network", "stale", "lastknown", "lost", "invalid", "unlock",
    "unreliab", "estimat", "interpol", "extrapol", "veraltet", "perdu", "ungltig", "ungueltig", "nosignal", "deadreck",
  ]
}
