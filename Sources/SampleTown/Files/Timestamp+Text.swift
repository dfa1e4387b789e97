internal import Moments

extension Timestamp {
  /// A time of day in May 2026, in UTC.
  static func may(_ day: Int, _ hour: Int, _ minute: Int) -> Timestamp {
    let beginOfMay = 1_777_593_600  // 2026-05-01T00:00:00Z
    return Timestamp(millisecondsSince1970: Int64(beginOfMay + ((day - 1) * 24 + hour) * 3600 + minute * 60) * 1000)
  }

  /// The local time of Central European Summer Time with its offset: `2026-05-04T09:30:00+02:00`.
  var inSummerTime: String { adding(seconds: 2 * 3600).iso8601.dropLast() + "+02:00" }
}
