/// How often results of a stated confidence are right: the reliability diagram as a table.
///
/// - Source: Naeini, Cooper & Hauskrecht, AAAI 2015, doi:10.1609/aaai.v29i1.9602: bins of equal width, and the expected
///   calibration error, the mean of |share right − mean confidence| over the bins, weighted by their counts. Brier,
///   Monthly Weather Review 1950, doi:10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2: the score, here for one of two
///   outcomes.
package struct Reliability: Hashable, Sendable {
  package struct Bin: Hashable, Sendable {
    package private(set) var count = 0
    package private(set) var right = 0
    private var confidenceSum = 0.0

    package var meanConfidence: Double? { count > 0 ? confidenceSum / Double(count) : nil }
    package var shareRight: Double? { count > 0 ? Double(right) / Double(count) : nil }

    mutating func add(_ confidence: Double, isRight: Bool) {
      count += 1
      right += isRight ? 1 : 0
      confidenceSum += confidence
    }

    /// The difference between stated confidence and share right, times the count.
    var error: Double { abs(Double(right) - confidenceSum) }
  }

  /// Bin *i* of *n* holds confidences from *i*/*n* to below (*i* + 1)/*n*; the last one also 1.
  package private(set) var bins: [Bin]
  /// The sum of squares of confidence − truth, where truth is 0 or 1.
  private var squareSum = 0.0

  init(bins count: Int) { bins = [Bin](repeating: Bin(), count: max(1, count)) }

  /// - Precondition: confidence within 0…1.
  mutating func add(_ confidence: Double, isRight: Bool) {
    bins[min(Int(confidence * Double(bins.count)), bins.count - 1)].add(confidence, isRight: isRight)
    let error = confidence - (isRight ? 1 : 0)
    squareSum += error * error
  }

  package var count: Int { bins.reduce(0) { $0 + $1.count } }

  /// 0 … 1; `nil` without points.
  package var expectedCalibrationError: Double? {
    count > 0 ? bins.reduce(0) { $0 + $1.error } / Double(count) : nil
  }

  /// The mean square of confidence − truth, 0 … 1; a constant confidence of one half scores 0.25. `nil` without points.
  package var brierScore: Double? { count > 0 ? squareSum / Double(count) : nil }
}
