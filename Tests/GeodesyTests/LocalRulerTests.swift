import Foundation
import Testing

@testable import Geodesy

/// Two places, the length of the geodesic between them in metres, and its bearing at the first.
///
/// - Source: GeographicLib 2.1 for Python, `Geodesic.WGS84.Inverse` (Karney, J. Geodesy 2013,
///   doi:10.1007/s00190-012-0578-z).
private struct Geodesic {
  var begin: Place
  var end: Place
  var length: Metres
  var bearing: Degrees

  init(_ a: (Degrees, Degrees), _ b: (Degrees, Degrees), _ length: Metres, _ bearing: Degrees) {
    begin = Place(latitude: a.0, longitude: a.1)
    end = Place(latitude: b.0, longitude: b.1)
    self.length = length
    self.bearing = bearing
  }
}

private let streets = [
  Geodesic((47.5, 9.5), (47.5009, 9.5013), 140.021, 44.387),
  Geodesic((0, 0), (0.001, 0.001), 156.9035, 45.1924),
  Geodesic((-33.9, 151.2), (-33.9005, 151.1987), 132.4145, 245.2384),
  Geodesic((69.65, 18.95), (69.66, 18.97), 1359.1235, 34.8251),
  Geodesic((-17, 179.9995), (-17.0003, -179.9996), 101.4251, 109.1077),
  Geodesic((89.9, 0), (89.9003, 0), 33.5082, 0),
]

private let countrySides = [
  Geodesic((47.5, 9.5), (47.59, 9.4), 12521.8266, 323.0822),
  Geodesic((47.5, 9.5), (48.4, 9.5), 100_070.413, 0),
  Geodesic((47.5, 9.5), (47.5, 10.4), 67_808.8316, 89.6682),
]

private let oceans = [
  Geodesic((51.5, -0.12), (40.7, -74), 5_586_501.4731, 288.363),
  Geodesic((-41.3, 174.8), (64.1, -21.9), 17_248_668.5926, 17.3616),
  Geodesic((0, 0), (0, 1), 111_319.4908, 90),
]

@Suite struct `Lengths on the ground` {
  @Test(arguments: streets)
  fileprivate func `of streets agree with the geodesic to millimetres`(_ geodesic: Geodesic) {
    let tolerance = 0.001 + geodesic.length * 1e-6
    #expect(abs(groundDistance(geodesic.begin, geodesic.end) - geodesic.length) < tolerance)
  }

  @Test(arguments: streets)
  fileprivate func `by a ruler at one end agree to a fifth of a thousandth`(_ geodesic: Geodesic) {
    let ruler = LocalRuler(at: geodesic.begin)
    #expect(abs(ruler.distance(geodesic.begin, geodesic.end) - geodesic.length) < geodesic.length * 2e-4)
    #expect(abs(ruler.point(geodesic.end).distance(to: .origin) - geodesic.length) < geodesic.length * 2e-4)
  }

  @Test(arguments: streets)
  fileprivate func `go where the geodesic goes`(_ geodesic: Geodesic) {
    let ruler = LocalRuler(at: geodesic.begin)
    let measured = bearing(from: .origin, to: ruler.point(geodesic.end))
    #expect(abs(turn(from: geodesic.bearing, to: measured)) < 0.02)
  }

  @Test(arguments: countrySides)
  fileprivate func `of 100 km agree with the geodesic to a ten-thousandth`(_ geodesic: Geodesic) {
    #expect(abs(groundDistance(geodesic.begin, geodesic.end) - geodesic.length) < geodesic.length * 1e-4)
  }

  @Test(arguments: oceans)
  fileprivate func `of any distance agree with the geodesic to 0,6 percent`(_ geodesic: Geodesic) {
    #expect(abs(groundDistance(geodesic.begin, geodesic.end) - geodesic.length) < geodesic.length * 0.006)
    #expect(abs(greatCircleDistance(geodesic.begin, geodesic.end) - geodesic.length) < geodesic.length * 0.006)
  }

  @Test(arguments: streets + countrySides + oceans)
  fileprivate func `are the same both ways, and nothing to the place itself`(_ geodesic: Geodesic) {
    #expect(groundDistance(geodesic.begin, geodesic.end) == groundDistance(geodesic.end, geodesic.begin))
    #expect(groundDistance(geodesic.begin, geodesic.begin) == 0)
    #expect(greatCircleDistance(geodesic.end, geodesic.end) == 0)
  }
}

@Suite struct `A local ruler` {
  private static let corners = [
    Place(latitude: 47.5, longitude: 9.5), Place(latitude: 0, longitude: 180),
    Place(latitude: -17, longitude: -179.9999),
    Place(latitude: 69.6, longitude: 18.9), Place(latitude: -54.8, longitude: -68.3),
  ]

  @Test(arguments: corners)
  func `brings a place to a point and back`(origin: Place) {
    let ruler = LocalRuler(at: origin)
    #expect(ruler.point(origin) == .origin)
    for (x, y) in [(1000.0, 500.0), (-1000, 20), (0.5, -2000), (-7, -7)] {
      let place = ruler.place(LocalPoint(x: x, y: y))
      #expect(ruler.point(place).distance(to: LocalPoint(x: x, y: y)) < 0.01)
      #expect(abs(place.longitudeE7) <= 1_800_000_000)
    }
  }

  @Test(arguments: corners)
  func `reaches as far as its radius, and hardly farther`(origin: Place) {
    let ruler = LocalRuler(at: origin)
    let reach = ruler.reach(50)
    let corner = ruler.point(origin.moved(latitudeE7: reach.latitudeE7, longitudeE7: reach.longitudeE7))
    #expect((50..<50.02).contains(corner.x) && (50..<50.02).contains(corner.y))
  }

  @Test(arguments: [90.0, -90, 89.999_999_9])
  func `stays finite at the poles`(latitude: Double) {
    let ruler = LocalRuler(at: Place(latitude: latitude, longitude: 10))
    #expect(ruler.reach(1_000_000).longitudeE7 <= 1_800_000_000)
    #expect(ruler.reach(.infinity).latitudeE7 == 1_800_000_000)
    let far = ruler.place(LocalPoint(x: 1e12, y: 1e12))
    #expect(far.latitude == 90 && abs(far.longitude) <= 180)
    #expect(ruler.point(Place(latitude: latitude, longitude: -170)).x.isFinite)
  }

  @Test func `has the sine of its latitude to the last digits`() {
    for step in -9000...9000 {
      let angle = Double(step) / 100 * .pi / 180
      #expect(abs(LocalRuler.sine(angle) - sin(angle)) <= 4e-16)
    }
  }
}

@Suite struct `The foot on a line piece` {
  private static let begin = LocalPoint(x: 10, y: 10)
  private static let end = LocalPoint(x: 30, y: 10)

  @Test(arguments: [
    (20.0, 15.0, 0.5, 5.0), (10, 13, 0, 3), (30, 7, 1, 3), (6, 13, 0, 5), (34, 7, 1, 5), (15, 10, 0.25, 0),
  ])
  func `is the nearest point of it`(x: Double, y: Double, fraction: Double, distance: Double) {
    let foot = project(LocalPoint(x: x, y: y), onto: Self.begin, Self.end)
    #expect(abs(foot.fraction - fraction) < 1e-12)
    #expect(abs(foot.distance - distance) < 1e-12)
  }

  @Test func `is its place where the piece has no length`() {
    let foot = project(LocalPoint(x: 13, y: 14), onto: Self.begin, Self.begin)
    #expect(foot.fraction == 0 && foot.distance == 5)
  }
}
