import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@testable import Knowledge

@Suite("Discs around ends")
struct EndDiscTests {
  private let discs: EndDiscs
  private let others: EndDiscs

  init() throws {
    discs = EndDiscs(radius: 500, key: try PrivacyKey(Array("the key of a fleet".utf8)))
    others = EndDiscs(radius: 500, key: try PrivacyKey(Array("the key of another".utf8)))
  }

  @Test("An end lies 100 to 300 m off the middle of its disc, anywhere on earth")
  func ring() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      let end = Place(
        latitude: .random(in: -85...85, using: &random), longitude: .random(in: -180...180, using: &random))
      let shift = groundDistance(discs.disc(around: end).middle, end)
      #expect(shift > 99 && shift < 301)
    }
  }

  @Test("No guess from the middle is much better than the share of its area of the ring")
  func guesses() {
    var random = SplitMix64(seed: 2)
    var hits = [Int](repeating: 0, count: 8)
    let count = 20_000
    for _ in 0..<count {
      let end = Place(latitude: .random(in: 40...60, using: &random), longitude: .random(in: 0...20, using: &random))
      let middle = discs.disc(around: end).middle
      let point = LocalRuler(at: middle).point(end)
      for number in hits.indices {
        let angle = Double(number) * .pi / 4
        let guess = LocalPoint(x: 200 * cosine(angle), y: 200 * cosine(angle - .pi / 2))
        if point.distance(to: guess) <= 100 { hits[number] += 1 }
      }
    }
    // 1/8 of the ring from 100 to 300 m, and somewhat more: the squares of places narrow it, and directions are nearly but
    // not quite alike.
    for hit in hits { #expect(Double(hit) / Double(count) < 0.17) }
  }

  private func cosine(_ angle: Double) -> Double {
    // Enough terms for eighths of a turn.
    var (sum, term) = (1.0, 1.0)
    let reduced = angle.truncatingRemainder(dividingBy: 2 * .pi)
    for n in 1...20 {
      term *= -reduced * reduced / Double((2 * n - 1) * 2 * n)
      sum += term
    }
    return sum
  }

  @Test("Ends that noise spreads have discs that differ little, with the home far off the middle of all")
  func noise() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<300 {
      let home = Place(latitude: .random(in: 40...60, using: &random), longitude: .random(in: 0...20, using: &random))
      let ruler = LocalRuler(at: home)
      let middles = (0..<20).map { _ in
        let end = ruler.place(
          LocalPoint(x: .random(in: -20...20, using: &random), y: .random(in: -20...20, using: &random)))
        return ruler.point(discs.disc(around: end).middle)
      }
      let mean = LocalPoint(x: middles.reduce(0) { $0 + $1.x } / 20, y: middles.reduce(0) { $0 + $1.y } / 20)
      #expect(mean.distance(to: .origin) > 80)
    }
  }

  @Test("The same place has the same disc, and another one with another key")
  func keyed() {
    let place = Place(latitude: 47.1, longitude: 9.5)
    #expect(discs.disc(around: place) == discs.disc(around: place))
    #expect(discs.disc(around: place) != others.disc(around: place))
  }

  @Test("Shifts point in all directions alike")
  func directions() {
    var random = SplitMix64(seed: 4)
    var quadrants = [0, 0, 0, 0]
    for _ in 0..<8000 {
      let end = Place(latitude: .random(in: 40...60, using: &random), longitude: .random(in: 0...20, using: &random))
      let shift = LocalRuler(at: end).point(discs.disc(around: end).middle)
      quadrants[(shift.x < 0 ? 1 : 0) + (shift.y < 0 ? 2 : 0)] += 1
    }
    for count in quadrants { #expect(abs(count - 2000) < 300) }
  }
}

@Suite("Hidden ground")
struct HiddenGroundTests {
  @Test("A road that a disc cuts is hidden whole, and a road beside it is not")
  func roads() throws {
    let sketch = try RoadSketch(
      """
      A---------B---------C

                E---------F
      """, metresPerCell: 20, roads: ["A-B-C", "E-F"])
    let disc = EndDisc(middle: sketch.place("A"), radius: 190)
    let ground = HiddenGround(discs: [disc])
    #expect(ground.touches(sketch.edge("AB").segment, of: sketch.graph))
    #expect(!ground.touches(sketch.edge("BC").segment, of: sketch.graph))
    // The disc touches neither of its ends.
    let middle = LocalRuler(at: sketch.place("E")).place(LocalPoint(x: 100, y: 25))
    #expect(
      HiddenGround(discs: [EndDisc(middle: middle, radius: 30)]).touches(sketch.edge("EF").segment, of: sketch.graph))
  }

  @Test("A point of a file is not in the middle of what is hidden, and a polygon is hidden as it is")
  func areas() throws {
    var hiding = Hiding()
    let home = Place(latitude: 47.1, longitude: 9.5)
    let discs = EndDiscs(radius: 500, key: try PrivacyKey(Array("the key of a fleet".utf8)))
    let corners = [(47.2, 9.5), (47.2, 9.51), (47.21, 9.51), (47.21, 9.5)].map { Place(latitude: $0, longitude: $1) }
    hiding.hide([Site(id: "home", .circle(home, radius: 60)), Site(id: "yard", .polygons([[corners]]))], discs)
    let middle = discs.disc(around: home).middle
    let ground = HiddenGround(discs: [], areas: hiding.areas)
    #expect(ground.contains(home) && ground.contains(middle) && groundDistance(home, middle) > 99)
    #expect(ground.contains(Place(latitude: 47.205, longitude: 9.505)))
    #expect(!ground.contains(Place(latitude: 47.215, longitude: 9.505)))
  }
}
