internal import Extracts
internal import RoadGraph

/// A turn restriction in the words of the source, with source ids.
struct TurnRule: Equatable {
  /// The direction of the forbidden or mandatory turn; it distinguishes the two ends of a way that continues through
  /// the node.
  enum Turn: Equatable, Sendable { case left, right, straight, uTurn, entryOrExit, other }

  let source: Int64
  let kind: RoadNetwork.Restriction.Kind
  let turn: Turn
  let modes: TravelModeSet
  let except: TravelModeSet
  let condition: String
  var from: [Int64] = []
  var to: [Int64] = []
  /// One, or none if there are ``viaWays``.
  var viaNodes: [Int64] = []
  var viaWays: [Int64] = []
}

/// The rules of one relation, usually one.
///
/// A conditional tag beside a plain one with the same value narrows it: the turn is forbidden only at those times. A
/// `none @ …` condition is an exemption, which the graph cannot represent; the plain rule stays, and the exemption is
/// counted. `no_right_turn_on_red` and the like are rules about signals and do not ban a turn. Pedestrians are excepted
/// unless the relation names them.
///
/// - Source: OSM wiki, Relation:restriction; Conditional restrictions.
func readTurnRules(_ tags: Tags, id: Int64, members: [OSMFile.Member], counts: inout ImportCounts) -> [TurnRule] {
  let wordings = turnWordings(tags, counts: &counts)
  guard !wordings.isEmpty else {
    counts.add("restrictions_refused_kind")
    return []
  }
  var rules: [TurnRule] = []
  for wording in wordings {
    var rule = TurnRule(
      source: id, kind: wording.kind, turn: wording.turn, modes: wording.modes,
      except: exceptedModes(tags, wording: wording), condition: wording.condition)
    addMembers(members, to: &rule)
    let isComplete = !rule.from.isEmpty && !rule.to.isEmpty && (rule.viaNodes.count == 1) != !rule.viaWays.isEmpty
    let isPlain = rule.kind == .forbidden || rule.from.count == 1 && rule.to.count == 1
    if isComplete && isPlain && rule.viaNodes.count <= 1 {
      rules.append(rule)
    } else {
      counts.add("restrictions_refused_members")
    }
  }
  return rules
}

private func addMembers(_ members: [OSMFile.Member], to rule: inout TurnRule) {
  for member in members {
    switch (member.role, member.kind) {
    case ("from", .ways): rule.from.append(member.id)
    case ("to", .ways): rule.to.append(member.id)
    case ("via", .ways): rule.viaWays.append(member.id)
    case ("via", .nodes): rule.viaNodes.append(member.id)
    default: break
    }
  }
}

/// A parsed `restriction…` tag.
private struct TurnWording {
  let word: String
  let kind: RoadNetwork.Restriction.Kind
  let turn: TurnRule.Turn
  let modes: TravelModeSet
  let condition: String

  init?(_ word: String, modes: TravelModeSet, condition: String) {
    if word.hasSuffix("_on_red") {
      return nil
    } else if word.hasPrefix("no_") {
      kind = .forbidden
    } else if word.hasPrefix("only_") {
      kind = .mandatory
    } else {
      return nil
    }
    self.word = word
    self.modes = modes
    self.condition = condition
    turn = turnsByWord[String(word.drop { $0 != "_" })] ?? .other
  }
}

private let turnsByWord: [String: TurnRule.Turn] = [
  "_left_turn": .left, "_right_turn": .right, "_straight_on": .straight, "_u_turn": .uTurn, "_entry": .entryOrExit,
  "_exit": .entryOrExit,
]

private func turnWordings(_ tags: Tags, counts: inout ImportCounts) -> [TurnWording] {
  var wordings: [TurnWording] = []
  // Extracts of one server hold the tags of an object in different orders.
  for conditional in tags.conditionals.sorted(by: { $0.fullKey < $1.fullKey }) {
    guard let modes = conditional.key.restrictedModes else { continue }
    for clause in clauses(conditional.value) {
      if clause.word == "none" { counts.add("restrictions_exemptions_ignored") }
      if let wording = TurnWording(clause.word, modes: modes, condition: clause.condition) { wordings.append(wording) }
    }
  }
  for (key, modes) in modesByRestrictionKey.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
    guard let word = tags.text(key), !wordings.contains(where: { $0.word == word && $0.modes == modes }) else {
      continue
    }
    if let wording = TurnWording(word, modes: modes, condition: hours(tags)) { wordings.append(wording) }
  }
  return wordings
}

