package import Hierarchies
package import RoadGraph
package import RoadRules

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
  /// The state of each vertex.
  package let stateOfVertex: [StateID]
  private let vertexOfState: [UInt32]

  package init(of graph: RoadGraph, states: TurnStates, network: EdgeOrder.Network) {
    self.states = states
    var vertexOfState = [UInt32](repeating: .max, count: states.count)
    var stateOfVertex: [StateID] = []
    for state in (0..<states.count).map({ StateID($0) }) where network.holds(states.edge(of: state), of: graph) {
      vertexOfState[state.index] = UInt32(stateOfVertex.count)
      stateOfVertex.append(state)
    }
    var first: [UInt32] = [0]
    var heads: [UInt32] = []
    for state in stateOfVertex {
      let edge = states.edge(of: state)
      for next in graph.edges(leaving: graph.head(of: edge)) {
        let head = vertexOfState[states.next(after: state, onto: next).index]
        if head != .max { heads.append(head) }
      }
      first.append(UInt32(heads.count))
    }
    self.vertexOfState = vertexOfState
    self.stateOfVertex = stateOfVertex
    arcs = ArcGraph(firstArc: first, heads: heads)
  }

  /// `nil` if it is on a road of other modes.
  package func vertex(of state: StateID) -> UInt32? {
    vertexOfState[state.index] == .max ? nil : vertexOfState[state.index]
  }

  /// The graph contains everything that can be driven at these costs.
  package func holdsAll(of costs: RoadCosts) -> Bool {
    (0..<UInt32(states.edgeCount)).allSatisfy { edge in
      vertexOfState[Int(edge)] != .max || costs.cost(of: EdgeID(edge)) == .never
    }
  }

  /// The graph contains everything that can be driven at these costs, but for roads on which one only begins or ends.
  func holdsAllOpen(of costs: RoadCosts) -> Bool {
    (0..<UInt32(states.edgeCount)).allSatisfy { edge in
      vertexOfState[Int(edge)] != .max || costs.isRestricted(EdgeID(edge))
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
