/// A place on the WGS 84 earth, in units of 10⁻⁷ degree (about 1 cm), as OpenStreetMap stores it.
///
/// One representation serves fixes, the road graph and reports: coordinates compare exactly, take 8 bytes, and print
/// with seven decimals without any floating-point rounding.
@usableFromInline package struct Place: Hashable, Sendable, BitwiseCopyable {
  /// Degrees × 10⁷, −900,000,000 … 900,000,000.
  @usableFromInline package var latitudeE7: Int32
  /// Degrees × 10⁷, −1,800,000,000 … 1,800,000,000.
  @usableFromInline package var longitudeE7: Int32

  @inlinable package init(latitudeE7: Int32, longitudeE7: Int32) {
    self.latitudeE7 = latitudeE7
    self.longitudeE7 = longitudeE7
  }

  /// The place nearest to the given degrees.
  ///
  /// - Precondition: latitude within −90…90, longitude within −180…180; see ``isValid(latitude:longitude:)``.
  @inlinable package init(latitude: Degrees, longitude: Degrees) {
    self.latitudeE7 = Int32(nearestInteger(latitude * 1e7))
    self.longitudeE7 = Int32(nearestInteger(longitude * 1e7))
  }

  @inlinable package var latitude: Degrees { Degrees(latitudeE7) / 1e7 }
  @inlinable package var longitude: Degrees { Degrees(longitudeE7) / 1e7 }

  @inlinable package static func isValid(latitude: Degrees, longitude: Degrees) -> Bool {
    abs(latitude) <= 90 && abs(longitude) <= 180  // false for NaN
  }

  /// The eastward difference `self − origin` in units of 10⁻⁷ degree, across the antimeridian if that is shorter.
  @inlinable package func longitudeE7(eastOf origin: Place) -> Int64 {
    let turn: Int64 = 3_600_000_000
    let difference = Int64(longitudeE7) - Int64(origin.longitudeE7)
    if difference > turn / 2 { return difference - turn }
    if difference < -turn / 2 { return difference + turn }
    return difference
  }

  /// The place the given units north and east. The longitude is normalised to −180…180, the latitude clamped to −90…90.
  ///
  /// - Precondition: both within half a turn.
  @inlinable package func moved(latitudeE7 northward: Int64, longitudeE7 eastward: Int64) -> Place {
    let turn: Int64 = 3_600_000_000
    var longitude = Int64(longitudeE7) + eastward
    if longitude > turn / 2 { longitude -= turn }
    if longitude < -turn / 2 { longitude += turn }
    return Place(
      latitudeE7: Int32(clamping: min(max(Int64(latitudeE7) + northward, -900_000_000), 900_000_000)),
      longitudeE7: Int32(clamping: longitude))
  }

  /// The place on the straight line to `end` at a fraction, 0 here and 1 at `end`; across the antimeridian if that is
  /// shorter.
  @inlinable package func interpolated(to end: Place, fraction: Double) -> Place {
    moved(
      latitudeE7: nearestInteger(Double(Int64(end.latitudeE7) - Int64(latitudeE7)) * fraction),
      longitudeE7: nearestInteger(Double(end.longitudeE7(eastOf: self)) * fraction))
  }
}

extension Place: CustomStringConvertible {
  @usableFromInline package var description: String { "\(latitude),\(longitude)" }
}
