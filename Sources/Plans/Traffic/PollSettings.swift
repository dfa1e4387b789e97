package import Geodesy

/// How often a drive is asked whether another route would be better, and how much better it must be.
package struct PollSettings: Sendable {
  /// From one poll to the next, by the times of the drive.
  package var interval: Seconds = 600
  /// A route is better if it arrives this much earlier …
  package var leastDifference: Seconds = 60
  /// … or earlier by this share of the time that it takes itself; the smaller difference is enough. If either is 0, no
  /// route is reported as better.
  package var leastDifferenceShare = 0.1

  package init() {}

  /// Whether anything is ever reported.
  package var isOn: Bool { leastDifference > 0 && leastDifferenceShare > 0 }

  func isEnough(_ difference: Seconds, of duration: Seconds) -> Bool {
    difference >= min(leastDifference, leastDifferenceShare * duration)
  }
}
