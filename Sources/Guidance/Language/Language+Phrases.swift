extension Language {
  static func phrases(_ file: LanguageSection) throws(LanguageFault) -> [Phrase] {
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
  init(_ file: LanguageSection) throws(LanguageFault) {
    try file.check(for: ["written", "spoken", "other"])
    self.init(
      written: try file.texts("written"), spoken: try file.texts("spoken"),
      other: try file.template("other", all: [.number]))
  }
}

extension SpokenDistance.Words {
  /// The other words contain the number.
  var hasNumber: Bool {
    switch self {
    case .metres, .kilometres, .feet, .miles: true
    case .kilometre, .kilometreAndAHalf, .quarterMile, .halfMile, .threeQuartersOfAMile, .mile, .mileAndAHalf: false
    }
  }
}
