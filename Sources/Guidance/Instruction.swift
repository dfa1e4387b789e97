/// The words of a maneuver, in the language of the run.
///
/// Each form is written when it is read: most runs need one of them, or none.
package struct Instruction: Sendable {
  private enum Source {
    case sentence(String)
    case phrase(PhraseKey, PhraseValues, Language)
  }

  private let source: Source

  init(_ key: PhraseKey, _ values: PhraseValues, in language: Language) { source = .phrase(key, values, language) }

  /// A sentence that is the same in all forms.
  package init(_ sentence: String) { source = .sentence(sentence) }

  /// A sentence.
  package var full: String { text { $0.sentence($0.text($1.full, $2, .written)) } }

  /// A few words for a screen.
  package var short: String { text { capitalised($0.text($1.short, $2, .short)) } }

  /// What a voice says where the driver acts, a sentence.
  package var spoken: String { text { $0.sentence($0.text($1.spoken, $2, .spoken)) } }

  /// The same without a capital and a full stop, to be part of a sentence.
  package var phrase: String { text { $0.text($1.spoken, $2, .spoken) } }

  /// The phrase behind a distance.
  package var phraseAhead: String { text { $0.text($1.ahead ?? $1.spoken, $2, .spoken) } }

  private func text(_ write: (Language, Phrase, PhraseValues) -> String) -> String {
    switch source {
    case .sentence(let text): text
    case .phrase(let key, let values, let language): write(language, language.phrases[key.rawValue], values)
    }
  }
}

extension Language {
  func instruction(_ key: PhraseKey, _ values: PhraseValues) -> Instruction { Instruction(key, values, in: self) }

  /// - Complexity: proportional to the length of the text; reads nothing again.
  fileprivate func text(_ template: Phrase.Form, _ values: PhraseValues, _ style: PhraseStyle) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(96)
    write(template, values, style, to: &bytes)
    guard values.isWalked, style != .short else { return String(decoding: bytes, as: UTF8.self) }
    var walked: [UInt8] = []
    walking.write(to: &walked) { $1 += bytes }
    return String(decoding: walked, as: UTF8.self)
  }
}
