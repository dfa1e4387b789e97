package import Geodesy
package import Matching
internal import Moments
package import Traces
package import Trips

extension Trip {
  /// Says of one fix that it is not on a road, and moves it if need be.
  package mutating func take(_ fix: Int, off status: FixStatus, _ reason: FixReason, to place: Place? = nil) {
    matched.fixes[fix] = MatchedFix(status: status, reason: reason, position: nil, confidence: 0, isWrongWay: false)
    for path in matched.paths.indices { matched.paths[path].anchors.removeAll { $0.fix == fix } }
    let old = matched.trace.fixes[fix]
    matched.trace.fixes[fix] = Fix(place: place ?? old.place, time: old.time, line: old.line)
  }

  /// Lets `seconds` pass before fix number `fix`, and before all that comes after it.
  package mutating func wait(_ seconds: Seconds, before fix: Int) {
    for later in fix..<matched.trace.fixes.count {
      let old = matched.trace.fixes[later]
      matched.trace.fixes[later] = Fix(
        place: old.place, time: old.time?.adding(seconds: seconds), line: old.line)
    }
  }

  /// Goes on off the road: a fix at each of some places, one every `period`.
  package mutating func goOn(offRoadTo places: [Place], every period: Seconds = 10) {
    for place in places {
      let last = matched.trace.fixes.last?.time
      matched.trace.fixes.append(
        Fix(place: place, time: last?.adding(seconds: period), line: UInt32(matched.fixes.count + 1)))
      matched.fixes.append(
        MatchedFix(status: .offRoad, reason: .noRoadNear, position: nil, confidence: 0, isWrongWay: false))
    }
  }
}
