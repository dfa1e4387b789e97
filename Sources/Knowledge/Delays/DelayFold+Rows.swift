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
  /// The passages are sorted in batches of ``DelaySettings/passagesPerBatch``, and the drives read once for each.
  package func forEachRow(_ body: (TurnDelay) throws -> Void) throws {
    var first = 0
    while first < cells.turnCount {
      let last = endOfBatch(from: first)
      let range = cells.cells(of: first).lowerBound..<cells.cells(of: last - 1).upperBound
      if !range.isEmpty {
        let batch = try batch(of: range)
        for turn in first..<last { try forEachRow(of: turn, batch, body) }
      }
      first = last
    }
  }

  private func endOfBatch(from first: Int) -> Int {
    var (turn, count) = (first, 0)
    while turn < cells.turnCount, count <= settings.passagesPerBatch {
      count += cells.cells(of: turn).reduce(0) { $0 + Int(sums.counts[$1]) }
      turn += 1
    }
    return turn
  }

  private func batch(of range: Range<Int>) throws -> PassageBatch {
    var batch = PassageBatch(cells: range, counts: sums.counts)
    var division = DelayDivision(settings)
    let expectation = expectation
    try Self.forEachPath(
      of: source, in: 0..<source.chunkCount, DelayScan(settings, index, classes, clock), paces
    ) { scan, _, drive in
      batch.begin(drive)
      let isWanted = scan.turns.contains {
        cells.cells(of: $0.number).overlaps(range)
      }
      guard isWanted else { return }
      division.divide(scan, slowness: model.slowness, expected: expectation.delay)
      for (number, turn) in scan.turns.enumerated() where turn.fault == nil {
        guard let cell = cells.cell(turn: turn.number, weekClass: turn.weekClass), range ~= cell else { continue }
        batch.add(division.delays[number], division.stood[number], to: cell)
      }
    }
    return batch
  }

  private func forEachRow(of turn: Int, _ batch: PassageBatch, _ body: (TurnDelay) throws -> Void) throws {
    let (from, onto) = index.edges(of: turn)
    for (cell, weekClass) in zip(cells.cells(of: turn), cells.classes(of: turn)) {
      let (days, hours) = classes.parts(of: weekClass)
      let passages = batch.passages(of: cell)
      let values = passages.map { max(0, Double($0.delay)) }.sorted()
      guard !values.isEmpty else { continue }
      try body(
        TurnDelay(
          from: from, onto: onto, hours: WeekHours(days: days, hours: hours), support: batch.support(of: passages),
          mean: max(0, passages.reduce(0) { $0 + Double($1.delay) } / Double(passages.count)),
          median: values.quantile(0.5), p85: values.quantile(0.85), stood: batch.stood(of: passages),
          expected: Double(model.cells[cell])))
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
