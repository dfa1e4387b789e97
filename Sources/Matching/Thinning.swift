internal import Geodesy
internal import Traces

/// A usable fix as matching sees it.
struct KeptFix: BitwiseCopyable {
  /// Its number in the trace.
  var number: Int
  /// Freed of white noise where the trace is dense enough to tell it.
  var place: Place
  var time: Timestamp?
  var sigma: Metres
}

/// The usable fixes of a trace, and what their positions alone tell of their noise.
struct UsableFixes {
  /// In order, freed of white noise where there is much of it.
  ///
  /// The standard deviation of each is that of its stated accuracy or the setting; where noise was found and smoothed
  /// away, what is left of it is added to a receiver's slow errors.
  private(set) var fixes: [KeptFix] = []
  /// What is left in `fixes` of white noise is at most this.
  private(set) var mostWhiteNoise: Metres = 0

  init(of trace: Trace, settings: MatchingSettings) {
    fixes.reserveCapacity(trace.fixes.count)
    for (number, fix) in trace.fixes.enumerated() {
      guard fix.refusal == nil, let place = fix.place else { continue }
      fixes.append(
        KeptFix(number: number, place: place, time: fix.time, sigma: settings.sigma(accuracy: fix.accuracy)))
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
    let noise = whiteNoise(of: points, settings: settings)
    guard noise >= settings.leastSmoothedNoise else {
      mostWhiteNoise = Matching.mostWhiteNoise(of: points)
      return
    }
    let smoothed = Smoother(noise: noise, settings: settings).smoothed(points)
    for (i, state) in smoothed.enumerated() {
      fixes[i].place = ruler.place(state.point)
      fixes[i].sigma = (settings.slowSigma * settings.slowSigma + state.sigma * state.sigma).squareRoot()
    }
  }

  /// Takes all fixes for so many times less exact.
  mutating func coarsen(by scale: Double) {
    for i in fixes.indices { fixes[i].sigma *= scale }
  }

  /// How many times less exact the fixes are than they say, told from how far they lie from what they should lie on; 1
  /// where they are as good.
  ///
  /// A trace that lies beside all roads tells of its noise only when its positions jump about by so much; else it is
  /// beside the roads.
  ///
  /// - Parameter residuals: distances in standard deviations. Sorted on return.
  func coarseness(from residuals: inout [Double], settings: MatchingSettings) -> Double {
    guard residuals.count >= settings.leastResiduals else { return 1 }
    residuals.sort()
    let found = 1.4826 * residuals[residuals.count / 2]
    let sigma = fixes[fixes.count / 2].sigma
    return max(1, min(found, max(settings.mostSlowCoarseness, mostWhiteNoise / sigma)))
  }
}

/// Thins usable fixes: one that lies within some sigmas of the last one kept says nothing new about the way, only about
/// the noise. The last one is always kept.
///
/// - Source: Newson & Krumm 2009, §4.1.
func thinned(_ fixes: [KeptFix], settings: MatchingSettings) -> [KeptFix] {
  guard let first = fixes.first else { return [] }
  var kept: [KeptFix] = [first]
  var skipped: KeptFix?
  var ruler = MovingRuler(at: first.place)
  for next in fixes.dropFirst() {
    if ruler.distance(kept[kept.count - 1].place, next.place) < settings.thinningSigmas * next.sigma {
      skipped = next
    } else {
      kept.append(next)
      skipped = nil
    }
  }
  if let skipped { kept.append(skipped) }
  return kept
}
