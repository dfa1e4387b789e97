import RoadRules
import Testing

@testable import Knowledge

@Suite("Hours that take after each other")
struct HourRegressionTests {
  private let classes = WeekClasses.usual
  private let kernel = HourKernel(variance: 0.04, reach: 4, betweenDays: 0.6)

  private func series(_ count: Int) -> HourSeries {
    var series = HourSeries()
    for number in 0..<count {
      series.append(0.1 * Double(number % 5) - 0.2, variance: 0.002 * Double(1 + number % 7), in: number * 72 / count)
    }
    return series
  }

  /// By elimination, without any factor.
  private func solution(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
    var rows = zip(matrix, right).map { $0 + [$1] }
    for i in rows.indices {
      for k in rows.indices where k != i {
        let part = rows[k][i] / rows[i][i]
        for column in rows[k].indices { rows[k][column] -= part * rows[i][column] }
      }
    }
    return rows.indices.map { rows[$0][rows.count] / rows[$0][$0] }
  }

  @Test("Predictions, variances and weights are those of the inverse", arguments: [1, 3, 8, 9, 23, 72])
  func predictions(count: Int) {
    let series = series(count)
    let covariances = kernel.covariances(classes)
    let between = { (a: Int, b: Int) in covariances[a * 72 + b] }
    let matrix: [[Double]] = series.hours.indices.map { i in
      series.hours.indices.map { between(series.hours[i], series.hours[$0]) + (i == $0 ? series.variances[i] : 0) }
    }
    var regression = HourRegression(kernel, classes)
    regression.take(self.series(72))
    regression.take(series)
    regression.predict()
    let ones = solution(matrix, [Double](repeating: 1, count: count))
    let values = solution(matrix, series.values)
    let level = values.reduce(0.0, +) / ones.reduce(0.0, +)
    #expect(abs(regression.level - level) < 1e-9)
    #expect(abs(regression.levelVariance * ones.reduce(0.0, +) - 1) < 1e-9)
    for number in 0..<72 {
      let right = series.hours.map { between(number, $0) }
      let weights = solution(matrix, right)
      let value = zip(weights, series.values).reduce(0.0) { $0 + $1.0 * ($1.1 - level) }
      #expect(abs(regression.deviation(of: number, from: level).value - value) < 1e-9)
      #expect(abs(regression.deviation(of: number, from: level).share - weights.reduce(0.0, +)) < 1e-9)
      let variance = between(number, number) - zip(weights, right).reduce(0.0) { $0 + $1.0 * $1.1 }
      #expect(abs(regression.variance(of: number) - variance) < 1e-9)
      let own = series.hours.firstIndex(of: number).map { weights[$0] } ?? 0
      #expect(abs(regression.weightOfOwn(number) - own) < 1e-9)
    }
  }

  @Test("Without observations the level is unknown and hours deviate as the kernel says")
  func nothing() {
    var regression = HourRegression(kernel, classes)
    regression.take(HourSeries())
    regression.predict()
    #expect(regression.levelVariance == .infinity)
    #expect(regression.variance(of: 5) == kernel.variance)
    #expect(regression.deviation(of: 5, from: 1).value == 0)
  }
}
