import Geodesy
import Knowledge
import RandomNumbers
import Testing

@Suite("Zones")
struct ZoneTests {
  @Test(
    "Squares are named after their south-western corner on the UTM grid",
    arguments: [
      // Eastings and northings of PROJ, EPSG:32632, 32734, 32601 and 32635.
      (49.4875, 8.4660, "32N-461000-5481500", "32N-461324-5481788"),
      (-33.9249, 18.4241, "34S-261500-6243000", "34S-261881-6243182"),
      (0.0001, -179.9999, "1N-166000-0", "1N-166032-11"), (71.5, 25.7, "35N-453500-7933500", "35N-453963-7933658"),
    ])
  func squares(latitude: Double, longitude: Double, wide: String, narrow: String) {
    let place = Place(latitude: latitude, longitude: longitude)
    for (width, name) in [(500.0, wide), (1, narrow)] {
      let grid = ZoneGrid(.square, width: width)
      #expect(grid.name(of: grid.cell(at: place)) == name)
    }
  }

  @Test("Places nearer than half a width share a hexagon or are in neighbouring ones, and each is near its middle")
  func hexagons() {
    let grid = ZoneGrid(.hexagon, width: 500)
    var random = SplitMix64(seed: 3)
    let ruler = LocalRuler(at: Place(latitude: 45.46, longitude: 9.19))
    var places: [ZoneCell: [LocalPoint]] = [:]
    for _ in 0..<20_000 {
      let point = LocalPoint(x: Double(random.next() % 5000), y: Double(random.next() % 5000))
      places[grid.cell(at: ruler.place(point)), default: []].append(point)
    }
    // 25 km² hold some 115 hexagons of 0.2165 km², and their pieces at the border.
    #expect((110...160).contains(places.count))
    for points in places.values {
      let (west, east) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
      let (south, north) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
      // The map is turned by half a degree against the grid.
      #expect(east - west < 510 && north - south < 585)
    }
  }

  @Test("Every place on earth is in a cell", arguments: ZoneGrid.Shape.allCases)
  func everywhere(shape: ZoneGrid.Shape) {
    let grid = ZoneGrid(shape, width: 100)
    for latitude in [-90.0, -89.9999999, -45, 0, 84.5, 90] {
      for longitude in [-180.0, -179.9999999, 0, 6, 179.9999999, 180] {
        let cell = grid.cell(at: Place(latitude: latitude, longitude: longitude))
        #expect((1...60).contains(cell.zone))
      }
    }
  }

  @Test(
    "Widths are read in metres and kilometres",
    arguments: [
      ("grid=500m", ZoneGrid(.square, width: 500)), ("hex=1km", ZoneGrid(.hexagon, width: 1000)),
      ("grid=250", ZoneGrid(.square, width: 250)), ("hex=0.75km", ZoneGrid(.hexagon, width: 750)),
    ])
  func options(text: String, grid: ZoneGrid) throws {
    #expect(try ZoneOption(text) == .grid(grid))
  }

  @Test("Any other text is a file")
  func file() throws {
    #expect(try ZoneOption("districts.geojson") == .file("districts.geojson"))
    #expect(try ZoneOption("a=b.csv") == .file("a=b.csv"))
  }

  @Test(
    "A width that is none, or too small or large, is refused with the cure",
    arguments: [
      ("", ZoneOptionError.empty), ("grid=", .noWidth("")), ("hex=wide", .noWidth("wide")),
      ("grid=5m", .outside("5m")), ("grid=nan", .outside("nan")), ("hex=1e9", .outside("1e9")),
      ("grid=-500m", .outside("-500m")),
    ])
  func refused(text: String, error: ZoneOptionError) {
    #expect(throws: error) { try ZoneOption(text) }
    #expect(error.description.contains("m"))
  }
}
