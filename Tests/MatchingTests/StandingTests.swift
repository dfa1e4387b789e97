import Geodesy
import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Testing
import Traces

@testable import Matching

@Suite struct `A cloud of fixes` {
  private let settings = MatchingSettings(mode: .car)
  private let ruler = LocalRuler(at: RoadSketch.corner)

  private func fixes(_ points: [LocalPoint], every period: Seconds, sigma: Metres = 5) -> [KeptFix] {
    points.enumerated().map { i, point in
      KeptFix(
        number: i, place: ruler.place(point), time: RoadSketch.begin.adding(seconds: period * Double(i)), sigma: sigma)
    }
  }

  private func cloud(_ count: Int, noise: Metres, seed: UInt64) -> [LocalPoint] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in LocalPoint(x: noise * random.normal(), y: noise * random.normal()) }
  }

  private func gatheredNumbers(_ points: [LocalPoint], every period: Seconds, sigma: Metres = 5) -> [Int] {
    gathered(fixes(points, every: period, sigma: sigma), settings: settings).map(\.number)
  }

  @Test func `of nothing, of one and of two fixes is what it is`() {
    for count in 0...2 { #expect(gatheredNumbers(cloud(count, noise: 1, seed: 1), every: 60) == Array(0..<count)) }
  }

  @Test(arguments: [5.0, 10, 30], 1...10)
  func `of a vehicle that stands becomes two at its middle`(period: Seconds, seed: UInt64) throws {
    let count = Int(240 / period)
    let before = (1...3).map { LocalPoint(x: -400 + 100 * Double($0), y: 0) }
    let behind = (1...3).map { LocalPoint(x: 100 * Double($0), y: 0) }
    let all = before + cloud(count, noise: 4, seed: seed) + behind
    let result = gathered(fixes(all, every: period), settings: settings)
    #expect(result.map(\.number) == [0, 1, 2, 3, count + 2, count + 3, count + 4, count + 5])
    #expect(result.map(\.stood) == [false, false, false, false, true, false, false, false])
    #expect(result[3].place == result[4].place)
    #expect(ruler.point(result[4].place).distance(to: .origin) < 5)
  }

  @Test func `has its middle where the exact ones of them are`() throws {
    var fixes = fixes([0, 8, 0, 8, 0, 8].map { LocalPoint(x: $0, y: 0) }, every: 20)
    for i in [1, 3, 5] { fixes[i].sigma = 20 }
    let middle = try #require(gathered(fixes, settings: settings).last).place
    #expect(abs(ruler.point(middle).x - 8.0 / 17) < 0.01)
  }

  @Test func `may have a fix that strays`() {
    var stand = cloud(20, noise: 2, seed: 3)
    stand[12] = LocalPoint(x: 25, y: 0)
    #expect(gatheredNumbers(stand, every: 10) == [0, 19])
    stand[12] = LocalPoint(x: 90, y: 0)
    #expect(gatheredNumbers(stand, every: 10) == [0, 11, 12, 13, 19], "too far: an outlier, or a drive there and back")
  }

  @Test(arguments: [1.0, 2, 5, 10, 30], [1.2, 4, 12])
  func `is none where somebody goes on, on foot too`(period: Seconds, speed: MetresPerSecond) {
    let count = Int(300 / period)
    let line = (0..<count).map { LocalPoint(x: speed * period * Double($0), y: 0) }
    #expect(gatheredNumbers(line, every: period) == Array(0..<count))
  }

  @Test func `without times is none, nor is a short wait`() {
    let stand = cloud(20, noise: 2, seed: 3)
    var timeless = fixes(stand, every: 10)
    for i in timeless.indices { timeless[i].time = nil }
    #expect(gathered(timeless, settings: settings).count == 20)
    #expect(gatheredNumbers(stand, every: 1).count == 20, "19 s")
    #expect(gatheredNumbers(cloud(3, noise: 1, seed: 1), every: 60).count == 3)
  }

  @Test func `in a dense trace begins when the vehicle has come and ends when it goes`() throws {
    let slowing = (0..<12).map { LocalPoint(x: -0.5 * Double((12 - $0) * (12 - $0)), y: 0) }
    let leaving = (1..<12).map { LocalPoint(x: 0.5 * Double($0 * $0), y: 0) }
    let all = slowing + Array(repeating: .origin, count: 60) + leaving
    let result = gathered(fixes(all, every: 1), settings: settings)
    let stand = try #require(result.firstIndex { $0.stood })
    #expect((8...12).contains(result[stand - 1].number) && (70...75).contains(result[stand].number))
    #expect(result.allSatisfy { ruler.point($0.place).distance(to: all[$0.number]) < 10 }, "within two sigmas")
  }

  @Test func `of inexact fixes must last longer`() {
    let stand = cloud(30, noise: 3, seed: 5)
    #expect(gatheredNumbers(stand, every: 2).count == 2)
    #expect(gatheredNumbers(stand, every: 2, sigma: 12).count == 30, "58 s of the 72 s in which a crawl leaves it")
  }
}

/// Vehicles that wait, and receivers that do not.
@Suite struct `Standing` {
  /// How often a drive comes out differently than driven, among this many seeds.
  private func wrong(_ seeds: Int, edges: String, _ sketch: RoadSketch, _ trace: (UInt64) -> Trace) -> Int {
    (1...seeds).count { seed in driven(sketch, trace(UInt64(seed))) != edges }
  }

  @Test(arguments: [(1.0, 5.0), (1, 10), (5, 5), (5, 8), (10, 5), (10, 8), (30, 5)])
  func `before a junction is no drive to and fro, into side streets or round the block`(
    period: Seconds, noise: Metres
  ) throws {
    let sketch = try RoadSketch(
      """
                                   C----D----E
                                   |    |    |
                                   |    |    |
      A---------------------------1B----F----G---------------------------H
                                   |    |    |
                                   |    |    |
                                   I----J----K
      """, metresPerCell: 20,
      roads: ["A-B-F-G-H", "C-D-E", "I-J-K", "C-B-I", "D-F-J", "E-G-K"])
    let bad = wrong(30, edges: "AB BF FG GH", sketch) { seed in
      sketch.ride(
        "A1H", waiting: 180, Ride(speed: 10, period: period, noise: noise, seed: seed), noise: noise)
    }
    #expect(bad <= (period == 30 ? 3 : 1), "\(bad) of 30")
  }

  @Test(arguments: [(1.0, 5.0), (1, 8), (5, 5), (5, 8), (10, 5)])
  func `before a tiny roundabout is no lap of it`(period: Seconds, noise: Metres) throws {
    let sketch = try RoadSketch(
      """
                                    N
                                    |
                                    |
                                   dCc
      A---------------------------1D BE-------------------------F
                                   a*b
      """, metresPerCell: 7, roads: ["D>a>b>B>c>C>d>D", "A-D", "B-E-F", "C-N"])
    let bad = wrong(30, edges: "AD DB BE EF", sketch) { seed in
      sketch.ride("A1F", waiting: 120, Ride(speed: 7, period: period, noise: noise, seed: seed), noise: noise)
    }
    #expect(bad <= 1, "\(bad) of 30")
  }
}
