/// The vehicle of a trip as a number, the same on every machine. Two vehicles of 10,000 share one with a probability of
/// 1 %.
package struct VehicleNumber: Hashable, Comparable, Sendable, BitwiseCopyable {
  private let rawValue: UInt32

  /// - Source: FNV-1a of 64 bits, http://www.isthe.com/chongo/tech/comp/fnv/, and the finaliser of SplitMix64, Steele,
  ///   Lea & Flood, OOPSLA 2014, doi:10.1145/2660193.2660195, since the high bits of FNV-1a are mixed badly.
  package init(_ name: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    rawValue = UInt32(truncatingIfNeeded: (hash ^ (hash >> 31)) >> 32)
  }

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// The share of all numbers that are at most this one.
  fileprivate var share: Double { (Double(rawValue) + 1) / 4_294_967_296 }
}

/// How many different vehicles did something, in bounded memory.
///
/// Up to ``most`` vehicles are counted exactly. Beyond that, only the smallest numbers are kept; their spacing gives
/// the count to within about 6 %. The order in which vehicles come does not matter.
///
/// - Source: Bar-Yossef et al., Counting distinct elements in a data stream, RANDOM 2002,
///   doi:10.1007/3-540-45726-7_1.
struct VehicleCount: Sendable, Equatable {
  static let most = 256
  /// The smallest numbers, in order.
  private var numbers: [VehicleNumber] = []
  /// More were seen.
  private var isOver = false

  mutating func insert(_ number: VehicleNumber) {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    if low < numbers.count, numbers[low] == number { return }
    if numbers.count == Self.most {
      isOver = true
      guard low < numbers.count else { return }
      numbers.removeLast()
    }
    numbers.insert(number, at: low)
  }

  mutating func formUnion(_ other: VehicleCount) {
    isOver = isOver || other.isOver
    for number in other.numbers { insert(number) }
  }

  var count: Int {
    guard isOver, let last = numbers.last else { return numbers.count }
    return Int((Double(numbers.count - 1) / last.share).rounded())
  }
}
