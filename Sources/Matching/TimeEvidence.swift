internal import Geodesy
internal import Glibc
internal import PathSearch

/// What the time between two fixes says about the path between them.
///
/// With x = ln((t + 1 s) / (T + 1 s)) − usual, where T is the expected duration of the path and t the elapsed time:
///
///     log p = −w · min(½ (x / fast)², …)           x < 0: linear beyond some standard deviations, bounded
///           = −w · min(−x / slow, mostSlow)        x > 0, rounded at 0
///
/// Nobody drives much faster than roads allow, but anybody may have to wait. So a slow path costs little, and a
/// standing vehicle a bounded price.
struct TimeEvidence: Sendable, BitwiseCopyable {
  var elapsed: Seconds
  /// How much the time is independent evidence.
  var weight: Double
  var usual: Double
  var fast: Double
  var slow: Double
  var mostSlow: Double

  /// The logarithm of how many times longer than expected the path took.
  static func slowness(expected: Seconds, elapsed: Seconds) -> Double {
    log((elapsed + rounding) / (expected + rounding))
  }

  func logProbability(expected: Seconds) -> Double {
    let x = Self.slowness(expected: expected, elapsed: elapsed) - usual
    if x < 0 {
      let z = -x / fast
      let knee = Self.fastKnee
      return -weight * min(Self.mostFast, z < knee ? 0.5 * z * z : knee * z - 0.5 * knee * knee)
    }
    let z = x / slow
    let knee = Self.slowKnee
    return -weight * min(mostSlow, z < knee ? 0.5 * z * z / knee : z - 0.5 * knee)
  }

  /// Bounds on its cost, where one unit of cost is worth this length.
  func bound(metres: Metres) -> DurationBound {
    DurationBound(
      usual: (elapsed + Self.rounding) * exp(-usual), rounding: Self.rounding, spread: fast, knee: Self.fastKnee,
      most: Self.mostFast, mostSlow: mostSlow, metres: weight * metres)
  }

  /// Times are accurate to a second.
  private static let rounding: Seconds = 1
  /// Beyond this many standard deviations the price of excess speed is linear, …
  private static let fastKnee = 3.0
  /// … and never more than this, as a natural logarithm: speeds in maps are sometimes wrong.
  private static let mostFast = 8.0
  /// A vehicle slower than usual by less than this share of the scale is nearly on time.
  private static let slowKnee = 0.5
}

/// The elapsed times of a trace compared with the expected durations along its likeliest path: the usual slowness of
/// the vehicle and its traffic, and the spread about it.
///
/// The logarithms of elapsed divided by expected time are kept as a histogram, so that quantiles are available at any
/// time. The usual slowness is a quantile below the median, since waiting makes the slow side long. A prior adds the
/// weight of a few fixes.
struct DrivenTimes: Sendable {
  private var counts = [Double](repeating: 0, count: Self.bins)
  /// The range of bins in use.
  private var used = 0..<0
  private var total = 0.0
  private var evidence: TimeEvidence
  private let settings: TimingSettings
  private let longestSilence: Seconds

  init(_ settings: borrowing MatchingSettings) {
    self.settings = settings.timing
    longestSilence = settings.breaks.longestSilence
    evidence = TimeEvidence(
      elapsed: 0, weight: 0, usual: 0, fast: settings.timing.fastSpread, slow: settings.timing.slowSpread,
      mostSlow: -log(settings.timing.standingShare))
  }

  /// What the time between two fixes says; `nil` if it says nothing.
  ///
  /// - Parameters:
  ///   - fixes: the number of fixes of the trace between the two, including thinned ones: they show where the vehicle
  ///     went.
  ///   - ground: what the vehicle usually covers in the time; the noise of both fixes makes a share of it uncertain.
  func evidence(of elapsed: Seconds, over ground: Metres, sigma: Metres, fixes: Int) -> TimeEvidence? {
    guard elapsed >= settings.leastPeriod * Double(fixes), elapsed <= longestSilence else { return nil }
    var result = evidence
    result.elapsed = elapsed
    result.weight = min(1, elapsed / settings.paceMemory)
    let noise = 2.0.squareRoot() * sigma / max(ground, 1)
    result.fast = max(result.fast, noise)
    result.slow = max(result.slow, noise)
    return result
  }

  /// Learns from the likeliest path so far.
  mutating func add(expected: Seconds, _ step: TimeEvidence) {
    let slowness = TimeEvidence.slowness(expected: expected, elapsed: step.elapsed)
    let bin = min(max(Int((slowness - Self.least) / Self.width), 0), Self.bins - 1)
    counts[bin] += step.weight
    used = used.isEmpty ? bin..<bin + 1 : min(used.lowerBound, bin)..<max(used.upperBound, bin + 1)
    total += step.weight
    evidence.usual = usual()
    spread()
  }

  /// The quantile of the histogram and a prior that is uniform about 0.
  private func usual() -> Double {
    var missing = settings.usualQuantile * (total + settings.priorTimes)
    for i in min(used.lowerBound, Self.prior.lowerBound)..<max(used.upperBound, Self.prior.upperBound) {
      let begin = Self.least + Self.width * Double(i)
      let isPrior = Self.prior.contains(i)
      let mass = counts[i] + (isPrior ? 0.1 * settings.priorTimes : 0)
      if mass >= missing, mass > 0 { return begin + Self.width * missing / mass }
      missing -= mass
    }
    return 0
  }

  private mutating func spread() {
    var (fast, slow) = (Moments(), Moments())
    var standing = settings.priorTimes * settings.standingShare
    for i in used where counts[i] > 0 {
      let x = Self.least + Self.width * (Double(i) + 0.5) - evidence.usual
      if x < 0 {
        fast.add(x * x, counts[i])
      } else {
        slow.add(min(x, settings.mostSlowness), counts[i])
        if x > settings.standingSlowness { standing += counts[i] }
      }
    }
    fast.add(settings.fastSpread * settings.fastSpread, settings.priorTimes)
    slow.add(settings.slowSpread, settings.priorTimes)
    evidence.fast = max(fast.mean.squareRoot(), settings.leastSpread)
    evidence.slow = max(slow.mean, settings.leastSpread)
    evidence.mostSlow = -log(standing / (total + settings.priorTimes))
  }

  private struct Moments {
    private var sum = 0.0
    private var weight = 0.0
    var mean: Double { sum / weight }

    mutating func add(_ value: Double, _ weight: Double) {
      sum += weight * value
      self.weight += weight
    }
  }

  /// From e⁻⁴ to e⁶ times the expected duration.
  private static let least = -4.0
  private static let width = 0.1
  private static let bins = 100
  /// About 0.
  private static let prior = 35..<45
}
