internal import Moments

extension Trace {
  /// The number of fixes whose time is before an earlier record's.
  var lateFixes: Int {
    var newest = Int64.min
    var late = 0
    for fix in fixes where fix.isTimed {
      if fix.storedMilliseconds < newest { late += 1 } else { newest = fix.storedMilliseconds }
    }
    return late
  }

  /// Sorts the fixes by time if more than one in ten is late, as in files that begin with the newest row or are
  /// shuffled. If fewer are late, or only one is, they are late reports or wrong clocks of single records, which
  /// cleaning drops.
  ///
  /// Records of the same time keep their order, and a record without a good time stays after its predecessor.
  ///
  /// - Returns: the number of late fixes; 0 if nothing was sorted.
  mutating func sortIfScrambled() -> Int {
    let late = lateFixes
    guard isScrambled(byLate: late) else { return 0 }
    var keys: [(time: Int64, index: Int)] = []
    keys.reserveCapacity(fixes.count)
    for (index, fix) in fixes.enumerated() {
      keys.append((fix.isTimed ? fix.storedMilliseconds : keys.last?.time ?? .min, index))
    }
    keys.sort { $0 < $1 }
    fixes = keys.map { fixes[$0.index] }
    return late
  }

  var isScrambled: Bool { isScrambled(byLate: lateFixes) }

  private func isScrambled(byLate late: Int) -> Bool { 10 * late > fixes.count && (late > 1 || fixes.count == 2) }
}

extension Fix {
  fileprivate var isTimed: Bool { refusal == nil && storedMilliseconds != .min }
}
