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

extension Event {
  /// Whole seconds from the start of sketched trips.
  var span: [Int?] { [beginTime, endTime].map { $0.map { Int($0.seconds(since: RoadSketch.begin).rounded()) } } }
}
