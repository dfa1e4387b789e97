/// The words of a maneuver, in the language of the run.
///
/// Each form is written when it is read: most runs need one of them, or none.
package final class Instruction: Sendable {
  private enum Source {
    case sentence(String)
    case phrase(Phrase, PhraseValues, Language)
  }

  private let source: Source

  init(_ key: PhraseKey, _ values: PhraseValues, in language: Language) {
    source = .phrase(language.phrases[key.rawValue], values, language)
  }

  /// A sentence that is the same in all forms.
  package init(_ sentence: String) { source = .sentence(sentence) }

  /// A sentence.
  package var full: String { sentence(.written) { $0.full } }

  /// A few words for a screen.
  package var short: String {
    if case .sentence(let text) = source { return text }
    return String(decoding: capitalised(phrase(.short) { $0.short }), as: UTF8.self)
  }

  /// What a voice says where the driver acts, a sentence.
  package var spoken: String { sentence(.spoken) { $0.spoken } }

  /// The same without a capital and a full stop, to be part of a sentence.
  var phrase: [UInt8] { phrase(.spoken) { $0.spoken } }

  /// The phrase behind a distance.
  var phraseAhead: [UInt8] { phrase(.spoken) { $0.ahead ?? $0.spoken } }

  private func sentence(_ style: PhraseStyle, _ form: (Phrase) -> Phrase.Form) -> String {
    switch source {
    case .sentence(let text): text
    case .phrase(_, _, let language): language.sentence(phrase(style, form))
    }
  }

  private func phrase(_ style: PhraseStyle, _ form: (Phrase) -> Phrase.Form) -> [UInt8] {
    switch source {
    case .sentence(let text): return Array(text.utf8)
    case .phrase(let phrase, let values, let language):
      var bytes: [UInt8] = []
      bytes.reserveCapacity(96)
      language.write(form(phrase), values, style, to: &bytes)
      return bytes
    }
  }
}

extension Language {
  func instruction(_ key: PhraseKey, _ values: PhraseValues) -> Instruction { Instruction(key, values, in: self) }
}
