/// The nodes that roads use: their source ids, sorted and unique. The position of a node is its *row*.
///
/// Memory grows with the number of nodes and not with the size of their ids, which reach 3.6·10¹⁵ and may be negative.
struct NodeIndex {
  /// Sorted and unique.
  let ids: [Int64]
  /// `bucketStart[b] ..< bucketStart[b + 1]` are the rows whose ids fall into bucket `b`; all buckets have the same
  /// width.
  private let bucketStart: [UInt32]
  private let bucketShift: UInt64

  /// - Complexity: O(*n* log *n*), for *n* ids.
  init(_ used: [Int64]) {
    let ids = sortedUnique(used)
    var shift: UInt64 = 0
    let span = ids.last.map { UInt64(bitPattern: $0 &- ids[0]) } ?? 0
    while span >> shift > UInt64(ids.count) { shift += 1 }
    var starts = [UInt32](repeating: 0, count: Int(span >> shift) + 2)
    for id in ids { starts[Int(UInt64(bitPattern: id &- ids[0]) >> shift) + 1] += 1 }
    for bucket in starts.indices.dropFirst() { starts[bucket] += starts[bucket - 1] }
    self.ids = ids
    bucketShift = shift
    bucketStart = starts
  }

  /// The row of a node; `nil` if no road uses it.
  ///
  /// Not chosen: `partitioningIndex` of swift-algorithms. A bucket holds few ids, and building the map of Liechtenstein
  /// takes 1.1 % more instructions with it.
  func row(of id: Int64) -> Int? {
    guard let first = ids.first, id >= first else { return nil }
    let bucket = UInt64(bitPattern: id &- first) >> bucketShift
    guard bucket < UInt64(bucketStart.count - 1) else { return nil }
    var low = Int(bucketStart[Int(bucket)])
    var high = Int(bucketStart[Int(bucket) + 1])
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < Int(bucketStart[Int(bucket) + 1]) && ids[low] == id ? low : nil
  }
}

/// The numbers in ascending order, without duplicates.
///
/// Not chosen: a radix sort of 11 bits at a time, which takes 0.08 s instead of 0.09 s for 3 million ids in short
/// ascending runs, as in ways.
func sortedUnique(_ numbers: [Int64]) -> [Int64] {
  var numbers = numbers.sorted()
  var count = 0
  for index in numbers.indices where count == 0 || numbers[count - 1] != numbers[index] {
    numbers[count] = numbers[index]
    count += 1
  }
  return Array(numbers.prefix(count))
}
