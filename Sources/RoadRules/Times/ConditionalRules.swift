internal import Geodesy
package import RoadGraph

/// The map's rules that hold at certain times or for certain vehicles: access, directions and speed limits of roads,
/// limits of size, weight and goods, and turn restrictions.
///
/// A condition that cannot be evaluated binds nobody; ``untold`` counts these. Nor does a limit on an unknown measure
/// of the vehicle. Of several keys that apply to a mode, plain ones included, the most specific applies, such as `hgv`
/// before `access`. Of several clauses the last one in force applies. What `destination`, `delivery` and the like open
/// or lift is open to begin and to end there. A rule does not open a road against its oneway, but
/// `oneway:conditional=no` does.
///
/// - Source: OSM wiki, Conditional restrictions; Key:access.
package struct ConditionalRules: Sendable {
  private let graph: RoadGraph
  /// One for each text of the map.
  private var rules: [EdgeRules] = []
  private var ruleOfText: [UInt32: Int] = [:]
  /// The edges with rules: a bit is looked up sooner than a text.
  private var edgesWithRules = EdgeSet()
  private var edgesWithOneways = EdgeSet()
  /// Vehicle limits at a node.
  private var rulesOfNode: [NodeID: Int] = [:]
  private var restrictions: [(number: Int, condition: RoadCondition)] = []

  /// The number of roads and restrictions with a condition that cannot be evaluated.
  package private(set) var untold: [RoadCondition.Obstacle: Int] = [:]
  /// The number that mention holidays, which are ignored.
  package private(set) var withHolidays = 0

  /// The number of edges with rules.
  package private(set) var edgeCount = 0

  /// - Complexity: O(edges and restrictions with conditions); each text is read once.
  package init(of graph: RoadGraph) {
    self.graph = graph
    readEdges()
    graph.forEachNodeWithConditions { node, text in
      let number = number(of: text)
      guard rules[number].hasLimits else { return }
      rulesOfNode[node] = number
      count(rules[number])
    }
    for number in graph.restrictionsWithConditions {
      let condition = RoadCondition(graph.restriction(at: number).condition)
      restrictions.append((number, condition))
      count([condition])
    }
  }

  private mutating func readEdges() {
    var texts: [TextUse] = []
    var last: (edge: EdgeID, text: UInt32, number: Int)?
    graph.forEachEdgeWithConditions { edge, text in
      let number = last.flatMap { $0.text == text ? $0.number : nil } ?? number(of: text)
      // Both directions of a road stand side by side.
      let isSameRoad = !edge.isForward && last.map { ($0.edge, $0.text) == (edge.reversed, text) } ?? false
      last = (edge, text, number)
      if number >= texts.count { texts.append(TextUse(of: rules[number])) }
      guard !texts[number].isEmpty else { return }
      edgeCount += 1
      edgesWithRules.insert(edge)
      if texts[number].hasOneways { edgesWithOneways.insert(edge) }
      if !isSameRoad { texts[number].roads += 1 }
    }
    for (number, use) in texts.enumerated() where use.roads > 0 { count(rules[number], times: use.roads) }
  }

  private mutating func number(of text: UInt32) -> Int {
    if let known = ruleOfText[text] { return known }
    ruleOfText[text] = rules.count
    rules.append(EdgeRules(graph.text(text)))
    return rules.count - 1
  }

  private mutating func count(_ rules: EdgeRules, times: Int = 1) {
    count(rules.conditions, times: times)
    if rules.hasUnreadableLimits { untold[.syntax, default: 0] += times }
  }

  private mutating func count(_ conditions: [RoadCondition], times: Int = 1) {
    for obstacle in Set(conditions.flatMap(\.obstacles)) { untold[obstacle, default: 0] += times }
    if conditions.contains(where: \.ignoresHolidays) { withHolidays += times }
  }

  private func rules(of edge: EdgeID) -> EdgeRules? {
    guard edgesWithRules.contains(edge) else { return nil }
    return ruleOfText[graph.conditionsText(of: edge)].map { rules[$0] }
  }

  package var isEmpty: Bool { edgeCount == 0 && rulesOfNode.isEmpty && restrictions.isEmpty }
  package var restrictionCount: Int { restrictions.count }

  /// Adds the rules in force under some circumstances.
  func addChanges(in circumstances: Circumstances, on graph: RoadGraph, to changes: inout RoadChanges) {
    guard circumstances.time != nil || !circumstances.traveller.vehicle.isEmpty else { return }
    let effects = rules.map { RuleEffect(of: $0, in: circumstances) }
    var last: (text: UInt32, effect: RuleEffect?)?
    graph.forEachEdgeWithConditions { edge, text in
      let effect = last.flatMap { $0.text == text ? $0.effect : nil } ?? ruleOfText[text].map { effects[$0] }
      last = (text, effect)
      guard let effect, !effect.isNone, let change = effect.change(of: edge, on: graph) else { return }
      changes.add(change, to: edge)
    }
    for (node, number) in rulesOfNode {
      let (misfit, access) = rules[number].misfit(in: circumstances)
      if access == .no { changes.add(misfit, to: node) }
      if access == .destination { changes.addGate(at: node) }
    }
    changes.restrictionsInForce = restrictionsInForce(in: circumstances)
  }

  /// `nil` if the edge is as in the map.
  func change(of edge: EdgeID, in circumstances: Circumstances, on graph: RoadGraph) -> RoadChange? {
    rules(of: edge).flatMap { RuleEffect(of: $0, in: circumstances).change(of: edge, on: graph) }
  }

  /// Whether a conditional restriction with this number holds.
  package func isInForce(restriction number: Int, in circumstances: Circumstances) -> Bool {
    restrictions.contains { $0.number == number && $0.condition.state(in: circumstances) == .holds }
  }

  /// The vehicle limits that a sign at a node sets and the vehicle exceeds.
  func misfit(at node: NodeID, in circumstances: Circumstances) -> Misfit {
    guard let number = rulesOfNode[node] else { return [] }
    let (misfit, access) = rules[number].misfit(in: circumstances)
    return access == .no ? misfit : []
  }

  /// Whether the road may be open to the vehicle by a condition that cannot be evaluated, as for residents.
  func mayOpen(_ edge: EdgeID, in circumstances: Circumstances) -> Bool {
    rules(of: edge)?.mayOpen(in: circumstances) ?? false
  }

  /// Whether a oneway that holds at times forbids this direction; `nil` if none holds.
  func isAgainstOneway(_ edge: EdgeID, in circumstances: Circumstances) -> Bool? {
    guard hasOneway(edge), let rules = rules(of: edge), circumstances.traveller.mode != .pedestrian else { return nil }
    return rules.oneway(in: circumstances).map { direction in
      switch direction {
      case .forward: !edge.isForward
      case .backward: edge.isForward
      case .both: false
      }
    }
  }

  /// Whether a condition that cannot be evaluated may lift the oneway.
  func mayLiftOneway(_ edge: EdgeID, in circumstances: Circumstances) -> Bool {
    hasOneway(edge) && rules(of: edge)?.mayLiftOneway(in: circumstances) ?? false
  }

  func hasRules(_ edge: EdgeID) -> Bool { edgesWithRules.contains(edge) }

  /// Whether the road is a oneway at times.
  func hasOneway(_ edge: EdgeID) -> Bool { edgesWithOneways.contains(edge) }
  var hasOneways: Bool { !edgesWithOneways.isEmpty }

  /// The highest speed limit of conditions that cannot be evaluated; infinite if such a condition lifts the limit.
  func highestDoubtfulLimit(of edge: EdgeID, in circumstances: Circumstances) -> Double {
    rules(of: edge)?.highestDoubtfulLimit(in: circumstances) ?? 0
  }

  /// Some rule holds only at times.
  package var dependsOnTime: Bool {
    rules.contains { $0.conditions.contains(where: \.dependsOnTime) }
      || restrictions.contains { $0.condition.dependsOnTime }
  }

  package func restrictionsInForce(in circumstances: Circumstances) -> Set<Int> {
    Set(restrictions.lazy.filter { $0.condition.state(in: circumstances) == .holds }.map(\.number))
  }
}

