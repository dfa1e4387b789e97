internal import Geodesy
internal import RoadGraph
internal import Storage

/// A passage of a turn.
struct TurnPassage: BitwiseCopyable, Sendable {
  var turn: UInt32
  var vehicle: UInt32
  var drive: UInt32
  var delay: Float
  var weekClass: UInt8
  /// −1 if it cannot be said.
  var stood: Int8
}

/// All passages of turns, with what the last division says of each, in a scratch file by parts of the turns.
///
/// Threads write at the same time; what is made of the passages does not depend on their order.
struct TurnPassages: Sendable {
  /// Ranges of turns that follow each other.
  let parts: [Range<Int>]
  let counts: DelayCounts
  private let road: RoadLoss
  private let scratch: SharedScratch<TurnPassage>
  private let ranks: VehicleRanks
  private let hashes: VehicleHashes

  /// Divides the times of all drives by what is expected.
  init(of source: some DriveSource, _ fit: DelayFit) throws {
    let parts = fit.parts(fit.scan.settings.parts)
    let scratch = try SharedScratch<TurnPassage>(parts: parts.count)
    let expectation = fit.expectation
    let workers = max(1, min(fit.scan.settings.workers, source.chunkCount))
    let readings = try source.inParts(workers) { chunks, worker in
      var division = DelayDivision(fit.scan.settings)
      var reading = TurnReading(worker, of: workers, scratch, parts)
      try source.forEachPath(in: chunks, fit.scan, fit.paces) { scan, _, drive in
        division.divide(scan, slowness: expectation.model.slowness, expected: expectation.delay)
        try reading.take(scan, division, drive)
      }
      return try reading.finished()
    }
    var (counts, road) = (DelayCounts(), RoadLoss())
    for reading in readings {
      counts.add(reading.counts)
      road.add(reading.road)
    }
    ranks = VehicleRanks(readings.map(\.vehicles))
    hashes = VehicleHashes(ranks.names)
    (self.parts, self.scratch, self.counts, self.road) = (parts, scratch, counts, road)
  }

  /// The cells of all passages, and their sums.
  func sums(kinds: [UInt8], workers: Int) throws -> (DelayCells, DelaySums) {
    let found = try inParallel(parts.count, workers: workers) { [parts, scratch] part in
      let (passages, first) = (try scratch.values(of: part), parts[part].lowerBound)
      let cells = DelayCells(of: passages, turns: parts[part])
      var sums = DelaySums(cells: cells.count)
      for passage in passages {
        let turn = Int(passage.turn)
        guard let cell = cells.cell(turn: turn - first, weekClass: Int(passage.weekClass)) else { continue }
        sums.add(Double(passage.delay), to: cell, kind: kinds[turn])
      }
      return (cells: cells, sums: sums)
    }
    return (DelayCells(joining: found.map(\.cells)), DelaySums(joining: found.map(\.sums), road: road))
  }

  /// The passages of a part by turn and class, and then by delay.
  func sorted(_ part: Int) throws -> SortedTurns {
    SortedTurns(try scratch.values(of: part), turns: parts[part], ranks, hashes)
  }
}

extension DelayCells {
  /// - Parameter turns: counted from the first of them.
  init(of passages: [TurnPassage], turns: Range<Int>) {
    self.init(turns: turns.count)
    for passage in passages {
      insert(turn: Int(passage.turn) - turns.lowerBound, weekClass: Int(passage.weekClass))
    }
    number()
  }
}

/// Writes the passages that a thread reads.
private struct TurnReading {
  private var counts = DelayCounts()
  private var road = RoadLoss()
  private var vehicles = NameNumbers()
  private var drive: UInt32 = 0
  private var vehicle: UInt32 = 0
  private var last: (vehicle: String, begin: Int64)?
  private var writer: SharedScratch<TurnPassage>.Writer
  private let parts: [Range<Int>]
  private let worker: Int
  private let workers: Int
  private static let bytesHeld = 24 << 20

  init(_ worker: Int, of workers: Int, _ scratch: SharedScratch<TurnPassage>, _ parts: [Range<Int>]) {
    (self.worker, self.workers, self.parts) = (worker, workers, parts)
    drive = UInt32(worker)
    writer = SharedScratch.Writer(scratch, boundInBytes: Self.bytesHeld)
  }

  mutating func take(_ scan: borrowing DelayScan, _ division: borrowing DelayDivision, _ record: DriveRecord) throws {
    begin(record)
    road.add(loss: division.loss, free: division.free)
    for (number, turn) in scan.turns.enumerated() {
      if let fault = turn.fault {
        counts.leftOut[fault, default: 0] += 1
        continue
      }
      counts.counted += 1
      let passage = TurnPassage(
        turn: UInt32(turn.number), vehicle: vehicle, drive: drive, delay: Float(division.delays[number]),
        weekClass: UInt8(turn.weekClass), stood: division.stood[number].map { $0 ? 1 : 0 } ?? -1)
      try writer.append(passage, to: part(of: turn.number))
    }
  }

  /// What follows is from a path of this drive.
  private mutating func begin(_ record: DriveRecord) {
    if let last, last == (record.vehicle, record.begin) { return }
    last = (record.vehicle, record.begin)
    drive += UInt32(workers)
    vehicle = VehicleRanks.number(vehicles[record.vehicle], ofWorker: worker, of: workers)
  }

  private func part(of turn: Int) -> Int { min(parts.partitioningIndex { $0.upperBound > turn }, parts.count - 1) }

  mutating func finished() throws -> ReadTurns {
    try writer.finish()
    return ReadTurns(vehicles: vehicles.names, counts: counts, road: road)
  }
}

/// What a thread has read, besides passages.
private struct ReadTurns: Sendable {
  var vehicles: [String]
  var counts: DelayCounts
  var road: RoadLoss
}

extension DelayCounts {
  fileprivate mutating func add(_ other: DelayCounts) {
    counted += other.counted
    leftOut.merge(other.leftOut, uniquingKeysWith: +)
  }
}
