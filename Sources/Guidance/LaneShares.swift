internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// The lanes before a fork or an exit without arrows, if the map says in another way where they lead: by the signs
  /// above them, or by the numbers of lanes of all roads. None if it does not.
  func unpaintedLanes(before junction: Junction) -> [Lane] {
    let from = junction.from
    guard mode != .pedestrian, junction.indices.count == 1, graph.flags(of: from).contains(.oneway) else { return [] }
    let signs = graph.destinationLanes(of: from)
    let count = signs.isEmpty ? graph.lanes(of: from) ?? 0 : signs.count { $0 == "|" } + 1
    var lanes = plainLanes(of: from, count: count)
    let leading = lanes.indices(leadingTo: graph.destination(of: signedEdge(from: junction.taken.edge)))
    let share = leading.isEmpty ? share(of: junction, among: lanes.count) : leading
    guard lanes.count > 1, !share.isEmpty else { return [] }
    lanes.validate(share)
    return lanes
  }

  /// The numbers of the lanes that go on as the road taken, by the numbers of lanes of all roads; none if these do not
  /// add up.
  private func share(of junction: Junction, among count: Int) -> [Int] {
    let roads = ([junction.taken] + junction.others).sorted { isLeft($0.edge, of: $1.edge) }
    let shares = laneShares(of: roads.map(\.edge), among: count)
    guard let taken = roads.firstIndex(where: { $0.edge == junction.taken.edge }), let shares else { return [] }
    return Array(shares[taken])
  }

  /// For each of some roads from left to right, the lanes that go on as it: all of them one after the other, or with
  /// one lane between two roads that leads to both. `nil` if the numbers of lanes do not add up. One of them may be
  /// unknown: that road has the rest.
  func laneShares(of roads: [EdgeID], among count: Int) -> [Range<Int>]? {
    let known = roads.map(graph.lanes)
    let rest = count - known.reduce(0) { $0 + ($1 ?? 0) }
    guard roads.count > 1, known.count(where: { $0 == nil }) <= 1, known.contains(where: { $0 != nil }) else {
      return nil
    }
    let counts = known.map { $0 ?? max(rest, 0) }
    guard counts.allSatisfy({ $0 > 0 }) else { return nil }
    let sum = counts.reduce(0, +)
    guard sum == count || sum == count + roads.count - 1 else { return nil }
    var begin = 0
    return counts.map { lanes in
      defer { begin += sum == count ? lanes : lanes - 1 }
      return begin..<begin + lanes
    }
  }
}

extension [Lane] {
  /// The lanes whose signs name one of some destinations.
  fileprivate func indices(leadingTo destinations: String) -> [Int] {
    let wanted = parts(of: destinations)
    return indices.filter { !wanted.isDisjoint(with: parts(of: self[$0].destination)) }
  }

  private func parts(of list: String) -> Set<String> {
    Set(list.split(separator: ";").map { $0.filter { $0 != " " } })
  }
}
