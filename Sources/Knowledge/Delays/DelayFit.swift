internal import Geodesy
internal import Moments
internal import RoadGraph
internal import RoadRules

/// What turns are expected to cost, fitted to a sample of the drives.
///
/// Their times are divided by the expected delays, and what the division says is expected, in turn: a few rounds settle
/// both.
struct DelayFit: Sendable {
  /// Reads paths; a copy for each thread.
  let scan: DelayScan
  /// By turn, the number of its kind.
  let kinds: [UInt8]
  /// Seconds per metre in free flow, by edge.
  let paces: [Float]
  /// Those in which the sample has passages.
  private let cells: DelayCells
  private var sums = DelaySums(cells: 0)
  private var model: DelayModel

  /// - Parameters:
  ///   - scan: for reading paths.
  ///   - freeFlow: by edge, seconds per metre in free flow; `nil` for what the sample shows.
  init(to sample: DriveSample, _ scan: DelayScan, _ times: ExpectedTimes, freeFlow: [Float]?) throws {
    self.scan = scan
    kinds = scan.index.kinds()
    let look = try DelayLook(at: sample, scan)
    cells = look.cells
    paces = freeFlow ?? look.free.paces()
    model = DelayModel(classCount: scan.classes.count)
    for round in 0...scan.settings.rounds { try divide(sample, round == 0 ? times : nil) }
  }

  /// - Parameter times: what is expected before anything is known.
  private mutating func divide(_ sample: DriveSample, _ times: ExpectedTimes?) throws {
    let (fit, expectation) = (self, expectation)
    let parts = try sample.inParts(scan.settings.workers) { chunks, _ in
      let (cells, kinds, index, slowness) = (fit.cells, fit.kinds, fit.scan.index, expectation.model.slowness)
      var (sums, division) = (DelaySums(cells: cells.count), DelayDivision(fit.scan.settings))
      try sample.forEachPath(in: chunks, fit.scan, fit.paces) { scan, _, _ in
        division.divide(scan, slowness: slowness) { turn in
          guard let times else { return expectation.delay(of: turn) }
          let (from, onto) = index.edges(of: turn.number)
          return times.duration(from: from, onto: onto)
        }
        sums.addRoad(loss: division.loss, free: division.free)
        for (number, turn) in scan.turns.enumerated() where turn.fault == nil {
          guard let cell = cells.cell(turn: turn.number, weekClass: turn.weekClass) else { continue }
          sums.add(division.delays[number], to: cell, kind: kinds[turn.number])
        }
      }
      return sums
    }
    sums = parts.dropFirst().reduce(into: parts[0]) { $0.add($1) }
    model = DelayModel(sums, cells, kindOf: kinds, classCount: scan.classes.count)
  }

  var expectation: DelayExpectation { DelayExpectation(model: model, cells: cells, kinds: kinds) }

  /// Ranges of turns with about as many passages each; together all turns.
  func parts(_ count: Int) -> [Range<Int>] {
    let limit = 1 + sums.counts.reduce(0) { $0 + Int($1) } / count
    var (parts, first, held): ([Range<Int>], Int, Int) = ([], 0, 0)
    for turn in 0..<cells.turnCount {
      held += cells.cells(of: turn).reduce(0) { $0 + Int(sums.counts[$1]) }
      guard held >= limit || turn + 1 == cells.turnCount else { continue }
      parts.append(first..<turn + 1)
      (first, held) = (turn + 1, 0)
    }
    return parts
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

/// What a first reading of a sample shows: the classes in which turns were passed, and free flow.
private struct DelayLook: Sendable {
  var cells: DelayCells
  var free: FreeFlowPaces

  init(at sample: DriveSample, _ scan: DelayScan) throws {
    let free = FreeFlowPaces(graph: scan.index.graph, mode: scan.index.mode)
    let empty = DelayLook(cells: DelayCells(turns: scan.index.count), free: free)
    let paces = free.profile()
    let parts = try sample.inParts(scan.settings.workers) { chunks, _ in
      var look = empty
      try sample.forEachPath(in: chunks, scan, paces) { scan, path, _ in
        for turn in scan.turns where turn.fault == nil {
          look.cells.insert(turn: turn.number, weekClass: turn.weekClass)
        }
        look.free.add(scan, path, scan.settings)
      }
      return look
    }
    self = parts[0]
    for part in parts.dropFirst() {
      cells.merge(part.cells)
      self.free.add(part.free)
    }
    cells.number()
  }

  private init(cells: DelayCells, free: FreeFlowPaces) {
    self.cells = cells
    self.free = free
  }
}

extension DriveSource {
  /// Calls `body` with each path of the drives of some chunks, and its drive.
  func forEachPath(
    in chunks: some Sequence<Int>, _ scan: DelayScan, _ paces: [Float],
    _ body: (borrowing DelayScan, DrivenPath, DriveRecord) throws -> Void
  ) throws {
    var scan = scan
    for chunk in chunks {
      try forEachDrive(in: chunk) { drive in
        for path in drive.paths {
          scan.read(path, stands: drive.stands, paces: paces)
          try body(scan, path, drive)
        }
      }
    }
  }
}
