internal import Geodesy
internal import Moments
internal import Traces

/// The usable fixes of a trace, and the noise estimated from their positions alone.
struct UsableFixes {
  /// In order, without white noise if there was much of it.
  ///
  /// The standard deviation of each is its stated accuracy or the setting. If noise was smoothed away, it combines the
  /// remaining white noise with the slow errors of a receiver.
  private(set) var fixes: [KeptFix] = []
  /// An upper bound on the white noise left in `fixes`.
  private(set) var mostWhiteNoise: Metres = 0
  /// Two fixes are independent evidence only if they are this far apart in time.
  private(set) var errorMemory: Seconds
  /// The standard deviation of the white noise left by the smoother; `nil` if nothing was smoothed.
  private var smoothedSigma: Metres?
  /// How long the errors left by the smoother last.
  private var smoothedMemory: Seconds = 0
  /// The trace is dense and its positions do not jump about, so its errors are slow.
  private var isSlow = false
  /// White noise was found and smoothed away: errors change from fix to fix and do not drift.
  var isSmoothed: Bool { smoothedSigma != nil }
  /// The factor by which σ exceeds the stated accuracy.
  private var coarsening = 1.0
  /// The standard deviation of the middle fix; 0 without fixes.
  var usualSigma: Metres { fixes.isEmpty ? 0 : fixes[fixes.count / 2].sigma }

  init(of trace: Trace, settings: MatchingSettings) {
    errorMemory = settings.noise.errorMemory
    fixes.reserveCapacity(trace.fixes.count)
    for (number, fix) in trace.fixes.enumerated() {
      guard fix.refusal == nil, let place = fix.place else { continue }
      fixes.append(KeptFix(fix, at: place, number: number, settings: settings.noise))
    }
    smooth(settings)
  }

  private mutating func smooth(_ settings: MatchingSettings) {
    guard fixes.count >= 3, let begin = fixes[0].time else { return }
    let ruler = LocalRuler(at: fixes[fixes.count / 2].place)
    var points: [TimedPoint] = []
    points.reserveCapacity(fixes.count)
    for fix in fixes {
      guard let time = fix.time else { return }
      points.append(TimedPoint(number: fix.number, point: ruler.point(fix.place), time: time.seconds(since: begin)))
    }
    let noise = PositionNoise(of: points, settings: settings.smoothing)
    let isNoisy = noise.white >= settings.smoothing.leastNoise
    if !isNoisy { mostWhiteNoise = Matching.mostWhiteNoise(of: points) }
    putBack(&points, on: ruler, noise: max(noise.most, mostWhiteNoise), settings.reflections)
    guard isNoisy else {
      isSlow = noise.isKnown
      return
    }
    let usual = usualStatedSigma
    for i in points.indices { points[i].inexactness = max(1, fixes[i].sigma / usual) }
    let smoothed = Smoother(noise: noise.white, settings: settings.smoothing, breaks: settings.breaks).smoothed(points)
    for (i, state) in smoothed.enumerated() {
      fixes[i].place = ruler.place(state.point)
      let slow = settings.noise.slowSigma * points[i].inexactness
      fixes[i].sigma = (slow * slow + state.sigma * state.sigma).squareRoot()
    }
    smoothedSigma = smoothed[smoothed.count / 2].sigma
    smoothedMemory = settings.smoothing.memory(noise: noise.white)
  }

  /// Puts fixes that a reflection threw off back to the vehicle, as less exact ones.
  private mutating func putBack(
    _ points: inout [TimedPoint], on ruler: LocalRuler, noise: Metres, _ settings: ReflectionSettings
  ) {
    for reflection in ReflectionFinder(points, noise: noise, settings: settings).found() {
      let (x, y) = (reflection.offset.x, reflection.offset.y)
      let remainder = settings.remainder * settings.remainder * (x * x + y * y)
      for i in reflection.fixes {
        points[i].point.x -= x
        points[i].point.y -= y
        fixes[i].place = ruler.place(points[i].point)
        fixes[i].sigma = (fixes[i].sigma * fixes[i].sigma + remainder).squareRoot()
      }
    }
  }

