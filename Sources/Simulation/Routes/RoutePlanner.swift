internal import Geodesy
internal import PathSearch
internal import RandomNumbers
internal import RoadGraph

/// A path through the network that is lawful except for its passage.
struct PlannedRoute: Sendable {
  var edges: [EdgeID]
  /// The offset on the first edge at which it begins.
  var begin: Metres
  /// The length of all edges, less `begin`.
  var length: Metres
  /// The part of `edges` that breaks a rule.
  var offence: Offence
  /// The distance from the start of the route to the end of the edges that must be driven.
  var leastLength: Metres
}

/// Lays out routes: shortest paths between random edges, one after another until the route has the requested length.
///
/// Each via edge is up to 3 km from the previous one, so that drives wander like vehicles on errands and are not
/// shortest paths as a whole.
struct RoutePlanner: Sendable {
  private let turns: LawfulTurns
  /// Edges from which every drive can continue.
  let core: RoadPool
  /// All edges, including streets that end: where drives begin.
  private let all: RoadPool

  private var graph: RoadGraph { turns.graph }

  init(_ turns: LawfulTurns, isCore: [Bool]) {
    self.turns = turns
    let edges = (0..<turns.graph.edgeCount).lazy.map { EdgeID($0) }.filter(turns.isPublic)
    all = RoadPool(Array(edges), of: turns.graph)
    core = RoadPool(edges.filter { isCore[$0.index] }, of: turns.graph)
  }

  /// Whether no edge lets a drive continue indefinitely.
  var isEmpty: Bool { core.isEmpty }

  /// A route of at least `length` through a passage; `nil` if a hundred begins led nowhere.
  func route(
    of length: Metres, through passage: ForcedPassage?, using random: inout SplitMix64
  ) -> PlannedRoute? {
    var search = PathSearch()
    search.open(on: graph, rules: turns.rules)
    for _ in 0..<100 {
      if var route = begin(of: length, through: passage, &search, using: &random),
        extend(&route, to: length, &search, using: &random)
      {
        return route
      }
    }
    return nil
  }

  private func begin(
    of length: Metres, through passage: ForcedPassage?, _ search: inout PathSearch, using random: inout SplitMix64
  ) -> PlannedRoute? {
    guard let passage else {
      var route = route(along: [all.edge(using: &random)], .none, using: &random)
      route.leastLength = 0
      return route
    }
    let distance = min(length, Self.longestStage) * random.uniform(in: 0.1...0.5)
    let edge = all.edge(about: distance, from: passage.entry, on: graph, using: &random)
    guard let edges = stage(from: edge, to: passage.entry, &search) else { return nil }
    let way = [edge] + edges
    var route = route(along: way + passage.onward, passage.offence.moved(by: way.count), using: &random)
    guard passage.offence.kind == .wrongWay, !passage.offence.edges.isEmpty else { return route }
    let exit = graph.length(of: route.edges[route.edges.count - 1])
    route.leastLength -= max(0, exit - 50)
    return route
  }

  private func route(
    along edges: [EdgeID], _ offence: Offence, using random: inout SplitMix64
  ) -> PlannedRoute {
    let begin = graph.length(of: edges[0]) * random.uniform()
    let length = edges.reduce(-begin) { $0 + graph.length(of: $1) }
    return PlannedRoute(edges: edges, begin: begin, length: length, offence: offence, leastLength: length)
  }

  /// Continues from via edge to via edge; false if one of them leads nowhere.
  private func extend(
    _ route: inout PlannedRoute, to length: Metres, _ search: inout PathSearch, using random: inout SplitMix64
  ) -> Bool {
    var failures = 0
    while route.length < length {
      let last = route.edges[route.edges.count - 1]
      let open = min(length - route.length, Self.longestStage)
      let distance = max(Self.shortestStage, open * random.uniform(in: 0.4...0.9))
      let via = core.edge(about: distance, from: last, on: graph, using: &random)
      guard via.segment != last.segment, let edges = stage(from: last, to: via, &search) else {
        failures += 1
        if failures == 20 { return false }
        continue
      }
      route.edges += edges
      route.length += edges.reduce(0) { $0 + graph.length(of: $1) }
    }
    return true
  }

  /// The edges of the shortest lawful path after `edge`, up to and including `target`; `nil` if no path is found
  /// nearby.
  func stage(from edge: EdgeID, to target: EdgeID, _ search: inout PathSearch) -> [EdgeID]? {
    if edge == target { return [] }
    let straight = groundDistance(graph.place(of: graph.head(of: edge)), graph.place(of: graph.tail(of: target)))
    // Lawful paths in a town of oneways and rivers are seldom longer. A via edge beyond that is replaced by another.
    let limit = SearchLimit(length: graph.length(of: edge) + 3 * straight + 2_000, edges: 50_000)
    let end = search.place(EdgePosition(edge: target, offset: 0))
    search.begin(
      from: search.place(EdgePosition(edge: edge, offset: 0)), within: limit, metresPerPenalty: Self.metresPerPenalty)
    search.addTarget(end)
    search.run()
    let edges = search.edges(to: end)
    return edges.isEmpty ? nil : Array(edges.dropFirst())
  }

  /// The distance between errands in a town.
  private static let longestStage: Metres = 3_000
  /// A via edge nearer than this is on the route already.
  private static let shortestStage: Metres = 150
  /// The extra cost of private roads, at 2 units each: 400 m keep through traffic out of them.
  private static let metresPerPenalty: Metres = 200
}
