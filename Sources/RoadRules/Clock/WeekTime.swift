package import Moments

/// Moments of a drive as milliseconds since a Monday 00:00 by the clocks of the place.
///
/// Ten weeks are ahead of the first moment, so that a search back in time stays above 0. The offset from UTC is that of
/// the first moment, as in ``Moments/ZonedTime/adding(seconds:)``.
package enum WeekTime {
  package static let millisecondsPerHour = 3_600_000

  /// A moment of the eleventh week.
  package static func milliseconds(of time: ZonedTime) -> Int {
    let week = 7 * 86_400_000
    let sinceMonday = (Int(time.localMilliseconds) + 3 * 86_400_000) % week  // 1970-01-01 was a Thursday
    return (sinceMonday + week) % week + 10 * week
  }

  /// The hour of the week, 0 is Monday from 00:00 to 01:00.
  package static func hour(of moment: Int) -> Int { moment / millisecondsPerHour % 168 }
}
