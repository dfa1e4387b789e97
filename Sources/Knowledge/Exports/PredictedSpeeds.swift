internal import FoundationEssentials
internal import Glibc
package import RoadRules

/// The speeds of a road through the week as Valhalla stores them: 2,016 bins of five minutes from Sunday at midnight,
/// as the first 200 coefficients of their discrete cosine transform, whole numbers of 16 bits in base64.
///
/// Speeds are the same for all bins of an hour. So the sums over the bins of each hour are made once, and a road takes
/// 168 × 200 products.
///
/// - Source: Ahmed, Natarajan & Rao, Discrete Cosine Transform, 1974, doi:10.1109/T-C.1974.223784 (DCT-II, orthonormal);
///   the number of bins and coefficients and their order are those of Valhalla's documentation of historical traffic.
package struct PredictedSpeeds: Sendable {
  package static let binCount = 2016
  package static let coefficientCount = 200
  private static let binsPerHour = 12

  /// By coefficient and hour from Sunday at midnight.
  private let sums: [Double]

  package init() {
    let norm = (2 / Double(Self.binCount)).squareRoot()
    var sums = [Double](repeating: 0, count: Self.coefficientCount * 168)
    for coefficient in 0..<Self.coefficientCount {
      let factor = norm * (coefficient == 0 ? 0.5.squareRoot() : 1)
      for bin in 0..<Self.binCount {
        let angle = Double.pi / Double(Self.binCount) * (Double(bin) + 0.5) * Double(coefficient)
        sums[coefficient * 168 + bin / Self.binsPerHour] += factor * cos(angle)
      }
    }
    self.sums = sums
  }

  /// The coefficients for speeds in km/h by class of the hours of the week.
  package func coefficients(_ speeds: [Double], _ classes: WeekClasses) -> [Int16] {
    let byHour = (0..<168).map { speeds[classes[hour: ($0 + 144) % 168]] }  // Sunday first
    return (0..<Self.coefficientCount).map { coefficient in
      var sum = 0.0
      for hour in 0..<168 { sum += sums[coefficient * 168 + hour] * byHour[hour] }
      return Int16(clamping: Int(sum.rounded()))
    }
  }

  /// The same as text: each coefficient as two bytes, the higher one first, in base64.
  package func text(_ speeds: [Double], _ classes: WeekClasses) -> String {
    Data(coefficients(speeds, classes).flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] })
      .base64EncodedString()
  }
}
