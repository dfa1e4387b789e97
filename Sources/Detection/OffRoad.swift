internal import Geodesy
internal import Matching
internal import Moments
package import Traces
internal import Trips

/// A stretch off the roads of the map.
package struct OffRoadDrive: EventPayload {
  /// Why its fixes have no road: each reason once, in the order of ``FixReason``.
  package var reasons: [FixReason]

  package init(reasons: [FixReason]) { self.reasons = reasons }

  package var type: EventType { .offRoad }
  package var clause: String { reasons.map { "\($0.rawValue): \($0.meaning)" }.joined(separator: "; ") }
}

extension EventType {
  package static let offRoad = EventType(rawValue: "off_road")
}

/// Finds every run of fixes off the road. Refused and dropped fixes between them do not split it, nor does a road that
/// it crosses.
///
/// The confidence is 1: the map itself shows that no road is near, and where a road is near, the matcher left it
/// because no path on it is likely.
struct OffRoadDetector: Detector {
  private var run: Run?

  fileprivate struct Run {
    var fixes: ClosedRange<Int>
    var beginTime: Timestamp?
    var endTime: Timestamp?
    var lastTime: Timestamp?
    /// The places of the first fix and of the last fix off the road.
    var begin: Place?
    var end: Place?
    var length: Metres = 0
    var reasons: Set<FixReason> = []
    /// The last fix without a path after the run, as on a crossed road, and the length up to it.
    var crossing: (place: Place?, length: Metres)?
  }

  mutating func take(_ update: TripUpdate, in scene: Scene, into events: inout [Event]) {
    for fix in update.matched.indices {
      switch update.matched[fix].status {
      case .matched: if run != nil { close(into: &events) }
      case .offRoad: takeOffRoad(fix, of: update, scene.settings, into: &events)
      case .unmatched: run?.cross(to: update.fixes[fix].place)
      case .dropped, .rejected: continue
      }
    }
  }

  mutating func finish(in scene: Scene, into events: inout [Event]) { close(into: &events) }

  private mutating func takeOffRoad(
    _ fix: Int, of update: TripUpdate, _ settings: DetectionSettings, into events: inout [Event]
  ) {
    let (place, time) = (update.fixes[fix].place, update.fixes[fix].time)
    if let run, run.crossing != nil, straightLine(run.end, place) > settings.longestRoadCrossing {
      close(into: &events)
    }
    if run == nil {
      run = Run(
        fixes: fix...fix, beginTime: time, endTime: time, lastTime: update.lastTime(notAfter: fix), begin: place,
        end: place)
    } else {
      run?.goOn(to: fix, place, time)
    }
    if let reason = update.matched[fix].reason { run?.reasons.insert(reason) }
  }

  private mutating func close(into events: inout [Event]) {
    guard let run else { return }
    self.run = nil
    guard let place = run.begin else { return }
    events.append(
      Event(
        OffRoadDrive(reasons: FixReason.allCases.filter(run.reasons.contains)), fixes: run.fixes,
        beginTime: run.beginTime, endTime: run.endTime, lastTime: run.lastTime, place: place, edge: nil, road: nil,
        length: run.length, confidence: 1))
  }
}

extension OffRoadDetector.Run {
  fileprivate mutating func cross(to place: Place?) {
    let (last, length) = crossing ?? (end, self.length)
    crossing = (place, length + straightLine(last, place))
  }

  fileprivate mutating func goOn(to fix: Int, _ place: Place?, _ time: Timestamp?) {
    let (last, length) = crossing ?? (end, self.length)
    self.length = length + straightLine(last, place)
    crossing = nil
    fixes = fixes.lowerBound...fix
    end = place
    endTime = time
  }
}

/// 0 when a place is missing.
func straightLine(_ begin: Place?, _ end: Place?) -> Metres {
  guard let begin, let end else { return 0 }
  return groundDistance(begin, end)
}
