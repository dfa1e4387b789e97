package import Geodesy
package import RoadGraph

/// What one trip says about the roads: its path, when it was where, and where it stood.
///
/// Numbers are those of the tables of `match`: centimetres and milliseconds. So a trip is the same record, whether it
/// comes from a run or from its reports.
package struct DriveRecord: Hashable, Sendable {
  /// The vehicle, or else the id of the trace.
  package var vehicle: String
  package var tripID: String
  /// The file of the trace.
  package var source: String
  /// The times of its first and last usable fix, in milliseconds since 1970.
  package var begin: Int64
  package var end: Int64
  /// In order; what is between two of them is unknown.
  package var paths: [DrivenPath]
  /// In order: stops as in the table `events`.
  package var stands: [Stand]
  /// Where it began or ended is hidden: ``begin`` and ``end`` are those of what is left. No store has such drives.
  package var isCut = false

  package init(
    vehicle: String, tripID: String, source: String, begin: Int64, end: Int64, paths: [DrivenPath] = [],
    stands: [Stand] = []
  ) {
    self.vehicle = vehicle
    self.tripID = tripID
    self.source = source
    self.begin = begin
    self.end = end
    self.paths = paths
    self.stands = stands
  }
}

/// An unbroken drive along edges of the map, and the matched fixes on it.
package struct DrivenPath: Hashable, Sendable {
  /// At least one. Each begins at the node where the one before ends, or turns round on its road.
  package var steps: [DrivenStep]
  /// At least one, in order.
  package var fixes: [PathFix]

  package init(steps: [DrivenStep], fixes: [PathFix]) {
    self.steps = steps
    self.fixes = fixes
  }
}

/// The part of an edge that was driven.
package struct DrivenStep: Hashable, Sendable, BitwiseCopyable {
  package var edge: EdgeID
  /// In centimetres from the start of the edge; `begin` ≤ `end`.
  package var begin: Int32
  package var end: Int32
  package var doubts: StepDoubts

  package init(edge: EdgeID, begin: Int32, end: Int32, doubts: StepDoubts = []) {
    self.edge = edge
    self.begin = begin
    self.end = end
    self.doubts = doubts
  }

  package var length: Metres { Double(end - begin) / 100 }
}

/// Why a step says less than others, or nothing.
package struct StepDoubts: OptionSet, Hashable, Sendable, BitwiseCopyable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Another path would fit as well.
  package static let detour = StepDoubts(rawValue: 1)
  /// Its confidence is below ``leastConfidence``.
  package static let unlikely = StepDoubts(rawValue: 2)
  /// It was driven against the allowed direction.
  package static let wrongWay = StepDoubts(rawValue: 4)
  /// No fix lies on it.
  package static let inferred = StepDoubts(rawValue: 8)

  package static let leastConfidence = 0.8
}

/// A matched fix on a path.
package struct PathFix: Hashable, Sendable, BitwiseCopyable {
  /// Index into ``DrivenPath/steps``.
  package var step: Int32
  /// In centimetres from the start of the edge.
  package var offset: Int32
  /// In milliseconds since 1970.
  package var time: Int64
  /// The edge is less certain than ``StepDoubts/leastConfidence``.
  package var isDoubtful: Bool

  package init(step: Int32, offset: Int32, time: Int64, isDoubtful: Bool = false) {
    self.step = step
    self.offset = offset
    self.time = time
    self.isDoubtful = isDoubtful
  }
}

/// A stop: the vehicle did not move for at least two minutes.
package struct Stand: Hashable, Sendable {
  /// In milliseconds since 1970.
  package var begin: Int64
  package var end: Int64
  package var place: Place

  package init(begin: Int64, end: Int64, place: Place) {
    self.begin = begin
    self.end = end
    self.place = place
  }
}

/// Drives that can be read as often as needed, always in the same order, which depends on the drives alone.
///
/// Chunks, such as the drives of a day, can be read at the same time. All edges are those of one map.
package protocol DriveSource: Sendable {
  var chunkCount: Int { get }

  /// Calls `body` with each drive of a chunk.
  func forEachDrive(in chunk: Int, _ body: (DriveRecord) throws -> Void) throws
}
