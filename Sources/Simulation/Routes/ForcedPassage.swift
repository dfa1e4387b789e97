internal import Geodesy
internal import PathSearch
internal import RandomNumbers
internal import RoadGraph

/// Edges that a drive must follow one after another, whatever a search would choose.
struct ForcedPassage: Sendable {
  /// The lawful edge to which a search leads.
  var entry: EdgeID
  /// The edges after it. The last one is lawful, so that a search can continue from there.
  var onward: [EdgeID]
  /// The part of `onward` that breaks a rule; empty for a lawful passage.
  var offence: Offence
}

/// A part of some edges, and the rule that a drive along it breaks.
struct Offence: Sendable {
  var kind: StretchKind
  /// Indices of edges.
  var edges: Range<Int>

  static let none = Offence(kind: .wrongWay, edges: 0..<0)

  func moved(by count: Int) -> Offence {
    Offence(kind: kind, edges: edges.lowerBound + count..<edges.upperBound + count)
  }
}

/// Streets on which a drive may run against a oneway, and the lawful drives that could be mistaken for it.
struct PassageFinder: Sendable {
  private let turns: LawfulTurns
  private let isCore: [Bool]
  private let length: ClosedRange<Metres>
  /// Edges against a oneway.
  private let pool: RoadPool
  /// Paths that turn restrictions ban.
  private let banned: [[EdgeID]]

  private var graph: RoadGraph { turns.graph }

  /// - Parameter isCore: for every edge, whether a drive can always continue from it.
  init(_ turns: LawfulTurns, isCore: [Bool], length: ClosedRange<Metres>) {
    self.turns = turns
    self.isCore = isCore
    self.length = length
    let graph = turns.graph
    let edges = (0..<graph.edgeCount).lazy.map { EdgeID($0) }.filter { edge in
      graph.length(of: edge) <= length.upperBound && Self.isOffence(edge, turns, isCore)
    }
    pool = RoadPool(Array(edges), of: graph)
    banned = Self.bannedPaths(turns, isCore)
  }

  /// Driving here is against a oneway and can be observed: receivers have no signal in tunnels. Roundabouts are
  /// excluded, because the short way round one is a matter of a few metres.
  private static func isOffence(_ edge: EdgeID, _ turns: LawfulTurns, _ isCore: [Bool]) -> Bool {
    turns.graph.isAgainstOneway(edge, for: turns.mode) && isCore[edge.reversed.index] && turns.isPublic(edge.reversed)
      && turns.graph.flags(of: edge).isDisjoint(with: [.roundabout, .reversible, .tunnel])
  }

  /// A drive against a oneway: lawful edge, stretch, lawful edge. `nil` if a thousand draws found none.
  func wrongWay(using random: inout SplitMix64) -> ForcedPassage? {
    guard !pool.isEmpty else { return nil }
    for _ in 0..<1000 {
      let chain = chain(using: &random)
      guard length.contains(chain.reduce(0) { $0 + graph.length(of: $1) }),
        let entry = choice(of: entries(to: chain[0]), using: &random),
        let exit = choice(of: exits(from: chain[chain.count - 1]), using: &random)
      else { continue }
      return ForcedPassage(
        entry: entry, onward: chain + [exit], offence: Offence(kind: .wrongWay, edges: 0..<chain.count))
    }
    return nil
  }

  /// The lawful drive in the street of a drive against a oneway, or, in half of the cases if there is one, on the
  /// carriageway beside it that runs the other way.
  func innocent(_ offence: ForcedPassage, using random: inout SplitMix64) -> ForcedPassage {
    let chain = offence.onward[offence.offence.edges]
    let isBeside = random.happens(0.5)
    if isBeside, let beside = carriageway(beside: chain) {
      return ForcedPassage(entry: beside, onward: [], offence: .none)
    }
    var lawful = chain.reversed().map(\.reversed)
    let broken = lawful.indices.dropFirst().first { !turns.leads(from: lawful[$0 - 1], onto: lawful[$0]) }
    if let broken { lawful.removeSubrange(broken...) }
    return ForcedPassage(entry: lawful[0], onward: Array(lawful.dropFirst()), offence: .none)
  }

  /// Edges against oneways, straight on from a random one, up to a random length.
  private func chain(using random: inout SplitMix64) -> [EdgeID] {
    var chain = [pool.edge(using: &random)]
    var driven = graph.length(of: chain[0])
    let wanted = random.uniform(in: length)
    while driven < wanted, let next = continuation(of: chain), driven + graph.length(of: next) <= length.upperBound {
      chain.append(next)
      driven += graph.length(of: next)
    }
    return chain
  }

  private func continuation(of chain: [EdgeID]) -> EdgeID? {
    let last = chain[chain.count - 1]
    let ways = graph.edges(leaving: graph.head(of: last)).filter { next in
      Self.isOffence(next, turns, isCore) && !chain.contains { $0.segment == next.segment }
    }
    let straightest = ways.map { (edge: $0, angle: abs(graph.turnAngle(from: last, onto: $0))) }
      .min { ($0.angle, $0.edge) < ($1.angle, $1.edge) }
    return straightest.flatMap { $0.angle <= 45 ? $0.edge : nil }
  }

