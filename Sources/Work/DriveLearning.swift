package import Knowledge
internal import Matching
internal import Reports
package import RoadGraph
internal import Traces
internal import Trips

/// The drives of a run on their way into a store of knowledge, to which they are added when the run ends.
///
/// An interrupted run adds nothing; but one that another run can continue adds what it has done, as it keeps its rows.
package final class DriveLearning {
  private let folder: String
  private let spool: DriveSpool
  /// What another run could continue with; `nil` if none can.
  private var pending: PendingDrives?

  /// - Parameters:
  ///   - folder: of the store; it is made if it is missing.
  ///   - zone: whose hours the tables have; `nil` keeps what the store has.
  /// - Throws: ``StoreError`` if it cannot take drives of the mode.
  package init(into folder: String, mode: TravelMode, zone: String? = nil) throws(StoreError) {
    self.folder = folder
    spool = try DriveSpool(for: folder, mode: mode, zone: zone)
  }

  func take(_ drive: LearnedDrive) throws(ReportError) {
    pending?.append(drive.drive, on: drive.graph)
    try reporting { () throws(StoreError) in try spool.append(drive.drive, on: drive.graph) }
  }

  /// Makes sure that the drives so far get into the store even if the run is killed, and adds those that an earlier run
  /// has left so.
  ///
  /// - Parameter run: a name that all runs have that continue each other.
  func keepPending(ofRun run: String, on graphs: [RoadGraph]) throws(ReportError) {
    pending = try reporting { () throws(StoreError) in
      let earlier = try PendingDrives(ofRun: run, for: folder)
      if !earlier.isEmpty {
        let left = try DriveSpool(for: folder, mode: spool.mode, zone: spool.zone)
        try earlier.passOn(to: left, on: graphs)
        _ = try KnowledgeStore.add(left, to: folder)
        earlier.remove()
      }
      return earlier.isEmpty ? earlier : try PendingDrives(ofRun: run, for: folder)
    }
  }

  /// Writes the drives so far to the disk, before the run notes that it has done them.
  func keep() throws(ReportError) {
    try reporting { () throws(StoreError) in try pending?.keep() }
  }

  /// Adds the drives to the store.
  func finish() throws(ReportError) -> AddedDrives {
    try reporting { () throws(StoreError) in
      let added = try KnowledgeStore.add(spool, to: folder)
      pending?.remove()
      return added
    }
  }

  private func reporting<Result>(_ body: () throws(StoreError) -> Result) throws(ReportError) -> Result {
    do throws(StoreError) { return try body() } catch { throw .cannotWrite(error.description) }
  }
}

/// What a trip says of the roads of its map.
struct LearnedDrive: Sendable {
  let drive: EncodedDrive
  let graph: RoadGraph

  /// - Returns: `nil` for a trip without times or without a fix on a road.
  init?(of report: TripReport) {
    let vehicle = report.trip.matched.trace.namedVehicle
    guard let record = DriveRecord(of: report.trip, tripID: report.tripID, vehicle: vehicle) else { return nil }
    drive = EncodedDrive(record)
    graph = report.graph
  }
}
