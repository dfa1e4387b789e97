package import Storage

/// The quick half of a ``TimeReading``: times in the form that most files have. It is a few words large, so that reading
/// a record does not copy the rest.
package struct PlainTimes: Sendable {
  private let first: Int64
  private let last: Int64

  init(within bounds: ClosedRange<Int64>?) {
    first = bounds?.lowerBound ?? .max
    last = bounds?.upperBound ?? .min
  }

  /// The time that fills the cursor's range, if it is written as `2011-04-03T04:50:55Z` and needs no second look; `nil`
  /// leaves the decision to the ``TimeReading``.
  package func time(_ cursor: borrowing ByteCursor) -> Timestamp? {
    guard let time = plainISO8601(cursor), first <= time.millisecondsSince1970, time.millisecondsSince1970 <= last
    else {
      return nil
    }
    return time
  }
}

extension TimeReading {
  package var plain: PlainTimes {
    if case .automatic = format, rolloverBefore == nil { PlainTimes(within: bounds) } else { PlainTimes(within: nil) }
  }
}
