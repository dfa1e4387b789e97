internal import Synchronization

/// The words of a maneuver, in the language of the run.
///
/// Each form is written when it is first read: most runs need one of them, or none.
package final class Instruction: Sendable {
  private let key: PhraseKey
  private let values: PhraseValues
  private let language: Language
  private let written = Mutex(InlineArray<3, String?>(repeating: nil))

  private enum Form: Int { case full, short, spoken }

  init(_ key: PhraseKey, _ values: PhraseValues, in language: Language) {
    self.key = key
    self.values = values
    self.language = language
  }

  private var phrase: Phrase { language.phrases[key.rawValue] }

  /// A sentence.
  package var full: String { once(.full) { language.sentence { write(phrase.full, .written, to: &$0) } } }

  /// A few words for a screen.
  package var short: String {
    once(.short) {
      var bytes: [UInt8] = []
      write(phrase.short, .short, to: &bytes)
      capitalise(&bytes, at: 0)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// What a voice says where the driver acts, a sentence.
  package var spoken: String { once(.spoken) { language.sentence { writeSpoken(to: &$0) } } }

  private func once(_ form: Form, _ write: () -> String) -> String {
    written.withLock { written in
      if let text = written[form.rawValue] { return text }
      let text = write()
      written[form.rawValue] = text
      return text
    }
  }

  /// Appends the spoken phrase without a capital and a full stop, as a part of a sentence.
  func writeSpoken(to bytes: inout [UInt8]) { write(phrase.spoken, .spoken, to: &bytes) }

  /// Appends the phrase that follows a distance.
  func writeAhead(to bytes: inout [UInt8]) { write(phrase.ahead ?? phrase.spoken, .spoken, to: &bytes) }

  private func write(_ form: Phrase.Form, _ style: PhraseStyle, to bytes: inout [UInt8]) {
    if values.isWalked, style != .short {
      language.walking.write(to: &bytes) { _, bytes in writeRiding(form, style, to: &bytes) }
    } else {
      writeRiding(form, style, to: &bytes)
    }
  }

  private func writeRiding(_ form: Phrase.Form, _ style: PhraseStyle, to bytes: inout [UInt8]) {
    form.write(to: &bytes) { slot, bytes in values.write(slot, style, in: language, to: &bytes) }
  }
}

extension Instruction: Hashable {
  /// - Precondition: both are in one language.
  package static func == (a: Instruction, b: Instruction) -> Bool { a.key == b.key && a.values == b.values }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    values.hash(into: &hasher)
  }
}

extension Language {
  func instruction(_ key: PhraseKey, _ values: PhraseValues) -> Instruction { Instruction(key, values, in: self) }
}
