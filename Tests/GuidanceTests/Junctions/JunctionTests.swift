import TestSupport
import Testing

/// What guidance must reach on the drawn junctions of the folder Maps. Raised when guidance gets better.
private enum Threshold {
  static let decisions = 97.0
  static let silence = 98.5
  static let announcement = 98.5
}

@Suite struct `Drawn junctions` {
  @Test func `are announced as a driver wants, and passed in silence where nothing is due`() throws {
    let judged = try judge(sample(writtenMaps() + JunctionSweeps.maps() + DrawnTowns.maps(), few: 3))
    let total = printed(judged)
    #expect(total.decisions >= Threshold.decisions)
    #expect(total.silence >= Threshold.silence)
    #expect(total.announcement >= Threshold.announcement)
  }
}
