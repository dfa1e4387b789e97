package import Geodesy
package import Moments
package import RoadGraph

/// Something that happened on the drive, with its start, end and place.
package struct Event: Sendable {
  package var beginTime: Timestamp?
  package var endTime: Timestamp?
  /// Where the event begins.
  package var place: Place
  /// Index into the trip's edges of the edge on which the event begins; `nil` off the road.
  package var edge: Int?
  /// That edge of the map.
  package var road: EdgeID?
  /// The edge of the map after the node, for an event at a junction.
  package var onto: EdgeID?
  /// The length driven or, for gaps and off-road events, the straight lines between the fixes.
  package var length: Metres
  package var confidence: Double
  /// The numbers of its first and last fix.
  package var fixes: ClosedRange<Int>
  /// What only events of this type have.
  package var payload: any EventPayload
  /// The rules of the map that it breaks; the one it breaks for the greatest length is first.
  package var rules: [RuleID] = []
  /// The time of the last fix with a time when the event began. It gives an event without a time its place among
  /// others.
  let lastTime: Timestamp?

  package var type: EventType { payload.type }
  /// A short clause for people.
  package var detail: String { payload.clause }

  package init(
    _ payload: any EventPayload, fixes: ClosedRange<Int>, beginTime: Timestamp?, endTime: Timestamp?,
    lastTime: Timestamp? = nil, place: Place, edge: Int?, road: EdgeID?, length: Metres,
    confidence: Double
  ) {
    self.payload = payload
    self.fixes = fixes
    self.beginTime = beginTime
    self.endTime = endTime
    self.lastTime = lastTime
    self.place = place
    self.edge = edge
    self.road = road
    self.length = length
    self.confidence = confidence
  }
}

/// The facts that only events of one type have.
package protocol EventPayload: Sendable {
  var type: EventType { get }
  /// The facts in words.
  var clause: String { get }
}

/// A type of events. Raw values are the codes in reports.
package struct EventType: RawRepresentable, Hashable, Sendable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

extension [Event] {
  /// Sorts by begin time, then type. Events without a time are placed by the number of their first fix, after events
  /// with a time before it.
  package func inOrder() -> [Event] {
    guard count > 1 else { return self }
    let keys = map(Self.key)
    return indices.sorted { keys[$0] < keys[$1] }.map { self[$0] }
  }

  private typealias Key = (time: Int64, untimedFix: Int, type: Int, first: Int, last: Int)

  private static func key(of event: Event) -> Key {
    let begin = event.fixes.lowerBound
    let time = event.beginTime ?? event.lastTime
    return (
      time?.millisecondsSince1970 ?? .min, event.beginTime == nil ? begin : 0,
      EventType.allCases.firstIndex(of: event.type) ?? 0, begin, event.fixes.upperBound
    )
  }
}
