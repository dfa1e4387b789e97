extension RandomAccessCollection {
  /// The first index whose element fulfils a condition, or the end; elements that fulfil it follow all that do not.
  ///
  /// - Complexity: O(log *n*).
  @inlinable package func partitioningIndex(where isBeyond: (Element) throws -> Bool) rethrows -> Index {
    var (begin, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(begin, offsetBy: half)
      if try isBeyond(self[middle]) {
        count = half
      } else {
        begin = index(after: middle)
        count -= half + 1
      }
    }
    return begin
  }
}
