internal import Geodesy
internal import Moments
internal import RoadGraph

/// All passages of edges in parts of the map, read from the drives once.
///
/// Vehicles are numbered in the order of their names, so nothing depends on the threads that read. Memory: the names of the
/// vehicles and their days, and ``ChangeSettings/memoryOfReader`` for each thread; passages beyond it are in a scratch file,
/// 16 bytes each.
struct PassagesByEdge: Sendable {
  let partCount = 256
  let vehicleCount: Int
  /// Passages by vehicle and day, in no order.
  let vehicleDays: [(vehicle: Int, day: Int, count: Int)]
  private let firstDay: Int
  private let scratch: SharedScratch<EdgePassage>
  private let ranks: VehicleRanks
  private let edgesOfPart: Int
  private let edgeCount: Int

  init(
    of source: any DriveSource, _ reader: EdgePassageReader, edgeCount: Int, _ settings: ChangeSettings
  ) throws {
    let scratch = try SharedScratch<EdgePassage>(parts: partCount)
    let edgesOfPart = edgeCount / partCount + 1
    let workers = max(1, min(settings.workers, source.chunkCount))
    let readings = try inParallel(workers, workers: workers) { worker in
      var reader = reader
      var reading = Reading(worker, of: workers, scratch, edgesOfPart, settings)
      for chunk in stride(from: worker, to: source.chunkCount, by: workers) {
        try source.forEachDrive(in: chunk) { try reading.take($0, &reader) }
      }
      return try reading.finished()
    }
    let ranks = VehicleRanks(readings.map(\.vehicles))
    vehicleDays = Self.joined(readings, ranks)
    vehicleCount = ranks.names.count
    firstDay = Reading.firstDay
    (self.ranks, self.scratch, self.edgesOfPart, self.edgeCount) = (ranks, scratch, edgesOfPart, edgeCount)
  }

  private static func joined(_ readings: [ReadPassages], _ ranks: VehicleRanks) -> [(
    vehicle: Int, day: Int, count: Int
  )] {
    var days: [VehicleDay: Int] = [:]
    for reading in readings {
      for (key, count) in reading.days {
        days[VehicleDay(vehicle: ranks[key.vehicle], day: key.day), default: 0] += count
      }
    }
    return days.map { (Int($0.key.vehicle), $0.key.day, $0.value) }
  }

  /// Of the passages of an edge.
  enum Order { case byDayAndVehicle, any }

  /// Calls `body` with each edge of a part, and its passages.
  ///
  /// - Parameter firstDay: from which the days of the passages count.
  func forEachEdge(
    of part: Int, from firstDay: Int, order: Order = .byDayAndVehicle,
    _ body: (EdgeID, ArraySlice<EdgePassage>) throws -> Void
  ) throws {
    let passages = try scratch.values(of: part)
    let edges = min(part * edgesOfPart, edgeCount)..<min((part + 1) * edgesOfPart, edgeCount)
    var ends = [Int](repeating: 0, count: edges.count + 1)
    for passage in passages { ends[Int(passage.edge) - edges.lowerBound + 1] += 1 }
    for edge in 0..<edges.count { ends[edge + 1] += ends[edge] }
    let firsts = ends
    var sorted = passages
    for var passage in passages {
      let edge = Int(passage.edge) - edges.lowerBound
      passage.vehicle = ranks[passage.vehicle]
      passage.day = UInt16(clamping: Int(passage.day) + self.firstDay - firstDay)
      sorted[ends[edge]] = passage
      ends[edge] += 1
    }
    for edge in 0..<edges.count where firsts[edge] < firsts[edge + 1] {
      if order == .byDayAndVehicle { sorted[firsts[edge]..<firsts[edge + 1]].sort(by: EdgePassage.isBefore) }
      try body(EdgeID(edge + edges.lowerBound), sorted[firsts[edge]..<firsts[edge + 1]])
    }
  }
}

private struct VehicleDay: Hashable {
  var vehicle: UInt32
  var day: Int
}

/// What a thread has read.
private struct ReadPassages: Sendable {
  var vehicles: [String]
  var days: [VehicleDay: Int]
}

/// Reads the drives of one thread.
private struct Reading {
  /// Days fit in 16 bits from 1900 to 2079.
  static let firstDay = -25_567

  private var vehicles = NameNumbers()
  private var days: [VehicleDay: Int] = [:]
  private var writer: SharedScratch<EdgePassage>.Writer
  private let worker: Int
  private let workers: Int
  private let edgesOfPart: Int
  /// The day of the last passages, which are not counted yet.
  private var last: (key: VehicleDay, count: Int)?

  init(
    _ worker: Int, of workers: Int, _ scratch: SharedScratch<EdgePassage>,
    _ edgesOfPart: Int, _ settings: ChangeSettings
  ) {
    (self.worker, self.workers) = (worker, workers)
    writer = SharedScratch.Writer(scratch, boundInBytes: settings.memoryOfReader)
    self.edgesOfPart = edgesOfPart
  }

  mutating func take(_ drive: DriveRecord, _ reader: inout EdgePassageReader) throws {
    let vehicle = VehicleRanks.number(vehicles[drive.vehicle], ofWorker: worker, of: workers)
    for path in drive.paths {
      try reader.forEachPassage(of: path, stands: drive.stands) { edge, time, slowness in
        count(VehicleDay(vehicle: vehicle, day: time.day))
        let day = UInt16(clamping: time.day - Self.firstDay)
        try writer.append(
          EdgePassage(
            edge: edge.rawValue, vehicle: vehicle, day: day, part: EdgePassage.part(of: time), slowness: slowness),
          to: edge.index / edgesOfPart)
      }
    }
  }

  private mutating func count(_ key: VehicleDay) {
    if last?.key == key {
      last?.count += 1
    } else {
      closeDay()
      last = (key, 1)
    }
  }

  private mutating func closeDay() {
    if let last { days[last.key, default: 0] += last.count }
    last = nil
  }

  mutating func finished() throws -> ReadPassages {
    closeDay()
    try writer.finish()
    return ReadPassages(vehicles: vehicles.names, days: days)
  }
}
