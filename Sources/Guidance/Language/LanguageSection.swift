internal import Records

/// A part of the file of a language, with its name for messages.
struct LanguageSection {
  private let value: JSONValue
  private let path: String

  init(_ value: JSONValue, path: String) {
    self.value = value
    self.path = path
  }

  func has(_ key: String) -> Bool { value[key] != nil }

  func isTrue(_ key: String) -> Bool { value[key] == .flag(true) }

  func section(_ key: String) throws(LanguageFault) -> LanguageSection {
    guard let part = value[key] else { throw LanguageFault("\(name(key)) is missing") }
    guard part.fields != nil else { throw LanguageFault("\(name(key)) is no object") }
    return LanguageSection(part, path: name(key))
  }

  func text(_ key: String) throws(LanguageFault) -> String {
    guard let part = value[key] else { throw LanguageFault("\(name(key)) is missing") }
    guard let text = part.text, !text.isEmpty else { throw LanguageFault("\(name(key)) is no text") }
    return text
  }

  func texts(_ key: String) throws(LanguageFault) -> [String] {
    guard let part = value[key] else { throw LanguageFault("\(name(key)) is missing") }
    guard let texts = part.list?.map(\.text), texts.allSatisfy({ $0?.isEmpty == false }) else {
      throw LanguageFault("\(name(key)) is no list of texts")
    }
    return texts.compactMap(\.self)
  }

  /// An object of texts, in its order.
  func pairs(_ key: String) throws(LanguageFault) -> [(String, String)] {
    var pairs: [(String, String)] = []
    for field in try section(key).value.fields ?? [] {
      guard let text = field.value.text, !field.name.isEmpty else {
        throw LanguageFault("\(name(key)).\(field.name) is no text")
      }
      pairs.append((field.name, text))
    }
    return pairs
  }

  /// A text with placeholders, each of them at least once and no others.
  func template<Slot: TemplateSlot>(_ key: String, all slots: SlotSet<Slot>) throws(LanguageFault) -> Template<Slot> {
    let template: Template<Slot> = try template(key, some: slots)
    if let missing = slots.subtracting(template.slots).names.first {
      throw LanguageFault("\(name(key)) lacks {\(missing)}")
    }
    return template
  }

  /// A text with at least one of the placeholders.
  func template<Slot: TemplateSlot>(_ key: String, oneOf slots: SlotSet<Slot>) throws(LanguageFault) -> Template<Slot> {
    let template: Template<Slot> = try template(key, some: slots)
    if template.slots.isEmpty { throw LanguageFault("\(name(key)) has no placeholder\(choices(slots))") }
    return template
  }

  /// A text with some of the placeholders.
  func template<Slot: TemplateSlot>(_ key: String, some slots: SlotSet<Slot>) throws(LanguageFault) -> Template<Slot> {
    let text = try text(key)
    let template: Template<Slot>
    do throws(TemplateFault) {
      template = try Template(text)
    } catch {
      throw LanguageFault("\(name(key)), \"\(text)\": \(error.clause)\(choices(slots))")
    }
    if let other = template.slots.subtracting(slots).names.first {
      throw LanguageFault("\(name(key)), \"\(text)\": {\(other)} has no value there\(choices(slots))")
    }
    return template
  }

  private func choices<Slot: TemplateSlot>(_ slots: SlotSet<Slot>) -> String {
    if slots.isEmpty { return "; it has no placeholders" }
    return "; its placeholders are " + slots.names.map { "{\($0)}" }.joined(separator: ", ")
  }

  /// The value for each name of an enumeration; all of them must be there.
  func each<Key: RawRepresentable<String> & CaseIterable, Value>(
    _ read: (LanguageSection, Key) throws(LanguageFault) -> Value
  ) throws(LanguageFault) -> CaseTable<Key, Value> {
    try check(for: Key.allCases.map(\.rawValue))
    return try CaseTable { key throws(LanguageFault) in try read(self, key) }
  }

  /// The rules of a list.
  func rules(_ key: String) throws(LanguageFault) -> [RoadRule] {
    guard let list = value[key]?.list else { throw LanguageFault("\(name(key)) is no list") }
    var rules: [RoadRule] = []
    for (number, value) in list.enumerated() {
      rules.append(try RoadRule(LanguageSection(value, path: "\(name(key))[\(number)]")))
    }
    return rules
  }

  /// Refuses keys that nothing reads.
  func check(for keys: [String]) throws(LanguageFault) {
    for field in value.fields ?? [] where !keys.contains(field.name) {
      throw LanguageFault("\(name(field.name)) is unknown; known there: \(keys.joined(separator: ", "))")
    }
  }

  private func name(_ key: String) -> String { path.isEmpty ? key : path + "." + key }
}

/// Why a file is no language.
struct LanguageFault: Error {
  /// A clause.
  let clause: String
  init(_ clause: String) { self.clause = clause }
}
