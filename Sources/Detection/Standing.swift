package import Geodesy
internal import Moments
internal import Trips

/// A time during which the vehicle did not move.
package struct Standing: EventPayload {
  package var duration: Seconds
  /// Where the device reported it when it came to stand; `nil` if that is not known.
  package var reported: Place?
  /// Where it stood, if that is a known place.
  package var site: Site?

  package init(duration: Seconds, reported: Place? = nil, at site: Site? = nil) {
    self.duration = duration
    self.reported = reported
    self.site = site
  }

  package var type: EventType { .stop }
  package var clause: String {
    "stood for \(rounded(duration)) s" + (site.map { " at \($0.title)" } ?? "")
  }
}

extension [Event] {
  /// Names stops by the known places at which they were.
  package mutating func nameStops(by sites: SiteIndex) {
    for number in indices {
      guard var stop = self[number].payload as? Standing, let place = stop.reported else { continue }
      stop.site = sites.site(at: place)
      self[number].payload = stop
    }
  }
}

extension EventType {
  package static let stop = EventType(rawValue: "stop")
}

/// Turns the stops of a trip into events; nothing is driven during them.
struct StopDetector: Detector {
  mutating func take(_ update: TripUpdate, in scene: Scene, into events: inout [Event]) {
    for stop in update.stops {
      events.append(
        Event(
          Standing(duration: stop.end.seconds(since: stop.begin), reported: stop.reported), fixes: stop.fixes,
          beginTime: stop.begin,
          endTime: stop.end, place: stop.place, edge: stop.edge, road: stop.road, length: 0, confidence: 1))
    }
  }
}
