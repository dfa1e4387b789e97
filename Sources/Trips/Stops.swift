internal import Geodesy
internal import Matching
internal import Traces

/// The times at which the vehicle stood: maximal runs of fixes that stay near the first of them for long enough.
///
/// - Parameter edge: the trip's edge on which a fix lies.
func stops(in matched: MatchedTrace, settings: TripSettings, edge: (Int) -> Int?) -> [Stop] {
  let usable = matched.trace.fixes.indices.filter { matched.trace.fixes[$0].refusal == nil }
  var stops: [Stop] = []
  var i = 0
  while i < usable.count {
    let run = standing(from: i, among: usable, of: matched.trace, within: settings.stopRadius)
    let fixes = usable[run.lowerBound]...usable[run.upperBound]
    if let begin = matched.trace.fixes[fixes.lowerBound].time, let end = matched.trace.fixes[fixes.upperBound].time,
      end.seconds(since: begin) >= settings.leastStopTime
    {
      stops.append(Stop(fixes: fixes, begin: begin, end: end, edge: edge(fixes.lowerBound)))
      i = run.upperBound + 1
    } else {
      i += 1
    }
  }
  return stops
}

/// The longest run from the `i`-th usable fix that stays within `radius` of it.
private func standing(from i: Int, among usable: [Int], of trace: Trace, within radius: Metres) -> ClosedRange<Int> {
  guard let first = trace.fixes[usable[i]].place else { return i...i }
  var last = i
  while last + 1 < usable.count, let place = trace.fixes[usable[last + 1]].place,
    groundDistance(first, place) <= radius
  { last += 1 }
  return i...last
}
