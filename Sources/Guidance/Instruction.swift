/// What a driver is told at a maneuver, in the language of the run.
package struct Instruction: Equatable, Sendable {
  /// A sentence.
  package let full: String
  /// A few words for a screen.
  package let short: String
  /// What a voice says where the driver acts, a sentence.
  package let spoken: String
  /// The same without a capital and a full stop, to be part of a sentence.
  package let phrase: String
  /// The phrase behind a distance.
  package let phraseAhead: String

  init(full: String, short: String, spoken: String, phrase: String, phraseAhead: String) {
    self.full = full
    self.short = short
    self.spoken = spoken
    self.phrase = phrase
    self.phraseAhead = phraseAhead
  }

  /// A sentence that is the same in all forms.
  package init(_ sentence: String) {
    self.init(full: sentence, short: sentence, spoken: sentence, phrase: sentence, phraseAhead: sentence)
  }
}

extension Language {
  /// - Complexity: proportional to its length; reads nothing again.
  func instruction(_ key: PhraseKey, _ values: PhraseValues) -> Instruction {
    let phrase = phrases[key.rawValue]
    let spoken = text(phrase.spoken, values, .spoken)
    return Instruction(
      full: sentence(text(phrase.full, values, .written)),
      short: capitalised(text(phrase.short, values, .short)),
      spoken: sentence(spoken), phrase: spoken,
      phraseAhead: phrase.ahead.map { text($0, values, .spoken) } ?? spoken)
  }

  private func text(_ template: Phrase.Form, _ values: PhraseValues, _ style: PhraseStyle) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(96)
    write(template, values, style, to: &bytes)
    guard values.isWalked, style != .short else { return String(decoding: bytes, as: UTF8.self) }
    var walked: [UInt8] = []
    walking.write(to: &walked) { $1 += bytes }
    return String(decoding: walked, as: UTF8.self)
  }
}
