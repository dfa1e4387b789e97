internal import Geodesy
internal import Moments

extension LegMotion {
  /// The stretch before a sign in which a vehicle stops for it: a short queue.
  private static let reach: Metres = 50
  /// Beyond the sign: a line of sight, and the error of a fix.
  private static let reachBehind: Metres = 10
  /// Slower is standing …
  private static let standing: MetresPerSecond = 1
  /// … if the places show it for so long: the errors of fixes make slower drives look like stops.
  private static let shortestStop: Seconds = 4
  /// With longer steps a short stop goes unseen.
  private static let longestStep: Seconds = 3

  /// Whether the vehicle stopped before the start of an edge; `nil` if the fixes are too sparse to tell.
  func hasStopped(before edge: Int) -> Bool? {
    let sign = begin(of: edge)
    guard let last = moments.firstIndex(where: { $0.distance > sign + Self.reachBehind }),
      let first = moments.lastIndex(where: { $0.distance < sign - Self.reach })
    else { return isStandingNear(sign) ? true : nil }
    if isStandingNear(sign) { return true }
    let isDense = (first..<last).allSatisfy {
      moments[$0 + 1].time.seconds(since: moments[$0].time) <= Self.longestStep
    }
    return isDense ? false : nil
  }

  private func isStandingNear(_ sign: Metres) -> Bool {
    let near = moments.filter { $0.distance >= sign - Self.reach && $0.distance <= sign + Self.reachBehind }
    if near.contains(where: { $0.speed.map { $0 < Self.standing } ?? false }) { return true }
    for (number, begin) in near.enumerated() {
      guard let end = near[number...].first(where: { $0.time.seconds(since: begin.time) >= Self.shortestStop }) else {
        return false
      }
      if end.distance - begin.distance < Self.standing * end.time.seconds(since: begin.time) { return true }
    }
    return false
  }
}
