import Detection
import Geodesy
import Matching
import Moments
import RoadGraph
import TestSupport
import Traces
import Trips

extension RoadSketch {
  func events(of trip: Trip, for mode: TravelMode = .car) -> [Event] {
    Detection.events(of: trip, on: graph, for: mode)
  }
}

extension Trip {
  /// Says of one fix that it is not on a road, and moves it if need be.
  mutating func take(_ fix: Int, off status: FixStatus, _ reason: FixReason, to place: Place? = nil) {
    matched.fixes[fix] = MatchedFix(status: status, reason: reason, position: nil, confidence: 0, isWrongWay: false)
    for path in matched.paths.indices { matched.paths[path].anchors.removeAll { $0.fix == fix } }
    let old = matched.trace.fixes[fix]
    matched.trace.fixes[fix] = Fix(place: place ?? old.place, time: old.time, line: old.line)
  }

  /// Lets `seconds` pass before fix number `fix`, and before all that comes after it.
  mutating func wait(_ seconds: Seconds, before fix: Int) {
    for later in fix..<matched.trace.fixes.count {
      let old = matched.trace.fixes[later]
      matched.trace.fixes[later] = Fix(
        place: old.place, time: old.time?.adding(seconds: seconds), line: old.line)
    }
  }
}

extension Event {
  /// Whole seconds from the begin of sketched trips.
  var span: [Int?] { [beginTime, endTime].map { $0.map { Int($0.seconds(since: RoadSketch.begin).rounded()) } } }
}
