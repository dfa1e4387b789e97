/// The words of one language, read from one file.
///
/// It is read once in a run, and shared. Documentation/Language.md describes the file.
package final class Language: Sendable {
  /// The name in options: `en`.
  package let code: String
  /// By ``PhraseKey``.
  let phrases: [Phrase]
  /// From north, clockwise; eight.
  let compass: [String]
  let ordinals: Ordinals
  /// By case; the first rule that applies is used, the last one of each applies to all names.
  let roads: [RoadCase: [RoadRule]]
  let kinds: [RoadKind: [RoadCase: [UInt8]]]
  let abbreviations: Abbreviations
  let distances: [SpokenDistance.Words: Template<NumberSlot>]
  let decimalMark: String
  let notices: [NotificationKind: Template<NoticeSlot>]
  let joined: Template<JoinedSlot>
  let sentence: Template<SentenceSlot>
  /// For cyclists who have to push their bicycle from there on.
  let walking: Template<SentenceSlot>

  init(_ texts: LanguageTexts) {
    code = texts.code
    phrases = texts.phrases
    compass = texts.compass
    ordinals = texts.ordinals
    roads = texts.roads
    kinds = texts.kinds
    abbreviations = texts.abbreviations
    distances = texts.distances
    decimalMark = texts.decimalMark
    notices = texts.notices
    joined = texts.joined
    sentence = texts.sentence
    walking = texts.walking
  }

  /// Appends a phrase without a capital and a full stop.
  func write(_ template: Phrase.Form, _ values: PhraseValues, _ style: PhraseStyle, to bytes: inout [UInt8]) {
    template.write(to: &bytes) { slot, bytes in values.write(slot, style, in: self, to: &bytes) }
  }

  /// A phrase as a sentence.
  func sentence(_ phrase: String) -> String {
    var bytes: [UInt8] = []
    sentence.write(to: &bytes) { _, bytes in bytes += capitalised(phrase).utf8 }
    return String(decoding: bytes, as: UTF8.self)
  }

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

/// With a capital at its beginning.
func capitalised(_ text: String) -> String {
  guard let first = text.first else { return text }
  return first.uppercased() + text.dropFirst()
}
