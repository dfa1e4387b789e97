/// The country around a place, as its ISO 3166-1 code of two letters; `nil` where this is not sure.
///
/// Knows Germany, Switzerland, Italy, France without its overseas departments, Great Britain with Northern Ireland, the
/// Netherlands, Spain and the United States, and says nothing within 10 km of another country.
///
/// - Complexity: O(log *n*) for *n* runs of cells.
package func sureCountry(at place: Place) -> String? {
  CountryRuns.all.country(row: tenths(place.latitudeE7), column: tenths(place.longitudeE7))
}

/// Tenths of a degree, rounded down.
private func tenths(_ degreesE7: Int32) -> Int {
  let quotient = Int(degreesE7) / 1_000_000
  return degreesE7 < 0 && Int(degreesE7) % 1_000_000 != 0 ? quotient - 1 : quotient
}

/// The cells of all countries, by row.
private struct CountryRuns {
  private struct Run {
    let row: Int
    let columns: Range<Int>
    let country: String
  }

  /// Read when it is first needed.
  static let all = CountryRuns()
  private var runs: [Run] = []

  private init() {
    for country in CountryCells.all { read(country.rows, of: country.country, height: country.height) }
    runs.sort { $0.row < $1.row }
  }

  func country(row: Int, column: Int) -> String? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].row < row { low = middle + 1 } else { high = middle }
    }
    while low < runs.count, runs[low].row == row {
      if runs[low].columns.contains(column) { return runs[low].country }
      low += 1
    }
    return nil
  }

  private mutating func read(_ rows: String, of country: String, height: Int) {
    var (south, west, number, sign) = (0, 0, 0, 1)
    for byte in (rows + " ").utf8 {
      switch byte {
      case UInt8(ascii: "-"): sign = -1
      case UInt8(ascii: ":"): (south, number, sign) = (sign * number, 0, 1)
      case UInt8(ascii: ","): (west, number, sign) = (sign * number, 0, 1)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = 10 * number + Int(byte - UInt8(ascii: "0"))
      default:
        if west < sign * number {
          for row in south..<south + height {
            runs.append(Run(row: row, columns: west..<sign * number, country: country))
          }
        }
        (west, number, sign) = (0, 0, 1)
      }
    }
  }
}
