internal import Moments
internal import Reports

/// How a still shows times: by the clocks of the place if the drive knows their offset, otherwise in UTC.
struct StillClock {
  private let clock: LocalClock
  /// `UTC`, `UTC+01:00`.
  let zone: String

  /// - Parameter table: the trip or the route; its column `utc_offset` is the offset at the start.
  init(of table: ColumnTable?) {
    let offset = table?["utc_offset"]?.word(0) ?? "+00:00"
    clock = LocalClock(offset) ?? .utc
    zone = offset == "+00:00" ? "UTC" : "UTC" + offset
  }

  /// - Parameter time: milliseconds since 1970.
  func day(_ time: Int64) -> String { String(text(time).prefix(10)) }

  /// Hours and minutes.
  ///
  /// - Parameter time: milliseconds since 1970.
  func time(_ time: Int64) -> String { String(text(time).dropFirst(11).prefix(5)) }

  private func text(_ time: Int64) -> String {
    let local = clock.time(Timestamp(millisecondsSince1970: time))
    return Timestamp(millisecondsSince1970: local.localMilliseconds).iso8601
  }
}

extension Drive {
  var stillClock: StillClock { StillClock(of: self["trips"] ?? self["routes"]) }
}
