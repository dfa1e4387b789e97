internal import Geodesy
package import RoadGraph
internal import RoadRules

extension DelayFold {
  /// All rows, ascending by turn and class.
  package func rows() throws -> [TurnDelay] {
    var rows: [TurnDelay] = []
    try forEachRow { row in
      rows.append(row)
      rows[rows.count - 1].support.who = VehicleSketch()  // half a kilobyte, for rows that are written only
    }
    return rows
  }

  /// Calls `body` with the row of each turn and class in which it was passed, ascending by turn and class.
  ///
  /// Passages are sorted a part of the turns after the other, while `body` takes the rows of the one before.
  package func forEachRow(_ body: (TurnDelay) throws -> Void) throws {
    try inOrder(passages.parts.count) { [self] part in
      let sorted = try passages.sorted(part)
      var rows: [TurnDelay] = []
      for turn in passages.parts[part] { append(turn, sorted, to: &rows) }
      return rows
    } _: {
      try $0.forEach(body)
    }
  }

  private func append(_ turn: Int, _ sorted: SortedTurns, to rows: inout [TurnDelay]) {
    let classesOfTurn = cells.cells(of: turn)
    guard !classesOfTurn.isEmpty else { return }
    let (from, onto) = index.edges(of: turn)
    var cell = classesOfTurn.lowerBound
    sorted.forEachClass(of: turn) { weekClass, passages in
      let (days, hours) = classes.parts(of: weekClass)
      let values = passages.map { max(0, Double($0.delay)) }
      rows.append(
        TurnDelay(
          from: from, onto: onto, hours: WeekHours(days: days, hours: hours), support: sorted.support(of: passages),
          mean: max(0, passages.reduce(0) { $0 + Double($1.delay) } / Double(passages.count)),
          median: values.quantile(0.5), p85: values.quantile(0.85), stood: sorted.stood(of: passages),
          expected: Double(model.cells[cell])))
      cell += 1
    }
  }

  /// The mean delay of a turn in the classes in which it was passed, and the passages.
  func means(of turn: Int) -> [(weekClass: Int, mean: Seconds, passages: Int)] {
    zip(cells.cells(of: turn), cells.classes(of: turn)).map { cell, weekClass in
      let count = Int(sums.counts[cell])
      return (weekClass, max(0, sums.sum(of: cell) / Double(count)), count)
    }
  }

  /// The turns for the search of routes, ascending, and their delays by class in 0.1 s.
  ///
  /// All turns from an edge are there if one of them was passed: those that were not have the delay of their kind, so
  /// that they do not look faster than their neighbours.
  package func learned() -> (turns: [(from: EdgeID, onto: EdgeID)], delays: [UInt16]) {
    var turns: [(from: EdgeID, onto: EdgeID)] = []
    var delays: [UInt16] = []
    for edge in (0..<index.graph.edgeCount).map({ EdgeID($0) }) {
      let all = index.turns(from: edge)
      guard all.contains(where: { !cells.cells(of: $0).isEmpty }) else { continue }
      for turn in all {
        let pair = index.edges(of: turn)
        guard index.isTurn(from: pair.from, onto: pair.onto) else { continue }
        turns.append(pair)
        for weekClass in 0..<classes.count { delays.append(UInt16(min(6_000, 10 * delay(turn, weekClass)).rounded())) }
      }
    }
    return (turns, delays)
  }

  private func delay(_ turn: Int, _ weekClass: Int) -> Seconds {
    if let cell = cells.cell(turn: turn, weekClass: weekClass) { return Double(model.cells[cell]) }
    return model.expected(turn: turn, kind: Int(kinds[turn]), weekClass: weekClass)
  }
}
