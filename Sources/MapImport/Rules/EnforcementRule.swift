internal import Extracts
internal import RoadGraph

/// A device that watches a road, in the words of the source, with source ids.
struct EnforcementRule: Equatable {
  let source: Int64
  let kind: EnforcementKind
  /// Where the devices stand, on the road or beside it.
  var devices: [Int64] = []
  /// Before the device on the road …
  var from: [Int64] = []
  /// … and after it.
  var to: [Int64] = []

  var nodes: [Int64] { devices + from + to }
}

/// The rules of a relation, one for each thing that it checks.
///
/// - Source: OSM wiki, Relation:enforcement, Key:enforcement.
func readEnforcements(
  _ tags: Tags, id: Int64, members: [OSMFile.Member], counts: inout ImportCounts
) -> [EnforcementRule] {
  counts.add("enforcements_read")
  var kinds: [EnforcementKind] = []
  for word in (tags.text(.enforcement) ?? "").split(separator: ";") {
    let word = word.filter { $0 != " " }
    if let kind = enforcementKinds[word], !kinds.contains(kind) { kinds.append(kind) }
  }
  if kinds.isEmpty { counts.add("enforcements_refused_kind") }
  return kinds.map { kind in
    var rule = EnforcementRule(source: id, kind: kind)
    for member in members where member.kind == .nodes {
      switch member.role {
      case "device": rule.devices.append(member.id)
      case "from": rule.from.append(member.id)
      case "to": rule.to.append(member.id)
      default: break
      }
    }
    return rule
  }
}

private let enforcementKinds: [String: EnforcementKind] = [
  "maxspeed": .speed, "average_speed": .averageSpeed, "traffic_signals": .trafficSignals, "access": .access,
  "toll": .toll, "maxheight": .height, "maxweight": .weight, "mindistance": .distance, "check": .check,
]
