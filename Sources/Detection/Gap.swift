package import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces
internal import Trips

/// The cause of a gap in a trip.
package enum GapCause: String, CaseIterable, Sendable {
  case offRoad = "off_road"
  case timeGap = "time_gap"
  case noPath = "no_path"
  /// What lies between is hidden.
  case hidden
  /// A silence within a leg.
  case silence

  init(_ reason: BreakReason) {
    switch reason {
    case .offRoad: self = .offRoad
    case .timeGap: self = .timeGap
    case .noPath: self = .noPath
    case .hidden: self = .hidden
    }
  }

  fileprivate var clause: String {
    switch self {
    case .offRoad: "the vehicle was off the road in between"
    case .timeGap: "the trace is silent too long to tell the path"
    case .noPath: "no path joins the two ends"
    case .hidden: "what lies between is hidden"
    case .silence: "the trace is silent on a known path"
    }
  }
}

/// A stretch between two fixes that has no matched fixes.
package struct UnseenStretch: EventPayload {
  package var cause: GapCause
  /// `nil` without times.
  package var duration: Seconds?

  package init(cause: GapCause, duration: Seconds?) {
    self.cause = cause
    self.duration = duration
  }

  package var type: EventType { .gap }

  package var clause: String {
    "\(cause.rawValue): \(cause.clause)" + (duration.map { ", \(rounded($0)) s" } ?? "")
  }
}

extension EventType {
  package static let gap = EventType(rawValue: "gap")
}

/// Finds the gaps between the legs.
struct GapDetector: Detector {
  /// The last fix on a road.
  private var last: GapEnd?

  mutating func take(_ update: TripUpdate, in scene: Scene, into events: inout [Event]) {
    for gap in update.gaps {
      let begin = update.fixes.indices.contains(gap.fixes.lowerBound) ? GapEnd(gap.fixes.lowerBound, of: update) : last
      guard let begin else { continue }
      let end = GapEnd(gap.fixes.upperBound, of: update)
      if let event = begin.event(to: end, GapCause(gap.reason), length: gap.length) { events.append(event) }
    }
    if let fix = update.edgeOfFix.lastIndex(where: { $0 != nil }) { last = GapEnd(fix, of: update) }
  }
}

/// A fix at which a gap may begin or end.
struct GapEnd {
  let number: Int
  let time: Timestamp?
  let lastTime: Timestamp?
  /// The place on the road, and the place the device reported.
  let place: Place?
  let readPlace: Place?
  let edge: Int?
  let road: EdgeID?
  let leg: Int?
  /// On the edge of the map, from its start; `nil` off the road.
  let offset: Metres?

  init(_ number: Int, of update: borrowing TripUpdate) {
    self.number = number
    time = update.fixes[number].time
    lastTime = update.lastTime(notAfter: number)
    place = update.place(of: number)
    readPlace = update.fixes[number].place
    edge = update.edgeOfFix[number]?.edge
    road = update.edgeOfFix[number]?.road
    leg = update.edgeOfFix[number]?.leg
    offset = update.matched[number].position?.offset
  }

  func event(to end: GapEnd, _ cause: GapCause, length: Metres) -> Event? {
    guard let place else { return nil }
    let duration = time.flatMap { begin in end.time.map { $0.seconds(since: begin) } }
    return Event(
      UnseenStretch(cause: cause, duration: duration), fixes: number...end.number, beginTime: time, endTime: end.time,
      lastTime: lastTime, place: place, edge: edge, road: road, length: length, confidence: 1)
  }
}
