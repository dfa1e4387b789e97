/// A moment, in milliseconds since 1970-01-01T00:00:00Z.
@usableFromInline package struct Timestamp: Hashable, Comparable, Sendable, BitwiseCopyable {
  @usableFromInline package var millisecondsSince1970: Int64

  @inlinable package init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  @inlinable package static func < (a: Timestamp, b: Timestamp) -> Bool {
    a.millisecondsSince1970 < b.millisecondsSince1970
  }

  /// Seconds from `earlier` to `self`; negative if `earlier` is later.
  @inlinable package func seconds(since earlier: Timestamp) -> Double {
    Double(millisecondsSince1970 - earlier.millisecondsSince1970) / 1000
  }

  /// The moment `seconds` later, to the nearest millisecond.
  @inlinable package func adding(seconds: Double) -> Timestamp {
    Timestamp(millisecondsSince1970: millisecondsSince1970 + Int64((seconds * 1000).rounded()))
  }
}
