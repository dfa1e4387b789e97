package import Geodesy
package import Moments
package import RoadGraph
internal import Traces

/// A drive with its truth, and what a receiver recorded of it.
package struct SimulatedDrive: Sendable {
  package var id: String
  /// The whole length driven, including off the road, before the first fix and after the last.
  package var length: Metres
  /// In the order of the file: from the last to the first in a reversed trace.
  package var fixes: [SimulatedFix]
  /// The pieces of road driven between the first and the last fix, in order.
  package let travelled: [TravelledPiece]
  /// In the order of their starts, clipped to the part between the first and the last fix.
  package let stretches: [Stretch]
  /// The stretches that were requested and for which there was no room.
  package var missing: [StretchKind]
}

/// A piece of road between two neighbouring source nodes, and the part of it that was driven.
package struct TravelledPiece: Hashable, Sendable {
  package var edge: EdgeID
  package var from: SourceNodeID
  package var to: SourceNodeID
  /// 0 at `from`, 1 at `to`; below `end`.
  package var begin: Double
  package var end: Double

  /// A smaller share of a piece is ignored: with the seven decimals of the table its ends would be equal.
  static let leastShare = 1e-7
}

/// A fix with the true place.
package struct SimulatedFix: Sendable {
  package var time: Timestamp
  /// The reported place; latitude and longitude are exchanged in a swapped trace.
  package var place: Place
  /// The true place of the vehicle.
  package let truth: Place
  /// `nil` off the road.
  package let road: RoadPlace?
  /// The distance driven since the start.
  package var distance: Metres
  package let trueSpeed: MetresPerSecond
  /// The motion as reported by the device.
  package var speed: MetresPerSecond = 0
  package var heading: Degrees = 0
  package var faults: FixFaults = []
}

/// A place between two neighbouring source nodes.
package struct RoadPlace: Hashable, Sendable {
  package var edge: EdgeID
  package var from: SourceNodeID
  package var to: SourceNodeID
  package let fraction: Double
}

/// The defects of a fix besides noise.
package struct FixFaults: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It is far from the true place.
  package static let outlier = FixFaults(rawValue: 1 << 0)
  /// Its trace runs from the last to the first.
  package static let reversed = FixFaults(rawValue: 1 << 1)
  /// Its latitude and longitude are exchanged.
  package static let swapped = FixFaults(rawValue: 1 << 2)

  /// As in the labels: `ok`, or the faults separated by spaces.
  package var status: String {
    let names = [(FixFaults.outlier, "outlier"), (.reversed, "reversed"), (.swapped, "swapped")]
    let found = names.filter { contains($0.0) }.map(\.1)
    return found.isEmpty ? "ok" : found.joined(separator: " ")
  }
}
