internal import Storage

/// The turn restrictions of a map and the paths they ban; see ``BannedPaths``.
struct RestrictionTable: Sendable {
  /// The last edge of each banned path, ascending.
  let lastEdges: Column<UInt32>
  let first: Column<UInt32>
  let edges: Column<UInt32>
  let restrictions: Column<UInt32>
  fileprivate let modes: Column<UInt8>
  let conditions: Column<UInt32>
  let kinds: Column<UInt8>
  fileprivate let sources: Column<Int64>

  init(_ sections: SectionReader, _ file: borrowing MappedFile) throws(RoadGraphError) {
    kinds = try sections.column(.restrictionKinds, of: file)
    modes = try sections.column(.restrictionModes, of: file, count: kinds.count)
    conditions = try sections.column(.restrictionConditions, of: file, count: kinds.count)
    sources = try sections.column(.restrictionSources, of: file, count: kinds.count)
    lastEdges = try sections.column(.bannedLast, of: file)
    edges = try sections.column(.bannedEdges, of: file)
    first =
      lastEdges.isEmpty
      ? Column() : try sections.firstIndices(.bannedFirst, of: file, rows: lastEdges.count, elements: edges.count)
    restrictions = try sections.column(.bannedRestrictions, of: file, count: lastEdges.count)
  }

  /// The restriction that bans driving onto `edge` after `previous`, or `nil`.
  ///
  /// - Parameters:
  ///   - inForce: the conditional restrictions that hold; none unless a time is given.
  ///   - previous: the edge driven *i* + 1 before `edge`, for *i* = 0, 1, …; `nil` before the start.
  func ban(
    onto edge: EdgeID, for mode: TravelMode, inForce: Set<Int> = [], after previous: (Int) -> EdgeID?
  ) -> Int? {
    var i = lastEdges.firstIndex(notBefore: edge.rawValue, in: 0..<lastEdges.count)
    while i < lastEdges.count, lastEdges[i] == edge.rawValue {
      let restriction = Int(restrictions[i])
      if binds(restriction, mode, inForce), isDriven(path: i, after: previous) { return restriction }
      i += 1
    }
    return nil
  }

  /// The same, with the length of the banned path.
  ///
  /// - Parameter isInForce: whether a conditional restriction holds.
  func ban(
    onto edge: EdgeID, for mode: TravelMode, after previous: (Int) -> EdgeID?, isInForce: (Int) -> Bool
  ) -> TurnBan? {
    var i = lastEdges.firstIndex(notBefore: edge.rawValue, in: 0..<lastEdges.count)
    while i < lastEdges.count, lastEdges[i] == edge.rawValue {
      let restriction = Int(restrictions[i])
      if modes[restriction] & TravelModeSet(mode).rawValue != 0, isDriven(path: i, after: previous),
        conditions[restriction] == 0 || isInForce(restriction)
      {
        return TurnBan(restriction: restriction, edgeCount: Int(first[i + 1] - first[i]))
      }
      i += 1
    }
    return nil
  }

  private func binds(_ restriction: Int, _ mode: TravelMode, _ inForce: Set<Int>) -> Bool {
    modes[restriction] & TravelModeSet(mode).rawValue != 0
      && (conditions[restriction] == 0 || !inForce.isEmpty && inForce.contains(restriction))
  }

  private func isDriven(path: Int, after previous: (Int) -> EdgeID?) -> Bool {
    let before = Int(first[path])..<Int(first[path + 1]) - 1
    for (i, index) in before.reversed().enumerated() where previous(i)?.rawValue != edges[index] { return false }
    return true
  }

  func path(at index: Int) -> [EdgeID] { (Int(first[index])..<Int(first[index + 1])).map { EdgeID(edges[$0]) } }

  func restriction(ofPath index: Int) -> Int { Int(restrictions[index]) }

  var pathCount: Int { lastEdges.count }
  var restrictionCount: Int { kinds.count }
  var conditionalCount: Int { (0..<conditions.count).count { conditions[$0] != 0 } }
}

