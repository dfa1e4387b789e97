internal import Records

/// The words of one language, read from one file.
///
/// It is read once in a run, and shared. Documentation/Guidance.md describes the file.
package final class Language: Sendable {
  /// The name in options: `en`.
  package let code: String
  /// By ``PhraseKey``.
  let phrases: [Phrase]
  /// From north, clockwise; eight.
  let compass: [String]
  let ordinals: Ordinals
  /// By case; the first rule that applies is used, the last one of each applies to all names.
  private let roads: RoadPhrases
  private let kinds: [RoadKind: [RoadCase: [UInt8]]]
  private let abbreviations: Abbreviations
  let distances: [SpokenDistance.Words: Template<NumberSlot>]
  let decimalMark: String
  let notices: [NotificationKind: Template<NoticeSlot>]
  let joined: Template<JoinedSlot>
  private let sentence: Template<SentenceSlot>
  /// For cyclists who have to push their bicycle from there on.
  let walking: Template<SentenceSlot>

  /// - Throws: ``LanguageFault`` where a key is missing or unknown, or a placeholder has no value.
  init(_ value: JSONValue) throws(LanguageFault) {
    let file = LanguageSection(value, path: "")
    try file.check(
      for: [
        "language", "sentence", "and", "decimal_mark", "compass", "ordinals", "roads", "kinds", "abbreviations",
        "phrases", "distances", "notifications", "joined", "walking",
      ])
    code = try file.text("language")
    sentence = try file.template("sentence", all: [.phrase])
    decimalMark = try file.text("decimal_mark")
    compass = try file.texts("compass")
    guard compass.count == 8 else { throw LanguageFault("compass has \(compass.count) points instead of 8") }
    ordinals = try Ordinals(try file.section("ordinals"))
    abbreviations = Abbreviations(
      ends: try file.pairs("abbreviations").map { (long: $0.0, short: $0.1) }, and: try file.text("and"))
    roads = try RoadPhrases(try file.section("roads"))
    kinds = try file.section("kinds").each { (file, kind: RoadKind) throws(LanguageFault) in
      let words = try file.section(kind.rawValue)
      try words.check(for: ["onto", "on"])
      return [.onto: Array(try words.text("onto").utf8), .on: Array(try words.text("on").utf8)]
    }
    phrases = try Self.phrases(try file.section("phrases"))
    distances = try file.section("distances").each { (file, words: SpokenDistance.Words) throws(LanguageFault) in
      try file.template(words.rawValue, all: words.hasNumber ? [.number] : [])
    }
    notices = try file.section("notifications").each { (file, kind: NotificationKind) throws(LanguageFault) in
      try file.template(kind.rawValue, all: kind == .action ? [.phrase] : [.phrase, .distance])
    }
    joined = try file.template("joined", all: [.first, .second])
    walking = try file.template("walking", all: [.phrase])
  }

  /// A phrase as a sentence.
  ///
  /// - Parameter phrase: appends the phrase.
  func sentence(_ phrase: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(96)
    sentence.write(to: &bytes) { _, bytes in
      let start = bytes.count
      phrase(&bytes)
      capitalise(&bytes, at: start)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Names

  /// Appends a name.
  func write(_ name: String, _ style: PhraseStyle, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes += name.utf8
    switch style {
    case .written: break
    case .short: abbreviations.shorten(&bytes, from: start)
    case .spoken: abbreviations.spell(&bytes, from: start)
    }
  }

  /// Appends the name of a road with the words around it.
  func write(road name: String, _ form: RoadCase, _ style: PhraseStyle, to bytes: inout [UInt8]) {
    let rules = roads[form]
    let lowercase = rules.count > 1 ? name.lowercased() : ""
    let rule = rules.first { $0.isForAll || $0.applies(to: lowercase) }
    rule?.write(to: &bytes) { write(name, style, to: &$0) }
  }

  /// Appends what a road without a name is called; nothing if there are no words for it.
  func write(_ kind: RoadKind, _ form: RoadCase, to bytes: inout [UInt8]) { bytes += kinds[kind]?[form] ?? [] }

  // MARK: Numbers

  /// A distance with its unit.
  func text(of distance: SpokenDistance) -> String {
    var bytes: [UInt8] = []
    distances[distance.words]?.write(to: &bytes) { _, bytes in
      bytes += "\(distance.halves / 2)".utf8
      if distance.halves % 2 == 1 { bytes += "\(decimalMark)5".utf8 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The nearest of the eight points of the compass.
  func compassPoint(_ bearing: Double) -> String { compass[Int((bearing / 45).rounded()) % compass.count] }
}

/// The numbers of exits as words.
struct Ordinals: Sendable {
  /// From 1.
  var written: [String]
  var spoken: [String]
  /// For all others.
  var other: Template<NumberSlot>

  func text(_ number: Int, _ style: PhraseStyle) -> String {
    let words = style == .spoken ? spoken : written
    if words.indices.contains(number - 1) { return words[number - 1] }
    var bytes: [UInt8] = []
    other.write(to: &bytes) { $1 += "\(number)".utf8 }
    return String(decoding: bytes, as: UTF8.self)
  }
}

enum NumberSlot: String, Sendable { case number }
enum SentenceSlot: String, Sendable { case phrase }
enum NoticeSlot: String, Sendable { case phrase, distance }
enum JoinedSlot: String, Sendable { case first, second }

/// Gives the text that begins at an index a capital.
func capitalise(_ bytes: inout [UInt8], at start: Int) {
  guard start < bytes.count else { return }
  if bytes[start] < 0x80 {
    if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[start]) { bytes[start] -= 32 }
    return
  }
  let text = String(decoding: bytes[start...], as: UTF8.self)
  bytes.removeLast(bytes.count - start)
  bytes += (text.prefix(1).uppercased() + text.dropFirst()).utf8
}
