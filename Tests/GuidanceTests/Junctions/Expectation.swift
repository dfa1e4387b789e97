import Guidance

/// What is said on a drive between departure and arrival, as a pattern.
///
///     silent                                      nothing
///     turn left onto Side Street                  one maneuver
///     turn|fork slight_left|left; merge *         two of them, with words that do as well
///     silent or continue straight                 either
///     turn left; ?continue onto New Street        the second may be missing
///     roundabout * exit 2                         the number of the exit
///     ramp slight_right exit 12 toward Basel      the sign is in the sentence
///     ramp right signs Basel|- refs A 5           destinations and numbers on the sign, or none; `named` for the exit
///     turn left lanes left*|left+|through~|none   the lanes as ``LanePattern`` reads them; `above` for their signs
///     pass lanes left|through*                    a junction with known lanes that is passed without a maneuver
///     halt                                        arrival and departure at a stopover
struct Expectation {
  struct Step {
    var types: [String]
    var modifiers: [String]
    var clauses: [String: String]
    var isOptional: Bool
  }

  private(set) var alternatives: [[Step]]

  init(_ text: String) throws {
    alternatives = try text.split(separator: " or ", omittingEmptySubsequences: false).map { alternative in
      if alternative == "silent" { return [] }
      return try alternative.split(separator: "; ", omittingEmptySubsequences: false).map { try Step(String($0)) }
    }
  }

  var isSilent: Bool { alternatives.allSatisfy(\.isEmpty) }

  /// Whether it is about junctions that are passed without a maneuver as well.
  var namesPasses: Bool { alternatives.joined().contains { $0.types == ["pass"] } }

  /// The fewest maneuvers that satisfy it.
  var dueCount: Int { alternatives.map { $0.count { !$0.isOptional } }.min() ?? 0 }

  func admits(_ spoken: [SpokenManeuver], ignoring names: RoadNames) -> Bool {
    alternatives.contains { admits(spoken[...], $0[...], names) }
  }

  private func admits(_ spoken: ArraySlice<SpokenManeuver>, _ steps: ArraySlice<Step>, _ names: RoadNames) -> Bool {
    guard let step = steps.first else { return spoken.isEmpty }
    if step.isOptional, admits(spoken, steps.dropFirst(), names) { return true }
    guard let first = spoken.first, step.admits(first, names) else { return false }
    return admits(spoken.dropFirst(), steps.dropFirst(), names)
  }
}

/// Whether a drawing has its names.
enum RoadNames { case drawn, missing }

extension Expectation.Step {
  private static let keys = ["exit", "onto", "toward", "lanes", "above", "signs", "refs", "named"]

  init(_ text: String) throws {
    var words = text.split(separator: " ").map(String.init)
    isOptional = words.first?.hasPrefix("?") == true
    if isOptional { words[0].removeFirst() }
    types = words.isEmpty ? [] : words.removeFirst().split(separator: "|").map(String.init)
    modifiers = ["*"]
    if let word = words.first, !Self.keys.contains(word) {
      modifiers = words.removeFirst().split(separator: "|").map(String.init)
    }
    clauses = Self.clauses(words)
    let knownTypes = ManeuverType.allCases.map(\.rawValue) + ["*", "halt", "pass"]
    let knownModifiers = ManeuverModifier.allCases.map(\.rawValue) + ["*"]
    guard !types.isEmpty, clauses[""] == nil, types.allSatisfy(knownTypes.contains),
      modifiers.allSatisfy(knownModifiers.contains), clauses["lanes"].map(LanePattern.isKnown) != false
    else { throw DrawingError("expectation", line: 0, "what is '\(text)'?") }
  }

  /// `exit 12 onto Side Street` as pairs; words before the first clause stand under the empty key.
  private static func clauses(_ words: [String]) -> [String: String] {
    var clauses: [String: String] = [:]
    var key = ""
    for word in words {
      if keys.contains(word) {
        key = word
      } else {
        clauses[key] = clauses[key].map { $0 + " " + word } ?? word
      }
    }
    return clauses
  }

  func admits(_ spoken: SpokenManeuver, _ names: RoadNames) -> Bool {
    guard types.contains("*") ? !["halt", "pass"].contains(spoken.type) : types.contains(spoken.type),
      modifiers.contains("*") || modifiers.contains(spoken.modifier),
      admits(spoken.exit, as: "exit"), admits(spoken.exitName, as: "named"), admits(spoken.signs, as: "signs"),
      admits(spoken.refs, as: "refs"), clauses["above"] == nil || clauses["above"] == spoken.above,
      clauses["lanes"].map({ LanePattern($0).admits(spoken.lanes) }) != false
    else { return false }
    if names == .missing { return true }
    return (clauses["onto"].map { $0 == spoken.road } ?? true)
      && (clauses["toward"].map(spoken.instruction.contains) ?? true)
  }

  /// One of the values between bars, `-` for none.
  private func admits(_ value: String, as key: String) -> Bool {
    guard let wanted = clauses[key] else { return true }
    return wanted.split(separator: "|").contains { $0 == (value.isEmpty ? "-" : value) }
  }
}
