/// One phrase in its forms, without a capital and a full stop.
final class Phrase: Sendable {
  typealias Form = Template<PhraseSlot>

  let full: Form
  /// A few words for a screen.
  let short: Form
  /// What a voice says where the driver acts; the full one by default.
  let spoken: Form
  /// The spoken phrase after a distance, `in 300 metres, …`, in languages that then order the words differently.
  let ahead: Form?

  init(full: Form, short: Form, spoken: Form, ahead: Form?) {
    self.full = full
    self.short = short
    self.spoken = spoken
    self.ahead = ahead
  }
}

/// How the values of a phrase are written.
enum PhraseStyle: Sendable {
  case written
  /// With abbreviations.
  case short
  /// Without abbreviations and symbols.
  case spoken
}
