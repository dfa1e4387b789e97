package import Moments

/// The time and the traveller for which conditions are evaluated.
package struct Circumstances: Sendable {
  /// `nil` if no time is given; rules that hold at certain times are then not in force.
  package var time: ZonedTime?
  package let traveller: Traveller
  /// `nil` if it is not known.
  var purpose: Purpose?

  /// What somebody wants on a road: conditions such as `destination` and `delivery` hold for those who end there.
  enum Purpose: Sendable { case passing, ending }

  package init(at time: ZonedTime?, _ traveller: Traveller) {
    self.time = time
    self.traveller = traveller
  }

  func with(_ purpose: Purpose) -> Circumstances {
    var circumstances = self
    circumstances.purpose = purpose
    return circumstances
  }
}

/// The text after the `@` of a conditional tag. All of its parts must be met.
///
/// - Source: OSM wiki, Conditional restrictions: `@ (<condition> AND <condition>)`.
package struct RoadCondition: Hashable, Sendable {
  package enum State: Sendable {
    case holds, doesNotHold
    /// Some part cannot be evaluated, and no other part fails.
    case unknown
  }

  /// Why a part cannot be evaluated. Raw values are the words shown to users.
  package enum Obstacle: String, CaseIterable, Comparable, Sendable {
    /// It compares a number of axles, persons or similar.
    case measures = "measures other than size and weight"
    /// It is a word: a user, a purpose, the weather.
    case circumstances = "users, purposes and weather"
    /// It is not understood.
    case syntax = "texts not understood"

    package static func < (a: Obstacle, b: Obstacle) -> Bool { a.rawValue < b.rawValue }
  }

  fileprivate enum Part: Hashable, Sendable {
    case hours(OpeningHours)
    case comparison(Comparison)
    /// For those who begin or end there: deliveries, customers.
    case ending
    case untold(Obstacle)
  }

  /// A comparison of a measure of the vehicle with a number: `weight>7.5`.
  fileprivate struct Comparison: Hashable, Sendable {
    var measure: Vehicle.Measure
    var sign: String
    var number: Double
  }

  private let parts: [Part]

  private init(parts: [Part]) { self.parts = parts }

  package init(_ text: String) {
    parts = Self.bare(text).components(separatedBy: "AND").map(Self.part)
  }

  /// The obstacles of its parts.
  package var obstacles: [Obstacle] {
    parts.compactMap { part in
      switch part {
      case .hours, .comparison: nil
      case .ending: .circumstances
      case .untold(let obstacle): obstacle
      }
    }
  }

  /// Some part is about the time.
  var dependsOnTime: Bool {
    parts.contains { part in
      if case .hours = part { return true }
      return false
    }
  }

  /// Some part is about who begins or ends there.
  var isAboutEnding: Bool { parts.contains(.ending) }

  /// The condition of rules that are always in force for everybody.
  static let always = RoadCondition(parts: [])

  package var ignoresHolidays: Bool {
    parts.contains { part in
      if case .hours(let hours) = part { return hours.ignoresHolidays }
      return false
    }
  }

  package func state(in circumstances: Circumstances) -> State {
    var state = State.holds
    for part in parts {
      switch Self.state(of: part, in: circumstances) {
      case .holds: break
      case .doesNotHold: return .doesNotHold
      case .unknown: state = .unknown
      }
    }
    return state
  }

  private static func state(of part: Part, in circumstances: Circumstances) -> State {
    switch part {
    case .hours(let hours):
      guard let time = circumstances.time else { return .unknown }
      return hours.holds(at: time) ? .holds : .doesNotHold
    case .comparison(let comparison):
      guard let own = circumstances.traveller.vehicle[comparison.measure] else { return .unknown }
      return comparison.holds(own) ? .holds : .doesNotHold
    case .ending: return circumstances.purpose.map { $0 == .ending ? .holds : .doesNotHold } ?? .unknown
    case .untold: return .unknown
    }
  }

  private static func part(_ text: String) -> Part {
    let text = bare(text)
    if let hours = OpeningHours(text) { return .hours(hours) }
    if text.contains(where: { "<>=".contains($0) }) {
      return Comparison(text).map { .comparison($0) } ?? .untold(.measures)
    }
    if isEnding(text) { return .ending }
    let isWord = !text.isEmpty && text.allSatisfy { $0.isLetter || "_:-".contains($0) }
    return .untold(isWord ? .circumstances : .syntax)
  }

  /// `destination`, or several such words: `delivery;customers`, `destination OR delivery`.
  private static func isEnding(_ text: String) -> Bool {
    let words = text.split { " ,;".contains($0) }.filter { $0 != "OR" && $0 != "or" }
    return !words.isEmpty && words.allSatisfy { endings.contains(String($0)) }
  }

  private static let endings: Set<String> = [
    "destination", "delivery", "deliveries", "customers", "customer", "visitors", "loading", "unloading",
    "loading_unloading",
  ]

  /// Without blanks and one pair of brackets around it.
  private static func bare(_ text: String) -> String {
    let text = text.trimmed
    guard text.first == "(", text.last == ")" else { return text }
    let inner = text.dropFirst().dropLast()
    // In `(a) AND (b)` the first bracket closes before the end.
    var depth = 0
    for letter in inner {
      depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
      if depth < 0 { return text }
    }
    return String(inner).trimmed
  }
}