extension RoadGraph {
  /// A rule for the whole road does not open the direction against its oneway.
  fileprivate func mayChange(_ edge: EdgeID, to access: Access, for mode: TravelMode) -> Bool {
    guard access > self.access(of: edge)[mode], flags(of: edge).contains(.oneway), mode != .pedestrian else {
      return true
    }
    let vehicles = TravelMode.allCases.filter { $0 != .pedestrian }
    if vehicles.contains(where: { isAgainstOneway(edge, for: $0) }) { return false }
    return edge.isForward || vehicles.contains { self.access(of: edge)[$0] > .no }
  }
}

/// What the rules of a text do under some circumstances, on whatever edge.
private struct RuleEffect {
  private let mode: TravelMode
  /// What the rules let those do who pass; `nil` if the map's own rule applies.
  private let passing: Access?
  /// The same for those who begin or end there.
  private let ending: Access?
  private let concernsEnding: Bool
  private let direction: EdgeRules.Direction?
  private let limit: Double?
  private let misfit: (misfit: Misfit, access: Access)

  init(of rules: EdgeRules, in circumstances: Circumstances) {
    mode = circumstances.traveller.mode
    passing = rules.clauseAccess(in: circumstances.with(.passing))
    concernsEnding = rules.concernsEnding
    ending = concernsEnding ? rules.clauseAccess(in: circumstances.with(.ending)) : nil
    direction = mode == .pedestrian ? nil : rules.oneway(in: circumstances)
    limit = rules.limit(in: circumstances)
    misfit = rules.misfit(in: circumstances)
  }

