internal import RoadGraph

/// How a sentence refers to a road. Raw values are the keys in the file of a language.
enum RoadCase: String, CaseIterable, Sendable {
  case onto, stay, on, ferry
}

/// The rules of each case. The first that applies is used; the last one applies to all names.
struct RoadPhrases: Sendable {
  private let onto: [RoadRule]
  private let stay: [RoadRule]
  private let on: [RoadRule]
  private let ferry: [RoadRule]

  init(_ file: LanguageSection) throws(LanguageFault) {
    try file.check(for: RoadCase.allCases.map(\.rawValue))
    onto = try file.list(RoadCase.onto.rawValue).rules()
    stay = try file.list(RoadCase.stay.rawValue).rules()
    on = try file.list(RoadCase.on.rawValue).rules()
    ferry = try file.list(RoadCase.ferry.rawValue).rules()
  }

  subscript(form: RoadCase) -> [RoadRule] {
    switch form {
    case .onto: onto
    case .stay: stay
    case .on: on
    case .ferry: ferry
    }
  }
}

/// The placeholder of the texts about one road.
enum RoadSlot: String, Sendable { case name }

/// The words around the names of some roads, `in die {name}`.
final class RoadRule: Sendable {
  /// The beginnings, ends and parts of the names it is for, in lower case; all names where a list is empty.
  private let begins: [String]
  private let ends: [String]
  private let contains: [String]
  /// Only for numbers: A 5.
  private let isOfNumbers: Bool
  /// Beginnings that change, as adjectives do: `Alter ` to `Alten `.
  private let changes: [(from: String, to: String)]
  private let text: Template<RoadSlot>

  init(_ file: LanguageSection) throws(LanguageFault) {
    try file.check(for: ["begins", "ends", "contains", "numbers", "change", "text"])
    text = try file.template("text", all: [.name])
    begins = file.has("begins") ? try file.texts("begins").map { $0.lowercased() } : []
    ends = file.has("ends") ? try file.texts("ends").map { $0.lowercased() } : []
    contains = file.has("contains") ? try file.texts("contains").map { $0.lowercased() } : []
    isOfNumbers = file.isTrue("numbers")
    changes = file.has("change") ? try file.pairs("change").map { (from: $0.0, to: $0.1) } : []
  }

  /// - Parameter name: in lower case.
  func applies(to name: String) -> Bool {
    (!isOfNumbers || isNumber(name))
      && (begins.isEmpty || begins.contains(where: name.hasPrefix))
      && (ends.isEmpty || ends.contains(where: name.hasSuffix))
      && (contains.isEmpty || contains.contains { name.contains($0) })
  }

  /// Whether it is for every name.
  var isForAll: Bool { !isOfNumbers && begins.isEmpty && ends.isEmpty && contains.isEmpty }

  /// Appends a name with its words.
  ///
  /// - Parameter name: appends the name.
  func write(to bytes: inout [UInt8], name: (inout [UInt8]) -> Void) {
    text.write(to: &bytes) { _, bytes in
      let start = bytes.count
      name(&bytes)
      if let change = changes.first(where: { bytes[start...].starts(with: $0.from.utf8) }) {
        bytes.replaceSubrange(start..<start + change.from.utf8.count, with: change.to.utf8)
      }
    }
  }

  /// Up to three letters and a digit, with or without a space or a hyphen: `a 5`, `b27`, `i-95`.
  private func isNumber(_ name: String) -> Bool {
    let rest = name.utf8.drop { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    let letters = name.utf8.count - rest.count
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
