import Testing

@testable import Geodesy

struct SteppingTests {
  @Test(arguments: [
    (0.0, 1), (-1, 1), (9.9, 1), (10, 1), (10.1, 2), (95, 10), (20_000, 2000), (.nan, 1), (.infinity, 1),
  ])
  func `a stretch is cut into pieces that are no longer than a step`(length: Metres, count: Int) {
    #expect(stepCount(along: length, atMost: 10) == count)
  }

  @Test(arguments: [20_001.0, 20_000_000, 1e300]) func `a jump across the globe costs a bounded number of steps`(
    length: Metres
  ) {
    #expect(stepCount(along: length, atMost: 10) == mostSteps)
  }
}
