package import Geodesy
package import RoadGraph

/// How often an edge was driven; all zero if it never was.
package struct RoadUse: Hashable, Sendable {
  package var edge: EdgeID
  package var support = Support()
  /// The times at which the first and the last drive entered it, in milliseconds since 1970.
  package var first: Int64?
  package var last: Int64?
  /// Passages by the hour of the day, 24 entries, and by weekday, 7 entries from Monday, by local time.
  package var byHour: [Int]
  package var byDay: [Int]
  /// The share of its length that was driven, in either direction of the road, 0 … 1.
  package var covered: Double

  package init(edge: EdgeID) {
    self.edge = edge
    byHour = [Int](repeating: 0, count: 24)
    byDay = [Int](repeating: 0, count: 7)
    covered = 0
  }
}

/// How much of a part of the network was driven.
package struct Coverage: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case all
    case roadClass(RoadClass)
    /// A zone by its name.
    case zone(String)
  }

  package var part: Part
  /// Of all roads in it that the mode may use, each once, whatever its directions.
  package var length: Metres
  package var driven: Metres

  package init(part: Part, length: Metres, driven: Metres) {
    self.part = part
    self.length = length
    self.driven = driven
  }
}
