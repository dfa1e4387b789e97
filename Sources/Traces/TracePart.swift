/// A rule by which a trace is split into parts. The raw values are stable codes.
package enum SplitRule: String, CaseIterable, Sendable {
  /// Nothing was recorded for long.
  case gap
  /// The vehicle stood for long.
  case stop
  /// A new day began.
  case day
  /// The part is long enough.
  case distance
  /// The part has enough fixes.
  case fixes
}

/// The place of a part in the trace that it was cut from.
package struct TracePart: Hashable, Sendable {
  /// From 1.
  package var number: Int
  /// `nil` if the part begins with its trace.
  package var begunBy: SplitRule?
  /// `nil` if the part ends with its trace.
  package var endedBy: SplitRule?

  package init(number: Int, begunBy: SplitRule? = nil, endedBy: SplitRule? = nil) {
    self.number = number
    self.begunBy = begunBy
    self.endedBy = endedBy
  }
}

extension Trace {
  /// Some records of a trace that was cleaned as a whole, as a trace of their own.
  package func piece(_ records: Range<Int>, _ part: TracePart?) -> Trace {
    var piece = self
    piece.fixes = Array(fixes[records])
    piece.firstRecord = firstRecord + records.lowerBound
    piece.part = part
    piece.isPieceOfCleaned = true
    return piece
  }
}
