import Foundation
import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@testable import Matching

@Suite struct `White noise` {
  private let settings = MatchingSettings(mode: .car)

  /// A drive at 12 m/s, round a corner after half of it, one fix a period.
  private func drive(sigma: Metres, period: Seconds = 1, seed: UInt64 = 1, fixes: Int = 400) -> [TimedPoint] {
    var random = SplitMix64(seed: seed)
    return (0..<fixes).map { i in
      let along = 12 * period * Double(i)
      let half = 12 * period * Double(fixes / 2)
      let place = along < half ? LocalPoint(x: along, y: 0) : LocalPoint(x: half, y: along - half)
      return TimedPoint(
        number: i, point: LocalPoint(x: place.x + sigma * random.normal(), y: place.y + sigma * random.normal()),
        time: Double(i) * period)
    }
  }

  private func error(_ points: [LocalPoint], fixes: Int = 400) -> Metres {
    let clean = drive(sigma: 0, fixes: fixes).map(\.point)
    let squares = zip(points, clean).map { pair in
      let distance = pair.0.distance(to: pair.1)
      return distance * distance
    }
    return (squares.reduce(0, +) / Double(2 * squares.count)).squareRoot()
  }

  @Test(arguments: [2.0, 5, 20, 50])
  func `its size is told from the second differences`(sigma: Metres) {
    let found = whiteNoise(of: drive(sigma: sigma), settings: settings)
    #expect(abs(found - sigma) < 0.15 * sigma)
  }

  @Test func `none is found in a clean drive, a sparse one, or a short one`() {
    #expect(whiteNoise(of: drive(sigma: 0), settings: settings) < 0.1)
    #expect(whiteNoise(of: drive(sigma: 20, period: 30), settings: settings) == 0)
    #expect(whiteNoise(of: drive(sigma: 20, fixes: 15), settings: settings) == 0)
  }

  @Test func `a few outliers do not look like noise`() {
    var points = drive(sigma: 0)
    for i in stride(from: 10, to: 400, by: 40) { points[i].point.x += 300 }
    #expect(whiteNoise(of: points, settings: settings) < 1)
  }

  @Test(arguments: [(5.0, 0.75), (20, 0.6), (50, 0.5)])
  func `smoothing leaves a part of it, and says how much`(sigma: Metres, part: Double) {
    let smoothed = Smoother(noise: sigma, settings: settings).smoothed(drive(sigma: sigma))
    #expect(smoothed.count == 400)
    let left = error(smoothed.map(\.point))
    #expect(left < part * sigma)
    let stated = smoothed.map(\.sigma).reduce(0, +) / 400
    #expect(stated > 0.6 * left && stated < 2 * left, "states \(stated), is \(left)")
  }

  @Test func `a silence parts two runs, and time that stands still or runs back is survived`() {
    var points = drive(sigma: 5)
    for i in 200..<400 { points[i].time += 3600 }
    let smoothed = Smoother(noise: 5, settings: settings).smoothed(points)
    #expect(smoothed.count == 400 && error(smoothed.map(\.point)) < 5)
    for i in 100..<110 { points[i].time = 50 }
    #expect(
      Smoother(noise: 5, settings: settings).smoothed(points).allSatisfy { $0.point.x.isFinite && $0.sigma.isFinite })
    #expect(Smoother(noise: 5, settings: settings).smoothed([]).isEmpty)
    #expect(Smoother(noise: 5, settings: settings).smoothed([points[0]]).count == 1)
  }

  @Test(arguments: [(1.0, 60.0, 3.0), (1, 200, 10), (2, 120, 3), (2, 120, 10), (3, 178, 5)])
  func `up to three wild fixes in a row leave their neighbours where they are`(
    period: Seconds, distance: Metres, sigma: Metres
  ) {
    for (count, seed) in zip([1, 2, 3, 1, 2, 3, 1, 2, 3, 2, 3, 3], 1...12 as ClosedRange<UInt64>) {
      let clean = drive(sigma: 0, period: period).map(\.point)
      var points = drive(sigma: sigma, period: period, seed: seed)
      let wild = [50, 120, 290].flatMap { $0..<$0 + count }
      for i in wild { points[i].point.y -= distance }
      let smoothed = Smoother(noise: sigma, settings: settings).smoothed(points).map(\.point)
      for i in smoothed.indices {
        #expect(
          smoothed[i].distance(to: clean[i]) < 4 * sigma + 2 * period * period, "\(count) wild, \(seed), fix \(i)")
      }
    }
  }

  @Test func `a jump to another place for good is followed`() {
    var points = drive(sigma: 3)
    for i in 100..<400 { points[i].point.y += 150 }
    let smoothed = Smoother(noise: 3, settings: settings).smoothed(points)
    #expect(zip(smoothed, points).dropFirst(115).allSatisfy { $0.point.distance(to: $1.point) < 15 })
    #expect(zip(smoothed, points).prefix(85).allSatisfy { $0.point.distance(to: $1.point) < 15 })
  }

  @Test(arguments: [1.0, 5, 30])
  func `the most that it can be is not less than it is, and not much more on a steady drive`(period: Seconds) {
    for sigma in [3.0, 10, 40] {
      let most = mostWhiteNoise(of: drive(sigma: sigma, period: period, seed: 3))
      #expect(most > 0.8 * sigma && most < 1.2 * sigma)
    }
    #expect(mostWhiteNoise(of: drive(sigma: 0, period: period)) < 1e-6, "a corner is an outlier")
  }

  @Test func `the most that it can be is not told by two fixes, nor by uneven periods`() {
    let points = drive(sigma: 10)
    #expect(mostWhiteNoise(of: Array(points.prefix(2))) == 0 && mostWhiteNoise(of: []) == 0)
    var uneven = points
    for i in uneven.indices { uneven[i].time = Double(i * i) }
    #expect(mostWhiteNoise(of: Array(uneven.prefix(7))) == 0)
  }

  @Test func `of a very long trace a part is looked at`() {
    let long = drive(sigma: 10, fixes: 20_000)
    #expect(abs(whiteNoise(of: long, settings: settings) - 10) < 1)
  }
}
