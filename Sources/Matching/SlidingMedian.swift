internal import Storage

/// The median of the newest values of a series.
///
/// Memory: two copies of the values.
struct SlidingMedian: Sendable {
  /// The number of newest values in the median.
  private let most: Int
  /// In order of arrival, the oldest one at `oldest`.
  private var newest: [Double] = []
  private var oldest = 0
  private var sorted: [Double] = []

  init(of most: Int) { self.most = most }

  var count: Int { sorted.count }

  /// For an even number of values, the second of the two middle ones; `nil` without values.
  var value: Double? { sorted.isEmpty ? nil : sorted[sorted.count / 2] }

  /// Takes the next value, and drops the oldest one if there are too many.
  ///
  /// - Complexity: O(log *n*), and a move of at most *n* values.
  mutating func append(_ value: Double) {
    guard newest.count == most else {
      newest.append(value)
      sorted.insert(value, at: place(of: value))
      return
    }
    sorted.remove(at: place(of: newest[oldest]))
    sorted.insert(value, at: place(of: value))
    newest[oldest] = value
    oldest = oldest + 1 == most ? 0 : oldest + 1
  }

  /// The number of values below a given one.
  private func place(of value: Double) -> Int { sorted.partitioningIndex { $0 >= value } }
}