  /// Nothing differs from the map.
  var isNone: Bool {
    passing == nil && ending == nil && direction == nil && limit == nil && misfit.access == .yes
  }

  /// `nil` if the edge is as in the map.
  func change(of edge: EdgeID, on graph: RoadGraph) -> RoadChange? {
    var change = RoadChange()
    if let access = access(otherwise: graph.access(of: edge)[mode]), graph.mayChange(edge, to: access, for: mode) {
      change.access = access
    }
    switch direction {
    case .forward where !edge.isForward, .backward where edge.isForward: change.access = .no
    case .forward, .backward, .both:
      if graph.isAgainstOneway(edge, for: mode) { change.access = graph.access(of: edge.reversed)[mode] }
    case nil: break
    }
    change.limit = limit
    if misfit.access == .no { change.misfit = misfit.misfit }
    if misfit.access == .destination {
      change.access = min(change.access ?? graph.access(of: edge)[mode], .destination)
    }
    return change == RoadChange() ? nil : change
  }

  /// `nil` if the map's own rule applies, which includes the plain tags. What is open only to those who end there is
  /// open to begin and to end.
  ///
  /// - Parameter own: the map's own rule.
  private func access(otherwise own: Access) -> Access? {
    guard concernsEnding else { return passing }
    let ending = min(ending ?? own, .destination)
    return ending > passing ?? own ? ending : passing
  }
}

/// What counts of a text where roads are many.
private struct TextUse {
  let isEmpty: Bool
  let hasOneways: Bool
  /// The roads with it.
  var roads = 0

  init(of rules: EdgeRules) {
    isEmpty = rules.isEmpty
    hasOneways = rules.hasOneways
  }
}

/// The conditional tags and limits of one edge.
private struct EdgeRules: Sendable {
  enum Direction { case forward, backward, both }

  /// Plain ones first.
  private var accesses: [(key: String, clauses: [ConditionalClause])] = []
  private var oneways: [ConditionalClause] = []
  /// Speed limits, and the only mode to which they apply.
  private var speeds: [(mode: TravelMode?, clauses: [ConditionalClause])] = []
  /// Limits of size, weight and goods, by key.
  private var limits: [String: VehicleLimit] = [:]
  private(set) var isEmpty = true

