import Foundation
import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport
import Testing
import Traces

@testable import Matching

/// Two carriageways 12 m apart, and the road that they are part of.
func dividedRoad() throws -> RoadSketch {
  try RoadSketch(
    """
                  D----------------------------------------C
    S-----------A                                            B-----------T
                  E----------------------------------------F
    """, metresPerCell: 6, roads: ["S-A", "A>E>F>B", "B>C>D>A", "B-T"])
}

@Suite struct `Errors that drift` {
  private var settings: DriftSettings { DriftSettings() }

  /// Points a second apart at 10 m/s eastward, at the given distances north.
  private func fixes(north: [Metres]) -> [TimedPoint] {
    north.enumerated().map { number, north in
      TimedPoint(number: number, point: LocalPoint(x: 10 * Double(number), y: north), time: Double(number))
    }
  }

  private func line(north: Metres, from begin: Metres = -50, to end: Metres = 350) -> [LocalPoint] {
    evenlySpaced([LocalPoint(x: begin, y: north), LocalPoint(x: end, y: north)], by: settings.spacing)
  }

  /// From the first line to the second one in 40 m, half-way.
  private func crossing(from north: Metres, to other: Metres) -> [LocalPoint] {
    let corners = [(-50, north), (130, north), (170, other), (350, other)].map { LocalPoint(x: $0.0, y: $0.1) }
    return evenlySpaced(corners, by: settings.spacing)
  }

  private func logLikelihood(_ fixes: [TimedPoint], along line: [LocalPoint]) -> Double {
    var likelihood = PathLikelihood(along: line, settings)
    return logMean(likelihood.logLikelihoods(of: fixes, settings.errors))
  }

  @Test func `beside the road all the time is the road, and not a change to the next one`() {
    let fixes = fixes(north: [Double](repeating: 10, count: 30))
    #expect(logLikelihood(fixes, along: line(north: 0)) > logLikelihood(fixes, along: crossing(from: 0, to: 12)) + 1.5)
  }

  @Test func `a change to the next road is a change, however far off the fixes are`() {
    let fixes = fixes(north: (0..<30).map { $0 < 14 ? -10 : $0 < 17 ? -4 : 2 })
    #expect(logLikelihood(fixes, along: crossing(from: 0, to: 12)) > logLikelihood(fixes, along: line(north: 0)) + 1.5)
  }

  @Test func `an error along the road is one, too`() {
    let ahead = fixes(north: [Double](repeating: 0, count: 30)).map { fix in
      TimedPoint(number: fix.number, point: LocalPoint(x: fix.point.x + 15, y: 0), time: fix.time)
    }
    let round = [(-50, 0), (150, 0), (150, 200)].map { LocalPoint(x: Double($0.0), y: Double($0.1)) }
    let turned = ahead.map { fix in
      let x = fix.point.x - 15
      let place = x < 150 ? LocalPoint(x: x, y: 0) : LocalPoint(x: 150, y: x - 150)
      return TimedPoint(number: fix.number, point: LocalPoint(x: place.x + 15, y: place.y), time: fix.time)
    }
    let right = logLikelihood(turned, along: evenlySpaced(round, by: settings.spacing))
    let later = round.map { LocalPoint(x: $0.x + ($0.x == 150 ? 15 : 0), y: $0.y) }
    #expect(abs(right - logLikelihood(turned, along: evenlySpaced(later, by: settings.spacing))) < 7)
  }

