import Geodesy
import Moments
import RoadGraph
import TestSupport
import Testing

@testable import Simulation

@Suite struct `What the receiver notes` {
  /// The errors of all fixes, in metres east and north, drive by drive.
  private func errors(_ change: (inout SimulationSettings) -> Void) throws -> [[LocalPoint]] {
    var settings = SimulationSettings()
    change(&settings)
    return try drives(60, on: town().graph, settings).map { drive in
      drive.fixes.map { LocalRuler(at: $0.truth).point($0.place) }
    }
  }

  private func deviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
  }

  /// The correlation of values with those `lag` fixes later.
  private func correlation(_ drives: [[Double]], lag: Int) -> Double {
    let pairs = drives.flatMap { zip($0, $0.dropFirst(lag)) }
    return pairs.reduce(0) { $0 + $1.0 * $1.1 } / drives.joined().reduce(0) { $0 + $1 * $1 }
      * Double(drives.joined().count) / Double(pairs.count)
  }

  @Test(arguments: [1.0, 5, 30])
  func `white noise has the deviation asked for on each axis, no bias and no memory`(sigma: Double) throws {
    let errors = try errors { $0.sigma = sigma }
    for axis in [errors.map { $0.map(\.x) }, errors.map { $0.map(\.y) }] {
      let values = Array(axis.joined())
      #expect(values.count > 20_000)
      #expect(abs(deviation(values) / sigma - 1) < 0.02)
      #expect(abs(values.reduce(0, +) / Double(values.count)) < 0.03 * sigma)
      #expect(abs(correlation(axis, lag: 1)) < 0.02)
      let inside = Double(values.count { abs($0) < sigma }) / Double(values.count)
      #expect(abs(inside - 0.6827) < 0.01)
    }
  }

  @Test(arguments: [1.0, 5])
  func `correlated noise has the same deviation and forgets itself to 1/e in its time`(period: Double) throws {
    let errors = try errors {
      $0.sigma = 10
      $0.correlation = 20
      $0.period = period
    }.map { $0.map(\.x) }
    #expect(abs(deviation(Array(errors.joined())) / 10 - 1) < 0.08)
    #expect(abs(correlation(errors, lag: Int(20 / period)) - 0.368) < 0.08)
  }

  @Test func `outliers are as many as asked for, far off, and marked`() throws {
    let settings = quiet {
      $0.outliers = 0.05
      $0.outlierDistance = 200
    }
    let fixes = try drives(60, on: town().graph, settings).flatMap(\.fixes)
    let outliers = fixes.filter { $0.faults.contains(.outlier) }
    #expect(abs(Double(outliers.count) / Double(fixes.count) - 0.05) < 0.01)
    #expect(outliers.allSatisfy { (99...301).contains(groundDistance($0.place, $0.truth)) })
    #expect(fixes.allSatisfy { $0.faults.contains(.outlier) || $0.place == $0.truth })
  }

  @Test(arguments: [0.1, 1, 30, 7.5])
  func `fixes come at multiples of the period from a full second on`(period: Double) throws {
    for drive in try drives(5, on: town().graph, quiet { $0.period = period }) {
      let start = drive.fixes[0].time
      #expect(start.millisecondsSince1970 % 1000 == 0)
      for (number, fix) in drive.fixes.enumerated() {
        #expect(fix.time == start.adding(seconds: Double(number) * period))
      }
    }
  }

  @Test func `speed and heading come from one velocity with its error`() throws {
    let fixes = try drives(40, on: town().graph, quiet { $0.columns = [.speed, .heading] }).flatMap(\.fixes)
    let moving = fixes.filter { $0.trueSpeed > 5 }
    #expect(abs(deviation(moving.map { $0.speed - $0.trueSpeed }) / Receiver.speedSigma - 1) < 0.05)
    let sketch = try town()
    let north = moving.filter { $0.road?.edge == sketch.edge("EA") }
    #expect(!north.isEmpty && north.allSatisfy { abs(turn(from: 0, to: $0.heading)) < 6 })
  }

  @Test func `reversed traces run backwards in time, swapped ones lie where longitude is latitude`() throws {
    let plain = try drives(10, on: town().graph, quiet())
    let reversed = try drives(10, on: town().graph, quiet { $0.reversed = 1 })
    let swapped = try drives(10, on: town().graph, quiet { $0.swapped = 1 })
    for index in plain.indices {
      #expect(reversed[index].fixes.reversed().map(\.time) == plain[index].fixes.map(\.time))
      #expect(reversed[index].fixes.allSatisfy { $0.faults.status == "reversed" })
      #expect(reversed[index].travelled == plain[index].travelled)
      for (fix, other) in zip(swapped[index].fixes, plain[index].fixes) {
        #expect(fix.place.latitudeE7 == other.place.longitudeE7 && fix.place.longitudeE7 == other.place.latitudeE7)
        #expect(fix.truth == other.truth && fix.road == other.road && fix.faults.status == "swapped")
      }
    }
  }
}
