import Geodesy
import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@testable import Matching

@Suite struct `Thinning` {
  private let settings = MatchingSettings(mode: .car)
  private let ruler = LocalRuler(at: RoadSketch.corner)

  /// Fixes at points in metres, one a period; without times if that is `nil`.
  private func fixes(_ points: [LocalPoint], every period: Seconds?, sigma: Metres = 5) -> [KeptFix] {
    points.enumerated().map { i, point in
      KeptFix(
        number: i, place: ruler.place(point), time: period.map { RoadSketch.begin.adding(seconds: $0 * Double(i)) },
        sigma: sigma)
    }
  }

  private func kept(_ points: [LocalPoint], every period: Seconds?, sigma: Metres = 5) -> [Int] {
    thinned(fixes(points, every: period, sigma: sigma), settings: settings).map(\.number)
  }

  private func line(_ count: Int, step: Metres) -> [LocalPoint] {
    (0..<count).map { LocalPoint(x: step * Double($0), y: 0) }
  }

  @Test func `keeps nothing of nothing, and the first and the last`() {
    #expect(kept([], every: 1).isEmpty)
    #expect(kept(line(1, step: 5), every: 1) == [0])
    #expect(kept(line(2, step: 1), every: 1) == [0, 1])
    #expect(kept(line(30, step: 0), every: 1) == [0, 29])
  }

  @Test func `keeps every fix of a sparse trace, and of one without times`() {
    #expect(kept(line(20, step: 40), every: 5) == Array(0..<20))
    #expect(kept(line(20, step: 40), every: nil) == Array(0..<20))
  }

  @Test func `leaves out what lies within two sigmas of the last one kept, but for the last before it is left`() {
    #expect(kept(line(21, step: 4), every: nil) == Array(stride(from: 0, through: 20, by: 2)))
    let stand = Array(repeating: LocalPoint.origin, count: 50) + line(4, step: 40).dropFirst()
    #expect(kept(stand, every: 20) == [0, 49, 50, 51, 52])
    #expect(kept(line(11, step: 4), every: nil, sigma: 3) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  }

  @Test func `leaves out what lies on a straight line of a dense trace`() {
    #expect(kept(line(41, step: 12), every: 1) == [0, 10, 20, 30, 40], "ten seconds each")
    #expect(kept(line(41, step: 29), every: 1) == Array(stride(from: 0, through: 40, by: 5)), "150 m each")
  }

  @Test func `keeps the corners`() {
    let corner = line(8, step: 12) + (1..<8).map { LocalPoint(x: 84, y: 12 * Double($0)) }
    #expect(kept(corner, every: 1) == [0, 7, 14])
  }

  @Test(arguments: 1...20)
  func `leaves out only what lies near the line of those kept, or near one of them`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var points: [LocalPoint] = [.origin]
    var heading = LocalPoint(x: 1, y: 0)
    for _ in 0..<300 {
      let speed = Double.random(in: 0...20, using: &random)
      if Int.random(in: 0..<8, using: &random) == 0 {
        heading = LocalPoint(x: .random(in: -1...1, using: &random), y: .random(in: -1...1, using: &random))
      }
      let last = points[points.count - 1]
      points.append(LocalPoint(x: last.x + heading.x * speed, y: last.y + heading.y * speed + random.normal()))
    }
    let all = fixes(points, every: 1)
    let kept = thinned(all, settings: settings).map(\.number)
    #expect(kept.first == 0 && kept.last == 300 && zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 })
    #expect(kept.count < 250)
    let local = all.map { ruler.point($0.place) }
    for (a, b) in zip(kept, kept.dropFirst()) {
      for i in a + 1..<b {
        let near = local[i].distance(to: local[a]) < settings.thinning.sigmas * 5
        let foot = project(local[i], onto: local[a], local[b])
        #expect(near || foot.distance <= settings.thinning.lineTolerance * 5 + 0.05, "fix \(i) between \(a) and \(b)")
      }
    }
  }

  @Test func `has every fix matched all the same, in order and where it was`() throws {
    let sketch = try RoadSketch(
      """
      A--------------B
                     |
                     |
                     C
      """, metresPerCell: 20, roads: ["A-B-C"])
    let matched = match(sketch, sketch.ride("ABC", Ride(speed: 3)))
    #expect(matched.signs.allSatisfy { $0 == "." } && abs(matched.fixes.count - 120) < 2)
    for (i, fix) in matched.fixes.enumerated() {
      let position = try #require(fix.position)
      let driven = position.offset + (sketch.spelled([position.edge]) == "BC" ? 300 : 0)
      #expect(abs(driven - 3 * Double(i)) < 1 && position.distance < 0.1)
    }
  }
}
