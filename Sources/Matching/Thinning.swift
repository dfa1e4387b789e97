internal import Geodesy
internal import Traces

/// A fix that takes part in matching.
struct KeptFix: BitwiseCopyable {
  /// Its number in the trace.
  var number: Int
  var place: Place
  var time: Timestamp?
  var sigma: Metres
}

/// The usable fixes of a trace, thinned: one that lies within some sigmas of the last one kept says nothing new about
/// the way, only about the noise. The last usable fix is always kept.
///
/// - Source: Newson & Krumm 2009, §4.1.
func keptFixes(of trace: Trace, settings: MatchingSettings) -> [KeptFix] {
  var kept: [KeptFix] = []
  var skipped: KeptFix?
  var ruler = MovingRuler(at: trace.fixes.first?.place ?? Place(latitudeE7: 0, longitudeE7: 0))
  for (number, fix) in trace.fixes.enumerated() {
    guard fix.refusal == nil, let place = fix.place else { continue }
    let next = KeptFix(number: number, place: place, time: fix.time, sigma: settings.sigma(accuracy: fix.accuracy))
    if let last = kept.last, ruler.distance(last.place, place) < settings.thinningSigmas * next.sigma {
      skipped = next
    } else {
      kept.append(next)
      skipped = nil
    }
  }
  if let skipped { kept.append(skipped) }
  return kept
}
