internal import RoadGraph
internal import RoadRules
internal import Storage

/// What every arc takes while the hours are of one class, in one number each.
final class ArcTimes: Sendable {
  struct Entry: BitwiseCopyable, Sendable {
    private let bits: UInt32

    init(_ time: RouteCost, hasPenalty: Bool) {
      bits = time >= RouteCost.never >> 1 ? .max : time << 1 | (hasPenalty ? 1 : 0)
    }

    /// Must not be driven.
    var isNever: Bool { bits == .max }
    var hasPenalty: Bool { bits & 1 != 0 }
    /// In milliseconds.
    var time: Int { Int(bits >> 1) }
  }

  private let memory: ColumnMemory<Entry>
  let entries: Column<Entry>

  init(_ entries: [Entry]) {
    memory = ColumnMemory(entries)
    self.entries = memory.column
  }
}

/// The roads of a hierarchy in some hours. Where the hour does not change on the way, a step is one look at a table.
struct TimedRoads: ClockRoads {
  private struct Hours {
    /// The moments between which a step falls into these hours as a whole.
    let moments: Range<Int>
    let times: ArcTimes
  }

  let roads: HourlyRoads
  private let hours: [Hours]

  init(_ roads: HourlyRoads, in span: HourSpan) {
    self.roads = roads
    let timing = span.timing
    hours = span.runs.prefix(4).map { run in
      let moments =
        timing.direction == .departing
        ? timing.moment + run.begin..<timing.moment + run.end : timing.moment - run.end + 1..<timing.moment - run.begin
      return Hours(moments: moments, times: roads.times(in: run.hours))
    }
  }

  var clock: ClockCosts { roads.clock }
  var states: TurnStates { roads.roads.turns.states }
  func node(of state: StateID) -> UInt32? { roads.roads.turns.vertex(of: state) }
  func state(of node: UInt32) -> StateID { roads.roads.turns.stateOfVertex[Int(node)] }
  func edge(of node: UInt32) -> EdgeID { roads.edge(of: node) }

  func forEachStep(outOf node: UInt32, from moment: Int, _ body: ClockStep) {
    let now = now(moment)
    for arc in roads.arcs(outOf: node) {
      let entry = now.times.entries[arc]
      if entry.isNever { continue }
      let exit = moment + entry.time
      body(
        roads.head(of: arc), now.moments.contains(exit) ? exit : roads.exit(arc, from: moment),
        entry.hasPenalty ? roads.penalty(of: arc) : 0)
    }
  }

  func forEachStep(into node: UInt32, by moment: Int, _ body: ClockStep) {
    let now = now(moment)
    for arc in roads.arcs(into: node) {
      let entry = now.times.entries[Int(arc)]
      if entry.isNever { continue }
      let begin = moment - entry.time
      body(
        roads.tail(of: Int(arc)), now.moments.contains(begin) ? begin : roads.entry(Int(arc), by: moment),
        entry.hasPenalty ? roads.penalty(of: Int(arc)) : 0)
    }
  }

  /// The hours of a moment; any without moments if they are not those of this value.
  private func now(_ moment: Int) -> Hours {
    for hours in hours where hours.moments.contains(moment) { return hours }
    return Hours(moments: 0..<0, times: hours[0].times)
  }
}
