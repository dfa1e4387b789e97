/// What driving an edge takes, at any hour.
package struct ClockDrive: BitwiseCopyable, Sendable {
  /// In millimetres.
  package let length: UInt32
  /// What preferences add to the time of the whole edge, in milliseconds; they may also make it cheaper.
  package let penalty: Int32
  /// In 0.01 km/h: of live traffic or the profile.
  let fixedSpeed: UInt16
  /// In 0.01 km/h: of the vehicle and of changed limits; 0 where learned speeds do not hold.
  let mostLearned: UInt16
  /// A factor on learned speeds.
  let factor: Float

  /// Of an edge that must not be driven.
  package static let never = ClockDrive(length: 0, penalty: 0, fixedSpeed: 0, mostLearned: 0, factor: 1)

  package var isNever: Bool { fixedSpeed == 0 }

  var isLearned: Bool { mostLearned > 0 }

  /// The speed in 0.01 km/h, at least 1.
  ///
  /// - Parameter learned: 0 where nothing is known.
  func speed(_ learned: UInt16) -> Int {
    guard isLearned, learned > 0 else { return Int(fixedSpeed) }
    let least = min(learned, mostLearned)
    return factor == 1 ? Int(least) : max(1, Int(min(65_535, Float(least) * factor)))
  }
}

/// What a turn takes, at any hour.
package struct ClockTurn: BitwiseCopyable, Sendable {
  /// In milliseconds, whatever the hour.
  package let time: UInt32
  /// In milliseconds; `Int32.max` if the turn must not be driven.
  package let penalty: Int32
  /// The number of the turn among those with a learned delay, or −1.
  let learned: Int32

  package static let never = ClockTurn(time: 0, penalty: .max, learned: -1)

  package var isNever: Bool { penalty == .max }
}
