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
  /// The drives are read once; their passages lie in a scratch file, and are sorted in batches of
  /// ``DelaySettings/passagesPerBatch``.
  package func forEachRow(_ body: (TurnDelay) throws -> Void) throws {
    let batches = batches()
    let (passages, hashes) = try passages(of: batches)
    for (number, batch) in batches.enumerated() {
      let sorted = PassageBatch(
        cells: batch.cells, counts: sums.counts, try passages.values(of: number), hashes)
      for turn in batch.turns { try forEachRow(of: turn, sorted, body) }
    }
  }

  private typealias Batch = (turns: Range<Int>, cells: Range<Int>)

  /// Turns that are next to each other, with about as many passages as are sorted at a time.
  private func batches() -> [Batch] {
    var batches: [Batch] = []
    var (first, count) = (0, 0)
    for turn in 0..<cells.turnCount {
      count += cells.cells(of: turn).reduce(0) { $0 + Int(sums.counts[$1]) }
      guard count > settings.passagesPerBatch || turn + 1 == cells.turnCount else { continue }
      let range = cells.cells(of: first).lowerBound..<cells.cells(of: turn).upperBound
      batches.append((first..<turn + 1, range))
      (first, count) = (turn + 1, 0)
    }
    return batches
  }

  /// The passages of each batch, in the order of the drives.
  private func passages(of batches: [Batch]) throws -> (SharedScratch<TurnPassage>, VehicleHashes) {
    let scratch = try SharedScratch<TurnPassage>(parts: batches.count)
    var writer = SharedScratch.Writer(scratch, boundInBytes: Self.bytesHeld)
    var (numbers, division) = (PassageNumbers(), DelayDivision(settings))
    let expectation = expectation
    try Self.forEachPath(
      of: source, in: 0..<source.chunkCount, DelayScan(settings, index, classes, clock), paces
    ) { scan, _, drive in
      numbers.begin(drive)
      division.divide(scan, slowness: model.slowness, expected: expectation.delay)
      for (number, turn) in scan.turns.enumerated() where turn.fault == nil {
        guard let cell = cells.cell(turn: turn.number, weekClass: turn.weekClass) else { continue }
        let passage = TurnPassage(
          cell: UInt32(cell), delay: Float(division.delays[number]), vehicle: numbers.vehicle, drive: numbers.drive,
          stood: division.stood[number].map { $0 ? 1 : 0 } ?? -1)
        try writer.append(passage, to: Self.batch(of: cell, in: batches))
      }
    }
    try writer.finish()
    return (scratch, numbers.hashes)
  }

  private static var bytesHeld: Int { 16 << 20 }

  private static func batch(of cell: Int, in batches: [Batch]) -> Int {
    var (low, high) = (0, batches.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if batches[middle].cells.upperBound <= cell { low = middle + 1 } else { high = middle }
    }
    return low
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
