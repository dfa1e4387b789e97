internal import Geodesy
internal import Moments
internal import Traces

/// The noise and pace of a trace, estimated from the fixes so far; the online counterpart of ``UsableFixes`` and
/// ``Pace``.
///
/// If there is white noise to remove, a fix waits for a few further ones: the fixes after it show where the vehicle was
/// as well as those before it.
struct PastFixes {
  private let model: MatchingModel
  /// The number of fixes for which a fix waits if positions are smoothed.
  private let delay: Int
  /// The waiting fixes, as read.
  private var waiting: [KeptFix] = []
  /// The newest fixes with times.
  private var positions: [PastPosition] = []
  private var ruler = LocalRuler(at: Place(latitudeE7: 0, longitudeE7: 0))
  private var begin: Timestamp?
  private var untilEstimate = 0
  /// White noise on each axis; 0 if there is too little to measure or to smooth.
  private var noise: Metres = 0
  private var mostNoise: Metres = 0
  /// White noise is being removed.
  var isSmoothing: Bool { noise > 0 }
  /// The trace is dense and its positions do not jump about, so its errors are slow.
  private var isSlow = false
  /// Distances of the newest fixes from the nearest road.
  private var distances: SlidingMedian
  /// Two fixes are independent evidence only if they are this far apart in time.
  private(set) var errorMemory: Seconds
  private var last: KeptFix?
  private var periods = SlidingMedian(of: mostPeriods)
  private var driven: (ground: Metres, time: Seconds) = (0, 0)
  private(set) var pace = Pace()

  /// The number of points used to estimate the noise, and the number after which it is estimated again.
  private static let mostPoints = 240
  private static let pointsPerEstimate = 20
  /// Points further back than this do not affect the smoother any more.
  private static let smoothedPoints = 30
  private static let mostPeriods = 64
  /// The radius of the flat map.
  private static let mapRadius: Metres = 20_000

  /// The stated standard deviations of the newest fixes.
  private var statedSigmas: SlidingMedian
  /// How many times less accurate the fix smoothed last is than the others, by its stated accuracy.
  private var inexactness = 1.0

  init(_ model: MatchingModel, delay: Int) {
    let settings = model.settings
    self.model = model
    self.delay = delay
    errorMemory = settings.noise.errorMemory
    pace.longestSilence = settings.breaks.longestSilence
    distances = SlidingMedian(of: settings.noise.mostResiduals)
    statedSigmas = distances
  }

  private var settings: MatchingSettings { _read { yield model.settings } }

  /// Takes the next usable fix. Call ``next(upTo:distanceToRoad:)`` afterwards.
  mutating func add(_ fix: Fix, at place: Place, number: Int) {
    let kept = KeptFix(fix, at: place, number: number, settings: settings.noise)
    waiting.append(kept)
    statedSigmas.append(kept.sigma)
    if let time = fix.time { addPosition(place, at: time, sigma: kept.sigma) }
  }

  /// The next fix in the form used for matching: without white noise, and with the standard deviation of the fixes so
  /// far.
  ///
  /// - Parameters:
  ///   - number: fixes up to this one do not wait any longer.
  ///   - distanceToRoad: called with the fix in that form.
  /// - Returns: `nil` if all remaining fixes have to wait.
  mutating func next(upTo number: Int, distanceToRoad: (KeptFix) -> Metres) -> KeptFix? {
    guard var kept = waiting.first, kept.number <= number || waiting.count > (noise > 0 ? delay : 0) else { return nil }
    waiting.removeFirst()
    let smoothedSigma = smooth(&kept)
    var likely = kept
    likely.sigma = max(kept.sigma, last?.sigma ?? 0)
    learn(&kept, distanceToRoad(likely), smoothedSigma)
    takePace(kept)
    return kept
  }

  // MARK: Noise

