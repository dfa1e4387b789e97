import RoadGraph
import RoadRules

/// The search that the fast ones are compared with: labels in the order of time over the whole map, without bounds,
/// hierarchies or limits.
struct PlainTimes {
  private struct Entry: Comparable {
    let time: Int
    let penalty: Int
    let state: UInt32

    static func < (a: Entry, b: Entry) -> Bool {
      (a.time, a.penalty, a.state) < (b.time, b.penalty, b.state)
    }
  }

  private let clock: ClockCosts
  private let states: TurnStates
  private var heap: [Entry] = []

  init(clock: ClockCosts, states: TurnStates) {
    self.clock = clock
    self.states = states
  }

  /// The least costs from the start of an edge to the end of each edge, in milliseconds.
  mutating func costs(from start: EdgeID, at moment: Int) -> [EdgeID: Int] {
    let graph = clock.costs.graph
    var penalties = [Int](repeating: .max, count: states.count)
    var costs: [EdgeID: Int] = [:]
    heap = [Entry(time: moment, penalty: 0, state: start.rawValue)]
    while let entry = pop() {
      // Labels come in the order of time, so that a label that is no cheaper is of no use.
      guard entry.penalty < penalties[Int(entry.state)] else { continue }
      penalties[Int(entry.state)] = entry.penalty
      let edge = states.edge(of: StateID(entry.state))
      guard let drive = clock.drive(on: edge) else { continue }
      let end = clock.exit(drive, on: edge, driving: Int(drive.length), from: entry.time)
      let penalty = entry.penalty + Int(drive.penalty)
      costs[edge] = min(costs[edge] ?? .max, end - moment + penalty)
      for next in graph.edges(leaving: graph.head(of: edge)) where clock.costs.isUsable(next) {
        let turn = clock.turn(from: StateID(entry.state), onto: next, in: states)
        guard !turn.isNever else { continue }
        push(
          Entry(
            time: clock.exit(turn, from: end), penalty: penalty + Int(turn.penalty),
            state: states.next(after: StateID(entry.state), onto: next).rawValue))
      }
    }
    return costs
  }

  /// The least costs of leaving from the start of each edge and being at the end of one by a moment.
  mutating func costs(to end: EdgeID, by moment: Int) -> [EdgeID: Int] {
    let graph = clock.costs.graph
    var penalties = [Int](repeating: .max, count: states.count)
    var costs: [EdgeID: Int] = [:]
    guard let last = clock.drive(on: end) else { return costs }
    // Times count back from the arrival.
    let time = moment - clock.entry(last, on: end, driving: Int(last.length), by: moment)
    heap = states.states(on: end).map { Entry(time: time, penalty: Int(last.penalty), state: $0.rawValue) }
    heap.sort()
    while let entry = pop() {
      guard entry.penalty < penalties[Int(entry.state)] else { continue }
      penalties[Int(entry.state)] = entry.penalty
      let (state, edge) = (StateID(entry.state), states.edge(of: StateID(entry.state)))
      // A path begins without a past.
      if entry.state == edge.rawValue { costs[edge] = min(costs[edge] ?? .max, entry.time + entry.penalty) }
      for back in graph.edges(leaving: graph.tail(of: edge)) where clock.costs.isUsable(back.reversed) {
        guard let drive = clock.drive(on: back.reversed) else { continue }
        for before in states.states(on: back.reversed) where states.next(after: before, onto: edge) == state {
          let turn = clock.turn(from: before, onto: edge, in: states)
          guard !turn.isNever else { continue }
          push(
            Entry(
              time: moment - clock.entry(drive, on: back.reversed, turn, by: moment - entry.time),
              penalty: entry.penalty + Int(turn.penalty) + Int(drive.penalty), state: before.rawValue))
        }
      }
    }
    return costs
  }

  private mutating func push(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func pop() -> Entry? {
    guard let least = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return least }
    heap[0] = last
    var parent = 0
    while 2 * parent + 1 < heap.count {
      let (left, right) = (2 * parent + 1, 2 * parent + 2)
      let child = right < heap.count && heap[right] < heap[left] ? right : left
      guard heap[child] < heap[parent] else { break }
      heap.swapAt(child, parent)
      parent = child
    }
    return least
  }
}