/// The clauses of `no_left_turn @ (Mo-Fr 07:00-09:00; Sa 10:00-12:00); no_u_turn @ (…)`.
func clauses(_ value: String) -> [(word: String, condition: String)] {
  var parts: [String] = [""]
  var depth = 0
  for letter in value {
    if letter == "(" { depth += 1 }
    if letter == ")" { depth -= 1 }
    if letter == ";" && depth <= 0 { parts.append("") } else { parts[parts.count - 1].append(letter) }
  }
  return parts.compactMap { part in
    guard let at = part.firstIndex(of: "@") else { return nil }
    return (trimmed(part[..<at]), trimmed(part[part.index(after: at)...]))
  }
}

private func trimmed(_ text: Substring) -> String {
  var text = text.drop { $0 == " " }
  while text.last == " " { text.removeLast() }
  return String(text)
}

/// The condition of the older keys `day_on`, `day_off`, `hour_on`, `hour_off`: `(Mo-Fr 07:00-09:00)`, or empty.
private func hours(_ tags: Tags) -> String {
  let days = [tags.text(.dayOn), tags.text(.dayOff)].compactMap { $0?.prefix(2) }.joined(separator: "-")
  let times = [tags.text(.hourOn), tags.text(.hourOff)].compactMap { $0 }.joined(separator: "-")
  let parts = [days, times].filter { !$0.isEmpty }
  return parts.isEmpty ? "" : "(\(parts.joined(separator: " ")))"
}

extension TagKey {
  /// The modes to which a `restriction…` key applies; `nil` for all other keys.
  var restrictedModes: TravelModeSet? { modesByRestrictionKey[self] }
}

private let modesByRestrictionKey: [TagKey: TravelModeSet] = [
  .restriction: .all, .restrictionHgv: modeSet(.truck), .restrictionGoods: modeSet(.truck),
  .restrictionMotorcar: modeSet(.car), .restrictionMotorcycle: modeSet(.motorcycle),
  .restrictionMoped: modeSet(.scooter), .restrictionBus: modeSet(.bus), .restrictionPsv: modeSet(.bus, .taxi),
  .restrictionTaxi: modeSet(.taxi), .restrictionBicycle: modeSet(.bicycle), .restrictionFoot: modeSet(.pedestrian),
  .restrictionMotorVehicle: modeSet(.car, .truck, .bus, .taxi, .motorcycle, .scooter),
]

private let modesByName: [String: TravelModeSet] = [
  "motorcar": modeSet(.car), "hgv": modeSet(.truck), "goods": modeSet(.truck), "bus": modeSet(.bus),
  "psv": modeSet(.bus, .taxi), "taxi": modeSet(.taxi), "motorcycle": modeSet(.motorcycle), "moped": modeSet(.scooter),
  "bicycle": modeSet(.bicycle), "foot": modeSet(.pedestrian),
  "motor_vehicle": modeSet(.car, .truck, .bus, .taxi, .motorcycle, .scooter),
]

private func modeSet(_ modes: TravelMode...) -> TravelModeSet {
  modes.reduce(into: []) { set, mode in set.insert(TravelModeSet(mode)) }
}

/// The modes of `except=psv;bicycle`; names without a mode in the graph, such as `emergency`, are ignored.
private func exceptedModes(_ tags: Tags, wording: TurnWording) -> TravelModeSet {
  var modes: TravelModeSet = wording.modes == .all ? modeSet(.pedestrian) : []
  for name in (tags.text(.except) ?? "").split(whereSeparator: { $0 == ";" || $0 == "," || $0 == " " }) {
    modes.formUnion(modesByName[String(name)] ?? [])
  }
  return modes
}
