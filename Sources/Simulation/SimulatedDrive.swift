package import Geodesy
package import Moments
package import RoadGraph
internal import Traces

/// A drive with all that is true of it, and what a receiver made of it.
package struct SimulatedDrive: Sendable {
  package var id: String
  /// Driven from the start to the end, off the road and before the first and after the last fix included.
  package var length: Metres
  /// As they stand in the file: from the last to the first in a reversed trace.
  package var fixes: [SimulatedFix]
  /// The pieces of road driven between the first and the last fix, in order.
  package var travelled: [TravelledPiece]
  /// In the order of their begins, as far as they lie between the first and the last fix.
  package var stretches: [Stretch]
  /// What was wanted of the drive and found no room in it.
  package var missing: [StretchKind]
}

/// A piece of road between two neighbouring nodes of the source, and which part of it was driven.
package struct TravelledPiece: Hashable, Sendable {
  package var edge: EdgeID
  package var from: SourceNodeID
  package var to: SourceNodeID
  /// 0 at `from`, 1 at `to`; below `end`.
  package var begin: Double
  package var end: Double

  /// A smaller share of a piece is none: with the seven decimals of the table its ends would be the same.
  static let leastShare = 1e-7
}

/// A fix with the place where it was truly taken.
package struct SimulatedFix: Sendable {
  package var time: Timestamp
  /// What the receiver says; latitude and longitude are exchanged in a swapped trace.
  package var place: Place
  /// Where the vehicle was.
  package var truth: Place
  /// `nil` off the road.
  package var road: RoadPlace?
  /// Driven since the start.
  package var distance: Metres
  package var trueSpeed: MetresPerSecond
  /// What the device says of its motion.
  package var speed: MetresPerSecond = 0
  package var heading: Degrees = 0
  package var faults: FixFaults = []
}

/// A place between two neighbouring nodes of the source.
package struct RoadPlace: Hashable, Sendable {
  package var edge: EdgeID
  package var from: SourceNodeID
  package var to: SourceNodeID
  package var fraction: Double
}

/// What is wrong with a fix beside noise.
package struct FixFaults: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It lies far off.
  package static let outlier = FixFaults(rawValue: 1 << 0)
  /// Its trace runs from the last to the first.
  package static let reversed = FixFaults(rawValue: 1 << 1)
  /// Its latitude and longitude are exchanged.
  package static let swapped = FixFaults(rawValue: 1 << 2)

  /// As the labels have it: `ok`, or the faults with a space between.
  package var status: String {
    let names = [(FixFaults.outlier, "outlier"), (.reversed, "reversed"), (.swapped, "swapped")]
    let found = names.filter { contains($0.0) }.map(\.1)
    return found.isEmpty ? "ok" : found.joined(separator: " ")
  }
}
