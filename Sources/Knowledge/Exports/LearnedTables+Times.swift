package import RoadGraph
package import RoadRules

extension LearnedTables {
  /// The rows of speeds as times by edge and class of hours, and those of delays beside them: what the rows leave out is
  /// unknown here, too.
  ///
  /// Speeds are the expected ones, with the time spent at the end of an edge. A turn has the delay by which it exceeds the
  /// mean of the turns from its edge.
  ///
  /// **Not chosen.** Speeds of moving beside whole delays: OSRM then turns aside to turns whose delays are not known, and
  /// its times in the simulated town are 0.72 of the true ones in the median, and not 0.93.
  ///
  /// - Parameter note: called with each row of speeds.
  package func times(on graph: RoadGraph, noting note: (RoadSpeed) -> Void = { _ in }) throws -> LearnedTimes {
    var speeds = [UInt16](repeating: 0, count: graph.edgeCount * classes.count)
    try self.speeds?.forEach { row in
      note(row)
      let speed = UInt16(max(1, min(65_535, (row.expected * 100).rounded())))
      for number in classes.numbers(of: row.hours) { speeds[row.edge.index * classes.count + number] = speed }
    }
    let turns = try EndDelays(classes) { try self.delays?.forEach($0) }.turns
    var delays: [UInt16] = []
    var begin = 0
    while begin < turns.count {
      let end = turns[begin...].firstIndex { $0.from != turns[begin].from } ?? turns.count
      delays += beyondMean(turns[begin..<end])
      begin = end
    }
    return LearnedTimes(classes: classes, speeds: speeds, turns: turns.map { ($0.from, $0.onto) }, delays: delays)
  }

  /// - Parameter turns: all from one edge.
  /// - Returns: turn by turn and class by class, in 0.1 s.
  private func beyondMean(_ turns: ArraySlice<EndDelays.Turn>) -> [UInt16] {
    let passages = turns.reduce(0) { $0 + $1.passages }
    let means = (0..<classes.count).map { number in
      turns.reduce(0) { $0 + $1.passages * $1.delays[number] } / passages
    }
    return turns.flatMap { turn in
      zip(turn.delays, means).map { UInt16(max(0, min(65_535, (($0 - $1) * 10).rounded()))) }
    }
  }
}

extension WeekClasses {
  /// The numbers of the classes that hours consist of.
  package func numbers(of week: WeekHours) -> Range<Int> {
    let first = hours.firstIndex { $0 >= week.hours.lowerBound } ?? hours.count
    let end = hours.firstIndex { $0 >= week.hours.upperBound } ?? hours.count
    return week.days * hours.count + first..<week.days * hours.count + end
  }
}
