internal import Hierarchies
internal import RoadGraph
package import RoadRules
internal import Storage
private import Synchronization

/// A hierarchy's turns with what they and the roads take at any hour, shared by all workers.
///
/// For the searches it keeps the hierarchy with the least weights of some hours. They are computed when first needed, and
/// the last few are kept. Only the request decides which are used, so the number of workers makes no difference.
///
/// Shapes, for *e* edges, *n* vertices and *m* turns:
///
///     drives     e, fixedSpeed 0 for an edge that must not be driven
///     turns      m
///     firstIn    n + 1; the turns into vertex v are arcsIn[firstIn[v] ..< firstIn[v + 1]]
///     arcsIn     m
///     tails      m, the vertex each turn leads out of
package final class HourlyRoads: Sendable {
  package let clock: ClockCosts
  let roads: RoutingHierarchy
  private let drives: [ClockDrive]
  private let turns: [ClockTurn]
  private let edges: [UInt32]
  private let firstIn: [UInt32]
  private let arcsIn: [UInt32]
  private let tails: [UInt32]
  /// What some roads take in each class, all together.
  private let totals: [Double]
  private let metrics: Latest<HourWindow, Metric>
  private let times: Latest<Int, ArcTimes>

  /// - Complexity: O(edges + turns).
  package init(_ roads: RoutingHierarchy, _ clock: ClockCosts) {
    self.clock = clock
    self.roads = roads
    let (graph, states) = (clock.costs.graph, roads.turns.states)
    drives = (0..<graph.edgeCount).map { clock.drive(on: EdgeID($0)) ?? .never }
    edges = roads.turns.stateOfVertex.map { states.edge(of: $0).rawValue }
    let arcs = roads.turns.arcs
    var turns = [ClockTurn](repeating: .never, count: arcs.arcCount)
    var tails = [UInt32](repeating: 0, count: arcs.arcCount)
    var firstIn = [UInt32](repeating: 0, count: arcs.vertexCount + 1)
    for (vertex, state) in roads.turns.stateOfVertex.enumerated() {
      for arc in arcs.arcs(leaving: vertex) {
        let next = EdgeID(edges[Int(arcs.heads[arc])])
        tails[arc] = UInt32(vertex)
        firstIn[Int(arcs.heads[arc]) + 1] += 1
        if !drives[Int(edges[vertex])].isNever, clock.costs.isUsable(next) {
          turns[arc] = clock.turn(from: state, onto: next, in: states)
        }
      }
    }
    for i in 1..<firstIn.count { firstIn[i] += firstIn[i - 1] }
    var filled = firstIn
    var arcsIn = [UInt32](repeating: 0, count: arcs.arcCount)
    for arc in 0..<arcs.arcCount {
      let head = Int(arcs.heads[arc])
      arcsIn[Int(filled[head])] = UInt32(arc)
      filled[head] += 1
    }
    self.turns = turns
    self.tails = tails
    self.firstIn = firstIn
    self.arcsIn = arcsIn
    totals = Self.totals(of: drives, clock)
    // A metric takes 12 bytes per arc of the hierarchy; all together some 2 GB.
    let most = max(4, min(150, 2_000_000_000 / (12 * max(1, roads.hierarchy.arcCount))))
    metrics = Latest(most: most)
    times = Latest(most: most)
  }

  /// - Returns: for each class, what some 10,000 roads take.
  private static func totals(of drives: [ClockDrive], _ clock: ClockCosts) -> [Double] {
    let sample = stride(from: 0, to: drives.count, by: max(1, drives.count / 10_000)).filter { !drives[$0].isNever }
    return (0..<clock.learned.classes.count).map { hours in
      sample.reduce(1) { sum, edge in
        let (drive, window) = (drives[edge], HourWindow([hours]))
        return sum + Double(clock.leastTime(drive, on: EdgeID(edge), driving: Int(drive.length), in: window))
      }
    }
  }

  func edge(of node: UInt32) -> EdgeID { EdgeID(edges[Int(node)]) }
  func tail(of arc: Int) -> UInt32 { tails[arc] }
  func head(of arc: Int) -> UInt32 { roads.turns.arcs.heads[arc] }
  func arcs(outOf node: UInt32) -> Range<Int> { roads.turns.arcs.arcs(leaving: Int(node)) }
  func arcs(into node: UInt32) -> ArraySlice<UInt32> { arcsIn[Int(firstIn[Int(node)])..<Int(firstIn[Int(node) + 1])] }

  /// What preferences and offences add to the time of an arc that may be driven.
  func penalty(of arc: Int) -> Int { Int(drive(before: arc).penalty) + Int(turns[arc].penalty) }

  /// When a vehicle that comes to an arc at a moment is through.
  func exit(_ arc: Int, from moment: Int) -> Int {
    clock.exit(drive(before: arc), on: edge(of: tails[arc]), turns[arc], from: moment)
  }

  /// The latest moment at which a vehicle comes to an arc and is through by a moment.
  func entry(_ arc: Int, by moment: Int) -> Int {
    clock.entry(drive(before: arc), on: edge(of: tails[arc]), turns[arc], by: moment)
  }

  private func drive(before arc: Int) -> ClockDrive { drives[Int(edges[Int(tails[arc])])] }

  // MARK: Hours

  /// The hierarchy with the least weights in some hours.
  ///
  /// - Complexity: as ``Hierarchies/Metric/init(of:weights:)`` when first asked for.
  func metric(in window: HourWindow) -> Metric {
    metrics[window] { Metric(of: roads.hierarchy, weights: weights(in: window)) }
  }

  /// What every arc takes while the hours are of one class.
  func times(in hours: Int) -> ArcTimes {
    times[hours] {
      let times = weights(in: HourWindow([hours]), withPenalties: false)
      return ArcTimes(
        times.indices.map { ArcTimes.Entry(times[$0], hasPenalty: times[$0] < .never && penalty(of: $0) != 0) })
    }
  }

  /// The hours of a span, where those that every path spends count by how much slower or faster they are than the last.
  func window(of span: HourSpan) -> HourWindow {
    let last = span.window(from: span.first)
    let least = last.classes.lazy.map { self.totals[$0] }.min() ?? 1
    let spent = span.runs[..<span.first].map(\.hours)
    let factors = spent.map { max(256, min(4096, Int((1024 * least / totals[$0]).rounded()))) }
    return HourWindow(spent + last.classes, factors: factors + last.factors)
  }

  private func weights(in window: HourWindow, withPenalties: Bool = true) -> [RouteCost] {
    var weights = [RouteCost](repeating: .never, count: turns.count)
    for vertex in edges.indices {
      let drive = drives[Int(edges[vertex])]
      if drive.isNever { continue }
      let driving = clock.leastTime(drive, on: edge(of: UInt32(vertex)), driving: Int(drive.length), in: window)
      for arc in roads.turns.arcs.arcs(leaving: vertex) where !turns[arc].isNever {
        let time = driving + clock.leastTime(turns[arc], in: window)
        let penalty = withPenalties ? window.leastCost(0, penalty: penalty(of: arc)) : 0
        weights[arc] = RouteCost(clamping: time + penalty)
      }
    }
    return weights
  }
}

/// The values used last.
private final class Latest<Key: Equatable & Sendable, Value: Sendable>: Sendable {
  private let most: Int
  private let entries = Mutex<[(key: Key, value: Value)]>([])

  init(most: Int) { self.most = most }

  /// Who needs a value while another makes one waits.
  subscript(key: Key, made: () -> Value) -> Value {
    entries.withLock { entries in
      if let known = entries.lastIndex(where: { $0.key == key }) {
        let found = entries[known].value
        if known < entries.count - 8 { entries.append(entries.remove(at: known)) }
        return found
      }
      let value = made()
      if entries.count >= most { entries.removeFirst() }
      entries.append((key, value))
      return value
    }
  }
}
