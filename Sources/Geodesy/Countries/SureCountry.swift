/// The country around a place, as its ISO 3166-1 code of two letters; `nil` where this is not sure.
///
/// Knows Germany, Switzerland, Italy, France without its overseas departments, Great Britain with Northern Ireland, the
/// Netherlands, Spain and the United States, and says nothing within 10 km of another country.
package func sureCountry(at place: Place) -> String? {
  let (row, column) = (tenths(place.latitudeE7), tenths(place.longitudeE7))
  return CountryRows.all.rows[row]?.first { $0.columns.contains(column) }?.country
}

/// Tenths of a degree, rounded down.
private func tenths(_ degreesE7: Int32) -> Int {
  let quotient = Int(degreesE7) / 1_000_000
  return degreesE7 < 0 && Int(degreesE7) % 1_000_000 != 0 ? quotient - 1 : quotient
}

/// The cells of all countries by row.
private struct CountryRows {
  struct Run {
    let columns: Range<Int>
    let country: String
  }

  /// Read when it is first needed.
  static let all = CountryRows()
  private(set) var rows: [Int: [Run]] = [:]

  private init() {
    for country in CountryCells.all {
      for word in country.rows.split(whereSeparator: \.isWhitespace) { add(word, of: country.country, country.height) }
    }
  }

  private mutating func add(_ word: Substring, of country: String, _ height: Int) {
    let parts = word.split(separator: ":")
    guard parts.count == 2, let south = Int(parts[0]) else { return }
    for text in parts[1].split(separator: ";") {
      let ends = text.split(separator: ",").compactMap { Int($0) }
      guard ends.count == 2, ends[0] < ends[1] else { continue }
      for row in south..<south + height {
        rows[row, default: []].append(Run(columns: ends[0]..<ends[1], country: country))
      }
    }
  }
}
