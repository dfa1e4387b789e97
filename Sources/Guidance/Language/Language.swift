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
  private let roads: RoadPhrases
  /// A road by name and number, and the same for a voice.
  private let both: Template<BothSlot>
  private let bothSpoken: Template<BothSlot>
  private let kinds: CaseTable<RoadKind, RoadKindWords>
  private let abbreviations: Abbreviations
  /// Said before the last of a list.
  private let and: String
  let distances: CaseTable<SpokenDistance.Words, Template<NumberSlot>>
  let decimalMark: String
  let notices: CaseTable<NotificationKind, Template<NoticeSlot>>
  let joined: Template<JoinedSlot>
  private let sentence: Template<SentenceSlot>
  /// For cyclists who have to push their bicycle from there on.
  let walking: Template<SentenceSlot>

  /// - Throws: ``LanguageFault`` where a key is missing or unknown, or a placeholder has no value.
  init(_ value: JSONValue) throws(LanguageFault) {
    let file = LanguageSection(value, path: "")
    try file.check(
      for: [
        "language", "sentence", "and", "decimal_mark", "compass", "ordinals", "roads", "changes", "both", "both_spoken",
        "kinds", "abbreviations", "phrases", "distances", "notifications", "joined", "walking",
      ])
    code = try file.text("language")
    sentence = try file.template("sentence", all: [.phrase])
    decimalMark = try file.text("decimal_mark")
    compass = try file.texts("compass")
    guard compass.count == 8 else { throw LanguageFault("compass has \(compass.count) points instead of 8") }
    ordinals = try Ordinals(try file.section("ordinals"))
    and = try file.text("and")
    abbreviations = Abbreviations(try file.pairs("abbreviations").map { (long: $0.0, short: $0.1) }, and: and)
    roads = try RoadPhrases(file)
    both = try file.template("both", all: [.first, .second])
    bothSpoken = try file.template("both_spoken", all: [.first, .second])
    kinds = try file.section("kinds").each { (file, kind: RoadKind) throws(LanguageFault) in
      try RoadKindWords(try file.section(kind.rawValue))
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
    dropDoubledMarks(in: &bytes)
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

  /// Appends names as a list: `Ulm, Bern and Basel`.
  func write(list names: [String], _ style: PhraseStyle, to bytes: inout [UInt8]) {
    for (number, name) in names.enumerated() {
      if number > 0 { bytes += (number == names.count - 1 ? " \(and) " : ", ").utf8 }
      write(name, style, to: &bytes)
    }
  }

  /// Appends the name of a road with the words around it.
  ///
  /// - Parameter addition: its number beside the name, or its name beside the number; a screen has no room for it.
  func write(
    road name: String, and addition: String = "", _ form: RoadCase, _ style: PhraseStyle, to bytes: inout [UInt8]
  ) {
    let isAlone = addition.isEmpty || style == .short
    roads.write(name, form, to: &bytes) { bytes in
      guard !isAlone else { return write(name, style, to: &bytes) }
      (style == .spoken ? bothSpoken : both).write(to: &bytes) { slot, bytes in
        write(slot == .first ? name : addition, style, to: &bytes)
      }
    }
  }

  /// Appends what a road without a name is called; nothing if there are no words for it.
  func write(_ kind: RoadKind, _ form: RoadCase, to bytes: inout [UInt8]) { bytes += kinds[kind].words(form) }

  // MARK: Numbers

  /// A distance with its unit.
  func text(of distance: SpokenDistance) -> String {
    var bytes: [UInt8] = []
    distances[distance.words].write(to: &bytes) { _, bytes in
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

enum NumberSlot: String, TemplateSlot { case number }
enum SentenceSlot: String, TemplateSlot { case phrase }
enum NoticeSlot: String, TemplateSlot { case phrase, distance }
enum JoinedSlot: String, TemplateSlot { case first, second }
enum BothSlot: String, TemplateSlot { case first, second }

/// Leaves one mark of two: the full stop of an abbreviation at the end of a sentence is also that of the sentence, and a
/// comma behind an insertion gives way to the mark that follows.
private func dropDoubledMarks(in bytes: inout [UInt8]) {
  let (comma, stop) = (UInt8(ascii: ","), UInt8(ascii: "."))
  if bytes.last == stop, bytes.dropLast().last == stop { bytes.removeLast() }
  guard bytes.contains(comma) else { return }
  for i in bytes.indices.dropLast().reversed() where bytes[i] == comma {
    if bytes[i + 1] == comma || bytes[i + 1] == stop { bytes.remove(at: i) }
  }
}

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
