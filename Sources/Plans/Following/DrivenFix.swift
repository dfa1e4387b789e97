internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces
internal import Trips

/// A fix of a trip, as it is compared with a plan.
struct DrivenFix: Sendable {
  let number: Int
  let isUsable: Bool
  let time: Timestamp?
  let place: Place?
  let accuracy: Metres?
  let matchedPlace: Place?
  let confidence: Double
  /// On its edge, from its start.
  let offset: Metres
  /// From its road.
  let distance: Metres
  /// The edge of the trip, and of the map; `nil` off the road.
  let edge: Int?
  let road: EdgeID?

  init(_ number: Int, of trip: borrowing TripUpdate) {
    let (fix, matched) = (trip.fixes[number], trip.matched[number])
    self.number = number
    isUsable = trip.isUsable(number)
    time = fix.time
    place = fix.place
    accuracy = fix.accuracy
    matchedPlace = matched.position?.place
    confidence = matched.position == nil ? 1 : matched.confidence
    offset = matched.position?.offset ?? 0
    distance = matched.position?.distance ?? 0
    edge = trip.edgeOfFix[number]?.edge
    road = trip.edgeOfFix[number]?.road
  }
}
