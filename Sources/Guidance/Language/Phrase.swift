/// One phrase in its forms, without a capital and a full stop.
struct Phrase: Sendable {
  typealias Form = Template<PhraseSlot>

  var full: Form
  /// A few words for a screen.
  var short: Form
  /// What a voice says where the driver acts; the full one by default.
  var spoken: Form
  /// The same behind a distance, `in 300 metres, …`, in languages that then order the words differently.
  var ahead: Form?
}

/// How the values of a phrase are written.
enum PhraseStyle: Sendable {
  case written
  /// With abbreviations.
  case short
  /// Without abbreviations and symbols.
  case spoken
}
