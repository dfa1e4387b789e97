import Detection
import Geodesy
import Matching
import Moments
import RoadGraph
import RoadRules
import TestSupport
import Traces
import Trips

extension RoadSketch {
  /// The events of a trip that is held against the map's rules by time and vehicle as well.
  func events(
    of trip: Trip, for mode: TravelMode = .car, vehicle: Vehicle = Vehicle(), clock: LocalClock? = nil,
    settings: DetectionSettings = DetectionSettings(), adjust: (inout RoadTimetable) -> Void = { _ in }
  ) -> [Event] {
    var timetable = RoadTimetable()
    timetable.rules = ConditionalRules(of: graph)
    adjust(&timetable)
    let rules = DriveRules(graph: graph, mode: mode, vehicle: vehicle, timetable: timetable, clock: clock)
    return Detection.events(of: trip, in: Scene(rules: rules, settings: settings))
  }
}

extension Event {
  /// Whole seconds from the start of sketched trips.
  var span: [Int?] { [beginTime, endTime].map { $0.map { Int($0.seconds(since: RoadSketch.begin).rounded()) } } }
}
