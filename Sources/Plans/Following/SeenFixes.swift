internal import Geodesy
internal import Moments

/// The newest fixes of a drive as the device reported them; while the vehicle stands, the first ones of the standstill.
struct SeenFixes: Sendable {
  private var fixes: ArraySlice<(number: Int, time: Timestamp?, place: Place)> = []
  private static let most = 64

  mutating func append(_ number: Int, at time: Timestamp?, _ place: Place, isStanding: Bool) {
    if fixes.count == Self.most {
      if isStanding { return }
      _ = fixes.popFirst()
    }
    fixes.append((number, time, place))
  }

  /// The mean place of some fixes; `nil` if none of them is kept.
  func mean(of numbers: ClosedRange<Int>) -> Place? {
    let kept = fixes.lazy.filter { numbers.contains($0.number) }
    let (count, north, east) = kept.reduce((Int64(0), Int64(0), Int64(0))) {
      ($0.0 + 1, $0.1 + Int64($1.place.latitudeE7), $0.2 + Int64($1.place.longitudeE7))
    }
    return count > 0 ? Place(latitudeE7: Int32(north / count), longitudeE7: Int32(east / count)) : nil
  }

  /// The time of the first of some fixes that is near to a waypoint.
  func first(near waypoint: PlanWaypoint, _ distance: Metres, in numbers: ClosedRange<Int>) -> Timestamp? {
    fixes.first { numbers.contains($0.number) && waypoint.isNear($0.place, distance) }?.time
  }
}
