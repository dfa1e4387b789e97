internal import Geodesy
internal import Traces

/// What the fixes of a trace seen so far tell of its noise and its pace; the online counterpart of ``UsableFixes`` and
/// ``Pace``.
struct PastFixes {
  private let settings: MatchingSettings
  /// The newest ones, on a flat map.
  private var points: [TimedPoint] = []
  private var ruler = LocalRuler(at: Place(latitudeE7: 0, longitudeE7: 0))
  private var begin: Timestamp?
  private var untilEstimate = 0
  /// White noise per axis; 0 where there is too little to tell or to smooth.
  private var noise: Metres = 0
  private var mostNoise: Metres = 0
  /// Of the filter, while there is noise.
  private var state: Smoother.State?
  /// Distances of the newest fixes from the nearest road.
  private var distances: [Metres] = []
  /// Two fixes are two witnesses only when this far apart in time.
  private(set) var errorMemory: Seconds
  private var last: KeptFix?
  private var periods: [Seconds] = []
  private var driven: (ground: Metres, time: Seconds) = (0, 0)
  private(set) var pace = Pace()

  /// Points looked at to tell the noise, and how many come before it is told anew.
  private static let mostPoints = 240
  private static let pointsPerEstimate = 20
  private static let mostPeriods = 64
  /// From where the flat map begins to its end.
  private static let mapRadius: Metres = 20_000

  init(settings: MatchingSettings) {
    self.settings = settings
    errorMemory = settings.errorMemory
    pace.longestSilence = settings.longestSilence
  }

  /// A fix as matching sees it: freed of white noise as far as past fixes tell it, and as exact as they were.
  ///
  /// - Parameter distanceToRoad: asked for the place found.
  mutating func take(_ fix: Fix, at place: Place, number: Int, distanceToRoad: (Place) -> Metres) -> KeptFix {
    var kept = KeptFix(number: number, place: place, time: fix.time, sigma: settings.sigma(accuracy: fix.accuracy))
    if let time = fix.time { smooth(&kept, at: time) }
    coarsen(&kept, distanceToRoad(kept.place))
    takePace(kept)
    return kept
  }

  // MARK: Noise

  private mutating func smooth(_ kept: inout KeptFix, at time: Timestamp) {
    if points.isEmpty || ruler.point(kept.place).distance(to: .origin) > Self.mapRadius { beginMap(at: kept.place) }
    let begin = begin ?? time
    self.begin = begin
    let point = TimedPoint(number: kept.number, point: ruler.point(kept.place), time: time.seconds(since: begin))
    let before = points.last
    points.append(point)
    if points.count > 2 * Self.mostPoints { points.removeFirst(Self.mostPoints) }
    untilEstimate -= 1
    if untilEstimate <= 0 { estimate() } else if let before { move(from: before, to: point) }
    guard let state else { return }
    kept.place = ruler.place(LocalPoint(x: state.x, y: state.y))
    kept.sigma = (settings.slowSigma * settings.slowSigma + max(0, state.pp)).squareRoot()
  }

  private mutating func beginMap(at place: Place) {
    points.removeAll(keepingCapacity: true)
    state = nil
    ruler = LocalRuler(at: place)
    untilEstimate = 0
  }

  private mutating func move(from a: TimedPoint, to b: TimedPoint) {
    guard let state else { return }
    self.state = Smoother(noise: noise, settings: settings).state(after: state, at: a, with: b)
  }

  /// Tells the noise anew, and filters the newest points with it.
  private mutating func estimate() {
    untilEstimate = Self.pointsPerEstimate
    let newest = Array(points.suffix(Self.mostPoints))
    let found = whiteNoise(of: newest, settings: settings)
    // Behind a change of the map there are too few points: what was known is still true.
    if found > 0 || newest.count > settings.leastNoiseSamples { noise = found }
    mostNoise = noise >= settings.leastSmoothedNoise ? 0 : mostWhiteNoise(of: newest)
    state = nil
    guard noise >= settings.leastSmoothedNoise, let first = newest.first else { return }
    let smoother = Smoother(noise: noise, settings: settings)
    var here = smoother.begin(at: first.point)
    for (a, b) in zip(newest, newest.dropFirst()) { here = smoother.state(after: here, at: a, with: b) }
    state = here
  }

  /// Learns from the distances to roads, like ``UsableFixes/learn(using:settings:)``.
  private mutating func coarsen(_ kept: inout KeptFix, _ distance: Metres) {
    distances.append(distance)
    if distances.count > settings.mostResiduals { distances.removeFirst() }
    guard distances.count >= settings.leastResiduals else { return }
    let deviation = 1.4826 * distances.sorted()[distances.count / 2]
    errorMemory = settings.errorMemory
    if let state {
      let variance = max(0, state.pp)
      let slow = min(
        max(max(0, deviation * deviation - variance).squareRoot(), settings.leastSlowSigma), settings.slowSigma)
      kept.sigma = (slow * slow + variance).squareRoot()
      errorMemory = settings.errorMemory(
        slow: slow, smoothed: variance.squareRoot(), lasting: settings.smoothedMemory(noise: noise))
    }
    let scale = settings.boundedCoarseness(deviation / kept.sigma, sigma: kept.sigma, mostWhiteNoise: mostNoise)
    if scale > 1.05 { kept.sigma *= scale }
  }

  // MARK: Pace

  private mutating func takePace(_ kept: KeptFix) {
    defer { last = kept }
    guard let last, let begin = last.time, let end = kept.time else { return }
    let period = end.seconds(since: begin)
    periods.append(period)
    if periods.count > Self.mostPeriods { periods.removeFirst() }
    pace.longestSilence = max(settings.longestSilence, 10 * periods.sorted()[periods.count / 2])
    guard period < pace.longestSilence else { return }
    driven.ground += groundDistance(last.place, kept.place)
    driven.time += period
    pace.usualSpeed = driven.time > 0 ? driven.ground / driven.time : 0
  }
}
