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

/// The usable fixes of a trace, in order, freed of white noise where there is much of it.
///
/// The standard deviation of each is that of its stated accuracy or the setting; where noise was found and smoothed
/// away, what is left of it is added to a receiver's slow errors.
func usableFixes(of trace: Trace, settings: MatchingSettings) -> [KeptFix] {
  var usable: [KeptFix] = []
  for (number, fix) in trace.fixes.enumerated() {
    guard fix.refusal == nil, let place = fix.place else { continue }
    usable.append(
      KeptFix(number: number, place: place, time: fix.time, sigma: settings.sigma(accuracy: fix.accuracy)))
  }
  smooth(&usable, settings: settings)
  return usable
}

private func smooth(_ fixes: inout [KeptFix], settings: MatchingSettings) {
  guard let first = fixes.first, let begin = first.time, fixes.count >= 3 else { return }
  let ruler = LocalRuler(at: fixes[fixes.count / 2].place)
  var points: [TimedPoint] = []
  for fix in fixes {
    guard let time = fix.time else { return }
    points.append(TimedPoint(number: fix.number, point: ruler.point(fix.place), time: time.seconds(since: begin)))
  }
  let noise = whiteNoise(of: points, settings: settings)
  guard noise >= settings.leastSmoothedNoise else { return }
  let smoothed = Smoother(noise: noise, settings: settings).smoothed(points)
  for (i, state) in smoothed.enumerated() {
    fixes[i].place = ruler.place(state.point)
    fixes[i].sigma = (settings.slowSigma * settings.slowSigma + state.sigma * state.sigma).squareRoot()
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
