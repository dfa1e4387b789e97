internal import RoadGraph

/// How a sentence refers to a road. Raw values are the keys in the file of a language.
enum RoadCase: String, CaseIterable, Sendable {
  /// Where one turns: `in die Hauptstraße`.
  case onto
  /// What one follows: `der Hauptstraße`; as ``onto`` if the rule does not say.
  case along
  /// Where one is: `auf der Hauptstraße`; as ``onto`` if the rule does not say.
  case on
  /// The number of a road that is further ahead: `zur A 5`.
  case to
  /// Where a roundabout with a name is: `am Ernst-Reuter-Platz`.
  case ring
  case ferry

  fileprivate var standIn: RoadCase? { self == .along || self == .on ? .onto : nil }
}

/// The words around the names of roads, by case. The first rule that applies is used; the last one applies to all names.
struct RoadPhrases: Sendable {
  private let rules: CaseTable<RoadCase, [RoadRule]>
  /// Beginnings that change in `{changed}`, as adjectives do: `Alter ` to `Alten `.
  private let changes: [(from: [UInt8], to: [UInt8])]

  /// - Parameter file: the whole language.
  init(_ file: LanguageSection) throws(LanguageFault) {
    let all = try file.rules("roads")
    rules = try CaseTable { form throws(LanguageFault) in
      let some = all.filter { $0.text(form) != nil }
      guard some.last?.isForAll == true else {
        throw LanguageFault("roads has no rule for all names with \(form.rawValue); add it to the end")
      }
      return some
    }
    changes = try file.pairs("changes").map { (from: Array($0.0.utf8), to: Array($0.1.utf8)) }
  }

  /// Appends a name with its words.
  ///
  /// - Parameter write: appends the name.
  func write(_ name: String, _ form: RoadCase, to bytes: inout [UInt8], _ write: (inout [UInt8]) -> Void) {
    let rules = rules[form]
    let lowercase = rules.count > 1 ? Array(name.lowercased().utf8) : []
    let rule = rules.first { $0.isForAll || $0.applies(to: lowercase) }
    rule?.text(form)?.write(to: &bytes) { slot, bytes in
      let start = bytes.count
      write(&bytes)
      if slot == .changed { change(&bytes, from: start) }
    }
  }

  private func change(_ bytes: inout [UInt8], from start: Int) {
    guard let change = changes.first(where: { bytes[start...].starts(with: $0.from) }) else { return }
    bytes.replaceSubrange(start..<start + change.from.count, with: change.to)
  }
}

/// The placeholders of the texts about one road: the name as it is, and with its beginning changed.
enum RoadSlot: String, TemplateSlot { case name, changed }

/// The words around the names of some roads, `in die {name}`.
final class RoadRule: Sendable {
  /// The beginnings, ends and parts of the names it is for, in lower case; all names where a list is empty.
  private let begins: [[UInt8]]
  private let ends: [[UInt8]]
  private let contains: [[UInt8]]
  /// Only for numbers: A 5.
  private let isOfNumbers: Bool
  private let texts: CaseTable<RoadCase, Template<RoadSlot>?>

  init(_ file: LanguageSection) throws(LanguageFault) {
    try file.check(for: ["begins", "ends", "contains", "numbers"] + RoadCase.allCases.map(\.rawValue))
    let texts = { (key: String) throws(LanguageFault) -> [[UInt8]] in
      file.has(key) ? try file.texts(key).map { Array($0.lowercased().utf8) } : []
    }
    begins = try texts("begins")
    ends = try texts("ends")
    contains = try texts("contains")
    isOfNumbers = file.isTrue("numbers")
    self.texts = try CaseTable { form throws(LanguageFault) in
      file.has(form.rawValue) ? try file.template(form.rawValue, oneOf: [.name, .changed]) : nil
    }
  }

  func text(_ form: RoadCase) -> Template<RoadSlot>? { texts[form] ?? form.standIn.flatMap { texts[$0] } }

  /// - Parameter name: in lower case, as UTF-8.
  func applies(to name: [UInt8]) -> Bool {
    (!isOfNumbers || isNumber(name))
      && (begins.isEmpty || begins.contains { name.starts(with: $0) })
      && (ends.isEmpty || ends.contains { name.count >= $0.count && name.suffix($0.count) == $0[...] })
      && (contains.isEmpty || contains.contains { name.contains($0) })
  }

  /// Whether it is for every name.
  var isForAll: Bool { !isOfNumbers && begins.isEmpty && ends.isEmpty && contains.isEmpty }

  /// Up to three letters and a digit, with or without a space or a hyphen: `a 5`, `b27`, `i-95`.
  private func isNumber(_ name: [UInt8]) -> Bool {
    let rest = name.drop { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    let letters = name.count - rest.count
    let digits = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
    return letters <= 3 && digits.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }
}

/// What a road without name and number is called. Raw values are the keys in the file of a language.
enum RoadKind: String, CaseIterable, Sendable {
  case steps
  case cyclePath = "cycle_path"
  case bridlePath = "bridle_path"
  case path, track
  case pedestrianStreet = "pedestrian_street"
  case serviceRoad = "service_road"
  case motorway

  /// - Returns: `nil` for roads that look like every other road, and for links.
  init?(of roadClass: RoadClass) {
    switch roadClass {
    case .steps: self = .steps
    case .cycleway: self = .cyclePath
    case .bridleway: self = .bridlePath
    case .footway, .path: self = .path
    case .track: self = .track
    case .pedestrian: self = .pedestrianStreet
    case .service: self = .serviceRoad
    case .motorway: self = .motorway
    default: return nil
    }
  }
}

/// What roads of one kind are called: `the steps`.
struct RoadKindWords: Sendable {
  private let onto: [UInt8]
  private let along: [UInt8]
  private let on: [UInt8]

  init(_ file: LanguageSection) throws(LanguageFault) {
    try file.check(for: ["onto", "along", "on"])
    onto = Array(try file.text("onto").utf8)
    along = file.has("along") ? Array(try file.text("along").utf8) : onto
    on = file.has("on") ? Array(try file.text("on").utf8) : onto
  }

  /// Empty for cases in which only names stand.
  func words(_ form: RoadCase) -> [UInt8] {
    switch form {
    case .onto: onto
    case .along: along
    case .on: on
    case .to, .ring, .ferry: []
    }
  }
}

extension [UInt8] {
  /// Whether it has another text as a part. Text search in strings costs ten times as much for short texts.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return part.isEmpty }
    return (0...count - part.count).contains { self[$0] == first && self[$0..<$0 + part.count] == part[...] }
  }
}