  /// A drive along a path that a restriction bans at all times, lawful otherwise; `nil` if a thousand draws found none.
  ///
  /// Turns that the fixes of a receiver cannot show are left out: turns beside a lawful way about as short, such as a
  /// lane round the island of a junction.
  func forbiddenTurn(using random: inout SplitMix64) -> ForcedPassage? {
    guard !banned.isEmpty else { return nil }
    var search = PathSearch()
    search.open(on: graph, rules: turns.rules)
    for _ in 0..<1000 {
      let path = banned[Int(random.uniform() * Double(banned.count))]
      guard let before = lead(to: path[0], using: &random), let behind = exit(from: path, using: &random) else {
        continue
      }
      let edges = before + path + behind
      if Set(edges.map(\.segment)).count < edges.count || hasLawfulWay(beside: edges, &search) { continue }
      return ForcedPassage(
        entry: edges[0], onward: Array(edges.dropFirst()),
        offence: Offence(kind: .forbiddenTurn, edges: before.count - 1..<before.count - 1 + path.count))
    }
    return nil
  }

  /// Lawful edges that lead to the start of `edge`, at least ``shown`` long.
  private func lead(to edge: EdgeID, using random: inout SplitMix64) -> [EdgeID]? {
    var chain: [EdgeID] = []
    var length: Metres = 0
    while length < Self.shown {
      let next = chain.first ?? edge
      guard let before = choice(of: entries(to: next).filter({ turns.leads(from: $0, onto: next) }), using: &random)
      else { return nil }
      chain.insert(before, at: 0)
      length += graph.length(of: before)
    }
    return chain
  }

  /// Lawful edges that continue a path, at least ``shown`` long.
  private func exit(from path: [EdgeID], using random: inout SplitMix64) -> [EdgeID]? {
    var chain: [EdgeID] = []
    var length: Metres = 0
    while length < Self.shown {
      let last = chain.last ?? path[path.count - 1]
      guard let next = choice(of: exits(from: last).filter({ turns.leads(from: last, onto: $0) }), using: &random)
      else { return nil }
      chain.append(next)
      length += graph.length(of: next)
    }
    return chain
  }

  /// Whether a lawful path from the first to the last edge is longer than the edges by less than a receiver shows.
  private func hasLawfulWay(beside edges: [EdgeID], _ search: inout PathSearch) -> Bool {
    let length = edges.dropLast().reduce(0) { $0 + graph.length(of: $1) }
    let end = search.place(EdgePosition(edge: edges[edges.count - 1], offset: 0))
    search.begin(
      from: search.place(EdgePosition(edge: edges[0], offset: 0)),
      within: SearchLimit(length: length + Self.shown, edges: 10_000), metresPerPenalty: 1)
    search.addTarget(end)
    search.run()
    return search.path(to: end) != nil
  }

  /// Receivers with an error of 10 m show a drive of this length, and a detour that is this much longer.
  private static let shown: Metres = 60

  /// The banned paths that a driver may take by mistake: along lawful edges, and no U-turns.
  private static func bannedPaths(_ turns: LawfulTurns, _ isCore: [Bool]) -> [[EdgeID]] {
    turns.graph.bannedPaths.filter { path in
      path.allSatisfy { isCore[$0.index] && turns.isPublic($0) && !turns.graph.flags(of: $0).contains(.tunnel) }
        && zip(path, path.dropFirst()).allSatisfy { edge, next in
          next != edge.reversed && abs(turns.graph.turnAngle(from: edge, onto: next)) <= 135
            && turns.graph.barrier(at: turns.graph.head(of: edge))[turns.mode] > .no
        } && isBanned(path, turns)
    }
  }

  private static func isBanned(_ path: [EdgeID], _ turns: LawfulTurns) -> Bool {
    guard let last = path.last else { return false }
    return turns.graph.isTurnBanned(onto: last, for: turns.mode) { back in
      back + 1 < path.count ? path[path.count - 2 - back] : nil
    }
  }

  /// Lawful edges that lead to the start of `edge`.
  private func entries(to edge: EdgeID) -> [EdgeID] {
    graph.edges(leaving: graph.tail(of: edge)).map(\.reversed).filter { before in
      isCore[before.index] && before != edge.reversed && isDrivable(from: before, onto: edge)
    }
  }

  private func exits(from edge: EdgeID) -> [EdgeID] {
    graph.edges(leaving: graph.head(of: edge)).filter { next in
      isCore[next.index] && next != edge.reversed && isDrivable(from: edge, onto: next)
    }
  }

  /// A turn sharper than 135° needs more room than a street has.
  private func isDrivable(from edge: EdgeID, onto next: EdgeID) -> Bool {
    abs(graph.turnAngle(from: edge, onto: next)) <= 135 && graph.barrier(at: graph.head(of: edge))[turns.mode] > .no
  }

  private func choice(of edges: [EdgeID], using random: inout SplitMix64) -> EdgeID? {
    edges.isEmpty ? nil : edges[Int(random.uniform() * Double(edges.count))]
  }

  /// The lawful edge beside the middle of a chain.
  private func carriageway(beside chain: ArraySlice<EdgeID>) -> EdgeID? {
    let middle = chain[chain.startIndex + chain.count / 2]
    let half = graph.length(of: middle) / 2
    let places = graph.shape(of: EdgeStretch(edge: middle, begin: half, end: half + 5))
    let course = bearing(from: .origin, to: LocalRuler(at: places[0]).point(places[places.count - 1]))
    return OppositeCarriageway(turns).nearest(to: places[0], course: course) { edge in
      isCore[edge.index] && !chain.contains { $0.segment == edge.segment }
    }?.edge
  }
}
