internal import Geodesy
internal import Moments
internal import Records
package import RoadGraph
package import RoadRules
internal import Routing

/// The fields of a rule.
private enum RuleField: String, CaseIterable {
  case id, ways, edges, line, area, direction, modes, closed, from, to, hours
  case speedFactor = "speed_factor"
  case costFactor = "cost_factor"
}

/// An operator's rules for roads, whatever the map says: a JSON object with a list of rules, each for some roads and,
/// optionally, for some times and modes.
package struct RoadPolicy: Sendable {
  package private(set) var changes = TimedChanges()
  /// The number of rules in force.
  package private(set) var count = 0
  /// Invalid rules, by their number from 1; all others are in force.
  package private(set) var refusals: [NumberedRefusal] = []

  /// - Throws: ``ChangeFileError`` if the file is not a policy.
  package init(path: String, on graph: RoadGraph) throws(ChangeFileError) {
    let bytes = try wholeFile(path)
    let document: JSONValue
    do throws(JSONError) { document = try JSONValue(parsing: bytes) } catch {
      throw .badJSON(path: path, error)
    }
    guard let written = document["rules"].flatMap({ [JSONFields]($0) }) else { throw .notAPolicy(path: path) }
    var ways: Set<Int64> = []
    var rules: [(number: Int, rule: PolicyRule)] = []
    for (i, fields) in written.enumerated() {
      do throws(RequestRefusal) {
        let rule = try PolicyRule(fields)
        ways.formUnion(rule.ways)
        rules.append((i + 1, rule))
      } catch {
        refusals.append(NumberedRefusal(number: i + 1, refusal: error))
      }
    }
    let index = WayIndex(of: ways, on: graph)
    var line = LineTarget(on: graph)
    for (number, rule) in rules {
      do throws(RequestRefusal) {
        changes.add(rule.change, to: try rule.edges(on: graph, index, &line), rule.validity, for: rule.modes)
        count += 1
      } catch {
        refusals.append(NumberedRefusal(number: number, refusal: error))
      }
    }
    refusals.sort { $0.number < $1.number }
  }
}

private struct PolicyRule {
  private(set) var ways: [Int64] = []
  private var edges: [Int64] = []
  private var line: [Place] = []
  private var area: RoadArea?
  private var direction = RoadDirection.both
  private(set) var change = RoadChange()
  private(set) var validity = Validity()
  private(set) var modes = TravelModeSet.all

  init(_ fields: JSONFields) throws(RequestRefusal) {
    try fields.checkNames()
    for name in fields.names {
      guard let field = RuleField(rawValue: name) else { throw fields.unknown(name, RuleField.allCases) }
      if !fields.isNull(name) { try read(field, fields) }
    }
    if ways.isEmpty, edges.isEmpty, line.isEmpty, area == nil {
      throw RequestRefusal(.noTarget, "the rule names no roads: ways, edges, line or area")
    }
    if change == RoadChange() {
      throw RequestRefusal(.noEffect, "the rule does nothing: closed, speed_factor or cost_factor")
    }
    if let from = validity.from, let to = validity.to, to <= from {
      throw RequestRefusal(.badValue, "to is not after from")
    }
  }

  private mutating func read(_ field: RuleField, _ fields: JSONFields) throws(RequestRefusal) {
    let name = field.rawValue
    switch field {
    case .id: _ = try fields.idText(name)
    case .ways: ways = try fields.read([Int64].self, name, "a list of whole numbers")
    case .edges: edges = try fields.read([Int64].self, name, "a list of whole numbers")
    case .line:
      line = try Self.line(try fields.read([[String: Double]].self, name, "a list of objects with lat and lon"))
    case .area: area = try Self.area(fields)
    case .direction: direction = try choice(try fields.text(name), name)
    case .modes: modes = try Self.modes(try fields.read([String].self, name, "a list of texts"))
    case .closed: change.isClosed = try fields.read(Bool.self, name, "true or false")
    case .speedFactor: change.speedFactor = try Self.factor(try fields.number(name), name, 0.01...10)
    case .costFactor: change.costFactor = try Self.factor(try fields.number(name), name, 0.1...1000)
    case .from: validity.from = try zonedTime(try fields.text(name), name).moment
    case .to: validity.to = try zonedTime(try fields.text(name), name).moment
    case .hours:
      let text = try fields.text(name)
      validity.hours = OpeningHours(text)
      if validity.hours == nil { throw RequestRefusal(.badValue, "hours are not understood: \(shown(text))") }
    }
  }

  private static func modes(_ names: [String]) throws(RequestRefusal) -> TravelModeSet {
    var modes: TravelModeSet = []
    for name in names { modes.insert(TravelModeSet(try travelMode(name, "modes"))) }
    if modes.isEmpty { throw RequestRefusal(.badValue, "modes are one at least") }
    return modes
  }

  private static func line(_ places: [[String: Double]]) throws(RequestRefusal) -> [Place] {
    guard places.count >= 2 else { throw RequestRefusal(.badValue, "a line has two places at least") }
    return try places.enumerated().map { i, place throws(RequestRefusal) in
      guard place.count == 2, let latitude = place["lat"], let longitude = place["lon"] else {
        throw RequestRefusal(.missingField, "line[\(i)] has lat and lon and nothing else")
      }
      return try waypoint(latitude: latitude, longitude: longitude, "line[\(i)]").place
    }
  }

  /// Well-known text, or a GeoJSON object.
  private static func area(_ fields: JSONFields) throws(RequestRefusal) -> RoadArea {
    if let text = try? fields.text("area") { return try RoadArea(text: text) }
    return try RoadArea(fields.read(GeoJSONObject.self, "area", "well-known text or an object of GeoJSON"))
  }

  private static func factor(
    _ value: Double, _ field: String, _ range: ClosedRange<Double>
  ) throws(RequestRefusal) -> Double {
    guard range.contains(value) else {
      throw RequestRefusal(.badValue, "\(field) is \(range.lowerBound) to \(range.upperBound), not \(value)")
    }
    return value
  }

  /// All roads of the rule, each once.
  func edges(
    on graph: RoadGraph, _ index: WayIndex, _ target: inout LineTarget
  ) throws(RequestRefusal) -> Set<EdgeID> {
    var found: Set<EdgeID> = []
    for way in ways { found.formUnion(try index.edges(of: way, direction)) }
    for edge in edges { found.insert(try graph.edge(edge)) }
    if !line.isEmpty { found.formUnion(try target.edges(along: line, direction)) }
    guard let area else { return found }
    let inside = area.edges(on: graph)
    if inside.isEmpty { throw RequestRefusal(.offRoad, "no road of the map lies in the area") }
    return found.union(inside.filter { direction == .both || $0.isForward == (direction == .forward) })
  }
}