  /// The median of the stated accuracies, which are nearly always all equal.
  private var usualStatedSigma: Metres {
    var stated = fixes.map(\.sigma)
    return median(of: &stated) ?? 1
  }

  /// Learns from the distances to the nearest roads how exact the fixes are and how long their errors last.
  mutating func learn(using finder: inout CandidateFinder, settings: MatchingSettings) {
    let sample = RoadSample(of: fixes, using: &finder, settings: settings)
    guard sample.count >= settings.noise.leastResiduals else { return }
    if let smoothedSigma {
      settle(slow: max(0, sample.deviation * sample.deviation - smoothedSigma * smoothedSigma).squareRoot(), settings)
    }
    let scale = bounded(sample.deviation / usualSigma, settings)
    if scale > settings.noise.leastCoarsening { coarsen(by: scale, settings: settings) }
  }

  /// Adapts the slow errors of smoothed fixes to their distances from roads: the smaller the slow errors, the less the
  /// fixes lean to one side for long.
  private mutating func settle(slow: Metres, _ settings: MatchingSettings) {
    guard let smoothedSigma else { return }
    let slow = settings.noise.boundedSlowSigma(slow, smoothed: smoothedSigma)
    let less = settings.noise.slowSigma * settings.noise.slowSigma - slow * slow
    for i in fixes.indices { fixes[i].sigma = (fixes[i].sigma * fixes[i].sigma - less).squareRoot() }
    errorMemory = settings.noise.errorMemory(slow: slow, smoothed: smoothedSigma, lasting: smoothedMemory)
  }

  /// Multiplies the standard deviation of all fixes.
  mutating func coarsen(by scale: Double, settings: MatchingSettings) {
    for i in fixes.indices { fixes[i].sigma *= scale }
    coarsening *= scale
    if isSlow { errorMemory = settings.noise.slowErrorMemory(coarseness: coarsening) }
  }

  /// The factor by which the fixes are less exact than assumed, estimated from their distances to where they should be;
  /// 1 if they are as exact.
  ///
  /// A trace off all roads shows noise only if its positions jump about by as much. Otherwise it really is off the
  /// roads.
  ///
  /// - Parameter residuals: distances in standard deviations. Reordered on return.
  func coarseness(from residuals: inout [Double], settings: MatchingSettings) -> Double {
    guard residuals.count >= settings.noise.leastResiduals, let median = median(of: &residuals) else { return 1 }
    return bounded(normalDeviation(medianSize: median), settings)
  }

  private func bounded(_ coarseness: Double, _ settings: MatchingSettings) -> Double {
    settings.noise.boundedCoarseness(
      coarseness, sigma: usualSigma, mostWhiteNoise: mostWhiteNoise, after: coarsening)
  }
}

/// The distances of some fixes of a trace to their nearest roads.
private struct RoadSample {
  private(set) var count = 0
  /// The standard deviation of these distances, estimated from the median.
  private(set) var deviation: Metres = 0

  init(of fixes: [KeptFix], using finder: inout CandidateFinder, settings: borrowing MatchingSettings) {
    var distances: [Metres] = []
    finder.forgetSamples()
    let step = max(1, fixes.count / settings.noise.mostResiduals)
    // Few fixes of a dense trace are kept, so their candidates are seldom needed.
    let isDense = step > 4 || Self.areDense(fixes, settings)
    for i in stride(from: 0, to: fixes.count, by: step) {
      distances.append(
        isDense ? finder.distanceToRoad(from: fixes[i].place) : finder.sampleDistanceToRoad(from: fixes[i]))
    }
    count = distances.count
    deviation = normalDeviation(medianSize: median(of: &distances) ?? 0)
  }

  /// Whether most fixes will be thinned out.
  private static func areDense(_ fixes: [KeptFix], _ settings: MatchingSettings) -> Bool {
    guard let begin = fixes.first?.time, let end = fixes.last?.time else { return false }
    return end.seconds(since: begin) <= settings.smoothing.longestPeriod * Double(fixes.count)
  }
}