extension RoadGraph {
  /// The source id of the restriction that bans driving onto `edge` after `previous`, or `nil`.
  ///
  /// - Parameter previous: the edge driven *i* + 1 before `edge`, for *i* = 0, 1, …; `nil` before the start.
  @usableFromInline package func restriction(onto edge: EdgeID, for mode: TravelMode, after previous: (Int) -> EdgeID?)
    -> Int64?
  {
    guard mayBeBanned(onto: edge) else { return nil }
    return restrictionTable.ban(onto: edge, for: mode, after: previous).map { restrictionTable.sources[$0] }
  }

  /// Whether driving onto `edge` after `previous` is banned for `mode` at any time of day.
  ///
  /// - Parameter previous: the edge driven *i* + 1 before `edge`, for *i* = 0, 1, …; `nil` before the start.
  @inlinable package func isTurnBanned(
    onto edge: EdgeID, for mode: TravelMode, after previous: (Int) -> EdgeID?
  ) -> Bool {
    mayBeBanned(onto: edge) && restriction(onto: edge, for: mode, after: previous) != nil
  }

  /// The same while some conditional restrictions hold.
  ///
  /// - Parameter inForce: their numbers; see ``restriction(at:)``.
  package func isTurnBanned(
    onto edge: EdgeID, for mode: TravelMode, inForce: Set<Int>, after previous: (Int) -> EdgeID?
  ) -> Bool {
    mayBeBanned(onto: edge) && restrictionTable.ban(onto: edge, for: mode, inForce: inForce, after: previous) != nil
  }

  /// The restriction that bans driving onto `edge` after `previous`, or `nil`.
  ///
  /// - Parameters:
  ///   - previous: the edge driven *i* + 1 before `edge`, for *i* = 0, 1, …; `nil` before the start.
  ///   - isInForce: whether the conditional restriction with a number holds; see ``restriction(at:)``.
  package func ban(
    onto edge: EdgeID, for mode: TravelMode, after previous: (Int) -> EdgeID?, isInForce: (Int) -> Bool
  ) -> TurnBan? {
    mayBeBanned(onto: edge)
      ? restrictionTable.ban(onto: edge, for: mode, after: previous, isInForce: isInForce) : nil
  }

  /// The paths of edges, in the order driven, that some restriction bans for some mode at some time.
  package var bannedPaths: some Sequence<[EdgeID]> {
    (0..<restrictionTable.pathCount).lazy.map { [restrictionTable] in restrictionTable.path(at: $0) }
  }

  /// The same with the number of the restriction that bans each of them; see ``restriction(at:)``.
  package var bannedPathsWithRestrictions: some Sequence<(path: [EdgeID], restriction: Int)> {
    (0..<restrictionTable.pathCount).lazy.map { [restrictionTable] in
      (path: restrictionTable.path(at: $0), restriction: restrictionTable.restriction(ofPath: $0))
    }
  }

  /// The numbers of the restrictions with a condition, ascending.
  package var restrictionsWithConditions: some Sequence<Int> {
    (0..<restrictionTable.restrictionCount).lazy.filter { [restrictionTable] in restrictionTable.conditions[$0] != 0 }
  }

  package var restrictionCount: Int { restrictionTable.restrictionCount }
  package var conditionalRestrictionCount: Int { restrictionTable.conditionalCount }

  /// The content of a restriction; restrictions are numbered in the order of their source ids.
  package func restriction(at index: Int) -> TurnRestriction {
    TurnRestriction(
      kind: RoadNetwork.Restriction.Kind(rawValue: restrictionTable.kinds[index]) ?? .forbidden,
      modes: TravelModeSet(rawValue: restrictionTable.modes[index]),
      condition: strings[restrictionTable.conditions[index]],
      source: restrictionTable.sources[index])
  }
}

/// A turn that a restriction bans.
package struct TurnBan: Hashable, Sendable {
  /// The number of the restriction; see ``RoadGraph/restriction(at:)``.
  package let restriction: Int
  /// How many edges the banned path has, including the two of the turn.
  package let edgeCount: Int
}

/// The content of a turn restriction, without its path.
package struct TurnRestriction: Hashable, Sendable {
  package let kind: RoadNetwork.Restriction.Kind
  /// The modes it binds, without exceptions.
  package let modes: TravelModeSet
  /// The text after `@` of `restriction:conditional`; empty for one that always holds.
  package let condition: String
  /// The relation's id in the source.
  package let source: Int64
}
