import Geodesy
import RandomNumbers
import Testing

@testable import Plans

@Suite struct `The line in a handle` {
  @Test(arguments: 1...20)
  func `has few places, and none of those left out is farther from it than the tolerance`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var line = [Place(latitude: 47.1, longitude: 9.5)]
    var (north, east) = (0.0, 300.0)
    for _ in 0..<400 {
      north += Double.random(in: -60...60, using: &random)
      east += Double.random(in: -60...60, using: &random)
      line.append(line[line.count - 1].moved(latitudeE7: Int64(north), longitudeE7: Int64(east)))
    }
    let simple = RouteSketch.simplified(line)
    #expect(simple.first == line.first && simple.last == line.last)
    #expect(simple.count < line.count / 2)
    for place in line {
      let ruler = LocalRuler(at: place)
      let distance = zip(simple, simple.dropFirst()).map { begin, end in
        project(.origin, onto: ruler.point(begin), ruler.point(end)).distance
      }.min()
      #expect(try #require(distance) <= RouteSketch.tolerance)
    }
  }

  @Test func `keeps the place where it turns back`() {
    let line = [0, 100, 200, 100, 0].map {
      Place(latitude: 47, longitude: 9.5).moved(latitudeE7: 0, longitudeE7: $0 * 100)
    }
    #expect(RouteSketch.simplified(line) == [line[0], line[2], line[4]])
  }
}
