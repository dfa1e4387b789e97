package import Hierarchies
package import RoadGraph
package import RoadRules
internal import Storage

/// The turn states of the modes of a network, and the turns between them: the graph from which a hierarchy is built.
///
/// It includes turns that a restriction or a barrier forbids, U-turns on a road, and roads closed to everybody: mode,
/// time and strictness decide whether they may be driven. If not, their weight is ``RouteCost/never``.
///
/// Shapes, for *n* vertices and *m* turns:
///
///     states      n, ascending
///     turns       n rows of m turns, by the edge turned onto, ascending
package struct TurnGraph: Sendable {
  package let states: TurnStates
  package let arcs: ArcGraph
  /// The state of each vertex, ascending.
  package let stateOfVertex: VertexStates

  package init(of graph: RoadGraph, states: TurnStates, network: EdgeOrder.Network) {
    self.states = states
    var vertexOfState = [UInt32](repeating: .max, count: states.count)
    var stateOfVertex: [UInt32] = []
    for state in (0..<states.count).map({ StateID($0) }) where network.holds(states.edge(of: state), of: graph) {
      vertexOfState[state.index] = UInt32(stateOfVertex.count)
      stateOfVertex.append(state.rawValue)
    }
    var first: [UInt32] = [0]
    var heads: [UInt32] = []
    for state in stateOfVertex.lazy.map({ StateID($0) }) {
      let edge = states.edge(of: state)
      for next in graph.edges(leaving: graph.head(of: edge)) {
        let head = vertexOfState[states.next(after: state, onto: next).index]
        if head != .max { heads.append(head) }
      }
      first.append(UInt32(heads.count))
    }
    let memory = ColumnMemory(stateOfVertex)
    self.stateOfVertex = VertexStates(numbers: memory.column, memory: memory)
    arcs = ArcGraph(firstArc: first, heads: heads)
  }

  /// The graph stored in a map, used in place; `nil` if the map has none.
  ///
  /// - Parameter fingerprint: of its arcs.
  init?(storedIn map: RoadGraph, states: TurnStates, fingerprint: UInt64) throws(RoadGraphError) {
    let numbers = try map.numbers(of: .vertexStates)
    guard
      let arcs = ArcGraph(
        firstArc: try map.numbers(of: .firstTurns), heads: try map.numbers(of: .turnHeads), fingerprint: fingerprint,
        in: map), arcs.vertexCount == numbers.count
    else { return nil }
    self.states = states
    self.arcs = arcs
    stateOfVertex = VertexStates(numbers: numbers, memory: map)
  }

  /// What a map stores of the graph, for `GraphDraft.add(_:)`.
  var sections: [AddedSection] {
    [stateOfVertex.section] + arcs.sections
  }

  /// `nil` if it is on a road of other modes.
  package func vertex(of state: StateID) -> UInt32? { stateOfVertex.vertex(of: state) }

  /// The graph contains everything that can be driven at these costs.
  package func holdsAll(of costs: RoadCosts) -> Bool {
    allEdgesOutside { costs.cost(of: $0) == .never }
  }

  /// The graph contains everything that can be driven at these costs, but for roads on which one only begins or ends.
  func holdsAllOpen(of costs: RoadCosts) -> Bool {
    allEdgesOutside { costs.isRestricted($0) }
  }

  private func allEdgesOutside(satisfy isGood: (EdgeID) -> Bool) -> Bool {
    var vertex = 0
    return (0..<UInt32(states.edgeCount)).allSatisfy { edge in
      while vertex < stateOfVertex.count, stateOfVertex[vertex].rawValue < edge { vertex += 1 }
      return vertex < stateOfVertex.count && stateOfVertex[vertex].rawValue == edge || isGood(EdgeID(edge))
    }
  }

  /// The cost of each turn, including the edge driven before it.
  package func weights(_ costs: RoadCosts) -> [RouteCost] {
    var weights = [RouteCost](repeating: .never, count: arcs.arcCount)
    for (vertex, state) in stateOfVertex.enumerated() {
      let cost = costs.isUsable(states.edge(of: state)) ? costs.cost(of: states.edge(of: state)) : .never
      guard cost < .never else { continue }
      for arc in arcs.arcs(leaving: vertex) {
        let next = states.edge(of: stateOfVertex[Int(arcs.heads[arc])])
        guard costs.isUsable(next) else { continue }
        weights[arc] = cost &+| costs.cost(from: state, onto: next, in: states)
      }
    }
    return weights
  }

  /// The order of contraction: the order of the edges, with each state at the position of its edge.
  package func contractionOrder(_ order: EdgeOrder) -> [UInt32] {
    order.order(ofVerticesOn: stateOfVertex.map { states.edge(of: $0).rawValue })
  }
}

/// The states of the vertices of a ``TurnGraph``, ascending.
package struct VertexStates: RandomAccessCollection, Sendable {
  private let numbers: Column<UInt32>
  /// The owner of the column's memory.
  private let memory: any AnyObject & Sendable

  fileprivate init(numbers: Column<UInt32>, memory: any AnyObject & Sendable) {
    self.numbers = numbers
    self.memory = memory
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { numbers.count }
  package subscript(vertex: Int) -> StateID { StateID(numbers[vertex]) }

  fileprivate var section: AddedSection { AddedSection(.vertexStates, numbers, in: [memory]) }

  fileprivate func vertex(of state: StateID) -> UInt32? {
    let vertex = numbers.firstIndex(notBefore: state.rawValue, in: 0..<numbers.count)
    return vertex < numbers.count && numbers[vertex] == state.rawValue ? UInt32(vertex) : nil
  }
}
