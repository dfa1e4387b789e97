internal import Geodesy
internal import RoadGraph
internal import RoadRules
internal import Storage

/// The part of a road graph that searches have met, in a layout made for searching: the attributes of an edge are in
/// one place, and the turns out of the edge are side by side, priced by the rules.
///
/// In the map the same data is in ten columns, and reading them took three quarters of the time of a search.
/// Neighbouring searches meet the same edges, so most edges are found here. Edges are numbered in the order in which
/// they were met, from 0. No result depends on the numbers.
///
/// Shapes, for *e* edges met and *t* turns out of expanded edges:
///
///     edges    e
///     turns    t, those after one edge side by side
struct SearchGraph: ~Copyable {
  struct Edge: BitwiseCopyable {
    var length: Metres
    /// The head of the edge.
    var place: Place
    var id: EdgeID
    /// Into the turns; `.max` until the edge is expanded.
    fileprivate var firstTurn = UInt32.max
    fileprivate var endTurn = UInt32.max
    /// Closed to the mode in this direction.
    var isWrongWay: Bool
    /// The expected duration of the whole edge, in seconds.
    var duration: Float
  }

  struct Turn: BitwiseCopyable {
    /// By the rules, without the price of a ban.
    var penalty: Double
    /// The number of the edge turned onto.
    var onto: UInt32
    var mayBeBanned: Bool
    /// Nothing but its angle makes it unlikely.
    var isPlain: Bool
    /// The expected duration of the turn.
    var duration: Seconds
  }

  /// As many as a drive through a large town meets: some 2 MB with their turns.
  private static let mostEdges = 16_384

  private var graph: RoadGraph?
  private var times: ExpectedTimes?
  private(set) var rules = TravelRules(mode: .car)
  /// A lower bound on the expected duration of a metre on any road.
  private(set) var leastSecondsPerMetre = 0.0
  private var edges = GrowingArray<Edge>()
  private var turns = GrowingArray<Turn>()
  /// The expected speed on each edge.
  private var speeds = GrowingArray<MetresPerSecond>()
  /// The numbers of edges by id, counted from 1; 0 for an edge without a number. They are in pages, allocated when the
  /// first of their edges is met: ids of neighbouring edges are neighbours, and so are their numbers.
  private var slots = GrowingArray<UInt32>()
  /// The pages of the map's edges, counted from 1; 0 for a page not allocated yet.
  private var pages = FixedArray<UInt32>(repeating: 0, count: 0)
  private static let pageBits = 6

  /// Clears the copy if the graph or the rules differ, or if it is too large. Edge numbers are valid until the next
  /// call.
  mutating func prepare(_ graph: RoadGraph, _ rules: TravelRules) {
    guard self.graph !== graph || self.rules != rules || edges.count > Self.mostEdges else { return }
    if self.graph === graph { pages.setAll(to: 0) } else { pages = Self.noPages(for: graph) }
    self.graph = graph
    let times = ExpectedTimes(graph: graph, mode: rules.mode)
    leastSecondsPerMetre = times.leastPerMetre
    self.times = times
    self.rules = rules
    edges.removeAll()
    turns.removeAll()
    speeds.removeAll()
    slots.removeAll()
  }

  private static func noPages(for graph: RoadGraph) -> FixedArray<UInt32> {
    FixedArray(repeating: 0, count: graph.edgeCount >> pageBits + 1)
  }

  subscript(number: Int) -> Edge { edges[number] }

  /// The expected speed, above 0.
  func speed(on number: Int) -> MetresPerSecond { speeds[number] }

  func turn(at index: Int) -> Turn { turns[index] }

  /// The turns at the end of an edge, for ``turn(at:)``.
  mutating func turns(after number: Int) -> Range<Int> {
    if edges[number].firstTurn == .max { findTurns(after: number) }
    let edge = edges[number]
    return Int(edge.firstTurn)..<Int(edge.endTurn)
  }

  /// - Precondition: the copy has been prepared for a graph.
  mutating func number(of edge: EdgeID) -> Int {
    let page = Int(pages[edge.index >> Self.pageBits])
    if page > 0 {
      let number = Int(slots[(page - 1) << Self.pageBits + edge.index & (1 << Self.pageBits - 1)])
      if number > 0 { return number - 1 }
    }
    return meet(edge)
  }

  private mutating func meet(_ edge: EdgeID) -> Int {
    guard let graph, let times else { preconditionFailure("a search that was not opened") }
    let (length, speed) = (graph.length(of: edge), times.speed(on: edge))
    edges.append(
      Edge(
        length: length, place: graph.place(of: graph.head(of: edge)), id: edge,
        isWrongWay: graph.access(of: edge)[rules.mode] == .no, duration: Float(length / speed)))
    speeds.append(speed)
    if pages[edge.index >> Self.pageBits] == 0 {
      for _ in 0..<1 << Self.pageBits { slots.append(0) }
      pages[edge.index >> Self.pageBits] = UInt32(slots.count >> Self.pageBits)
    }
    let page = Int(pages[edge.index >> Self.pageBits]) - 1
    slots[page << Self.pageBits + edge.index & (1 << Self.pageBits - 1)] = UInt32(edges.count)
    return edges.count - 1
  }

  /// Whether a restriction bans turning onto an edge; see ``RoadGraph/isTurnBanned(onto:for:after:)``.
  func isTurnBanned(onto edge: EdgeID, after previous: (Int) -> EdgeID?) -> Bool {
    graph?.isTurnBanned(onto: edge, for: rules.mode, after: previous) ?? false
  }

  private mutating func findTurns(after number: Int) {
    guard let graph, let times else { return }
    let edge = edges[number].id
    let node = graph.head(of: edge)
    let access = graph.access(of: edge)[rules.mode]
    let barrier = graph.isClosed(node, to: rules.mode) ? rules.closedBarrier : 0
    edges[number].firstTurn = UInt32(turns.count)
    for next in graph.edges(leaving: node) where rules.isDrivable(next, on: graph) {
      var penalty = barrier + rules.entry(onto: next, from: access, on: graph)
      if rules.mode == .bicycle { penalty += rules.pushing(from: edge, onto: next, on: graph) }
      let mayBeBanned = graph.mayBeBanned(onto: next)
      turns.append(
        Turn(
          penalty: penalty + rules.turning(from: edge, onto: next, on: graph),
          onto: UInt32(self.number(of: next)), mayBeBanned: mayBeBanned,
          isPlain: !mayBeBanned && penalty == 0 && !rules.isUTurn(from: edge, onto: next, on: graph),
          duration: times.duration(from: edge, onto: next)))
    }
    edges[number].endTurn = UInt32(turns.count)
  }
}
