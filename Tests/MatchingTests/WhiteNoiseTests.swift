import Foundation
import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@testable import Matching

@Suite struct `White noise` {
  private let settings = MatchingSettings(mode: .car)

  private func smoother(noise: Metres) -> Smoother {
    Smoother(noise: noise, settings: settings.smoothing, breaks: settings.breaks)
  }

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
    let found = PositionNoise(of: drive(sigma: sigma), settings: settings.smoothing).white
    #expect(abs(found - sigma) < 0.15 * sigma)
  }

  @Test func `none is found in a clean drive, a sparse one, or a short one`() {
    #expect(PositionNoise(of: drive(sigma: 0), settings: settings.smoothing).white < 0.1)
    #expect(PositionNoise(of: drive(sigma: 20, period: 30), settings: settings.smoothing).white == 0)
    #expect(PositionNoise(of: drive(sigma: 20, fixes: 15), settings: settings.smoothing).white == 0)
  }

  @Test func `a few outliers do not look like noise`() {
    var points = drive(sigma: 0)
    for i in stride(from: 10, to: 400, by: 40) { points[i].point.x += 300 }
    #expect(PositionNoise(of: points, settings: settings.smoothing).white < 1)
  }

  /// A drive whose error forgets itself slowly, with white noise on top.
  private func drifting(_ sigma: Metres, for memory: Seconds, white: Metres = 0, period: Seconds, seed: UInt64)
    -> [TimedPoint]
  {
    var random = SplitMix64(seed: seed + 100)
    let kept = exp(-period / memory)
    var error = LocalPoint(x: sigma * random.normal(), y: sigma * random.normal())
    return drive(sigma: white, period: period, seed: seed).map { point in
      var point = point
      point.point = LocalPoint(x: point.point.x + error.x, y: point.point.y + error.y)
      let renewal = sigma * (1 - kept * kept).squareRoot()
      error = LocalPoint(x: kept * error.x + renewal * random.normal(), y: kept * error.y + renewal * random.normal())
      return point
    }
  }

  @Test(arguments: [(10.0, 30.0, 1.0), (20, 30, 1), (10, 10, 1), (20, 10, 1), (10, 30, 2), (20, 30, 2), (10, 10, 2)])
  func `is not what drifts, however much positions differ by it`(sigma: Metres, memory: Seconds, period: Seconds) {
    let noises = (1...20 as ClosedRange<UInt64>).map { seed in
      PositionNoise(of: drifting(sigma, for: memory, period: period, seed: seed), settings: settings.smoothing)
    }
    let taken = noises.filter { $0.white >= settings.smoothing.leastNoise }
    #expect(taken.count <= (period == 1 ? 1 : 3), "\(taken)")
    #expect(noises.allSatisfy { $0.isKnown })
  }

  @Test(arguments: [1.0, 2])
  func `is told beside what drifts`(period: Seconds) {
    for seed in 1...8 as ClosedRange<UInt64> {
      let points = drifting(5, for: 30, white: 5, period: period, seed: seed)
      let noise = PositionNoise(of: points, settings: settings.smoothing)
      #expect(noise.white > 3.5 && noise.white < 6, "seed \(seed): \(noise)")
    }
  }

  @Test func `is not taken for drift where jumps have been left out`() {
    for seed in 1...4 as ClosedRange<UInt64> {
      var points = drive(sigma: 100, seed: seed)
      var last = points[0]
      points.removeAll { point in
        let isJump = point.point.distance(to: last.point) > max(100, 70 * (point.time - last.time))
        if !isJump { last = point }
        return isJump
      }
      #expect(points.count > 150)
      #expect(PositionNoise(of: points, settings: settings.smoothing).white > 35, "seed \(seed)")
    }
  }

  @Test(arguments: [(5.0, 0.75), (20, 0.6), (50, 0.5)])
  func `smoothing leaves a part of it, and says how much`(sigma: Metres, part: Double) {
    let smoothed = smoother(noise: sigma).smoothed(drive(sigma: sigma))
    #expect(smoothed.count == 400)
    let left = error(smoothed.map(\.point))
    #expect(left < part * sigma)
    let stated = smoothed.map(\.sigma).reduce(0, +) / 400
    #expect(stated > 0.6 * left && stated < 2 * left, "states \(stated), is \(left)")
  }

  @Test func `a silence parts two runs, and time that stands still or runs back is survived`() {
    var points = drive(sigma: 5)
    for i in 200..<400 { points[i].time += 3600 }
    let smoothed = smoother(noise: 5).smoothed(points)
    #expect(smoothed.count == 400 && error(smoothed.map(\.point)) < 5)
    for i in 100..<110 { points[i].time = 50 }
    #expect(
      smoother(noise: 5).smoothed(points).allSatisfy { $0.point.x.isFinite && $0.sigma.isFinite })
    #expect(smoother(noise: 5).smoothed([]).isEmpty)
    #expect(smoother(noise: 5).smoothed([points[0]]).count == 1)
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
      let smoothed = smoother(noise: sigma).smoothed(points).map(\.point)
      for i in smoothed.indices {
        #expect(
          smoothed[i].distance(to: clean[i]) < 4 * sigma + 2 * period * period, "\(count) wild, \(seed), fix \(i)")
      }
    }
  }

  @Test func `a jump to another place for good is followed`() {
    var points = drive(sigma: 3)
    for i in 100..<400 { points[i].point.y += 150 }
    let smoothed = smoother(noise: 3).smoothed(points)
    #expect(zip(smoothed, points).dropFirst(115).allSatisfy { $0.point.distance(to: $1.point) < 15 })
    #expect(zip(smoothed, points).prefix(85).allSatisfy { $0.point.distance(to: $1.point) < 15 })
  }

  @Test func `one place is the same without the others`() {
    var points = drive(sigma: 5, fixes: 120)
    for i in 40..<120 { points[i].time += 100 }
    for i in 80..<120 { points[i].point.y += 5000 }
    let smoothed = smoother(noise: 5).smoothed(points)
    for place in points.indices {
      let one = smoother(noise: 5).smoothed(points[...], at: place)
      #expect(one.point == smoothed[place].point && one.sigma == smoothed[place].sigma)
    }
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
    #expect(abs(PositionNoise(of: long, settings: settings.smoothing).white - 10) < 1)
  }
}
