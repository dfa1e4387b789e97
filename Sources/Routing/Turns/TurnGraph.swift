package import Hierarchies
package import RoadGraph

/// The states of turning that some modes can be in, and the turns between them: the graph a hierarchy is made of.
///
/// Turns that a restriction or a barrier forbids are in it, since that depends on mode and time; their weight is
/// ``RouteCost/never`` then. Of turns back on the same road only those are in it that some mode may make.
///
/// Shapes, for *n* vertices and *m* turns:
///
///     states      n, ascending
///     turns       n rows of m turns, by the edge turned onto, ascending
package struct TurnGraph: Sendable {
  package let states: TurnStates
  package let modes: [TravelMode]
  package let arcs: ArcGraph
  /// The state of each vertex.
  package let stateOfVertex: [StateID]
  private let vertexOfState: [UInt32]

  package init(of graph: RoadGraph, states: TurnStates, modes: [TravelMode]) {
    self.states = states
    self.modes = modes
    var vertexOfState = [UInt32](repeating: .max, count: states.count)
    var stateOfVertex: [StateID] = []
    for state in (0..<states.count).map({ StateID($0) }) where graph.isOpen(states.edge(of: state), to: modes) {
      vertexOfState[state.index] = UInt32(stateOfVertex.count)
      stateOfVertex.append(state)
    }
    var first: [UInt32] = [0]
    var heads: [UInt32] = []
    for state in stateOfVertex {
      let edge = states.edge(of: state)
      for next in graph.edges(leaving: graph.head(of: edge)) where graph.isTurn(from: edge, onto: next, for: modes) {
        heads.append(vertexOfState[states.next(after: state, onto: next).index])
      }
      first.append(UInt32(heads.count))
    }
    self.vertexOfState = vertexOfState
    self.stateOfVertex = stateOfVertex
    arcs = ArcGraph(firstArc: first, heads: heads)
  }

  /// `nil` where none of the modes may go.
  package func vertex(of state: StateID) -> UInt32? {
    vertexOfState[state.index] == .max ? nil : vertexOfState[state.index]
  }

  /// What each turn costs, the edge driven before it included.
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

  /// The order of contraction: that of the edges, each state at the place of its edge.
  package func contractionOrder(_ order: EdgeOrder) -> [UInt32] {
    order.order(ofVerticesOn: stateOfVertex.map { states.edge(of: $0).rawValue })
  }
}

extension RoadGraph {
  fileprivate func isOpen(_ edge: EdgeID, to modes: [TravelMode]) -> Bool {
    let access = access(of: edge)
    return modes.contains { access[$0] > .no }
  }

  fileprivate func isTurn(from edge: EdgeID, onto next: EdgeID, for modes: [TravelMode]) -> Bool {
    guard isOpen(next, to: modes) else { return false }
    return next != edge.reversed || modes.contains { isEnd(of: edge, for: $0) }
  }

  /// The mode can only turn back at the end of an edge.
  func isEnd(of edge: EdgeID, for mode: TravelMode) -> Bool {
    let node = head(of: edge)
    if isClosed(node, to: mode) { return true }
    for next in edges(leaving: node) where next != edge.reversed && access(of: next)[mode] > .no { return false }
    return true
  }
}
