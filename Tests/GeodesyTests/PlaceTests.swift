import Geodesy
import Testing

@Suite struct `A place` {
  @Test(arguments: [
    (47.123_456_74, 471_234_567), (47.123_456_76, 471_234_568), (-47.123_456_76, -471_234_568),
    (0.000_000_04, 0), (-0.000_000_06, -1), (90, 900_000_000), (-90, -900_000_000),
  ])
  func `is the nearest multiple of 1e-7 degree`(degrees: Double, units: Int32) {
    #expect(Place(latitude: degrees, longitude: 0).latitudeE7 == units)
    #expect(Place(latitude: 0, longitude: degrees).longitudeE7 == units)
  }

  @Test(arguments: [Int32(1), -1, 471_234_567, 899_999_999, -900_000_000])
  func `keeps its units through degrees`(units: Int32) {
    let place = Place(latitudeE7: units, longitudeE7: units)
    #expect(Place(latitude: place.latitude, longitude: place.longitude) == place)
  }

  @Test(arguments: [
    (90.0, 180.0, true), (-90, -180, true), (90.000_000_1, 0, false), (0, -180.1, false), (.nan, 0, false),
    (0, .nan, false), (.infinity, 0, false),
  ])
  func `is valid within the earth's coordinates only`(latitude: Double, longitude: Double, isValid: Bool) {
    #expect(Place.isValid(latitude: latitude, longitude: longitude) == isValid)
  }

  @Test(arguments: [
    (10.0, 12.0, 2.0), (12, 10, -2), (179.5, -179.5, 1), (-179.5, 179.5, -1), (180, -180, 0), (-180, 180, 0),
    (-90, 90, 180), (90, -90, -180), (0, 180, 180), (1, -179.5, 179.5),
  ])
  func `lies east of another the short way round`(origin: Double, longitude: Double, degrees: Double) {
    let difference = Place(latitude: 0, longitude: longitude)
      .longitudeE7(eastOf: Place(latitude: 0, longitude: origin))
    #expect(difference == Int64(degrees * 1e7))
  }

  @Test(arguments: [
    (0.0, 179.9, 0.0, 0.2, 0.0, -179.9), (0, -179.9, 0, -0.2, 0, 179.9), (89.9, 10, 0.2, 0, 90, 10),
    (-89.9, 10, -0.2, 0, -90, 10), (47, 9, 1, -1, 48, 8), (0, 180, 0, 0, 0, 180),
  ])
  func `moves over the antimeridian but not over a pole`(
    latitude: Double, longitude: Double, north: Double, east: Double, newLatitude: Double, newLongitude: Double
  ) {
    let moved = Place(latitude: latitude, longitude: longitude)
      .moved(latitudeE7: Int64((north * 1e7).rounded()), longitudeE7: Int64((east * 1e7).rounded()))
    #expect(moved == Place(latitude: newLatitude, longitude: newLongitude))
  }

  @Test(arguments: [(0.0, 179.9), (0.25, 179.95), (0.5, 180), (0.75, -179.95), (1, -179.9)])
  func `is found between two others across the antimeridian`(fraction: Double, longitude: Double) {
    let place = Place(latitude: -17, longitude: 179.9)
      .interpolated(to: Place(latitude: -17, longitude: -179.9), fraction: fraction)
    #expect(place == Place(latitude: -17, longitude: longitude))
  }
}

@Test(arguments: [
  0, 0.5, -0.5, 0.49999999999999994, -0.49999999999999994, 1.5, 2.5, -2.5, 899_999_999.5, 4_503_599_627_370_495.5,
  9_007_199_254_740_992,
])
func `the nearest integer is the one that rounding gives`(value: Double) {
  #expect(nearestInteger(value) == Int64(value.rounded()))
}

@Test func `no ground distance is longer than the longest`() {
  for latitude in stride(from: -89.5, through: 89.5, by: 4.3) {
    for (north, east) in [(0.0, 0.9), (0.3, 0), (0.002, 0.001), (-0.4, 0.4), (0, 0), (3, -40)] {
      let a = Place(latitude: latitude, longitude: 179.8)
      let b = a.moved(latitudeE7: Int64(north * 1e7), longitudeE7: Int64(east * 1e7))
      #expect(groundDistance(a, b) <= longestGroundDistance(a, b))
    }
  }
}
