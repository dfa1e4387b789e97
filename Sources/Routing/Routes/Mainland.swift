internal import RoadGraph
internal import RoadRules
internal import Storage

/// How the roads of a map are connected for one mode: from which roads its larger parts can be reached, and which roads
/// can be reached from them.
///
/// A part is a maximal set of edges that can lawfully reach each other. Roads that may only be used to begin or end
/// there belong to the part to which they are attached. Parts of ``leastPart`` edges, and the largest one, are the mainland.
///
/// - Complexity: O(*m*) for *m* turns of the map; two bits for each edge are kept.
/// - Source: Tarjan 1972, doi:10.1137/0201010. Differs in: no recursion.
struct Mainland: Sendable {
  /// Smaller parts are islands, as in OSRM.
  static let leastPart = 1000

  /// Two bits for each edge, from the lowest bit up: the mainland can be reached from it, and it from the mainland.
  private let bits: Column<UInt32>
  /// The owner of the column's memory.
  private let memory: any AnyObject & Sendable

  private static let edgesPerNumber = 16

  init(of costs: RoadCosts, states: TurnStates) {
    let parts = RoadParts(of: costs, states: states)
    let largest = parts.sizes.max() ?? 0
    let isMain = parts.sizes.map { $0 >= min(Self.leastPart, largest) }
    var (leading, reached) = (isMain, isMain)
    // Parts are numbered from the ends of all paths to their starts. Few are not the mainland, so only these are
    // checked.
    for edge in parts.order where !leading[parts[edge]] {
      leading[parts[edge]] = parts.hasNext(edge) { leading[parts[$0]] }
    }
    for edge in parts.order.reversed() where !reached[parts[edge]] {
      reached[parts[edge]] = parts.hasLast(edge) { reached[parts[$0]] }
    }
    var bits = [UInt32](repeating: 0, count: Self.count(forEdges: parts.numbers.count))
    for (edge, part) in parts.numbers.enumerated() where part >= 0 {
      let pair: UInt32 = (leading[Int(part)] ? 1 : 0) | (reached[Int(part)] ? 2 : 0)
      bits[edge / Self.edgesPerNumber] |= pair << UInt32(2 * (edge % Self.edgesPerNumber))
    }
    let memory = ColumnMemory(bits)
    (self.bits, self.memory) = (memory.column, memory)
  }

  /// The mainland can be reached from the edge.
  func isReached(from edge: EdgeID) -> Bool { pair(edge) & 1 != 0 }

  /// The edge can be reached from the mainland.
  func reaches(_ edge: EdgeID) -> Bool { pair(edge) & 2 != 0 }

  private func pair(_ edge: EdgeID) -> UInt32 {
    bits[edge.index / Self.edgesPerNumber] >> UInt32(2 * (edge.index % Self.edgesPerNumber))
  }

  private static func count(forEdges count: Int) -> Int { (count + edgesPerNumber - 1) / edgesPerNumber }
}

// Maps store the mainland of cars.

extension Mainland {
  /// The mainland of a mode. For cars it is read from the map once a note says that this program computes the same.
  static func of(_ mode: TravelMode, on graph: RoadGraph, states: TurnStates) -> Mainland {
    let isStored = mode == RouteOptions().mode
    if isStored, graph.isNoted(check), let stored = stored(in: graph) { return stored }
    var options = RouteOptions()
    options.mode = mode
    let made = Mainland(of: RoadCosts(graph: graph, options: options), states: states)
    if isStored, graph.keepsNotes, let stored = stored(in: graph), stored.bits.elementsEqual(made.bits) {
      graph.note(check)
    }
    return made
  }

  /// The section for `GraphDraft.add(_:)`.
  var section: AddedSection { AddedSection(.mainland, bits, in: [memory]) }

  private static let check = "mainland"

  private static func stored(in graph: RoadGraph) -> Mainland? {
    guard let bits = try? graph.numbers(of: .mainland), bits.count == count(forEdges: graph.edgeCount) else {
      return nil
    }
    return Mainland(bits: bits, memory: graph)
  }

  private init(bits: Column<UInt32>, memory: any AnyObject & Sendable) {
    self.bits = bits
    self.memory = memory
  }
}

