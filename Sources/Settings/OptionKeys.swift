internal import Records

/// A key of an option that takes several: `height` of `--vehicle height=4,weight=12`.
package struct OptionKey: Equatable, Sendable {
  package enum Value: Equatable, Sendable {
    /// The key takes no value.
    case flag
    case number(ClosedRange<Double>, unit: String)
    case word([String])
    /// Any text; the associated value shows in the help what it looks like.
    case text(String)
  }

  package let name: String
  package let value: Value
  /// What holds without the key, in words; `nil` if nothing does.
  package let usual: String?
  package let meaning: String

  /// A key that takes no value.
  package init(flag name: String, _ meaning: String) { self.init(name, .flag, meaning) }

  package init(_ name: String, _ value: Value, usual: String? = nil, _ meaning: String) {
    self.name = name
    self.value = value
    self.usual = usual
    self.meaning = meaning
  }

  /// As help shows it: `height=m`.
  package var form: String {
    switch value {
    case .flag: name
    case .number(_, let unit): "\(name)=\(unit)"
    case .word(let words): "\(name)=\(words.joined(separator: "|"))"
    case .text(let hint): "\(name)=\(hint)"
    }
  }
}

/// An option whose value is a list of keys.
package struct KeyedOption: Equatable, Sendable {
  package let name: String
  package let meaning: String
  package let keys: [OptionKey]
  /// The key whose value may begin the list without its name: the address of `--tiles`.
  package let lead: String?

  package init(_ name: String, _ meaning: String, lead: String? = nil, _ keys: [OptionKey]) {
    self.name = name
    self.meaning = meaning
    self.keys = keys
    self.lead = lead
  }

  /// The help: what the option is for, then a line for each key with its unit, its meaning and its default.
  package var help: String {
    ([meaning]
      + keys.map { key in
        "\(key.form): \(key.meaning)\(key.usual.map { " (default: \($0))" } ?? "")."
      }).joined(separator: "\n")
  }

  /// The words that a shell may complete.
  package var words: [String] { keys.map { $0.value == .flag ? $0.name : $0.name + "=" } }

  fileprivate func key(_ name: String) -> OptionKey? { keys.first { $0.name == name } }
}

/// The keys that were given, with their values.
package struct KeyValues: Equatable, Sendable {
  private let option: KeyedOption
  private var values: [String: String] = [:]

  /// - Parameter texts: each use of the option.
  /// - Throws: a ``KeyError`` for an unknown key, or for a value that a key cannot have.
  package init(_ texts: [String] = [], of option: KeyedOption) throws(KeyError) {
    self.option = option
    for text in texts {
      for (number, piece) in Self.pieces(of: text).enumerated() { try take(piece, isFirst: number == 0) }
    }
  }

  /// The parts between commas; `\,` is a comma within a value.
  private static func pieces(of text: String) -> [String] {
    var pieces = [""]
    var isEscaped = false
    for letter in text {
      if isEscaped, letter != ",", letter != "\\" { pieces[pieces.count - 1].append("\\") }
      if letter == ",", !isEscaped {
        pieces.append("")
      } else if letter != "\\" || isEscaped {
        pieces[pieces.count - 1].append(letter)
      }
      isEscaped = letter == "\\" && !isEscaped
    }
    if isEscaped { pieces[pieces.count - 1].append("\\") }
    return pieces
  }

  private mutating func take(_ piece: String, isFirst: Bool) throws(KeyError) {
    let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0].drop { $0 == " " })
    if let key = option.key(name) {
      try set(key, to: parts.count == 2 ? String(parts[1]) : nil)
    } else if isFirst, let lead = option.lead.flatMap(option.key), !piece.isEmpty {
      try set(lead, to: piece)
    } else {
      throw .unknown(name, of: option)
    }
  }

  private mutating func set(_ key: OptionKey, to value: String?) throws(KeyError) {
    guard values[key.name] == nil else { throw .twice(key, of: option) }
    switch (key.value, value) {
    case (.flag, nil): values[key.name] = ""
    case (.flag, _?): throw .takesNoValue(key, of: option)
    case (_, nil), (_, ""?): throw .needsValue(key, of: option)
    case (.number(let range, _), let text?):
      guard let number = Double(text), range.contains(number) else { throw .outOfRange(key, text, of: option) }
      values[key.name] = text
    case (.word(let words), let text?):
      guard words.contains(text) else { throw .notOneOf(words, key, text, of: option) }
      values[key.name] = text
    case (.text, let text?): values[key.name] = text
    }
  }

  package var isEmpty: Bool { values.isEmpty }
  package var count: Int { values.count }

  /// Whether a key was given.
  package func has(_ name: String) -> Bool { self[name] != nil }

  /// The value of a key as it was written; `nil` if it was not given.
  package subscript(name: String) -> String? {
    precondition(option.key(name) != nil, "--\(option.name) has no key \(name)")
    return values[name]
  }

  package func number(_ name: String) -> Double? { self[name].flatMap(Double.init) }

  /// The keys in the order of the option, whatever the order in which they were given; empty if none was.
  package var text: String {
    option.keys.compactMap { key in
      values[key.name].map { key.value == .flag ? key.name : "\(key.name)=\($0)" }
    }.joined(separator: ",")
  }
}

/// What is wrong with the keys of an option.
package enum KeyError: Error, Equatable, Sendable, CustomStringConvertible {
  case unknown(String, of: KeyedOption)
  case twice(OptionKey, of: KeyedOption)
  case needsValue(OptionKey, of: KeyedOption)
  case takesNoValue(OptionKey, of: KeyedOption)
  case outOfRange(OptionKey, String, of: KeyedOption)
  case notOneOf([String], OptionKey, String, of: KeyedOption)

  package var description: String {
    switch self {
    case .unknown(let name, let option):
      "--\(option.name) has no key '\(name)'.\(didYouMean(name, among: option.keys.map(\.name))) The keys are "
        + "\(option.keys.map(\.form).joined(separator: ", ")); a comma within a value is written \\,."
    case .twice(let key, let option): "--\(option.name) has \(key.name) twice; leave out one of them."
    case .needsValue(let key, let option): "\(key.name) of --\(option.name) needs a value: \(key.form)."
    case .takesNoValue(let key, let option): "\(key.name) of --\(option.name) stands alone and has no value."
    case .outOfRange(let key, let text, let option):
      "\(key.name) of --\(option.name) is \(key.range), not \(text)."
    case .notOneOf(let words, let key, let text, let option):
      "\(key.name) of --\(option.name) is one of \(words.joined(separator: ", ")), not "
        + "\(text).\(didYouMean(text, among: words))"
    }
  }
}

extension OptionKey {
  /// The values that a number may have, in words.
  fileprivate var range: String {
    guard case .number(let range, let unit) = value else { return form }
    return "\(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound)) \(unit)"
  }

  private static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
