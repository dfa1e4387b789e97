/// The middle element of `values` in sorted order, the second of two; `nil` if `values` is empty.
///
/// - Parameter values: reordered on return.
/// - Complexity: O(*n*) on average.
/// - Source: quickselect, Hoare, Comm. ACM 4 (1961), doi:10.1145/366622.366647, with the middle one as pivot.
func median(of values: inout [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  var values = values.mutableSpan
  let middle = values.count / 2
  var (low, high) = (0, values.count - 1)
  while low < high {
    let pivot = values[low + (high - low) / 2]
    var (i, j) = (low, high)
    while i <= j {
      while values[i] < pivot { i += 1 }
      while pivot < values[j] { j -= 1 }
      guard i <= j else { break }
      values.swapAt(i, j)
      i += 1
      j -= 1
    }
    if middle <= j { high = j } else if middle >= i { low = i } else { break }
  }
  return values[middle]
}

/// The standard deviation of normal errors whose median size is known: 1 / Φ⁻¹(¾) times that median. Outliers do not
/// affect it.
///
/// - Source: the median absolute deviation, Hampel, JASA 69 (1974), doi:10.1080/01621459.1974.10482962.
func normalDeviation(medianSize: Double) -> Double { 1.4826 * medianSize }