extension RoadCondition.Comparison {
  /// `nil` if the measure is not a measure of ``Vehicle``, or the sign or the number is invalid.
  fileprivate init?(_ text: String) {
    guard let begin = text.firstIndex(where: { "<>=".contains($0) }) else { return nil }
    let end = text[begin...].firstIndex { !"<>=".contains($0) } ?? text.endIndex
    let names: [String: Vehicle.Measure] = [
      "height": .height, "width": .width, "length": .length, "weight": .weight, "weightrating": .weight,
      "axleload": .axleLoad,
    ]
    guard let measure = names[String(text[..<begin]).trimmed],
      let number = readMeasure(String(text[end...]), measure)
    else { return nil }
    sign = String(text[begin..<end])
    guard ["<", "<=", "=", "==", ">=", ">"].contains(sign) else { return nil }
    (self.measure, self.number) = (measure, number)
  }

  fileprivate func holds(_ own: Double) -> Bool {
    switch sign {
    case ">": own > number
    case ">=": own >= number
    case "<": own < number
    case "<=": own <= number
    default: own == number
    }
  }
}

/// One part of a conditional tag: `no @ (Mo-Fr 07:00-09:00)`.
struct ConditionalClause: Hashable, Sendable {
  var value: String
  var condition: RoadCondition

  /// The clauses of `no @ (22:00-06:00); delivery @ (Mo-Fr 06:00-09:00)`. A clause without `@` has a condition that is
  /// not understood.
  static func clauses(of text: String) -> [ConditionalClause] {
    var parts: [String] = [""]
    var depth = 0
    for letter in text {
      if letter == "(" { depth += 1 }
      if letter == ")" { depth -= 1 }
      if letter == ";", depth <= 0 { parts.append("") } else { parts[parts.count - 1].append(letter) }
    }
    return parts.map(\.trimmed).filter { !$0.isEmpty }.map { part in
      let sides = part.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map { String($0).trimmed }
      return ConditionalClause(value: sides[0], condition: RoadCondition(sides.count == 2 ? sides[1] : "?"))
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// The pieces between the occurrences of a word surrounded by blanks.
  fileprivate func components(separatedBy word: String) -> [String] {
    var pieces: [[Substring]] = [[]]
    for part in split(separator: " ", omittingEmptySubsequences: false) {
      if part == word { pieces.append([]) } else { pieces[pieces.count - 1].append(part) }
    }
    return pieces.map { $0.joined(separator: " ") }
  }
}
