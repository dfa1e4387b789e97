package import Traces

/// What stands behind the `@` of a conditional tag: all of its parts must be met.
///
/// - Source: OSM wiki, Conditional restrictions: `@ (<condition> AND <condition>)`.
package struct RoadCondition: Hashable, Sendable {
  package enum State: Sendable {
    case holds, doesNotHold
    /// Some part cannot be told, and no other one fails.
    case unknown
  }

  /// Why a part cannot be told. Raw values are the words that users are told.
  package enum Obstacle: String, CaseIterable, Comparable, Sendable {
    /// It compares weights, lengths or other measures.
    case measures = "measures of the vehicle"
    /// It is a word: who drives, why, the weather.
    case circumstances = "users, purposes and weather"
    /// It is not understood.
    case syntax = "texts not understood"

    package static func < (a: Obstacle, b: Obstacle) -> Bool { a.rawValue < b.rawValue }
  }

  private enum Part: Hashable, Sendable {
    case hours(OpeningHours)
    case untold(Obstacle)
  }

  private let parts: [Part]

  package init(_ text: String) {
    parts = Self.bare(text).components(separatedBy: "AND").map(Self.part)
  }

  /// Of its parts.
  package var obstacles: [Obstacle] {
    parts.compactMap { part in
      if case .untold(let obstacle) = part { return obstacle }
      return nil
    }
  }

  package var ignoresHolidays: Bool {
    parts.contains { part in
      if case .hours(let hours) = part { return hours.ignoresHolidays }
      return false
    }
  }

  package func state(at time: ZonedTime) -> State {
    var state = State.holds
    for part in parts {
      switch part {
      case .hours(let hours): if !hours.holds(at: time) { return .doesNotHold }
      case .untold: state = .unknown
      }
    }
    return state
  }

  private static func part(_ text: String) -> Part {
    let text = bare(text)
    if let hours = OpeningHours(text) { return .hours(hours) }
    if text.contains(where: { "<>=".contains($0) }) { return .untold(.measures) }
    let isWord = !text.isEmpty && text.allSatisfy { $0.isLetter || "_:-".contains($0) }
    return .untold(isWord ? .circumstances : .syntax)
  }

  /// Without blanks and one pair of brackets around it.
  private static func bare(_ text: String) -> String {
    var text = text.trimmed[...]
    if text.first == "(", text.last == ")" { text = text.dropFirst().dropLast() }
    return String(text).trimmed
  }
}

/// One part of a conditional tag: `no @ (Mo-Fr 07:00-09:00)`.
struct ConditionalClause: Hashable, Sendable {
  var value: String
  var condition: RoadCondition

  /// The clauses of `no @ (22:00-06:00); delivery @ (Mo-Fr 06:00-09:00)`. One without its `@` has a condition that is not
  /// understood.
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

  /// The pieces between the occurrences of a word that has blanks around it.
  fileprivate func components(separatedBy word: String) -> [String] {
    var pieces: [[Substring]] = [[]]
    for part in split(separator: " ", omittingEmptySubsequences: false) {
      if part == word { pieces.append([]) } else { pieces[pieces.count - 1].append(part) }
    }
    return pieces.map { $0.joined(separator: " ") }
  }
}
