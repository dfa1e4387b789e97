internal import Geodesy
package import RoadGraph

/// A kind of rule of the map. Raw values are the words in reports.
package enum RuleKind: String, CaseIterable, Sendable, BitwiseCopyable {
  case oneway
  case turnRestriction = "turn_restriction"
  /// Closed to the mode in both directions.
  case access
  /// Closed at certain times.
  case closure
  case barrier
  /// A sign on a road that limits vehicles.
  case vehicleLimit = "vehicle_limit"
  /// Such a sign at a node.
  case nodeLimit = "node_limit"
  case speedLimit = "speed_limit"
}

/// A rule of the map that a drive can keep or break.
///
/// Each rule belongs to one object of the map: a way, a turn restriction or a node.
package struct RuleID: Hashable, Sendable, BitwiseCopyable {
  package let kind: RuleKind
  /// The index of the way, the number of the restriction, or the node.
  package let index: UInt32

  package init(_ kind: RuleKind, index: UInt32) {
    self.kind = kind
    self.index = index
  }

  init(_ kind: RuleKind, wayOf edge: EdgeID, on graph: RoadGraph) {
    self.init(kind, index: UInt32(graph.wayIndex(of: edge)))
  }

  init(_ kind: RuleKind, at node: NodeID) { self.init(kind, index: node.rawValue) }

  init(_ ban: TurnBan) { self.init(.turnRestriction, index: UInt32(ban.restriction)) }
}

/// The object of the map that has a rule.
package enum RuleSource: Hashable, Sendable {
  case way(Int64)
  case relation(Int64)
  /// `nil` if the map has no ids of nodes.
  case node(Int64?)

  init(_ source: ZoneSource) {
    switch source {
    case .way(let id): self = .way(id)
    case .relation(let id): self = .relation(id)
    }
  }
}

extension RoadGraph {
  /// The object that has a rule, by its id in the source of the map.
  package func source(of rule: RuleID) -> RuleSource {
    switch rule.kind {
    case .oneway, .access, .closure, .vehicleLimit, .speedLimit: .way(wayID(at: Int(rule.index)).rawValue)
    case .turnRestriction: .relation(restriction(at: Int(rule.index)).source)
    case .barrier, .nodeLimit: .node(source(of: NodeID(rule.index))?.rawValue)
    }
  }
}

/// The lengths of a drive on ways, in the order driven.
struct WayLengths: Sendable {
  private var parts: [(way: UInt32, length: Metres)] = []

  mutating func add(_ edge: EdgeID, _ length: Metres, on graph: RoadGraph) {
    let way = UInt32(graph.wayIndex(of: edge))
    if let part = parts.lastIndex(where: { $0.way == way }) {
      parts[part].length += length
    } else {
      parts.append((way, length))
    }
  }

  /// The rules of the ways that were driven for at least `least`, and of the longest one in any case, which is first.
  func rules(_ kind: RuleKind, from least: Metres) -> [RuleID] {
    var longest = 0
    for part in parts.indices where parts[part].length > parts[longest].length { longest = part }
    var rules = parts.isEmpty ? [] : [RuleID(kind, index: parts[longest].way)]
    for part in parts.indices where part != longest && parts[part].length >= least {
      rules.append(RuleID(kind, index: parts[part].way))
    }
    return rules
  }
}
