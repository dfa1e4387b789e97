package import Geodesy
package import RoadGraph
internal import Storage
private import Synchronization

/// The drives of a store on one map; a chunk is a UTC day.
///
/// The drives of a day come in the order of the store, whatever the maps on which they were matched; those of other maps
/// are carried over to this one. A drive that shares time with the one before it of the same vehicle is left out: nobody
/// drives twice at once, so the two are one drive from two inputs. Memory is a block of each file that is read.
package final class StoredDrives: DriveSource {
  private let days: [[DayFile]]
  /// By the first digits of the version of the map; none for the map that was asked for.
  private let carriers: [String: DriveCarrier]
  /// What the last whole reading of each chunk counted.
  private let counts: Mutex<[Int: ReadingCounts]>

  /// - Throws: ``StoreError``.
  package init(_ store: KnowledgeStore, on graph: RoadGraph) throws(StoreError) {
    let files = try store.dayFiles()
    days = files.indices.reduce(into: []) { days, index in
      if index > 0, files[index].day == files[index - 1].day {
        days[days.count - 1].append(files[index])
      } else {
        days.append([files[index]])
      }
    }
    var carriers: [String: DriveCarrier] = [:]
    for file in files where !graph.version.hasPrefix(file.map) && carriers[file.map] == nil {
      carriers[file.map] = DriveCarrier(try store.pieces(ofMap: file.map), to: graph)
    }
    self.carriers = carriers
    counts = Mutex([:])
  }

  package var chunkCount: Int { days.count }

  /// The UTC day of a chunk, counted from 1970.
  package func day(of chunk: Int) -> Int { days[chunk][0].day }

  package func forEachDrive(in chunk: Int, _ body: (DriveRecord) throws -> Void) throws {
    var counts = ReadingCounts()
    var streams: [DayStream] = []
    for file in days[chunk] { streams.append(try DayStream(file, carriers[file.map])) }
    var passed = PassedDrives()
    while let first = streams.indices.min(by: { streams[$0].isBefore(streams[$1]) }),
      let drive = try streams[first].next(&counts)
    {
      guard let drive = drive.carried else { continue }
      if passed.contains(drive) { counts.repeatedDrives += 1 } else { try body(drive) }
    }
    self.counts.withLock { $0[chunk] = counts }
  }

  /// What was left out of the chunks that have been read to their end.
  package var readingCounts: ReadingCounts {
    counts.withLock { chunks in chunks.values.reduce(into: ReadingCounts()) { $0.add($1) } }
  }
}

/// What of a store is not passed on.
package struct ReadingCounts: Hashable, Sendable {
  /// Drives that are another one of their vehicle once more, from another input.
  package var repeatedDrives = 0
  /// Drives that were matched on another map.
  package var carriedDrives = 0
  /// Those of which nothing is on this map.
  package var lostDrives = 0
  /// Steps of those drives that are on this map, and that are not.
  package var carriedSteps = 0
  package var lostSteps = 0
  /// The lengths driven on them.
  package internal(set) var carriedCentimetres = 0
  package internal(set) var lostCentimetres = 0

  package init() {}

  package var carriedLength: Metres { Double(carriedCentimetres) / 100 }
  package var lostLength: Metres { Double(lostCentimetres) / 100 }

  mutating func add(_ other: ReadingCounts) {
    repeatedDrives += other.repeatedDrives
    carriedDrives += other.carriedDrives
    lostDrives += other.lostDrives
    carriedSteps += other.carriedSteps
    lostSteps += other.lostSteps
    carriedCentimetres += other.carriedCentimetres
    lostCentimetres += other.lostCentimetres
  }
}

/// A drive on the map that was asked for; `nil` if nothing of it is there.
private struct CarriedDrive {
  var carried: DriveRecord?
}

/// A day's file while it is read, with its next drive.
private struct DayStream {
  private let carrier: DriveCarrier?
  private let file: DayFile
  private let reader: DayReader
  private var drive: StoredDrive?

  init(_ file: DayFile, _ carrier: DriveCarrier?) throws(StoreError) {
    reader = try DayReader(file)
    drive = try reader.next()
    self.file = file
    self.carrier = carrier
  }

  /// `nil` after the last one.
  mutating func next(_ counts: inout ReadingCounts) throws(StoreError) -> CarriedDrive? {
    guard let stored = drive else { return nil }
    drive = try reader.next()
    guard let record = DriveRecord(decoding: stored.bytes.span) else { throw .damaged(path: file.path) }
    guard let carrier else { return CarriedDrive(carried: record) }
    return CarriedDrive(carried: carrier.carry(record, &counts))
  }

  /// Streams without drives come last.
  func isBefore(_ other: DayStream) -> Bool {
    guard let drive else { return false }
    guard let next = other.drive else { return true }
    return StoredDrive.order(drive, next) == .before
  }
}

/// The drives of a vehicle that have been passed on and may not have ended.
private struct PassedDrives {
  private var drives: [DriveRecord] = []

  /// Whether a drive is among them; otherwise it is now.
  ///
  /// - Precondition: drives come by vehicle and begin.
  mutating func contains(_ drive: DriveRecord) -> Bool {
    drives.removeAll { $0.vehicle != drive.vehicle || $0.end < drive.begin }
    if drives.contains(where: { $0.sharesFix(with: drive) }) { return true }
    drives.append(drive)
    return false
  }
}

extension DriveRecord {
  /// A fix of both is on the same edge at the same time.
  fileprivate func sharesFix(with other: DriveRecord) -> Bool {
    let fixes = Set(timedEdges)
    return other.timedEdges.contains { fixes.contains($0) }
  }

  private var timedEdges: [TimedEdge] {
    paths.flatMap { path in path.fixes.map { TimedEdge(time: $0.time, edge: path.steps[Int($0.step)].edge) } }
  }
}

private struct TimedEdge: Hashable {
  var time: Int64
  var edge: EdgeID
}
