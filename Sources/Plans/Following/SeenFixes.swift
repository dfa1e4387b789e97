internal import Geodesy
internal import Moments

/// The newest fixes of a drive as the device reported them; while the vehicle stands, the first ones of the standstill.
struct SeenFixes: Sendable {
  private var fixes: ArraySlice<(number: Int, time: Timestamp?, place: Place, road: Place)> = []
  private static let most = 64

  /// - Parameter begin: the number of the fix at which the vehicle began to stand; `nil` while it moves.
  mutating func append(
    _ number: Int, at time: Timestamp?, _ place: Place, on road: Place, standingSince begin: Int?
  ) {
    if fixes.count == Self.most {
      if let begin, let first = fixes.first, first.number >= begin { return }
      _ = fixes.popFirst()
    }
    fixes.append((number, time, place, road))
  }

  /// The mean place of some fixes; `nil` if none of them is kept.
  func mean(of numbers: ClosedRange<Int>) -> Place? {
    let kept = fixes.lazy.filter { numbers.contains($0.number) }
    let (count, north, east) = kept.reduce((Int64(0), Int64(0), Int64(0))) {
      ($0.0 + 1, $0.1 + Int64($1.place.latitudeE7), $0.2 + Int64($1.place.longitudeE7))
    }
    return count > 0 ? Place(latitudeE7: Int32(north / count), longitudeE7: Int32(east / count)) : nil
  }

  /// When the vehicle came to where it stood in the end: the first fix whose place on the road is near the last one's
  /// and that is not far from the mean. The mean is needed because the matcher also draws fixes on the way there to
  /// that place.
  func arrival(in numbers: ClosedRange<Int>, _ settings: FollowingSettings) -> Timestamp? {
    guard let last = fixes.last(where: { numbers.contains($0.number) }), let mean = mean(of: numbers) else {
      return nil
    }
    return fixes.first {
      numbers.contains($0.number) && groundDistance($0.road, last.road) <= settings.arrivalReach
        && groundDistance($0.place, mean) <= settings.arrivalError
    }?.time
  }
}
