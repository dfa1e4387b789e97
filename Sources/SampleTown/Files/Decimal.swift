internal import Geodesy

extension Place {
  /// Latitude with seven decimals, exact.
  var latitudeText: String { decimal(Int(latitudeE7), digits: 7) }
  /// Longitude with seven decimals, exact.
  var longitudeText: String { decimal(Int(longitudeE7), digits: 7) }
}

/// `units` ÷ 10^`digits` as a decimal number, without floating point.
func decimal(_ units: Int, digits: Int) -> String {
  let figures = String(units.magnitude)
  let padded = String(repeating: "0", count: max(0, digits + 1 - figures.count)) + figures
  return (units < 0 ? "-" : "") + padded.dropLast(digits) + "." + padded.suffix(digits)
}
