package import Geodesy
package import RoadGraph

/// Speeds that hold at hours of the week, gathered to ``LearnedTimes``.
package struct UsualSpeeds: Sendable {
  private struct Row: Sendable {
    let edges: [EdgeID]
    /// The number of the hours among all different ones.
    let hours: Int
    let speed: UInt16
  }

  private var rows: [Row] = []
  private var numbers: [[Bool]: Int] = [:]
  private var hours: [[Bool]] = []

  package init() {}

  package var isEmpty: Bool { rows.isEmpty }

  /// Adds the speeds of another file.
  package mutating func add(_ others: UsualSpeeds) {
    for row in others.rows {
      rows.append(Row(edges: row.edges, hours: number(of: others.hours[row.hours]), speed: row.speed))
    }
  }

  private mutating func number(of held: [Bool]) -> Int {
    if let known = numbers[held] { return known }
    numbers[held] = hours.count
    hours.append(held)
    return hours.count - 1
  }

  /// - Returns: false if the hours are not whole hours of every week; then nothing is added.
  package mutating func add(_ speed: MetresPerSecond, to edges: [EdgeID], at times: OpeningHours) -> Bool {
    guard let held = times.hoursOfWeek else { return false }
    rows.append(Row(edges: edges, hours: number(of: held), speed: UInt16(min(65_535, max(1, (speed * 360).rounded())))))
    return true
  }

  /// The speeds by the fewest classes that tell all hours apart; of several for a road the slowest. `nil` without any.
  ///
  /// - Complexity: 2 bytes for each edge and class.
  package func learned(on graph: RoadGraph) -> LearnedTimes? {
    guard !rows.isEmpty, let classes = classes() else { return nil }
    let held = hours.map { hours in
      (0..<classes.count).map { number in
        let parts = classes.parts(of: number)
        return hours[24 * classes.days[parts.days].trailingZeroBitCount + parts.hours.lowerBound]
      }
    }
    var speeds = [UInt16](repeating: 0, count: graph.edgeCount * classes.count)
    for row in rows {
      for edge in row.edges {
        for number in 0..<classes.count where held[row.hours][number] {
          let place = edge.index * classes.count + number
          speeds[place] = speeds[place] == 0 ? row.speed : min(speeds[place], row.speed)
        }
      }
    }
    return LearnedTimes(classes: classes, speeds: speeds)
  }

  /// Days on which the same holds at all hours are one, and so are neighbouring hours on all days.
  private func classes() -> WeekClasses? {
    func holding(_ hour: Int) -> [Bool] { hours.map { $0[hour] } }
    var days: [(first: Int, set: UInt8)] = []
    for day in 0..<7 {
      let like = days.firstIndex { known in
        (0..<24).allSatisfy { holding(24 * known.first + $0) == holding(24 * day + $0) }
      }
      if let like { days[like].set |= 1 << UInt8(day) } else { days.append((day, 1 << UInt8(day))) }
    }
    let begins = (0..<24).filter { hour in
      hour == 0 || days.contains { holding(24 * $0.first + hour) != holding(24 * $0.first + hour - 1) }
    }
    return WeekClasses(days: days.map(\.set), hours: begins)
  }
}
