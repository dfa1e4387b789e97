internal import Geodesy
internal import Moments
internal import RoadGraph

/// A time during which the fixes of a drive stay in one place.
struct Standing: Sendable {
  /// The first fix, and its road.
  let number: Int
  let edge: Int?
  let road: EdgeID?
  let begin: Timestamp
  private(set) var end: Timestamp
  /// On the road, where the first fix has one.
  let anchor: Place
  private var latitudes: Int64
  private var longitudes: Int64
  private var count: Int64 = 1

  init(_ fix: DrivenFix, at time: Timestamp, on road: Place, seen: Place) {
    number = fix.number
    edge = fix.edge
    self.road = fix.road
    begin = time
    end = time
    anchor = road
    (latitudes, longitudes) = (Int64(seen.latitudeE7), Int64(seen.longitudeE7))
  }

  var duration: Seconds { end.seconds(since: begin) }

  /// The mean of the fixes as the device reported them.
  var place: Place {
    Place(latitudeE7: Int32(latitudes / count), longitudeE7: Int32(longitudes / count))
  }

  /// Takes the next fix, if it is in the same place.
  mutating func goesOn(at time: Timestamp, on road: Place, seen: Place, radius: Metres) -> Bool {
    guard groundDistance(anchor, road) <= radius else { return false }
    end = time
    latitudes += Int64(seen.latitudeE7)
    longitudes += Int64(seen.longitudeE7)
    count += 1
    return true
  }
}
