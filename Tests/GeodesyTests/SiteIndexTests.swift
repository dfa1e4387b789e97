import Geodesy
import RandomNumbers
import Testing

@Suite struct `Sites` {
  private func titles(_ index: SiteIndex, _ latitude: Degrees, _ longitude: Degrees) -> [String] {
    var found: [Int] = []
    index.sites(at: Place(latitude: latitude, longitude: longitude), into: &found)
    return found.map { index.sites[$0].title }
  }

  private func ring(_ corners: (Degrees, Degrees)...) -> [Place] {
    corners.map { Place(latitude: $0.0, longitude: $0.1) }
  }

  @Test func `are found by places within their radius`() {
    let index = SiteIndex([Site(id: "depot", .circle(Place(latitude: 47, longitude: 9), radius: 100))])
    #expect(titles(index, 47, 9) == ["depot"] && titles(index, 47.0008, 9) == ["depot"])
    #expect(titles(index, 47.001, 9) == [] && titles(index, 47, 9.0014) == [])
  }

  @Test func `have holes`() {
    let index = SiteIndex([
      Site(
        id: "zone",
        .polygons([[ring((0, 0), (0, 10), (10, 10), (10, 0)), ring((4, 4), (4, 6), (6, 6), (6, 4), (4, 4))]]))
    ])
    #expect(titles(index, 2, 5) == ["zone"] && titles(index, 5, 5) == [] && titles(index, 5, 3.9) == ["zone"])
    #expect(titles(index, 5, 11) == [] && titles(index, -1, 5) == [])
  }

  @Test(arguments: [179.99, 180, -180, -179.99])
  func `may lie across the antimeridian`(longitude: Degrees) {
    let index = SiteIndex([
      Site(id: "east", .circle(Place(latitude: -17, longitude: -179.999), radius: 3000)),
      Site(id: "west", .circle(Place(latitude: -17, longitude: 179.999), radius: 3000)),
      Site(id: "islands", .polygons([[ring((-18, 177), (-18, -178), (-16, -178), (-16, 177))]])),
    ])
    #expect(titles(index, -17, longitude) == ["east", "west", "islands"])
    #expect(titles(index, -17, longitude > 0 ? 176.9 : -177.9) == [])
    #expect(titles(index, -17, 0) == [])
  }

  @Test func `may go round a pole`() {
    let index = SiteIndex([Site(id: "pole", .circle(Place(latitude: 89.9999, longitude: 30), radius: 1000))])
    #expect(titles(index, 89.9999, -150) == ["pole"] && titles(index, 89.98, -150) == [])
  }

  @Test func `are the same as those that each of them would find`() {
    var random = SplitMix64(seed: 4)
    for spread in [0.01, 1, 170] {
      let sites = (0..<300).map { number in
        let centre = Place(
          latitude: Double.random(in: -0.5...0.5, using: &random) * spread,
          longitude: Double.random(in: -1...1, using: &random) * spread)
        return Site(id: String(number), .circle(centre, radius: pow10(Double.random(in: 0...5, using: &random))))
      }
      let index = SiteIndex(sites)
      for _ in 0..<300 {
        let place = Place(
          latitude: Double.random(in: -0.5...0.5, using: &random) * spread,
          longitude: Double.random(in: -1...1, using: &random) * spread)
        let expected = sites.indices.filter { number in
          guard case .circle(let centre, let radius) = sites[number].extent else { return false }
          return groundDistance(centre, place) <= radius
        }
        var found: [Int] = []
        index.sites(at: place, into: &found)
        #expect(found == expected)
      }
    }
  }

  @Test func `lend their names from the smallest to the largest`() {
    let centre = Place(latitude: 47, longitude: 9)
    let index = SiteIndex([
      Site(id: "town", name: "Town", .circle(centre, radius: 5000)), Site(id: "7", .circle(centre, radius: 50)),
    ])
    #expect(index.site(at: centre)?.title == "7")
    #expect(index.site(at: Place(latitude: 47.01, longitude: 9))?.title == "Town")
    #expect(index.site(at: Place(latitude: 48, longitude: 9)) == nil)
  }

  private func pow10(_ exponent: Double) -> Double { (0..<Int(exponent)).reduce(1) { value, _ in value * 10 } }
}
