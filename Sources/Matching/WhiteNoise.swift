internal import Geodesy

/// A usable fix on a flat map.
struct TimedPoint: BitwiseCopyable {
  /// Its number in the trace.
  var number: Int
  var point: LocalPoint
  /// Seconds from the first fix.
  var time: Seconds
  /// How many times less exact than the others it is, by its stated accuracy; never below 1.
  var inexactness = 1.0
}

/// The part of the error of positions that is new with each fix.
///
/// A vehicle's position changes smoothly from second to second, so the second difference of three fixes one period
/// apart is their noise: its variance is 6 σ², and turns and outliers do not affect the median of its size. Errors that
/// drift and motion also have second differences, but with other correlations; see ``SecondDifferences``.
///
/// - Source: the variance of a second difference of white noise; the median absolute deviation as in Newson & Krumm
///   2009, §5.
struct PositionNoise: BitwiseCopyable {
  /// As a standard deviation on each axis; 0 if most of what makes positions jump about is an error that drifts.
  private(set) var white: Metres = 0
  /// An upper bound on it, motion included; 0 if unknown.
  let most: Metres
  /// The trace is dense enough to separate noise from motion, and long enough.
  let isKnown: Bool

  init(of points: [TimedPoint], settings: SmoothingSettings) {
    let differences = SecondDifferences(of: points, within: settings.longestPeriod)
    isKnown = differences.count >= settings.leastDifferences
    most = isKnown ? differences.deviation / 6.0.squareRoot() : 0
    let parts = differences.parts(settings)
    guard isKnown, parts.white >= 0.5 - settings.whiteLikelihood / Double(max(differences.pairs, 1)) else { return }
    let variance = differences.deviation * differences.deviation * (1 - parts.motion) / 6
    white = (variance * min(max(parts.white, 0.5), 1)).squareRoot()
  }
}

/// An upper bound on the white noise of positions: their second differences, including motion; 0 for fewer than three
/// fixes one period apart.
func mostWhiteNoise(of points: [TimedPoint]) -> Metres {
  SecondDifferences(of: points, within: .infinity).deviation / 6.0.squareRoot()
}

/// How positions one period apart differ from steady motion, on each axis, and how such differences are correlated.
///
/// Their variance and their covariances with the next one and the one after that are in the ratio
///
///     6 : −4 : 1              for white noise
///     2 : −1 : 0              for a random walk, as which errors with a long memory begin
///     1 : m(T) : m(2 T)       for motion, m the autocorrelation of acceleration
///
/// So the two correlations plus 1/2 are what motion alone contributes. With that known, the first correlation separates
/// white noise, −2/3, from a random walk, −1/2.
struct SecondDifferences {
  /// As a standard deviation, estimated from the median size; 0 without differences.
  private(set) var deviation: Metres = 0
  /// The mean of the periods.
  private(set) var period: Seconds = 0
  /// The number of differences on both axes.
  private(set) var count = 0
  /// The number of differences followed by two more, on both axes.
  private(set) var pairs = 0
  /// Correlations with the next difference and the one after that, of sizes bounded like a median.
  private var correlations = (0.0, 0.0)

  /// More samples do not help: the median of this many is accurate to 4 %.
  private static let mostSamples = 1000
  /// Products of differences are bounded by this many standard deviations of each: turns and outliers are wider.
  private static let widest = 2.5
  /// Two periods are equal if they differ by less than this share: times are often rounded.
  private static let evenness = 0.2

  init(of points: [TimedPoint], within longestPeriod: Seconds) {
    var found: [Run] = []
    var sizes: [Metres] = []
    let step = 1 + points.count / Self.mostSamples
    for i in stride(from: 1, to: points.count - 1, by: step) {
      guard let a = Self.difference(at: i, points, within: longestPeriod) else { continue }
      if sizes.isEmpty {  // sparse traces need no room
        found.reserveCapacity(2 * min(points.count, Self.mostSamples + 1))
        sizes.reserveCapacity(2 * min(points.count, Self.mostSamples + 1))
      }
      sizes.append(abs(a.x))
      sizes.append(abs(a.y))
      period += points[i].time - points[i - 1].time
      guard i + 3 < points.count, let b = Self.difference(at: i + 1, points, within: longestPeriod),
        let c = Self.difference(at: i + 2, points, within: longestPeriod)
      else { continue }
      found.append((a.x, b.x, c.x))
      found.append((a.y, b.y, c.y))
    }
    period = sizes.isEmpty ? 0 : 2 * period / Double(sizes.count)
    guard let median = median(of: &sizes) else { return }
    deviation = normalDeviation(medianSize: median)
    count = sizes.count
    pairs = found.count
    correlate(found)
  }

  private static func difference(at i: Int, _ points: [TimedPoint], within longestPeriod: Seconds) -> LocalPoint? {
    let (a, b, c) = (points[i - 1], points[i], points[i + 1])
    let step = b.time - a.time
    guard step > 0, step <= longestPeriod, abs(c.time - b.time - step) < evenness * step else { return nil }
    return LocalPoint(x: c.point.x - 2 * b.point.x + a.point.x, y: c.point.y - 2 * b.point.y + a.point.y)
  }

  /// Three consecutive differences on one axis.
  private typealias Run = (first: Metres, second: Metres, third: Metres)

  private mutating func correlate(_ found: [Run]) {
    let bound = Self.widest * deviation
    var (square, next, nextButOne) = (0.0, 0.0, 0.0)
    for run in found {
      let a = min(max(run.first, -bound), bound)
      let b = min(max(run.second, -bound), bound)
      let c = min(max(run.third, -bound), bound)
      square += (a * a + b * b + c * c) / 3
      next += (a * b + b * c) / 2
      nextButOne += a * c
    }
    if square > 0 { correlations = (next / square, nextButOne / square) }
  }

  /// The share of the variance that is motion, and the share of the rest that is white noise. The latter may fall
  /// outside 0 … 1, as estimates do.
  ///
  /// The usual motion is used as one more estimate of its share, with an error as large as itself.
  func parts(_ settings: SmoothingSettings) -> (motion: Double, white: Double) {
    let (first, second) = correlations
    let (m1, m2) = (
      settings.accelerationCorrelation(after: period), settings.accelerationCorrelation(after: 2 * period)
    )
    let usual = settings.usualAcceleration * period * period
    let prior = min(usual * usual / max(deviation * deviation, 1e-9), Self.mostMotion)
    let (told, scale) = (first + second + 0.5, 0.5 + m1 + m2)
    let weight = 0.25 * Double(pairs) * scale * scale
    let priorWeight = 1 / max(prior * prior, 1e-9)
    let mean = (weight * told / scale + priorWeight * prior) / (weight + priorWeight)
    let motion = min(max(mean, 0), Self.mostMotion)
    let byFirst = -6 * (first + 0.5 - motion * (0.5 + m1))
    let bySecond = 6 * (second - motion * m2)
    let white = (Self.weightOfFirst * byFirst + (1 - Self.weightOfFirst) * bySecond) / (1 - motion)
    let mostDrift = 2 * settings.mostDrift * settings.mostDrift * period
    return (motion, max(white, 1 - mostDrift / max(deviation * deviation * (1 - motion), 1e-9)))
  }

  /// If more than this is motion, nothing else can be estimated.
  private static let mostMotion = 0.9
  /// The second correlation is half as accurate as the first, and means the same.
  private static let weightOfFirst = 0.8
}
