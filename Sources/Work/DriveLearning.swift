package import Knowledge
internal import Matching
internal import Reports
package import RoadGraph
internal import Traces
internal import Trips

/// The drives of a run on their way into a store of knowledge, to which they are added when the run ends.
///
/// An interrupted run adds nothing.
package final class DriveLearning {
  private let folder: String
  private let spool: DriveSpool

  /// - Parameter folder: of the store; it is made if it is missing.
  /// - Throws: ``StoreError`` if it cannot take drives of the mode.
  package init(into folder: String, mode: TravelMode) throws(StoreError) {
    self.folder = folder
    spool = try DriveSpool(for: folder, mode: mode)
  }

  func take(_ drive: LearnedDrive) throws(ReportError) {
    do throws(StoreError) { try spool.append(drive.drive, on: drive.graph) } catch {
      throw .cannotWrite(error.description)
    }
  }

  /// Adds the drives to the store.
  func finish() throws(ReportError) -> AddedDrives {
    do throws(StoreError) { return try KnowledgeStore.add(spool, to: folder) } catch {
      throw .cannotWrite(error.description)
    }
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
