internal import Geodesy
internal import RoadGraph

/// One direction of one segment of the network.
struct DirectedSegment: Hashable {
  let segment: Int
  let forward: Bool

  var reversed: DirectedSegment { DirectedSegment(segment: segment, forward: !forward) }
}

extension RoadNetwork {
  /// Whether it is open to any vehicle; pedestrians, who walk against oneways, are ignored.
  func isOpen(_ edge: DirectedSegment) -> Bool {
    let segment = segments[edge.segment]
    var access = edge.forward ? segment.forward.access : segment.backward.access
    access[.pedestrian] = .no
    return !access.isEmpty
  }
}

/// Converts rules about ways to paths over the segments that the ways were cut into.
struct RestrictionResolver {
  /// Why a rule could not be applied to the network.
  enum Refusal: String, Error {
    case wayMissing = "way_missing"
    case nodeMissing = "node_missing"
    case notConnected = "not_connected"
    /// No vehicle may drive the path anyway: it runs against a oneway, or over a road with `access=no`.
    case closed
    case ambiguous
  }

  private let builder: NetworkBuilder
  private var wayIndex: [Int64: Int] = [:]
  /// A chain of ways with more branches than this is not followed further: no real rule has as many.
  private static let mostBranches = 64

  init(_ builder: NetworkBuilder, rules: [TurnRule]) {
    self.builder = builder
    let wanted = Set(rules.flatMap { $0.from + $0.viaWays + $0.to })
    for (index, way) in builder.network.ways.enumerated() where wanted.contains(way.id.rawValue) {
      wayIndex[way.id.rawValue] = wayIndex[way.id.rawValue] ?? index
    }
  }

  /// The restrictions of one rule: one path for every pair of a `from` and a `to` way.
  func restrictions(of rule: TurnRule) throws(Refusal) -> [RoadNetwork.Restriction] {
    var result: [RoadNetwork.Restriction] = []
    var refusal: Refusal?
    for from in rule.from {
      for to in rule.to {
        do throws(Refusal) {
          result += try paths(rule, from: from, to: to).map { restriction(rule, $0) }
        } catch {
          refusal = error
        }
      }
    }
    if let refusal, result.isEmpty { throw refusal }
    return result
  }

  private func restriction(_ rule: TurnRule, _ path: [DirectedSegment]) -> RoadNetwork.Restriction {
    var result = RoadNetwork.Restriction(
      kind: rule.kind, path: path.map { ($0.segment, $0.forward) }, source: rule.source)
    result.modes = rule.modes
    result.except = rule.except
    result.condition = rule.condition
    return result
  }

  private func paths(_ rule: TurnRule, from: Int64, to: Int64) throws(Refusal) -> [[DirectedSegment]] {
    guard let from = wayIndex[from], let to = wayIndex[to] else { throw .wayMissing }
    let vias = rule.viaWays.compactMap { wayIndex[$0] }
    guard vias.count == rule.viaWays.count else { throw .wayMissing }
    let candidates: [[DirectedSegment]]
    if let via = rule.viaNodes.first {
      guard let node = builder.node(of: via) else { throw .nodeMissing }
      candidates = pairs(from, node, to)
    } else {
      let inOrder = chains(from, vias, to)
      candidates = shortest(inOrder.isEmpty ? chains(from, vias.reversed(), to) : inOrder)
    }
    guard !candidates.isEmpty else { throw .notConnected }
    let lawful = candidates.filter { $0.allSatisfy(builder.network.isOpen) }
    guard !lawful.isEmpty else { throw .closed }
    return try chosen(lawful, rule)
  }

  /// All paths from one way to another through a node.
  private func pairs(_ from: Int, _ node: Int, _ to: Int) -> [[DirectedSegment]] {
    arrivals(of: from, at: node).flatMap { arrival in
      departures(of: to, at: node).map { [arrival, $0] }
    }
  }

  private func shortest(_ paths: [[DirectedSegment]]) -> [[DirectedSegment]] {
    let least = paths.map(\.count).min()
    return paths.filter { $0.count == least }
  }

