package import Moments

/// The version of map data: the time up to which it holds all changes of OpenStreetMap, to the second.
///
/// The regions of a server are cut from one state of OpenStreetMap, so equal versions fit together at their borders.
package struct ReleaseVersion: Hashable, Comparable, Sendable {
  package let moment: Timestamp

  package init(_ moment: Timestamp) {
    self.moment = Timestamp(millisecondsSince1970: moment.millisecondsSince1970 / 1000 * 1000)
  }

  /// A time in ISO 8601, such as `2026-11-22T21:21:00Z`.
  package init?(_ text: String) {
    guard let time = ZonedTime(iso8601: text) else { return nil }
    self.init(time.moment)
  }

  package static func < (a: ReleaseVersion, b: ReleaseVersion) -> Bool { a.moment < b.moment }

  /// The day in UTC as in the names of extracts: `261122`.
  package var shortDay: String { String(description.prefix(10).filter { $0 != "-" }.dropFirst(2)) }
}

extension ReleaseVersion: CustomStringConvertible {
  /// ISO 8601 in UTC, to the second.
  package var description: String { moment.iso8601 }
}
