/// How much longer whole drives took than expected, by tier of roads and class of hours.
///
/// The unit is a drive in a class: its edges share a driver and the traffic of the day, so that a hundred of them say
/// little more than ten. A drive with the effective number of edges *n* has the weight 1 / (between + within / n).
struct HourSums: Sendable {
  let tierCount: Int
  let classCount: Int
  /// The variance of the ratio of drives, and of single passages.
  let between: Double
  let within: Double
  private(set) var weights: [Double]
  private(set) var ratios: [Double]
  /// The sums of squared deviations from 1 and of 1 / n, and the number of drives.
  private(set) var squares = 0.0
  private(set) var inverse = 0.0
  private(set) var count = 0

  init(tierCount: Int, classCount: Int, between: Double, within: Double) {
    self.tierCount = tierCount
    self.classCount = classCount
    self.between = between
    self.within = within
    weights = [Double](repeating: 0, count: tierCount * classCount)
    ratios = weights
  }

  mutating func add(ratio: Double, edges: Double, tier: Int, class: Int) {
    let weight = 1 / (between + within / edges)
    weights[tier * classCount + `class`] += weight
    ratios[tier * classCount + `class`] += weight * ratio
    squares += (ratio - 1) * (ratio - 1)
    inverse += 1 / edges
    count += 1
  }

  mutating func add(_ other: HourSums) {
    for cell in weights.indices {
      weights[cell] += other.weights[cell]
      ratios[cell] += other.ratios[cell]
    }
    squares += other.squares
    inverse += other.inverse
    count += other.count
  }

  /// The variance between drives that passages within them do not explain; by the method of moments.
  func varianceBetween(within: Double) -> Double {
    guard count > 1 else { return between }
    return max(1e-4, (squares - within * inverse) / Double(count))
  }
}

/// Adds up the times of one drive until its class of hours changes.
struct DriveRatios {
  private var hours = -1
  private var seconds: [Double]
  private var expected: [Double]
  private var squares: [Double]

  /// A drive of fewer seconds in a tier says nothing about its hours.
  private static let leastSeconds = 20.0

  init(tierCount: Int) {
    seconds = [Double](repeating: 0, count: tierCount)
    expected = seconds
    squares = seconds
  }

  mutating func add(_ time: Float, expected other: Float, tier: Int, class: Int, into sums: inout HourSums) {
    if `class` != hours {
      finish(into: &sums)
      hours = `class`
    }
    seconds[tier] += Double(time)
    expected[tier] += Double(other)
    squares[tier] += Double(other) * Double(other)
  }

  mutating func finish(into sums: inout HourSums) {
    for tier in seconds.indices where expected[tier] > 0 {
      if expected[tier] >= Self.leastSeconds {
        let edges = expected[tier] * expected[tier] / squares[tier]
        sums.add(ratio: seconds[tier] / expected[tier], edges: edges, tier: tier, class: hours)
      }
      (seconds[tier], expected[tier], squares[tier]) = (0, 0, 0)
    }
    hours = -1
  }
}
