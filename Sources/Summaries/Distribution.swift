internal import Glibc

/// How values are spread, in memory that does not depend on their number.
package struct Distribution: Sendable {
  package enum Scale: Sendable {
    /// 0 … 1 in steps of a ten-thousandth, as reports write shares: exact.
    case shares
    /// From a centimetre on, in steps of a thousandth of the value.
    case lengths
  }

  private let scale: Scale
  private var bins: [Int]
  package private(set) var count = 0
  package private(set) var sum = 0.0
  package private(set) var least: Double?
  package private(set) var most: Double?

  private static let shareSteps = 10_000
  private static let (lengthStep, leastLength, lengthBins) = (1.001, 0.01, 30_000)

  package init(_ scale: Scale) {
    self.scale = scale
    bins = Array(repeating: 0, count: scale == .shares ? Self.shareSteps + 1 : Self.lengthBins)
  }

  package mutating func add(_ value: Double) {
    guard value.isFinite else { return }
    count += 1
    sum += value
    least = min(least ?? value, value)
    most = max(most ?? value, value)
    bins[bin(of: value)] += 1
  }

  package var mean: Double? { count == 0 ? nil : sum / Double(count) }

  /// The value that a share of the others do not exceed.
  package func quantile(_ share: Double) -> Double? {
    guard let least, let most else { return nil }
    let rank = max(1, Int((share * Double(count)).rounded(.up)))
    var seen = 0
    for (number, inBin) in bins.enumerated() {
      seen += inBin
      if seen >= rank { return min(max(value(ofBin: number), least), most) }
    }
    return most
  }

  /// The number of values in each of some equal parts of 0 … 1; 1 is in the last one.
  package func parts(_ count: Int) -> [Int] {
    var parts = Array(repeating: 0, count: count)
    for (number, inBin) in bins.enumerated() where inBin > 0 {
      parts[min(number * count / Self.shareSteps, count - 1)] += inBin
    }
    return parts
  }

  private func bin(of value: Double) -> Int {
    switch scale {
    case .shares: Int((min(max(value, 0), 1) * Double(Self.shareSteps)).rounded())
    case .lengths:
      value < Self.leastLength
        ? 0 : min(1 + Int(log(value / Self.leastLength) / log(Self.lengthStep)), Self.lengthBins - 1)
    }
  }

  /// The middle of a bin.
  private func value(ofBin number: Int) -> Double {
    switch scale {
    case .shares: Double(number) / Double(Self.shareSteps)
    case .lengths: number == 0 ? 0 : Self.leastLength * pow(Self.lengthStep, Double(number) - 0.5)
    }
  }
}
