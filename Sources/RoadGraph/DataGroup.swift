/// A group of data that a map may lack, so that it takes less space.
///
/// A map without a group never answers wrongly for lack of it: what depends on the group is refused or left out, and a
/// sentence says so.
package enum DataGroup: String, CaseIterable, Hashable, Sendable {
  /// Numbers of lanes, their arrows, and who may use them.
  case lanes
  /// Destinations, numbers and names of exits, and the numbered routes on shields.
  case signs
  /// Limits of height, width, length and weight.
  case truck
  /// Roads that motor vehicles may not use in either direction: footways, cycleways, steps, squares.
  case unmotorised = "bicycle-pedestrian"
  /// Rules of access, speed and turning that hold only at certain times.
  case conditions
  /// Names and numbers of roads.
  case names
  /// What makes searches across a whole map take milliseconds; programs compute it when it is missing.
  case hierarchy
  /// The ground that pages and pictures draw under the roads: water, woods, towns, railways, borders, names of places.
  case backdrop
}

/// Some data groups.
package typealias DataGroups = Set<DataGroup>

extension Set<DataGroup> {
  package static let all = Set(DataGroup.allCases)

  /// What a map contains without a choice: all but what takes much space and what no answer depends on.
  package static let standard = DataGroups.all.subtracting(unnamed)

  /// Groups that no answer depends on: their sections are present or not, and the provenance does not name them.
  fileprivate static let unnamed: DataGroups = [.hierarchy, .backdrop]

  /// The names in the order of their definition, with commas between.
  package var names: String { DataGroup.allCases.filter(contains).map(\.rawValue).joined(separator: ",") }

  /// - Returns: `nil` if one of the names is not a group.
  package init?(names: some StringProtocol) {
    self.init()
    for name in names.split(separator: ",") {
      guard let group = DataGroup(rawValue: String(name)) else { return nil }
      insert(group)
    }
  }
}

extension Provenance {
  /// The option that names the groups left out, but for those whose sections are present or not.
  static let withoutOption = "without"

  /// The groups that the build left out.
  package var groupsLeftOut: DataGroups { options[Self.withoutOption].flatMap { DataGroups(names: $0) } ?? [] }
}

extension RoadGraph {
  /// The groups that the build left out; hierarchy and backdrop are never among them, since all answers do without.
  package var groupsLeftOut: DataGroups { provenance.groupsLeftOut }
}

extension RoadNetwork {
  /// Removes the data of groups, and notes in the provenance which ones are missing.
  ///
  /// Roads of bicycles and pedestrians are not removed here: an import that keeps motorised modes only does not read them.
  package mutating func leaveOut(_ groups: DataGroups) {
    if groups.contains(.backdrop) { backdrop = StoredBackdrop() }
    let left = groups.subtracting(DataGroups.unnamed)
    guard !left.isEmpty else { return }
    provenance.options[Provenance.withoutOption] = left.names
    leaveOutOfSegments(left)
    for number in nodes.indices { nodes[number].leaveOut(left) }
    if left.contains(.names) {
      for number in ways.indices { (ways[number].name, ways[number].ref) = ("", "") }
    }
    if left.contains(.conditions) { restrictions.removeAll { !$0.condition.isEmpty } }
  }
}

extension RoadNetwork {
  /// Directions that segments share stay shared.
  private mutating func leaveOutOfSegments(_ groups: DataGroups) {
    var made: [ObjectIdentifier: (known: Directions, remaining: Directions)] = [:]
    for number in segments.indices {
      let known = segments[number].directions
      if let remaining = made[ObjectIdentifier(known)]?.remaining {
        segments[number].directions = remaining
      } else {
        segments[number].forward.leaveOut(groups)
        segments[number].backward.leaveOut(groups)
        made[ObjectIdentifier(known)] = (known, segments[number].directions)
      }
    }
  }
}

extension RoadNetwork.Direction {
  fileprivate mutating func leaveOut(_ groups: DataGroups) {
    if groups.contains(.lanes) { lanes = 0 }
    texts.leaveOut(groups)
    conditions = remaining(of: conditions, without: groups)
  }
}

extension RoadNetwork.Node {
  fileprivate mutating func leaveOut(_ groups: DataGroups) {
    texts.leaveOut(groups)
    conditions = remaining(of: conditions, without: groups)
  }
}

extension RareTexts {
  fileprivate mutating func leaveOut(_ groups: DataGroups) {
    guard !isEmpty else { return }
    for attribute in TextAttribute.allCases {
      if let group = attribute.group, groups.contains(group) { self[attribute] = "" }
    }
  }
}

/// The lines of rules that remain without some groups. Conditional lines belong to `conditions`, lines of limits to
/// `truck`, and conditional limits to both. Plain access beside conditional access is removed with it: the edge stores
/// it as well.
private func remaining(of lines: String, without groups: DataGroups) -> String {
  guard !lines.isEmpty, !groups.isDisjoint(with: [.truck, .conditions]) else { return lines }
  return lines.split(separator: "\n").filter { line in
    let key = line.prefix { $0 != "=" }
    let isLimit = namesLimit(key)
    if isLimit, groups.contains(.truck) { return false }
    return isLimit && !key.hasSuffix(":conditional") || !groups.contains(.conditions)
  }.joined(separator: "\n")
}

/// Whether a key names a limit of size, weight or goods, or the width of a narrow road.
private func namesLimit(_ key: Substring) -> Bool {
  (key.hasPrefix("max") && !key.hasPrefix("maxspeed")) || key.hasPrefix("hazmat") || key == "width"
    || key == "est_width"
}
