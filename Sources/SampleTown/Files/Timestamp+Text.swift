internal import Foundation
internal import Traces

extension Timestamp {
  /// May 2026 at the given time of day in UTC.
  static func may(_ day: Int, _ hour: Int, _ minute: Int) -> Timestamp {
    let beginOfMay = 1_777_593_600  // 2026-05-01T00:00:00Z
    return Timestamp(millisecondsSince1970: Int64(beginOfMay + ((day - 1) * 24 + hour) * 3600 + minute * 60) * 1000)
  }

  /// `2026-05-04T07:30:00Z`.
  var inUTC: String { text(in: Date.ISO8601FormatStyle()) }

  /// `2026-05-04T09:30:00+02:00`.
  var inSummerTime: String {
    let zone = TimeZone(secondsFromGMT: 2 * 3600) ?? .gmt
    return text(in: Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone))
  }

  private func text(in style: Date.ISO8601FormatStyle) -> String {
    Date(timeIntervalSince1970: TimeInterval(millisecondsSince1970 / 1000)).formatted(style)
  }
}
