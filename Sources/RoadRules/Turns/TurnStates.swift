package import RoadGraph

/// The turn state of a vehicle: its edge, and the turn restrictions of more than two edges that it has begun.
///
/// State *e* < edge count is on edge *e* with no restriction begun. Each proper prefix of a banned path with at least
/// two edges has a state of its own, on the prefix's last edge. A path of states therefore knows every ban that it runs
/// into, also several in a row. A cheapest path over states is a cheapest lawful route.
///
/// Shapes, for *e* edges and *c* copies:
///
///     states    0 ..< e + c
///
/// - Source: Aho & Corasick 1975, doi:10.1145/360825.360855. The states are the states of the automaton of the banned
///   paths, except the ones that know only the edge.
package struct TurnStates: Sendable {
  package let edgeCount: Int
  /// The edges that each copy has driven, ending with its own.
  private let histories: [[EdgeID]]
  private let copies: [[EdgeID]: StateID]
  private let copiesByEdge: [EdgeID: [StateID]]
  /// The edges that have copies: a bit is looked up sooner than a table.
  private let edgesWithCopies: EdgeSet

  package init(of graph: RoadGraph) {
    edgeCount = graph.edgeCount
    var histories: [[EdgeID]] = []
    var copies: [[EdgeID]: StateID] = [:]
    for path in graph.bannedPaths where path.count > 2 {
      for length in 2..<path.count where copies[Array(path.prefix(length))] == nil {
        copies[Array(path.prefix(length))] = StateID(edgeCount + histories.count)
        histories.append(Array(path.prefix(length)))
      }
    }
    self.histories = histories
    self.copies = copies
    copiesByEdge = Dictionary(grouping: copies.values.sorted()) { Self.last(histories[$0.index - graph.edgeCount]) }
    edgesWithCopies = histories.reduce(into: EdgeSet()) { $0.insert(Self.last($1)) }
  }

  package var count: Int { edgeCount + histories.count }

  package func edge(of state: StateID) -> EdgeID {
    state.index < edgeCount ? EdgeID(state.rawValue) : Self.last(histories[state.index - edgeCount])
  }

  /// No history is empty.
  private static func last(_ history: [EdgeID]) -> EdgeID { history[history.count - 1] }

  /// All states on an edge, the plain one first.
  package func states(on edge: EdgeID) -> [StateID] { [StateID(edge.rawValue)] + (copiesByEdge[edge] ?? []) }

  /// The state after driving from `state` onto `edge`.
  @inlinable package func next(after state: StateID, onto edge: EdgeID) -> StateID {
    hasCopies(edge) ? copy(after: state, onto: edge) : StateID(edge.rawValue)
  }

  /// The edge driven *i* edges before the edge of `state`, if known; *i* = 0 is its own.
  @usableFromInline package func edge(_ i: Int, before state: StateID) -> EdgeID? {
    guard state.index >= edgeCount else { return i == 0 ? EdgeID(state.rawValue) : nil }
    let history = histories[state.index - edgeCount]
    return i < history.count ? history[history.count - 1 - i] : nil
  }

  @usableFromInline func hasCopies(_ edge: EdgeID) -> Bool { edgesWithCopies.contains(edge) }

  @usableFromInline func copy(after state: StateID, onto edge: EdgeID) -> StateID {
    let driven = state.index < edgeCount ? [EdgeID(state.rawValue)] : histories[state.index - edgeCount]
    for begin in driven.indices {
      if let copy = copies[driven[begin...] + [edge]] { return copy }
    }
    return StateID(edge.rawValue)
  }
}

/// A turn state, dense from 0; see ``TurnStates``.
@usableFromInline package struct StateID: Hashable, Comparable, Sendable, BitwiseCopyable {
  @usableFromInline package let rawValue: UInt32
  @inlinable package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  @inlinable package init(_ index: Int) { self.rawValue = UInt32(index) }
  @inlinable package var index: Int { Int(rawValue) }
  @inlinable package static func < (a: StateID, b: StateID) -> Bool { a.rawValue < b.rawValue }
}
