internal import Records

/// The texts of a language, checked.
struct LanguageTexts {
  let code: String
  let phrases: [Phrase]
  let compass: [String]
  let ordinals: Ordinals
  let roads: [RoadCase: [RoadRule]]
  let kinds: [RoadKind: [RoadCase: [UInt8]]]
  let abbreviations: Abbreviations
  let distances: [SpokenDistance.Words: Template<NumberSlot>]
  let decimalMark: String
  let notices: [NotificationKind: Template<NoticeSlot>]
  let joined: Template<JoinedSlot>
  let sentence: Template<SentenceSlot>
  let walking: Template<SentenceSlot>

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
    roads = try file.section("roads").each { (file, form: RoadCase) throws(LanguageFault) in
      try file.list(form.rawValue).rules()
    }
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

  private static func phrases(_ file: LanguageSection) throws(LanguageFault) -> [Phrase] {
    try file.check(for: PhraseKey.allCases.map(\.name))
    var phrases: [Phrase] = []
    for key in PhraseKey.allCases {
      let forms = try file.section(key.name)
      try forms.check(for: ["full", "short", "spoken", "ahead"])
      let full: Phrase.Form = try forms.template("full", some: key.slots)
      phrases.append(
        Phrase(
          full: full, short: try forms.template("short", some: key.slots),
          spoken: forms.has("spoken") ? try forms.template("spoken", some: key.slots) : full,
          ahead: forms.has("ahead") ? try forms.template("ahead", some: key.slots) : nil))
    }
    return phrases
  }
}

extension Ordinals {
  fileprivate init(_ file: LanguageSection) throws(LanguageFault) {
    try file.check(for: ["written", "spoken", "other"])
    self.init(
      written: try file.texts("written"), spoken: try file.texts("spoken"),
      other: try file.template("other", all: [.number]))
  }
}

extension SpokenDistance.Words {
  /// The others say how many in words.
  fileprivate var hasNumber: Bool {
    switch self {
    case .metres, .kilometres, .feet, .miles: true
    case .kilometre, .quarterMile, .halfMile, .threeQuartersOfAMile, .mile: false
    }
  }
}
