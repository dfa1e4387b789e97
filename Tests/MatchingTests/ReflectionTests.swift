import Foundation
import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport
import Testing
import Traces

@testable import Matching

@Suite struct `Fixes that a reflection throws off` {
  private let settings = ReflectionSettings()

  /// Places along a line that turns by some degrees after so many fixes.
  private func drive(
    speed: MetresPerSecond = 14, period: Seconds, turns: [Int: Double] = [:], noise: Metres = 0, fixes: Int = 60,
    seed: UInt64 = 1
  ) -> [TimedPoint] {
    var random = SplitMix64(seed: seed)
    var (heading, x, y) = (0.0, 0.0, 0.0)
    return (0..<fixes).map { i in
      if i > 0 {
        heading += (turns[i] ?? 0) * .pi / 180
        x += speed * period * cos(heading)
        y += speed * period * sin(heading)
      }
      return TimedPoint(
        number: i, point: LocalPoint(x: x + noise * random.normal(), y: y + noise * random.normal()),
        time: Double(i) * period)
    }
  }

  private func found(_ points: [TimedPoint], noise: Metres = 0) -> [Reflection] {
    ReflectionFinder(points, noise: noise, settings: settings).found()
  }

  @Test(arguments: [(1.0, 20..<28), (1, 20..<21), (2, 20..<24), (5, 20..<21), (5, 20..<23), (0.5, 20..<40)])
  func `are found, and how far off they are`(period: Seconds, thrown: Range<Int>) throws {
    var points = drive(period: period)
    for i in thrown {
      points[i].point.x += 31
      points[i].point.y -= 23
    }
    let found = found(points)
    #expect(found.map(\.fixes) == [thrown])
    let offset = try #require(found.first).offset
    #expect(offset.distance(to: LocalPoint(x: 31, y: -23)) < 0.01)
  }

  @Test func `one after the other are found one by one`() {
    var points = drive(period: 1, fixes: 120)
    for i in 20..<26 { points[i].point.y += 40 }
    for i in 40..<52 { points[i].point.y += 40 }
    #expect(found(points).map(\.fixes) == [20..<26, 40..<52])
  }

  @Test(arguments: [1.0, 5])
  func `are not the drives of vehicles`(period: Seconds) {
    // Right angles, a bend to the side and back, and round the block.
    for turns in [
      [30: 90.0], [30: 90, 31: -90], [30: 20, 32: -20, 36: -20, 38: 20], [30: 45, 33: -45, 36: -45, 39: 45],
    ] {
      #expect(found(drive(period: period, turns: turns)).isEmpty, "\(turns)")
    }
    let block = Dictionary(uniqueKeysWithValues: stride(from: 10, to: 50, by: 5).map { ($0, 90.0) })
    #expect(found(drive(speed: 8, period: period, turns: block)).isEmpty)
  }

  @Test func `are not fixes that stay where they leapt`() {
    var points = drive(period: 1)
    for i in 20..<60 { points[i].point.y += 40 }
    #expect(found(points).isEmpty, "the receiver may have found the vehicle again")
    points = drive(period: 1)
    for i in 20..<40 { points[i].point.y += 40 }
    #expect(found(points).isEmpty, "20 s are too long")
    for seed in 1...20 as ClosedRange<UInt64> {
      points = drive(period: 1, noise: 9, seed: seed)
      for i in 20..<60 { points[i].point.y += 150 }
      #expect(found(points, noise: 9).isEmpty, "a single leap is not two leaps of half its size")
    }
  }

  @Test func `are not outliers, which are too far off`() {
    var points = drive(period: 1)
    for i in 20..<25 { points[i].point.y += 130 }
    #expect(found(points).isEmpty)
  }

  @Test func `are not seen where fixes are too far apart in time, or out of order`() {
    for period in [8.0, 30] {
      var points = drive(period: period)
      points[20].point.y += 40
      #expect(found(points).isEmpty)
    }
    var points = drive(period: 1)
    for i in 20..<25 { points[i].point.y += 40 }
    for i in points.indices { points[i].time = 0 }
    #expect(found(points).isEmpty)
    for count in 0..<6 { #expect(found(Array(drive(period: 1).prefix(count))).isEmpty) }
  }

  @Test func `are rarely seen in noise`() {
    var (seen, all) = (0, 0)
    for seed in 1...20 as ClosedRange<UInt64> {
      let points = drive(period: 1, noise: 5, fixes: 400, seed: seed)
      let noise = PositionNoise(of: points, settings: SmoothingSettings()).most
      #expect(noise > 4)
      seen += found(points, noise: noise).reduce(0) { $0 + $1.fixes.count }
      all += points.count
    }
    #expect(seen < all / 200, "\(seen) of \(all)")
  }

  /// Two roads 45 m apart, and the ways across.
  private func roads() throws -> RoadSketch {
    try RoadSketch(
      """
      E----F----G----H
      |    |    |    |
      |    |    |    |
      A----B----C----D
      """, metresPerCell: 15, roads: ["A-B-C-D", "E-F-G-H", "A-E", "B-F", "C-G", "D-H"])
  }

  @Test(arguments: [(1.0, 8..<14), (2.0, 4..<7)])
  func `onto the next street stay on their own`(period: Seconds, thrown: Range<Int>) throws {
    let sketch = try roads()
    var trace = sketch.ride("AD", Ride(speed: 10, period: period))
    for i in thrown { trace.fixes[i] = trace.fixes[i].moved(eastward: 6, northward: 44) }
    let matched = match(sketch, trace)
    #expect(matched.spelled(on: sketch) == "AB BC CD" && matched.breaks.isEmpty, "\(matched.signs)")
    #expect(matched.fixes.allSatisfy { $0.status == .matched })
    for i in thrown {
      let position = try #require(matched.fixes[i].position)
      #expect(abs(position.distance - 44) < 6, "from the fix as read: \(position.distance)")
    }
  }

  @Test func `are not put back where the vehicle drives to the next street and back`() throws {
    let sketch = try roads()
    let matched = match(sketch, sketch.ride("ABFGCD", Ride(speed: 10, period: 1)))
    #expect(matched.spelled(on: sketch) == "AB BF FG GC CD", "\(matched.signs)")
  }

  @Test func `leave no gap where fixes are sparse`() throws {
    let sketch = try RoadSketch(
      """
      A--------------------------------------------------B


      """, metresPerCell: 60, roads: ["A-B"])
    var trace = sketch.ride("AB", Ride(speed: 10, period: 15, noise: 2))
    trace.fixes[8] = trace.fixes[8].moved(northward: 57)
    let matched = match(sketch, trace)
    #expect(matched.spelled(on: sketch) == "AB" && matched.breaks.isEmpty, "\(matched.signs)")
  }
}
