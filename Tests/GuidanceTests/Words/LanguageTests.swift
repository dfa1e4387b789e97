import Geodesy
import Testing

@testable import Guidance

extension Language: CustomTestStringConvertible {
  package var testDescription: String { code }
}

@Suite struct `Every language` {
  static let all = [Language.english, .german, .french]

  @Test func `that comes with the program can be named`() {
    #expect(Language.builtIn.map(\.code) == Self.all.map(\.code))
    #expect(Language.builtIn.allSatisfy { Language.builtIn(named: $0.code) != nil })
    #expect(Language.builtIn(named: "tlh") == nil)
  }

  /// Whatever English tells of a maneuver, the others tell as well, however they order it.
  @Test(arguments: PhraseKey.allCases)
  func `tells all that a phrase may tell`(key: PhraseKey) {
    for language in Self.all {
      let phrase = language.phrases[key.rawValue]
      for form in [phrase.full, phrase.spoken, phrase.ahead ?? phrase.spoken] {
        #expect(Self.told(form.slots) == Self.told(key.slots), "\(language.code)")
      }
      #expect(phrase.short.slots.isSubset(of: key.slots), "\(language.code)")
    }
  }

  /// The road is told in one form or another.
  private static func told(_ slots: SlotSet<PhraseSlot>) -> Set<PhraseSlot> {
    let slots = Set(PhraseSlot.allCases.filter { slots.contains($0) })
    let forms: Set<PhraseSlot> = [.onto, .along, .on, .stay]
    return slots.isDisjoint(with: forms) ? slots : slots.subtracting(forms).union([.onto])
  }

  /// All values, none, and each one alone.
  private static let values: [PhraseValues] = {
    var whole = PhraseValues()
    whole.road = "Mühlweg"
    whole.destinations = ["Northport", "Harbour"]
    whole.numbers = ["A 5", "B 3"]
    whole.ring = "Great Circus"
    whole.exit = "12a/12b"
    whole.exitName = "Great Cross (West)"
    whole.ordinal = 3
    whole.bearing = 181
    var (road, kind, stay, numbers) = (PhraseValues(), PhraseValues(), whole, whole)
    var (both, repeated) = (whole, whole)
    both.addition = "Great Road (North)"
    repeated.isRepeated = true
    road.road = "A 8/A 9"
    kind.kind = .steps
    stay.isStay = true
    numbers.ordinal = 40
    var destinations = PhraseValues()
    destinations.destinations = ["Bad Homburg v. d. Höhe & Oberursel"]
    return [whole, PhraseValues(), road, kind, stay, numbers, destinations, both, repeated]
  }()

  /// Some phrases are only used for numbers.
  private static func completed(_ values: PhraseValues, for key: PhraseKey) -> PhraseValues {
    var values = values
    if key == .roundaboutExit { values.ordinal = values.ordinal ?? 1 }
    if key == .exitNumbered, values.exit.isEmpty { values.exit = "5" }
    return values
  }

