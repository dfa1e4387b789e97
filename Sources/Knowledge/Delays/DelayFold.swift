internal import Geodesy
package import Moments
package import RoadGraph
package import RoadRules

/// What turns cost beyond free flow, by class of the week, from many drives.
///
/// The delay of a passage is the time from the end of the queue through the crossing, and until the vehicle has regained
/// its speed, less the time that the same metres take in free flow and what vehicles on the free road lose as well.
/// Drives whose fixes are so far apart that one span holds several crossings are divided by what the crossings are
/// expected to cost, and the expectations come from the division: a few rounds settle both.
///
/// Memory grows with the map and the classes in which turns were passed, not with the passages; the drives are read
/// once per round and once per batch of rows.
package struct DelayFold: Sendable {
  package let classes: WeekClasses
  package private(set) var counts = DelayCounts()
  let source: any DriveSource
  let settings: DelaySettings
  let index: TurnIndex
  let clock: LocalClock
  /// Seconds per metre in free flow, by edge.
  private(set) var paces: [Float]
  private(set) var cells: DelayCells
  private(set) var sums: DelaySums
  private(set) var model: DelayModel
  /// By turn, the number of its kind.
  let kinds: [UInt8]

  /// - Parameters:
  ///   - freeFlow: seconds per metre in free flow; by default what the drives show.
  ///   - clock: the clocks of the place.
  package init(
    of source: some DriveSource, on graph: RoadGraph, mode: TravelMode = .car, classes: WeekClasses = .usual,
    clock: LocalClock = .utc, settings: DelaySettings = DelaySettings(), freeFlow: ((EdgeID) -> Double)? = nil
  ) throws {
    self.source = source
    self.settings = settings
    self.classes = classes
    self.clock = clock
    index = TurnIndex(of: graph, for: mode)
    kinds = index.kinds()
    cells = DelayCells(turns: index.count)
    sums = DelaySums(cells: 0)
    model = DelayModel(classCount: classes.count)
    var free = FreeFlowPaces(graph: graph, mode: mode)
    paces = free.profile()
    try Self.forEachPath(
      of: source, in: 0..<source.chunkCount, DelayScan(settings, index, classes, clock), paces
    ) { scan, path, _ in
      for turn in scan.turns { take(turn) }
      if freeFlow == nil { free.add(scan, path, settings) }
    }
    cells.number()
    paces = freeFlow.map { pace in (0..<graph.edgeCount).map { Float(pace(EdgeID($0))) } } ?? free.paces()
    try fit(ExpectedTimes(graph: graph, mode: mode))
  }

  private mutating func take(_ turn: PassedTurn) {
    if let fault = turn.fault {
      counts.leftOut[fault, default: 0] += 1
    } else {
      counts.counted += 1
      cells.insert(turn: turn.number, weekClass: turn.weekClass)
    }
  }

  /// Divides the times by the expected delays, and expects what the division says, in turn.
  private mutating func fit(_ times: ExpectedTimes) throws {
    for round in 0...settings.rounds {
      let expectation = expectation
      let (source, settings, cells, index, paces) = (source, settings, cells, index, paces)
      let (scan, slowness) = (DelayScan(settings, index, classes, clock), model.slowness)
      let workers = max(1, min(settings.workers, source.chunkCount))
      let parts = try inParallel(workers, workers: workers) { worker in
        var (sums, division) = (DelaySums(cells: cells.count), DelayDivision(settings))
        let chunks = stride(from: worker, to: source.chunkCount, by: workers)
        try Self.forEachPath(of: source, in: chunks, scan, paces) { scan, _, _ in
          division.divide(scan, slowness: slowness) { turn in
            guard round == 0 else { return expectation.delay(of: turn) }
            let (from, onto) = index.edges(of: turn.number)
            return times.duration(from: from, onto: onto)
          }
          sums.addRoad(loss: division.loss, free: division.free)
          for (number, turn) in scan.turns.enumerated() where turn.fault == nil {
            guard let cell = cells.cell(turn: turn.number, weekClass: turn.weekClass) else { continue }
            sums.add(division.delays[number], to: cell)
          }
        }
        return sums
      }
      sums = parts.dropFirst().reduce(into: parts[0]) { $0.add($1) }
      model = DelayModel(sums, cells, kindOf: kinds, classCount: classes.count, slowness: sums.slowness)
    }
  }

  var expectation: DelayExpectation { DelayExpectation(model: model, cells: cells, kinds: kinds) }

  /// Calls `body` with each path of the drives of some chunks, and its drive.
  static func forEachPath(
    of source: any DriveSource, in chunks: some Sequence<Int>, _ scan: DelayScan, _ paces: [Float],
    _ body: (borrowing DelayScan, DrivenPath, DriveRecord) throws -> Void
  ) throws {
    var scan = scan
    for chunk in chunks {
      try source.forEachDrive(in: chunk) { drive in
        for path in drive.paths {
          scan.read(path, stands: drive.stands, paces: paces)
          try body(scan, path, drive)
        }
      }
    }
  }
}

/// The expected delays of turns that were passed.
struct DelayExpectation: Sendable {
  let model: DelayModel
  let cells: DelayCells
  /// By turn, the number of its kind.
  let kinds: [UInt8]

  func delay(of turn: PassedTurn) -> Seconds {
    if turn.fault == nil, let cell = cells.cell(turn: turn.number, weekClass: turn.weekClass) {
      return Double(model.cells[cell])
    }
    return model.expected(turn: turn.number, kind: Int(kinds[turn.number]), weekClass: turn.weekClass)
  }
}
