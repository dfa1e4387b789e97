internal import Geodesy
internal import RoadGraph
internal import Storage

/// The part of a road graph that searches have met, as a search reads it: what it asks of an edge in one place, and
/// the turns out of the edge side by side, priced by the rules.
///
/// In the map the same lies in ten columns, and asking them took three quarters of the time of a search. Neighbouring
/// searches meet the same edges, so most are found here. Edges are numbered in the order in which they were met, from 0;
/// no result depends on the numbers.
///
/// Shapes, for *e* edges met and *t* turns out of those that were gone beyond:
///
///     edges    e
///     turns    t, those after one edge side by side
struct SearchGraph: ~Copyable {
  struct Edge: BitwiseCopyable {
    var length: Metres
    /// Of its head.
    var place: Place
    var id: EdgeID
    /// Into the turns; `.max` as long as nobody went beyond the edge.
    fileprivate var firstTurn = UInt32.max
    fileprivate var endTurn = UInt32.max
    /// Closed to the mode in this direction.
    var isWrongWay: Bool
    /// Expected for the whole edge, in seconds.
    var duration: Float
  }

  struct Turn: BitwiseCopyable {
    /// By the rules, without what a ban adds.
    var penalty: Double
    /// The number of the edge turned onto.
    var onto: UInt32
    var mayBeBanned: Bool
    /// What turning is expected to take, in seconds.
    var duration: Float
  }

  /// As many as a drive through a large town meets; some 2 MB with their turns.
  private static let mostEdges = 16_384

  private var graph: RoadGraph?
  private var times: ExpectedTimes?
  private(set) var rules = TravelRules(mode: .car)
  /// No metre of any road is expected to take less.
  private(set) var leastSecondsPerMetre = 0.0
  private var edges = GrowingArray<Edge>()
  private var turns = GrowingArray<Turn>()
  /// A hash table of numbers of edges, counted from 1; 0 where a slot is free. An edge is at the slot of its own id or
  /// behind it, since ids of neighbouring edges lie together: so do their slots.
  private var slots = FixedArray<UInt32>(repeating: 0, count: 256)

  /// Forgets what is of another graph, of other rules, or too much. The numbers of edges hold until the next call.
  mutating func prepare(_ graph: RoadGraph, _ rules: TravelRules) {
    guard self.graph !== graph || self.rules != rules || edges.count > Self.mostEdges else { return }
    self.graph = graph
    let times = ExpectedTimes(graph: graph, mode: rules.mode)
    leastSecondsPerMetre = times.leastPerMetre
    self.times = times
    self.rules = rules
    edges.removeAll()
    turns.removeAll()
    slots.setAll(to: 0)
  }

  subscript(number: Int) -> Edge { edges[number] }

  func turn(at index: Int) -> Turn { turns[index] }

  /// The turns at the end of an edge, for ``turn(at:)``.
  mutating func turns(after number: Int) -> Range<Int> {
    if edges[number].firstTurn == .max { findTurns(after: number) }
    let edge = edges[number]
    return Int(edge.firstTurn)..<Int(edge.endTurn)
  }

  /// - Precondition: a graph has been prepared.
  mutating func number(of edge: EdgeID) -> Int {
    let mask = slots.count - 1
    var slot = edge.index & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if edges[number].id == edge { return number }
      slot = (slot + 1) & mask
    }
    guard let graph, let times else { preconditionFailure("a search that was not opened") }
    let length = graph.length(of: edge)
    edges.append(
      Edge(
        length: length, place: graph.place(of: graph.head(of: edge)), id: edge,
        isWrongWay: graph.access(of: edge)[rules.mode] == .no,
        duration: Float(times.duration(of: length, on: edge))))
    slots[slot] = UInt32(edges.count)
    if edges.count * 2 > mask { grow() }
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
      let penalty = barrier + rules.entry(onto: next, from: access, on: graph)
      turns.append(
        Turn(
          penalty: penalty + rules.turning(from: edge, onto: next, on: graph),
          onto: UInt32(self.number(of: next)), mayBeBanned: graph.mayBeBanned(onto: next),
          duration: Float(times.duration(from: edge, onto: next))))
    }
    edges[number].endTurn = UInt32(turns.count)
  }

  private mutating func grow() {
    slots = FixedArray(repeating: 0, count: 2 * slots.count)
    let mask = slots.count - 1
    for number in 0..<edges.count {
      var slot = edges[number].id.index & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(number + 1)
    }
  }
}
