internal import Storage

/// Numbered positions along a line, whose first and last alone are needed.
struct SortedLine: ~Copyable {
  /// The position, and in the lower bits the number, so that no two are equal.
  private var keys: FixedArray<Int64>
  private(set) var count = 0
  /// Enough for the nodes of any map; 35 bits are left for positions, in 10⁻⁷ degrees.
  private static let numberBits = Int64(28)

  init(capacity: Int) {
    precondition(capacity < 1 << Self.numberBits)
    keys = FixedArray(repeating: 0, count: capacity)
  }

  mutating func removeAll() { count = 0 }

  /// Adds the position of the next number.
  mutating func add(_ position: Int64) {
    keys[count] = position << Self.numberBits | Int64(count)
    count += 1
  }

  func number(at index: Int) -> Int { Int(keys[index] & (1 << Self.numberBits - 1)) }

  /// Moves the first `ends` positions before all others, and the last `ends` after them.
  mutating func separate(_ ends: Int) {
    select(ends, in: 0..<count)
    select(count - ends, in: ends..<count)
  }

  /// Sorts until everything before index `middle` is less than everything from there on.
  ///
  /// - Source: Hoare 1961, Algorithm 65: Find, doi:10.1145/366622.366647, with the median of three.
  private mutating func select(_ middle: Int, in range: Range<Int>) {
    var (low, high) = (range.lowerBound, range.upperBound - 1)
    while low < high {
      let pivot = median(keys[low], keys[(low + high) / 2], keys[high])
      var (i, j) = (low, high)
      while i <= j {
        while keys[i] < pivot { i += 1 }
        while keys[j] > pivot { j -= 1 }
        if i <= j {
          (keys[i], keys[j]) = (keys[j], keys[i])
          i += 1
          j -= 1
        }
      }
      if middle <= j { high = j } else if middle >= i { low = i } else { return }
    }
  }

  private func median(_ a: Int64, _ b: Int64, _ c: Int64) -> Int64 { max(min(a, b), min(max(a, b), c)) }
}
