internal import Geodesy
internal import Moments
internal import Traces

/// The noise and pace of a trace, estimated from the fixes so far; the online counterpart of ``UsableFixes`` and
/// ``Pace``.
///
/// If there is white noise to remove, a fix waits for a few further ones: the fixes after it show where the vehicle was
/// as well as those before it.
struct PastFixes {
  private let settings: MatchingSettings
  /// The number of fixes for which a fix waits if positions are smoothed.
  private let delay: Int
  /// The waiting fixes, as read.
  private var waiting: [KeptFix] = []
  /// The newest fixes, on a flat map.
  private var points: [TimedPoint] = []
  private var ruler = LocalRuler(at: Place(latitudeE7: 0, longitudeE7: 0))
  private var begin: Timestamp?
  private var untilEstimate = 0
  /// White noise on each axis; 0 if there is too little to measure or to smooth.
  private var noise: Metres = 0
  private var mostNoise: Metres = 0
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

  init(settings: MatchingSettings, delay: Int) {
    self.settings = settings
    self.delay = delay
    errorMemory = settings.noise.errorMemory
    pace.longestSilence = settings.breaks.longestSilence
    distances = SlidingMedian(of: settings.noise.mostResiduals)
    statedSigmas = distances
  }

  /// Takes the next usable fix. Call ``next(upTo:distanceToRoad:)`` afterwards.
  mutating func add(_ fix: Fix, at place: Place, number: Int) {
    let sigma = settings.noise.sigma(accuracy: fix.accuracy)
    waiting.append(KeptFix(number: number, place: place, time: fix.time, sigma: sigma))
    statedSigmas.append(sigma)
    if let time = fix.time { addPoint(place, at: time, number: number, sigma: sigma) }
  }

  /// The next fix in the form used for matching: without white noise, and with the standard deviation of the fixes so
  /// far.
  ///
  /// - Parameters:
  ///   - number: fixes up to this one do not wait any longer.
  ///   - distanceToRoad: called with the place found.
  /// - Returns: `nil` if all remaining fixes have to wait.
  mutating func next(upTo number: Int, distanceToRoad: (Place) -> Metres) -> KeptFix? {
    guard var kept = waiting.first, kept.number <= number || waiting.count > (noise > 0 ? delay : 0) else { return nil }
    waiting.removeFirst()
    let smoothedSigma = smooth(&kept)
    learn(&kept, distanceToRoad(kept.place), smoothedSigma)
    takePace(kept)
    return kept
  }

  // MARK: Noise

  private mutating func addPoint(_ place: Place, at time: Timestamp, number: Int, sigma: Metres) {
    let inexactness = max(1, sigma / (statedSigmas.value ?? sigma))
    let begin = begin ?? time
    self.begin = begin
    if points.isEmpty || ruler.point(place).distance(to: .origin) > Self.mapRadius { moveMap(to: place) }
    points.append(
      TimedPoint(
        number: number, point: ruler.point(place), time: time.seconds(since: begin), inexactness: inexactness))
    if points.count > 2 * Self.mostPoints { points.removeFirst(Self.mostPoints) }
    untilEstimate -= 1
    if untilEstimate <= 0 { estimate() }
  }

  private mutating func moveMap(to place: Place) {
    let next = LocalRuler(at: place)
    for i in points.indices { points[i].point = next.point(ruler.place(points[i].point)) }
    ruler = next
  }

  private mutating func estimate() {
    untilEstimate = Self.pointsPerEstimate
    let newest = Array(points.suffix(Self.mostPoints))
    let found = PositionNoise(of: newest, settings: settings.smoothing)
    noise = found.white >= settings.smoothing.leastNoise ? found.white : 0
    isSlow = noise == 0 && found.isKnown
    mostNoise = noise > 0 ? 0 : mostWhiteNoise(of: newest)
  }

  /// - Returns: the standard deviation of the remaining white noise; `nil` if none was removed.
  private mutating func smooth(_ kept: inout KeptFix) -> Metres? {
    guard noise > 0, let place = points.lastIndex(where: { $0.number == kept.number }) else { return nil }
    let first = max(0, place - Self.smoothedPoints)
    let state = Smoother(noise: noise, settings: settings.smoothing, breaks: settings.breaks).smoothed(
      points[first...], at: place)
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
