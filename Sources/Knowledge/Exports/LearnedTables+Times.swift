package import RoadGraph
package import RoadRules

extension LearnedTables {
  /// The rows of speeds as times by edge and class of hours, and those of delays beside them: what the rows leave out is
  /// unknown here, too.
  ///
  /// Without delays, the speeds are the expected ones; beside delays, those without them.
  ///
  /// - Parameter note: called with each row of speeds.
  package func times(on graph: RoadGraph, noting note: (RoadSpeed) -> Void = { _ in }) throws -> LearnedTimes {
    var rows: [TurnDelay] = []
    try delays?.forEach { rows.append($0) }
    let ends = EndDelays(rows, classes)
    var speeds = [UInt16](repeating: 0, count: graph.edgeCount * classes.count)
    try self.speeds?.forEach { row in
      note(row)
      for number in classes.numbers(of: row.hours) {
        let speed = ends.turns.isEmpty ? row.expected : row.moving
        speeds[row.edge.index * classes.count + number] = UInt16(max(1, min(65_535, (speed * 100).rounded())))
      }
    }
    let delays = ends.turns.flatMap { turn in turn.delays.map { UInt16(min(65_535, ($0 * 10).rounded())) } }
    return LearnedTimes(classes: classes, speeds: speeds, turns: ends.turns.map { ($0.from, $0.onto) }, delays: delays)
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