  @Test(arguments: all, PhraseKey.allCases)
  func `leaves no placeholder, bracket or second space in a sentence`(language: Language, key: PhraseKey) {
    for values in Self.values.map({ Self.completed($0, for: key) }) {
      let words = language.instruction(key, values)
      for text in [words.full, words.short, words.spoken, language.sentence(words.writeAhead)] {
        #expect(!text.isEmpty)
        #expect(!text.contains { "{}[]|".contains($0) }, "\(text)")
        #expect(!text.contains("  ") && !text.contains(" .") && !text.contains(" ,"), "\(text)")
        #expect(text.first != " " && text.last != " ", "\(text)")
      }
      #expect(words.full.last == "." && words.spoken.last == ".")
      #expect(words.full.first?.isUppercase == true && words.short.first.map { $0.isUppercase || $0.isNumber } == true)
      #expect(!words.spoken.contains { "/;&()_\"#".contains($0) }, "\(words.spoken)")
      if !values.isRepeated { #expect(words.short.count <= words.full.count, "\(words.short)") }
    }
  }

  @Test(arguments: [
    ("turn left", "turn left"), ("left[ {road}]", "left onto Quay"), ("left[ {exit}]", "left"),
    ("left[ {exit}| {road}|!]", "left onto Quay"), ("[{exit}|straight]", "straight"),
    ("[{road} {exit}]-{road}", "-onto Quay"),
  ])
  func `writes the first alternative that has all its values`(text: String, expected: String) throws {
    let template = try Template<Slot>(text)
    var bytes: [UInt8] = []
    template.write(to: &bytes) { slot, bytes in if slot == .road { bytes += "onto Quay".utf8 } }
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  private enum Slot: String, TemplateSlot { case road, exit }

  @Test(arguments: [
    ("{rood}", "{rood} is no placeholder"), ("left {", "a { is not closed"), ("left [{road}", "a [ is not closed"),
    ("left}", "a } closes nothing"), ("a|b", "a | stands outside of brackets"),
    ("a]", "a ] stands outside of brackets"),
    ("[a[b]]", "brackets stand within brackets"),
  ])
  func `says what is wrong with a phrase`(text: String, clause: String) {
    let error = #expect(throws: TemplateFault.self) { try Template<Slot>(text) }
    #expect(error?.clause == clause)
  }
}

@Suite struct `The file of a language` {
  private func message(changing from: String, to: String) throws -> String {
    let text = String(decoding: PackageResources.en_json, as: UTF8.self)
    let changed = text.replacing(from, with: to, maxReplacements: 1)
    #expect(text != changed)
    let error = #expect(throws: LanguageError.self) { try Language(parsing: Array(changed.utf8), file: "my.json") }
    return error?.description ?? ""
  }

  @Test(arguments: [
    (#""merge": {"#, #""merges": {"#, "my.json: phrases.merges is unknown; known there: depart, "),
    (#""short": "U-turn""#, #""shorts": "U-turn""#, "my.json: phrases.u_turn.shorts is unknown; known there: full,"),
    (#", "short": "U-turn""#, "", "my.json: phrases.u_turn.short is missing. A language has all keys of en.json;"),
    ("{ordinal} exit[", "{number} exit[", "{number} is no placeholder; its placeholders are {destinations}, {onto}, "),
    ("{ordinal} exit[", "{exit} exit[", "{exit} has no value there; its placeholders are {destinations}, {onto}, "),
    ("{ordinal} exit[", "{ordinal exit[", "is no placeholder; its placeholders are"),
    (#""{number} feet""#, #""some feet""#, "my.json: distances.feet lacks {number}."),
    (#""1 mile""#, #""{number} mile""#, "{number} has no value there; it has no placeholders."),
    (#""northwest""#, #""northwest", "up""#, "my.json: compass has 9 points instead of 8."),
    (
      #""onto": "onto {name}", "on""#, #""ends": ["y"], "on""#,
      "my.json: roads has no rule for all names with onto; add"
    ),
    (#""onto": "onto {name}""#, #""unto": "onto {name}""#, "my.json: roads[3].unto is unknown; known there: begins, "),
    (
      #""onto": "onto {name}""#, #""onto": "onto it""#,
      "my.json: roads[3].onto has no placeholder; its placeholders are"
    ),
    (#""decimal_mark": ".","#, #""decimal_mark": 1,"#, "my.json: decimal_mark is no text."),
    (#""and": "and","#, #""and": "and""#, "my.json: it is no JSON: line "),
  ])
  func `is refused with the place of the mistake`(from: String, to: String, message: String) throws {
    let found = try self.message(changing: from, to: to)
    #expect(found.contains(message), "\(found)")
  }

  @Test func `may be changed in one phrase`() throws {
    let text = String(decoding: PackageResources.en_json, as: UTF8.self)
    let mine = text.replacing("turn left[ to", with: "hang a left[ to")
    let language = try Language(parsing: Array(mine.utf8), file: "my.json")
    #expect(language.instruction(.turnLeft, PhraseValues()).full == "Hang a left.")
    #expect(language.instruction(.turnRight, PhraseValues()).full == "Turn right.")
  }
}
