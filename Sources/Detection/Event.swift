package import Geodesy
package import Moments

/// What was detected. Raw values are the codes in reports.
package enum EventType: String, CaseIterable, Sendable {
  case wrongWay = "wrong_way"
  case offRoad = "off_road"
  case gap
  case stop
}

/// Something the drive did, with its begin, end and place.
package struct Event: Sendable {
  package var type: EventType
  package var beginTime: Timestamp?
  package var endTime: Timestamp?
  /// Where it begins.
  package var place: Place
  /// Index into the trip's edges of the edge it begins on; `nil` off the road.
  package var edge: Int?
  /// Driven, or for gaps and off-road the straight lines between the fixes.
  package var length: Metres
  package var confidence: Double
  /// The numbers of the first and last fix of it.
  package var fixes: ClosedRange<Int>
  /// A short clause for people.
  package var detail: String

  package init(
    type: EventType, beginTime: Timestamp?, endTime: Timestamp?, place: Place, edge: Int?, length: Metres,
    confidence: Double, fixes: ClosedRange<Int>, detail: String
  ) {
    self.type = type
    self.beginTime = beginTime
    self.endTime = endTime
    self.place = place
    self.edge = edge
    self.length = length
    self.confidence = confidence
    self.fixes = fixes
    self.detail = detail
  }
}
