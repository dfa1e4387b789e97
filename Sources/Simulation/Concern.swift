internal import RandomNumbers

/// What draws random numbers of its own.
enum Concern: UInt64 {
  case route = 1
  case passage, openGround, detour, speed, stop, silence, start, noise, outlier, device, disorder
}

extension SplitMix64 {
  /// The generator of one concern of one drive: what one of them draws changes nothing for the others.
  init(seed: UInt64, drive: Int, concern: Concern) {
    self.init(seed: Self.mixed(Self.mixed(Self.mixed(seed) ^ UInt64(drive)) ^ concern.rawValue))
  }

  /// True in that share of the calls; draws a number also where the answer is certain.
  mutating func happens(_ share: Double) -> Bool { uniform() < share }
}