  /// The sum over all sequences of places, one hypothesis without jumps.
  @Test(arguments: 1...5) func `the likelihood is the sum over all ways to be along the path`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var settings = settings
    settings.errors = [DriftSettings.Errors(sigma: 8, memory: 20)]
    settings.jumpsPerSecond = 0
    settings.topSpeed = 5
    let line = evenlySpaced([.origin, LocalPoint(x: 12, y: 5), LocalPoint(x: 20, y: 0)], by: settings.spacing)
    let fixes = (0..<3).map { number in
      TimedPoint(
        number: number, point: LocalPoint(x: 6 * Double(number) + random.normal(), y: 3 * random.normal()),
        time: 2 * Double(number))
    }
    var likelihood = PathLikelihood(along: line, settings)
    let found = logMean(likelihood.logLikelihoods(of: fixes, settings.errors))
    let kept = exp(-2.0 / 20)
    let least = settings.leastChange * settings.leastChange
    let ahead = Int((5 * 2.0 + 10) / settings.spacing)
    func density(_ x: Double, _ y: Double, _ variance: Double) -> Double {
      exp(-(x * x + y * y) / (2 * variance)) / (2 * .pi * variance)
    }
    func error(_ fix: Int, _ place: Int) -> (x: Double, y: Double) {
      (fixes[fix].point.x - line[place].x, fixes[fix].point.y - line[place].y)
    }
    func change(_ fix: Int, _ i: Int, _ j: Int) -> Double {
      guard j - i >= -1, j - i <= ahead else { return 0 }
      let (a, b) = (error(fix, i), error(fix + 1, j))
      return density(b.x - kept * a.x, b.y - kept * a.y, 64 * (1 - kept * kept) + least) / Double(ahead)
    }
    var sum = 0.0
    for i in line.indices {
      let first = error(0, i)
      let variance = 64 + least / 2
      let begin = 0.97 * density(first.x, first.y, variance) + 0.03 * density(first.x, first.y, 9 * variance)
      for j in line.indices { for k in line.indices { sum += begin * change(0, i, j) * change(1, j, k) } }
    }
    #expect(abs(found - log(sum)) < 1e-4)
  }

  @Test func `points are evenly spaced across the bends of a line`() {
    let points = evenlySpaced([.origin, LocalPoint(x: 4, y: 0), LocalPoint(x: 4, y: 3)], by: 2.5)
    #expect(points.count == 3 && points[1].distance(to: LocalPoint(x: 2.5, y: 0)) < 1e-9)
    #expect(points[2].distance(to: LocalPoint(x: 4, y: 1)) < 1e-9)
    #expect(evenlySpaced([.origin, .origin], by: 2.5) == [.origin])
    #expect(evenlySpaced([], by: 2.5).isEmpty)
  }

  @Test(arguments: [1.0, 5]) func `a drive beside its carriageway all the time is lawful`(period: Seconds) throws {
    let sketch = try dividedRoad()
    let leaning = Ride(speed: 6, period: period, lean: LocalPoint(x: 0, y: 11))
    let matched = match(sketch, sketch.ride("SAEFBT", leaning))
    #expect(matched.spelled(on: sketch) == "SA AE EF FB BT")
    let believed = match(sketch, sketch.ride("SAEFBT", leaning)) {
      ($0.drift.leastOdds, $0.drift.sufficientPeriod) = (-1000, -10_000)
      ($0.drift.rivalMargin, $0.drift.longestPeriodOfFarRoads) = (.infinity, 0)
    }
    #expect(believed.spelled(on: sketch) == "SA AD DC CB BT", "what the lattice alone says")
  }

  @Test func `a break in the map nearby does not keep a drive from being judged`() throws {
    let sketch = try RoadSketch(
      """
                                D----------------------------------------C
      P--------Q  S-----------A                                            B-----------T
                                E----------------------------------------F
      """, metresPerCell: 6, roads: ["P-Q", "S-A", "A>E>F>B", "B>C>D>A", "B-T"])
    let leaning = Ride(speed: 6, lean: LocalPoint(x: 0, y: 11))
    let matched = match(sketch, sketch.ride("PQSAEFBT", leaning))
    #expect(matched.spelled(on: sketch) == "PQ | SA AE EF FB BT")
    let believed = match(sketch, sketch.ride("PQSAEFBT", leaning)) { $0.drift.fixes = 1000...1000 }
    #expect(believed.spelled(on: sketch) == "PQ | SA AD DC CB BT", "what the lattice alone says")
  }

  @Test func `odds may be lower where errors do not last, where fixes are far apart, and against the next paths`() {
    #expect(settings.leastOdds(every: 1, lasting: 1) == 0)
    #expect(settings.leastOdds(every: 5, lasting: 1) == -1)
    #expect(settings.leastOdds(every: 15, lasting: 1) == settings.leastOdds)
    #expect(settings.leastOdds(every: 5, lasting: 0) == settings.leastOdds)
    #expect(settings.leastOdds(every: 5, lasting: 0.5) == -3)
  }

  @Test(arguments: [1.0, 5]) func `a drive along the other carriageway is against its oneway`(period: Seconds) throws {
    let sketch = try dividedRoad()
    let matched = match(sketch, sketch.ride("SADCBT", Ride(speed: 6, period: period)))
    #expect(matched.spelled(on: sketch) == "SA AD DC CB BT")
    let against = matched.fixes.filter(\.isWrongWay)
    #expect(!against.isEmpty && against.allSatisfy { $0.confidence >= 0.6 })
  }

  @Test(arguments: [1.0, 5])
  func `a lawful road far from the fixes is found before anybody is accused`(period: Seconds) throws {
    let sketch = try RoadSketch(
      """
                    D----------------------------------------C
                    |                                        |
      S-----------A                                            B-----------T
                    |                                        |
                    E----------------------------------------F
      """, metresPerCell: 10, roads: ["S-A", "A>E>F>B", "B>C>D>A", "B-T"])
    let leaning = sketch.ride("SAEFBT", Ride(speed: 8, period: period, lean: LocalPoint(x: 0, y: 34)))
    let matched = match(sketch, leaning) { $0.candidates.pruning = 0.5 }
    #expect(matched.spelled(on: sketch) == "SA AE EF FB BT")
    let near = match(sketch, leaning) { ($0.candidates.pruning, $0.drift.longestPeriodOfFarRoads) = (0.5, 0) }
    #expect(near.spelled(on: sketch) == "SA AD DC CB BT", "what the nearer candidates say")
  }

  /// The lattice weighs ten seconds as one fix, and is in doubt after so short a stretch.
  @Test func `what drifting errors are sure of is as sure in the match`() throws {
    var gains = 0
    for length in stride(from: 12, through: 36, by: 4) {
      let lanes = String(repeating: "-", count: length)
      let sketch = try RoadSketch(
        """
                      D\(lanes)C
        S-----------A  \(lanes.replacing("-", with: " "))  B-----------T
                      E\(lanes)F
        """, metresPerCell: 6, roads: ["S-A", "A>E>F>B", "B>C>D>A", "B-T"])
      let drive = sketch.ride("SADCBT", Ride(speed: 6, period: 1))
      func confidence(_ matched: MatchedTrace) -> Double {
        matched.fixes.filter(\.isWrongWay).map(\.confidence).reduce(0, +)
      }
      let (sure, lattice) = (
        confidence(match(sketch, drive)), confidence(match(sketch, drive) { $0.drift.sureOdds = .infinity })
      )
      gains += sure > lattice + 0.5 ? 1 : 0
    }
    #expect(gains > 0)
  }
}
