internal import RandomNumbers

/// A purpose with random numbers of its own.
enum Concern: UInt64 {
  case route = 1
  case passage, openGround, detour, speed, stop, silence, start, noise, outlier, device, disorder, forbiddenTurn
  case plan, variation, dwell
}

extension SplitMix64 {
  /// The generator for one concern of one drive. What one concern draws does not affect the others.
  init(seed: UInt64, drive: Int, concern: Concern) {
    self.init(seed: Self.mixed(Self.mixed(Self.mixed(seed) ^ UInt64(drive)) ^ concern.rawValue))
  }

  /// True in the given share of calls. Draws a number even if the answer is certain.
  mutating func happens(_ share: Double) -> Bool { uniform() < share }
}