  private mutating func addPosition(_ place: Place, at time: Timestamp, sigma: Metres) {
    let inexactness = max(1, sigma / (statedSigmas.value ?? sigma))
    let begin = begin ?? time
    self.begin = begin
    if positions.isEmpty || ruler.point(place).distance(to: .origin) > Self.mapRadius { ruler = LocalRuler(at: place) }
    if positions.count == positions.capacity {
      positions.reserveCapacity(min(2 * positions.count + 8, Self.mostPoints + Self.pointsPerEstimate))
    }
    positions.append(PastPosition(place: place, time: time.seconds(since: begin), inexactness: inexactness))
    untilEstimate -= 1
    if untilEstimate <= 0 { estimate() }
  }

  /// On a flat map.
  private func points(from first: Int = 0) -> [TimedPoint] {
    positions.indices.dropFirst(first).map {
      let position = positions[$0]
      return TimedPoint(
        number: $0, point: ruler.point(position.place), time: position.time, inexactness: position.inexactness)
    }
  }

  private mutating func estimate() {
    untilEstimate = Self.pointsPerEstimate
    positions.removeFirst(max(0, positions.count - Self.mostPoints))
    let points = points()
    let found = PositionNoise(of: points, settings: settings.smoothing)
    noise = found.white >= settings.smoothing.leastNoise ? found.white : 0
    isSlow = noise == 0 && found.isKnown
    mostNoise = noise > 0 ? 0 : mostWhiteNoise(of: points)
  }

  /// - Returns: the standard deviation of the remaining white noise; `nil` if none was removed.
  private mutating func smooth(_ kept: inout KeptFix) -> Metres? {
    guard noise > 0, kept.time != nil else { return nil }
    let index = positions.count - 1 - waiting.count { $0.time != nil }
    let points = points(from: max(0, index - Self.smoothedPoints))
    let place = min(index, Self.smoothedPoints)
    let state = Smoother(noise: noise, settings: settings.smoothing, breaks: settings.breaks).smoothed(
      points[...], at: place)
    kept.place = ruler.place(state.point)
    inexactness = points[place].inexactness
    let slow = settings.noise.slowSigma * inexactness
    kept.sigma = (slow * slow + state.sigma * state.sigma).squareRoot()
    return state.sigma
  }

  /// Learns from the distances to roads, like ``UsableFixes/learn(using:settings:)``.
  private mutating func learn(_ kept: inout KeptFix, _ distance: Metres, _ smoothedSigma: Metres?) {
    distances.append(distance)
    guard distances.count >= settings.noise.leastResiduals, let median = distances.value else { return }
    let deviation = normalDeviation(medianSize: median)
    errorMemory = settings.noise.errorMemory
    if let smoothedSigma {
      let variance = smoothedSigma * smoothedSigma
      let slow = settings.noise.boundedSlowSigma(
        max(0, deviation * deviation - variance).squareRoot(), smoothed: smoothedSigma)
      kept.sigma = (slow * slow * inexactness * inexactness + variance).squareRoot()
      errorMemory = settings.noise.errorMemory(
        slow: slow, smoothed: smoothedSigma, lasting: settings.smoothing.memory(noise: noise))
    }
    let scale = settings.noise.boundedCoarseness(deviation / kept.sigma, sigma: kept.sigma, mostWhiteNoise: mostNoise)
    guard scale > settings.noise.leastCoarsening else { return }
    kept.sigma *= scale
    if isSlow { errorMemory = settings.noise.slowErrorMemory(coarseness: scale) }
  }

  // MARK: Pace

  private mutating func takePace(_ kept: KeptFix) {
    defer { last = kept }
    guard let last, let begin = last.time, let end = kept.time else { return }
    let period = end.seconds(since: begin)
    periods.append(period)
    pace.longestSilence = settings.breaks.longestSilence(medianPeriod: periods.value ?? period)
    guard period < pace.longestSilence else { return }
    driven.ground += groundDistance(last.place, kept.place)
    driven.time += period
    pace.usualSpeed = driven.time > 0 ? driven.ground / driven.time : 0
  }
}

/// Where and when a fix was read.
private struct PastPosition: BitwiseCopyable {
  var place: Place
  /// Seconds from the first fix.
  var time: Seconds
  /// As in ``TimedPoint``.
  var inexactness: Double
}
