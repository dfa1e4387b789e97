internal import Geodesy
package import RoadGraph
internal import Traces

/// What the map's rules say that holds at times: access, directions and speed limits of roads, and turn restrictions.
///
/// A condition that cannot be told binds nobody; ``untold`` counts them. Of several keys that speak of a mode the most
/// special one counts, as `hgv` before `access`; of several clauses the last that holds. A rule opens no road against its
/// oneway, but `oneway:conditional=no` does.
///
/// - Source: OSM wiki, Conditional restrictions; Key:access.
package struct ConditionalRules: Sendable {
  /// By the text of an edge.
  private var rules: [EdgeRules] = []
  private var rulesOfEdge: [EdgeID: Int] = [:]
  private var restrictions: [(number: Int, condition: RoadCondition)] = []

  /// How many roads and restrictions say something that cannot be told.
  package private(set) var untold: [RoadCondition.Obstacle: Int] = [:]
  /// How many speak of holidays, which are left out.
  package private(set) var withHolidays = 0

  /// - Complexity: O(edges and restrictions with conditions).
  package init(of graph: RoadGraph) {
    var numbers: [String: Int] = [:]
    for edge in graph.edgesWithConditions {
      let text = graph.conditions(of: edge)
      let number = numbers[text] ?? rules.count
      if number == rules.count {
        numbers[text] = number
        rules.append(EdgeRules(text))
      }
      guard !rules[number].isEmpty else { continue }
      rulesOfEdge[edge] = number
      if edge.isForward || rulesOfEdge[edge.reversed] != number { count(rules[number].conditions) }
    }
    for number in 0..<graph.restrictionCount {
      let restriction = graph.restriction(at: number)
      guard !restriction.condition.isEmpty else { continue }
      let condition = RoadCondition(restriction.condition)
      restrictions.append((number, condition))
      count([condition])
    }
  }

  private mutating func count(_ conditions: [RoadCondition]) {
    for obstacle in Set(conditions.flatMap(\.obstacles)) { untold[obstacle, default: 0] += 1 }
    if conditions.contains(where: \.ignoresHolidays) { withHolidays += 1 }
  }

  package var edgeCount: Int { rulesOfEdge.count }
  package var restrictionCount: Int { restrictions.count }

  /// What holds for a mode at a time.
  func addChanges(at time: ZonedTime, for mode: TravelMode, on graph: RoadGraph, to changes: inout RoadChanges) {
    for edge in rulesOfEdge.keys {
      if let change = change(of: edge, at: time, for: mode, on: graph) { changes.add(change, to: edge) }
    }
    for (number, condition) in restrictions where condition.state(at: time) == .holds {
      changes.restrictionsInForce.insert(number)
    }
  }

  /// `nil` where the edge is as the map has it.
  func change(of edge: EdgeID, at time: ZonedTime, for mode: TravelMode, on graph: RoadGraph) -> RoadChange? {
    guard let number = rulesOfEdge[edge] else { return nil }
    var change = RoadChange()
    if let access = rules[number].access(for: mode, at: time), graph.mayChange(edge, to: access, for: mode) {
      change.access = access
    }
    if let direction = rules[number].oneway(at: time), mode != .pedestrian {
      switch direction {
      case .forward, .backward: if edge.isForward != (direction == .forward) { change.access = .no }
      case .both: if graph.isAgainstOneway(edge, for: mode) { change.access = graph.access(of: edge.reversed)[mode] }
      }
    }
    change.limit = rules[number].limit(at: time)
    return change == RoadChange() ? nil : change
  }

  func restrictionsInForce(at time: ZonedTime) -> Set<Int> {
    Set(restrictions.lazy.filter { $0.condition.state(at: time) == .holds }.map(\.number))
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

/// The conditional tags of one edge.
private struct EdgeRules: Sendable {
  enum Direction { case forward, backward, both }

  private var accesses: [(key: String, clauses: [ConditionalClause])] = []
  private var oneways: [ConditionalClause] = []
  private var limits: [ConditionalClause] = []

  /// - Parameter text: `key=value` lines.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let sides = line.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2 else { continue }
      let words = sides[0].split(separator: ":").map(String.init)
      guard words.last == "conditional", let key = words.first,
        words.dropFirst().dropLast().allSatisfy({ ["forward", "backward"].contains($0) })
      else { continue }
      let clauses = ConditionalClause.clauses(of: sides[1])
      switch key {
      case "oneway": oneways += clauses
      case "maxspeed": limits += clauses
      default: if Self.keys.contains(key) { accesses.append((key, clauses)) }
      }
    }
  }

  var isEmpty: Bool { accesses.isEmpty && oneways.isEmpty && limits.isEmpty }

  var conditions: [RoadCondition] { (accesses.flatMap(\.clauses) + oneways + limits).map(\.condition) }

  func access(for mode: TravelMode, at time: ZonedTime) -> Access? {
    var access: Access?
    for key in Self.keys(of: mode) {
      for rule in accesses where rule.key == key {
        access = Self.value(of: rule.clauses, at: time).flatMap { Self.accessValues[$0] } ?? access
      }
    }
    return access
  }

  func oneway(at time: ZonedTime) -> Direction? {
    switch Self.value(of: oneways, at: time) {
    case "yes", "true", "1": .forward
    case "-1", "reverse": .backward
    case "no", "false": .both
    default: nil
    }
  }

  /// In km/h.
  func limit(at time: ZonedTime) -> Double? {
    guard let text = Self.value(of: limits, at: time) else { return nil }
    let words = text.split(separator: " ")
    guard let first = words.first, let number = Double(first), number > 0 else { return nil }
    if words.count == 1 { return number }
    return words.count == 2 && words[1] == "mph" ? number * 1.609344 : nil
  }

  private static func value(of clauses: [ConditionalClause], at time: ZonedTime) -> String? {
    clauses.last { $0.condition.state(at: time) == .holds }?.value
  }

  /// The keys that speak of a mode, the broadest first.
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

  /// `discouraged` and others that shut nobody out are not among them.
  private static let accessValues: [String: Access] = [
    "yes": .yes, "designated": .yes, "permissive": .yes, "official": .yes, "destination": .destination,
    "customers": .destination, "delivery": .destination, "residents": .destination, "private": .permit,
    "permit": .permit, "no": .no, "agricultural": .no, "forestry": .no, "military": .no, "emergency": .no,
  ]
}
