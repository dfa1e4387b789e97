internal import PathSearch
internal import RoadGraph
internal import RoadRules
internal import Storage

/// Whether a leg is to begin at a moment or to end by it.
enum ClockDirection: Sendable {
  case departing
  /// Begins as late as possible.
  case arriving
}

/// The labels that a state keeps in a search by the clock.
enum ClockLabels: Sendable {
  /// Each that no other beats in both time and penalty: the path found is the cheapest.
  case all
  /// The cheapest: for proposals whose roads have surcharges, where states would keep thousands of labels.
  case cheapest
}

/// What a search by the clock looks for.
struct ClockQuery {
  let direction: ClockDirection
  /// Of departure or arrival; see ``RoadRules/WeekTime``.
  let moment: Int
  /// Where the search begins: behind the starts, or before the targets if it is for an arrival.
  let begins: [ClockGate]
  /// The other side.
  let ends: [ClockGate]
  /// The number of starts or targets on the other side.
  let endCount: Int
  /// Only the cheapest of all ends is needed.
  let cheapestOnly: Bool
  var labels = ClockLabels.all

  /// When the search is at its first nodes.
  func seed(_ gate: ClockGate, _ clock: ClockCosts) -> Int { moment(after: gate, from: moment, clock) }

  /// The moment at the other side of a gate.
  func moment(after gate: ClockGate, from moment: Int, _ clock: ClockCosts) -> Int {
    switch direction {
    case .departing: gate.passage.exit(from: moment + gate.elapsed, clock)
    case .arriving: gate.passage.entry(by: moment, clock) - gate.elapsed
    }
  }

  /// The moment of a label.
  func moment(at elapsed: Int) -> Int { direction == .departing ? moment + elapsed : moment - elapsed }

  /// The time between the moment of the query and another one.
  func elapsed(at moment: Int) -> Int { direction == .departing ? moment - self.moment : self.moment - moment }
}

/// What a search by the clock found for one end.
struct ClockFinding: Equatable {
  /// In milliseconds of time and penalties.
  var cost: Int
  var elapsed: Int
  /// The numbers of the begin and of the end among the gates.
  var begin: Int
  var end: Int
  /// The label from which the path is read.
  var label: UInt32
}

/// Cheapest paths whose times depend on the hour in which each road is reached: A* over the times and penalties of
/// states.
///
/// A label is a time and a penalty at the start of a state's edge. A state keeps every label that no other beats in both,
/// because a path that is quicker and less liked may win as well as lose later. Where nothing is disliked, that is one
/// label per state. So the paths found cost the least of all, to the millisecond. For an arrival the search runs from the
/// targets back in time, over the same states.
///
/// The value is scratch of 8 bytes per state: keep one per worker.
///
/// - Source: Dreyfus 1969, An Appraisal of Some Shortest-Path Algorithms, doi:10.1287/opre.17.3.395; labels by two
///   criteria: Hansen 1980, Bicriterion Path Problems, doi:10.1007/978-3-642-48782-8_9.
struct ClockSearch: ~Copyable, Sendable {
  struct Label: BitwiseCopyable {
    var node: UInt32
    var elapsed: Int32
    var penalty: Int32
    /// The label before it; `.max` at a begin.
    var parent: UInt32
    /// The next label of the same node; `.max` for none.
    var next: UInt32
    /// The number of the gate where it began.
    var begin: UInt32
    /// Beaten by a later label.
    var isBeaten = false
  }

  /// The labels of a node whose stamp is current.
  struct Head: BitwiseCopyable {
    var stamp: UInt32 = 0
    var first: UInt32 = .max
  }

  private var heads: FixedArray<Head>
  private var labels = GrowingArray<Label>()
  private var frontier = Frontier()
  private var stamp: UInt32 = 0
  /// See ``ClockLabels/cheapest``.
  private var isOneKept = false
  /// The labels expanded by the last search.
  private(set) var expandedCount = 0

  init(nodeCount: Int) { heads = FixedArray(repeating: Head(), count: nodeCount) }

  /// - Parameter below: only paths that cost less are searched for.
  /// - Returns: the cheapest path to each end; `nil` if there is none.
  mutating func run(
    _ query: ClockQuery, on roads: some ClockRoads, bound: inout some ClockBound & ~Copyable, below: Int = .max
  ) -> [ClockFinding?] {
    start()
    isOneKept = query.labels == .cheapest
    let clock = roads.clock
    var best = [ClockFinding?](repeating: nil, count: query.endCount)
    for (i, gate) in query.begins.enumerated() {
      let elapsed = query.elapsed(at: query.seed(gate, clock))
      reach(gate.node, elapsed, gate.penalty, from: .max, begin: UInt32(i), &bound, below: below)
    }
    var limit = below
    while let entry = frontier.popMin() {
      if entry.cost >= Double(limit) { break }
      let number = UInt32(entry.label)
      let label = labels[number]
      guard !label.isBeaten else { continue }
      expandedCount += 1
      if arrive(number, label, query, clock, &best) { limit = min(below, Self.limit(best, query)) }
      expand(number, label, query, roads, &bound, below: limit)
    }
    return best
  }