/// The strongly connected components of the lawful turns.
private struct RoadParts {
  private let costs: RoadCosts
  private let states: TurnStates
  /// The part of each edge; negative where the mode does not go.
  private(set) var numbers: [Int32]
  /// The number of edges of each part.
  private(set) var sizes: [Int] = []
  /// The edges, part by part.
  private(set) var order: [EdgeID] = []

  init(of costs: RoadCosts, states: TurnStates) {
    self.costs = costs
    self.states = states
    numbers = [Int32](repeating: -1, count: costs.graph.edgeCount)
    var found = Search(count: costs.graph.edgeCount)
    for index in 0..<costs.graph.edgeCount {
      let edge = EdgeID(UInt32(index))
      if found.visits[index] == 0, costs.isDrivable(edge) { explore(edge, &found) }
    }
  }

  subscript(edge: EdgeID) -> Int { Int(numbers[edge.index]) }

  /// There is a turn from the edge onto one with a property.
  func hasNext(_ edge: EdgeID, like isMeant: (EdgeID) -> Bool) -> Bool {
    costs.graph.edges(leaving: costs.graph.head(of: edge)).contains { isTurn(edge, $0) && isMeant($0) }
  }

  /// There is a turn onto the edge from one with a property.
  func hasLast(_ edge: EdgeID, like isMeant: (EdgeID) -> Bool) -> Bool {
    costs.graph.edges(leaving: costs.graph.tail(of: edge)).contains { back in
      costs.isDrivable(back.reversed) && isTurn(back.reversed, edge) && isMeant(back.reversed)
    }
  }

  private func isTurn(_ edge: EdgeID, _ next: EdgeID) -> Bool {
    costs.isDrivable(next)
      && costs.offences(from: StateID(edge.rawValue), onto: next, in: states, isEnding: true).isEmpty
  }

  private struct Search {
    /// When an edge was visited, from 1; 0 if it has not been.
    var visits: [UInt32]
    /// The earliest edge known to be reachable from each.
    var lowest: [UInt32]
    var clock: UInt32 = 0
    /// Edges visited that do not belong to a part yet.
    var waiting: [EdgeID] = []
    /// The path to the current edge of the search, with the turn that each edge tries next.
    var path: [(edge: EdgeID, turn: Int)] = []

    init(count: Int) {
      visits = [UInt32](repeating: 0, count: count)
      lowest = visits
    }

    mutating func enter(_ edge: EdgeID, turn: Int) {
      clock += 1
      (visits[edge.index], lowest[edge.index]) = (clock, clock)
      waiting.append(edge)
      path.append((edge, turn))
    }

    mutating func lower(_ edge: EdgeID, to visit: UInt32) { lowest[edge.index] = min(lowest[edge.index], visit) }
  }

  private mutating func explore(_ root: EdgeID, _ found: inout Search) {
    found.enter(root, turn: turns(after: root).lowerBound)
    while let (edge, turn) = found.path.last {
      guard turn < turns(after: edge).upperBound else {
        leave(edge, &found)
        continue
      }
      found.path[found.path.count - 1].turn += 1
      let next = costs.graph.outEdge(at: turn)
      guard isTurn(edge, next) else { continue }
      if found.visits[next.index] == 0 {
        found.enter(next, turn: turns(after: next).lowerBound)
      } else if numbers[next.index] < 0 {
        found.lower(edge, to: found.visits[next.index])
      }
    }
  }

  private func turns(after edge: EdgeID) -> Range<Int> { costs.graph.outRange(of: costs.graph.head(of: edge)) }

  private mutating func leave(_ edge: EdgeID, _ found: inout Search) {
    found.path.removeLast()
    if let parent = found.path.last { found.lower(parent.edge, to: found.lowest[edge.index]) }
    guard found.lowest[edge.index] == found.visits[edge.index] else { return }
    let begin = order.count
    repeat {
      order.append(found.waiting.removeLast())
      numbers[order[order.count - 1].index] = Int32(sizes.count)
    } while order[order.count - 1] != edge
    sizes.append(order.count - begin)
  }
}
