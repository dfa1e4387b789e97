internal import FoundationEssentials
internal import Glibc
package import RoadRules

/// The speeds of a road through the week as Valhalla stores them: 2,016 bins of five minutes from Sunday at midnight,
/// as the first 200 coefficients of their discrete cosine transform, whole numbers of 16 bits in base64.
///
/// Speeds are the same for all bins of an hour. So the sums over the bins of each hour are made once, and a road takes
/// 168 × 200 products. The 200 waves resolve 50 minutes: they fall below a short dip, even to 0, and the road would take
/// forever. So hours are raised until no bin has less than half of what is meant, and less than ``slowest``.
///
/// - Source: Ahmed, Natarajan & Rao, Discrete Cosine Transform, 1974, doi:10.1109/T-C.1974.223784 (DCT-II, orthonormal);
///   the number of bins and coefficients and their order are those of Valhalla's documentation of historical traffic.
package struct PredictedSpeeds: Sendable {
  package static let binCount = 2016
  package static let coefficientCount = 200
  /// In km/h; Valhalla counts less as a mistake.
  package static let slowest = 5.0
  private static let binsPerHour = 12
  private static let hours = 168
  /// The bins of an hour that are looked at: a third of a wave is between two of them.
  private static let watched = [0, 3, 6, 8, 11]
  private static let mostRounds = 20

  /// By coefficient and hour from Sunday at midnight.
  private let sums: [Double]
  /// By hour, watched bin and coefficient.
  private let waves: [Double]

  package init() {
    let norm = (2 / Double(Self.binCount)).squareRoot()
    func wave(_ bin: Int, _ coefficient: Int) -> Double {
      let angle = Double.pi / Double(Self.binCount) * (Double(bin) + 0.5) * Double(coefficient)
      return norm * (coefficient == 0 ? 0.5.squareRoot() : 1) * cos(angle)
    }
    var sums = [Double](repeating: 0, count: Self.coefficientCount * Self.hours)
    for coefficient in 0..<Self.coefficientCount {
      for bin in 0..<Self.binCount {
        sums[coefficient * Self.hours + bin / Self.binsPerHour] += wave(bin, coefficient)
      }
    }
    self.sums = sums
    var waves: [Double] = []
    for hour in 0..<Self.hours {
      for bin in Self.watched {
        for coefficient in 0..<Self.coefficientCount { waves.append(wave(hour * Self.binsPerHour + bin, coefficient)) }
      }
    }
    self.waves = waves
  }

  /// The coefficients for speeds in km/h by class of the hours of the week.
  package func coefficients(_ speeds: [Double], _ classes: WeekClasses) -> [Int16] {
    // Sunday first.
    let meant = (0..<Self.hours).map { max(Self.slowest + 0.1, speeds[classes[hour: ($0 + 144) % 168]]) }
    var wanted = meant
    var found = transformed(wanted)
    guard mayDip(meant) else { return found }
    for _ in 0..<Self.mostRounds where raise(&wanted, meant, found) { found = transformed(wanted) }
    return found
  }

  private func transformed(_ byHour: [Double]) -> [Int16] {
    (0..<Self.coefficientCount).map { coefficient in
      var sum = 0.0
      for hour in 0..<Self.hours { sum += sums[coefficient * Self.hours + hour] * byHour[hour] }
      return Int16(clamping: Int(sum.rounded()))
    }
  }

  /// Waves overshoot a step by less than a fifth of its height (Gibbs), on each of its sides.
  private func mayDip(_ meant: [Double]) -> Bool {
    let (least, most) = (meant.min() ?? 0, meant.max() ?? 0)
    return least - 0.4 * (most - least) < max(Self.slowest, least / 2)
  }

  /// - Returns: whether any hour was raised.
  private func raise(_ wanted: inout [Double], _ meant: [Double], _ found: [Int16]) -> Bool {
    let values = found.map { Double($0) }
    var isShort = false
    for hour in 0..<Self.hours {
      let short = max(Self.slowest, meant[hour] / 2) - slowestBin(of: hour, values)
      guard short > 0 else { continue }
      wanted[hour] += 1.5 * short + 0.1
      isShort = true
    }
    return isShort
  }

  private func slowestBin(of hour: Int, _ values: [Double]) -> Double {
    var least = Double.infinity
    for bin in Self.watched.indices {
      let begin = (hour * Self.watched.count + bin) * Self.coefficientCount
      var speed = 0.0
      for coefficient in 0..<Self.coefficientCount { speed += waves[begin + coefficient] * values[coefficient] }
      least = min(least, speed)
    }
    return least
  }

  /// The same as text: each coefficient as two bytes, the higher one first, in base64.
  package func text(_ speeds: [Double], _ classes: WeekClasses) -> String {
    Data(coefficients(speeds, classes).flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] })
      .base64EncodedString()
  }
}