  /// The cost from which on nothing better is found.
  private static func limit(_ best: [ClockFinding?], _ query: ClockQuery) -> Int {
    let costs = best.lazy.map { $0?.cost ?? .max }
    return query.cheapestOnly ? costs.min() ?? .max : costs.max() ?? .max
  }

  private mutating func start() {
    frontier.removeAll()
    labels.removeAll()
    expandedCount = 0
    stamp &+= 1
    guard stamp == 0 else { return }
    heads.setAll(to: Head())
    stamp = 1
  }

  /// - Returns: whether an end is reached at less cost than before.
  private func arrive(
    _ number: UInt32, _ label: Label, _ query: ClockQuery, _ clock: ClockCosts, _ best: inout [ClockFinding?]
  ) -> Bool {
    var isBetter = false
    for (i, gate) in query.ends.enumerated() where gate.node == label.node {
      let moment = query.moment(at: Int(label.elapsed))
      let elapsed = query.elapsed(at: query.moment(after: gate, from: moment, clock))
      let cost = elapsed + Int(label.penalty) + gate.penalty
      guard cost < best[gate.number]?.cost ?? .max else { continue }
      best[gate.number] = ClockFinding(
        cost: cost, elapsed: elapsed, begin: Int(label.begin), end: i, label: number)
      isBetter = true
    }
    return isBetter
  }

  private mutating func expand<Bound: ClockBound & ~Copyable>(
    _ number: UInt32, _ label: Label, _ query: ClockQuery, _ roads: some ClockRoads, _ bound: inout Bound, below: Int
  ) {
    let (moment, penalty, begin) = (query.moment(at: Int(label.elapsed)), Int(label.penalty), label.begin)
    switch query.direction {
    case .departing:
      roads.forEachStep(outOf: label.node, from: moment) { next, moment, added in
        reach(next, moment - query.moment, penalty + added, from: number, begin: begin, &bound, below: below)
      }
    case .arriving:
      roads.forEachStep(into: label.node, by: moment) { before, moment, added in
        reach(before, query.moment - moment, penalty + added, from: number, begin: begin, &bound, below: below)
      }
    }
  }

  private mutating func reach<Bound: ClockBound & ~Copyable>(
    _ node: UInt32, _ elapsed: Int, _ penalty: Int, from parent: UInt32, begin: UInt32, _ bound: inout Bound,
    below: Int
  ) {
    guard elapsed < Int(Int32.max), penalty < Int(Int32.max), !isBeaten(node, elapsed, penalty),
      let rest = bound.leastCost(at: node, elapsed, penalty)
    else { return }
    let least = elapsed + penalty + rest
    guard least < below else { return }
    let isKnown = heads[node].stamp == stamp
    let label = Label(
      node: node, elapsed: Int32(elapsed), penalty: Int32(penalty), parent: parent,
      next: isKnown ? heads[node].first : .max, begin: begin)
    heads[node] = Head(stamp: stamp, first: UInt32(labels.count))
    frontier.insert(WideEntry(cost: Double(max(0, least)), label: labels.count))
    labels.append(label)
  }

  /// Whether a label of the node is as good in both. Labels that are worse in both are marked.
  private mutating func isBeaten(_ node: UInt32, _ elapsed: Int, _ penalty: Int) -> Bool {
    guard heads[node].stamp == stamp else { return false }
    var number = heads[node].first
    while number != .max {
      let label = labels[number]
      if !label.isBeaten {
        let (later, dearer) = (elapsed - Int(label.elapsed), penalty - Int(label.penalty))
        if isOneKept ? later + dearer >= 0 : later >= 0 && dearer >= 0 { return true }
        if isOneKept || later <= 0 && dearer <= 0 { labels[number].isBeaten = true }
      }
      number = label.next
    }
    return false
  }

  /// The nodes from the begin of a path to its end, in the order of the search.
  func nodes(upTo number: UInt32) -> [UInt32] {
    var nodes: [UInt32] = []
    var number = number
    while number != .max {
      nodes.append(labels[number].node)
      number = labels[number].parent
    }
    return nodes.reversed()
  }
}
