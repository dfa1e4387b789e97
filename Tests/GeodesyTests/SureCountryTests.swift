import Testing

@testable import Geodesy

@Suite struct `The country around a place` {
  @Test(arguments: [
    ("Frankfurt", 50.05, 8.6, "DE"), ("Berlin", 52.52, 13.4, "DE"), ("Munich", 48.14, 11.58, "DE"),
    ("Berne", 46.94, 7.45, "CH"), ("Milan", 45.46, 9.19, "IT"), ("Palermo", 38.11, 13.36, "IT"),
    ("Rome", 41.9, 12.5, "IT"),
    ("Paris", 48.85, 2.35, "FR"), ("Marseille", 43.3, 5.38, "FR"), ("Ajaccio", 41.93, 8.74, "FR"),
    ("London", 51.5, -0.12, "GB"), ("Edinburgh", 55.95, -3.2, "GB"), ("Utrecht", 52.09, 5.12, "NL"),
    ("Madrid", 40.42, -3.7, "ES"), ("Palma", 39.57, 2.65, "ES"), ("Seattle", 47.6, -122.3, "US"),
    ("Honolulu", 21.3, -157.86, "US"), ("Anchorage", 61.2, -149.9, "US"), ("Miami", 25.76, -80.19, "US"),
  ])
  func `is known well within it`(name: String, latitude: Degrees, longitude: Degrees, country: String) {
    #expect(sureCountry(at: Place(latitude: latitude, longitude: longitude)) == country, "\(name)")
  }

  @Test(arguments: [
    ("Basel", 47.56, 7.59), ("Konstanz", 47.66, 9.17), ("Strasbourg", 48.58, 7.75), ("Geneva", 46.2, 6.15),
    ("Aachen", 50.78, 6.08), ("Saarbrücken", 49.23, 7.0), ("Monaco", 43.74, 7.42), ("Vaduz", 47.14, 9.52),
    ("San Marino", 43.94, 12.46), ("Gibraltar", 36.14, -5.35),
    ("Detroit", 42.33, -83.05), ("San Diego at the border", 32.55, -117.04), ("Derry", 55.0, -7.32),
    ("Vienna", 48.2, 16.37), ("Brussels", 50.85, 4.35), ("Dublin", 53.35, -6.26), ("Tokyo", 35.68, 139.7),
    ("Toronto", 43.65, -79.38), ("Vancouver", 49.28, -123.12), ("Tijuana", 32.52, -117.03), ("Tangier", 35.77, -5.8),
    ("Copenhagen", 55.68, 12.57), ("Jersey", 49.2, -2.13), ("nowhere", 0, 0), ("the pole", 90, 180),
  ])
  func `is not claimed near borders and elsewhere`(name: String, latitude: Degrees, longitude: Degrees) {
    #expect(sureCountry(at: Place(latitude: latitude, longitude: longitude)) == nil, "\(name)")
  }

  @Test func `is read from tables without a fault`() {
    for (country, height, rows) in CountryCells.all {
      let words = rows.split(whereSeparator: \.isWhitespace)
      #expect(words.count > 10)
      for word in words {
        let parts = word.split(separator: ":")
        #expect(parts.count == 2 && Int(parts[0]).map { $0 % height == 0 } ?? false, "\(country) \(word)")
        for run in parts.last?.split(separator: ";") ?? [] {
          let ends = run.split(separator: ",").compactMap { Int($0) }
          #expect(ends.count == 2 && ends[0] < ends[1], "\(country) \(word)")
        }
      }
    }
  }
}