  /// - Parameter text: `key=value` lines.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let sides = line.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2 else { continue }
      let words = sides[0].split(separator: ":").map(String.init)
      let key = words.filter { !["forward", "backward", "conditional"].contains($0) }.joined(separator: ":")
      if words.last == "conditional" {
        add(ConditionalClause.clauses(of: sides[1]), to: key)
      } else {
        add([ConditionalClause(value: sides[1], condition: .always)], to: key)
      }
    }
    isEmpty = !hasConditionalAccess && oneways.isEmpty && speeds.isEmpty && limits.isEmpty
  }

  private mutating func add(_ clauses: [ConditionalClause], to key: String) {
    switch key {
    case "oneway": oneways += clauses
    case "maxspeed": speeds.append((nil, clauses))
    case "maxspeed:hgv": speeds.append((.truck, clauses))
    case "maxspeed:bus": speeds.append((.bus, clauses))
    default:
      if Self.keys.contains(key) {
        accesses.insert((key, clauses), at: clauses.contains { $0.condition == .always } ? 0 : accesses.count)
      } else if var limit = limits[key] ?? VehicleLimit(key: key) {
        limit.add(clauses)
        limits[key] = limit
      }
    }
  }

  private var hasConditionalAccess: Bool { accesses.flatMap(\.clauses).contains { $0.condition != .always } }
  var hasOneways: Bool { !oneways.isEmpty }
  var hasLimits: Bool { !limits.isEmpty }
  var hasUnreadableLimits: Bool { limits.values.contains(where: \.isUnreadable) }

  var conditions: [RoadCondition] {
    (accesses.flatMap(\.clauses) + oneways + speeds.flatMap(\.clauses) + limits.values.flatMap(\.clauses))
      .map(\.condition)
  }

  /// Some rule makes a difference between those who pass and those who begin or end there.
  var concernsEnding: Bool { accesses.contains { $0.clauses.contains { $0.condition.isAboutEnding } } }

  /// `nil` if the map's own rule applies, which includes the plain tags.
  func clauseAccess(in circumstances: Circumstances) -> Access? {
    var access: Access?
    for key in Self.keys(of: circumstances.traveller.mode) {
      for rule in accesses where rule.key == key {
        guard let clause = Self.clause(of: rule.clauses, in: circumstances) else { continue }
        access = clause.condition == .always ? nil : Self.accessValues[clause.value] ?? access
      }
    }
    return access
  }

  /// A clause that opens the road has a condition that cannot be evaluated.
  func mayOpen(in circumstances: Circumstances) -> Bool {
    let keys = Self.keys(of: circumstances.traveller.mode)
    return accesses.lazy.filter { keys.contains($0.key) }.flatMap(\.clauses).contains { clause in
      clause.condition.state(in: circumstances) == .unknown
        && (Self.accessValues[clause.value] ?? .yes) > .no
    }
  }

  /// A clause that lifts or turns the oneway has a condition that cannot be evaluated.
  func mayLiftOneway(in circumstances: Circumstances) -> Bool {
    oneways.contains { clause in
      clause.condition.state(in: circumstances) == .unknown && !["yes", "true", "1"].contains(clause.value)
    }
  }

  func oneway(in circumstances: Circumstances) -> Direction? {
    switch Self.value(of: oneways, in: circumstances) {
    case "yes", "true", "1": .forward
    case "-1", "reverse": .backward
    case "no", "false", "0": .both
    default: nil
    }
  }

  /// In km/h; infinite if a condition lifts the limit.
  func limit(in circumstances: Circumstances) -> Double? {
    speeds.filter { $0.mode == nil || $0.mode == circumstances.traveller.mode }
      .compactMap { Self.value(of: $0.clauses, in: circumstances).flatMap(Self.speed) }.min()
  }

  func highestDoubtfulLimit(in circumstances: Circumstances) -> Double {
    speeds.filter { $0.mode == nil || $0.mode == circumstances.traveller.mode }.flatMap(\.clauses)
      .filter { $0.condition.state(in: circumstances) == .unknown }
      .map { Self.speed($0.value) ?? .infinity }.max() ?? 0
  }

  private static func speed(_ text: String) -> Double? {
    if text == "none" { return .infinity }
    let words = text.split(separator: " ")
    guard let first = words.first, let number = Double(first), number > 0 else { return nil }
    if words.count == 1 { return number }
    return words.count == 2 && words[1] == "mph" ? number * 1.609344 : nil
  }

  /// The measures and goods that signs forbid, and how far the vehicle may still use the road.
  func misfit(in circumstances: Circumstances) -> (misfit: Misfit, access: Access) {
    limits.values.reduce(into: ([], .yes)) { result, limit in
      guard let found = limit.misfit(in: circumstances) else { return }
      result.access = min(result.access, found.access)
      if found.access == .no { result.misfit.formUnion(found.misfit) }
    }
  }

  private static func value(of clauses: [ConditionalClause], in circumstances: Circumstances) -> String? {
    clause(of: clauses, in: circumstances)?.value
  }

  /// The last clause in force.
  private static func clause(
    of clauses: [ConditionalClause], in circumstances: Circumstances
  ) -> ConditionalClause? {
    clauses.last { $0.condition.state(in: circumstances) == .holds }
  }

  /// The keys that apply to a mode, the broadest first.
  private static func keys(of mode: TravelMode) -> [String] {
    switch mode {
    case .car: ["access", "vehicle", "motor_vehicle", "motorcar"]
    case .truck: ["access", "vehicle", "motor_vehicle", "goods", "hgv"]
    case .bus: ["access", "vehicle", "motor_vehicle", "psv", "bus"]
    case .taxi: ["access", "vehicle", "motor_vehicle", "psv", "taxi"]
    case .motorcycle: ["access", "vehicle", "motor_vehicle", "motorcycle"]
    case .scooter: ["access", "vehicle", "motor_vehicle", "moped"]
    case .bicycle: ["access", "vehicle", "bicycle"]
    case .pedestrian: ["access", "foot"]
    }
  }

  private static let keys = Set(TravelMode.allCases.flatMap { keys(of: $0) })

  /// Values that exclude nobody, such as `discouraged`, are not listed.
  private static let accessValues: [String: Access] = [
    "yes": .yes, "designated": .yes, "permissive": .yes, "official": .yes, "destination": .destination,
    "customers": .destination, "delivery": .destination, "residents": .destination, "private": .permit,
    "permit": .permit, "no": .no, "agricultural": .no, "forestry": .no, "military": .no, "emergency": .no,
    "emergency_vehicle": .no, "use_sidepath": .no,
  ]
}