  /// The path that a rule means: the only one, or the only one whose turn matches its word.
  private func chosen(_ paths: [[DirectedSegment]], _ rule: TurnRule) throws(Refusal) -> [[DirectedSegment]] {
    let plausible = paths.filter { turns($0, rule.turn) }
    if rule.turn == .uTurn && rule.viaWays.isEmpty && rule.from == rule.to {
      guard !plausible.isEmpty else { throw .ambiguous }
      return plausible
    }
    if paths.count == 1 { return paths }
    guard plausible.count == 1 || rule.turn == .entryOrExit && !plausible.isEmpty else { throw .ambiguous }
    return plausible
  }

  /// Whether the turn of a path matches a word, within wide bounds.
  private func turns(_ path: [DirectedSegment], _ word: TurnRule.Turn) -> Bool {
    guard let first = path.first, let last = path.last else { return false }
    if path.count == 2 && last == first.reversed { return word == .uTurn }
    let angle = turn(
      from: endBearing(first), to: (endBearing(last.reversed) + 180).truncatingRemainder(dividingBy: 360))
    switch word {
    case .left: return (-175 ... -15).contains(angle)
    case .right: return (15...175).contains(angle)
    case .straight: return abs(angle) <= 60
    case .uTurn: return abs(angle) >= 120
    case .entryOrExit: return true
    case .other: return false
    }
  }
}

// MARK: - Following ways

extension RestrictionResolver {
  private func segments(of way: Int) -> Range<Int> { builder.firstSegment[way]..<builder.firstSegment[way + 1] }

  private func begin(_ edge: DirectedSegment) -> Int {
    let segment = builder.network.segments[edge.segment]
    return edge.forward ? segment.from : segment.to
  }

  private func end(_ edge: DirectedSegment) -> Int { begin(edge.reversed) }

  private func edges(of way: Int) -> [DirectedSegment] {
    segments(of: way).flatMap {
      [DirectedSegment(segment: $0, forward: true), DirectedSegment(segment: $0, forward: false)]
    }
  }

  private func arrivals(of way: Int, at node: Int) -> [DirectedSegment] { edges(of: way).filter { end($0) == node } }

  private func departures(of way: Int, at node: Int) -> [DirectedSegment] {
    edges(of: way).filter { begin($0) == node }
  }

  private func nodes(of way: Int) -> Set<Int> { Set(edges(of: way).map(begin)) }

  /// All paths from one way over the whole of each via way to another.
  private func chains(_ from: Int, _ vias: [Int], _ to: Int) -> [[DirectedSegment]] {
    guard let firstVia = vias.first else { return [] }
    let entrances = nodes(of: firstVia)
    var paths = edges(of: from).filter { entrances.contains(end($0)) }.map { [$0] }
    for (position, via) in vias.enumerated() {
      let exits = nodes(of: position + 1 < vias.count ? vias[position + 1] : to)
      paths = paths.prefix(Self.mostBranches).flatMap { path in runs(along: via, after: path, to: exits) }
    }
    return paths.prefix(Self.mostBranches).flatMap { path in
      path.last.map { last in departures(of: to, at: end(last)).map { path + [$0] } } ?? []
    }
  }

  /// A path extended along a way, in either direction, to the first of the exits.
  private func runs(along way: Int, after path: [DirectedSegment], to exits: Set<Int>) -> [[DirectedSegment]] {
    guard let last = path.last else { return [] }
    return departures(of: way, at: end(last)).compactMap { departure in
      guard departure != last.reversed else { return nil }
      var run = path + [departure]
      var edge = departure
      while !exits.contains(end(edge)) {
        let next = DirectedSegment(segment: edge.segment + (edge.forward ? 1 : -1), forward: edge.forward)
        guard segments(of: way).contains(next.segment), begin(next) == end(edge) else { return nil }
        run.append(next)
        edge = next
      }
      return run
    }
  }

  /// The bearing of an edge at its end.
  private func endBearing(_ edge: DirectedSegment) -> Degrees {
    let shape = builder.network.shape[builder.network.segments[edge.segment].shape]
    let lastTwo = edge.forward ? Array(shape.suffix(2)) : Array(shape.prefix(2).reversed())
    let ruler = LocalRuler(at: lastTwo[1])
    return bearing(from: ruler.point(lastTwo[0]), to: ruler.point(lastTwo[1]))
  }
}
