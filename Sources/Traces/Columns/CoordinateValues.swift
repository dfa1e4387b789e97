internal import Storage

/// What the sampled values of the two coordinates say of how they are written.
struct CoordinateValues {
  let latitudes: ColumnValues
  let longitudes: ColumnValues
  /// Columns of letters stand beside them.
  let hasHemispheres: Bool

  /// `nil` if they are no degrees and cannot be told from lengths in metres.
  var form: CoordinateForm? {
    guard let north = latitudes.decimals?.map(\.value), let east = longitudes.decimals?.map(\.value) else {
      return .degrees
    }
    let isBeyond = north.filter { abs($0) > 180 }.count * 2 > north.count && !north.isEmpty
    guard isBeyond else { return .degrees }
    if areWhole, let exponent = exponent(north, east) { return .scaled(exponent) }
    return areMinutes(north, limit: 9000) && areMinutes(east, limit: 18_000) ? .degreesAndMinutes : nil
  }

  /// Whether most latitudes are beyond 90 and all longitudes are within.
  var areSwapped: Bool {
    latitudes.shareWithin(90) < 0.5 && latitudes.shareWithin(180) > 0.9 && longitudes.shareWithin(90) > 0.9
  }

  var complaint: String {
    let pair = "\(latitudes.texts.first ?? "") \(longitudes.texts.first ?? "")"
    return "the coordinates, such as \(pair), are not degrees; convert them to WGS 84, or say with --coordinates e7, "
      + "e6, e5, nmea or semicircles how they are written. The file was skipped."
  }

  private var areWhole: Bool {
    ((latitudes.decimals ?? []) + (longitudes.decimals ?? [])).allSatisfy { $0.exponent >= 0 }
  }

  /// The only power of ten with which all values are degrees and most of them have their usual digits.
  private func exponent(_ north: [Double], _ east: [Double]) -> Int? {
    let fit = [-7, -6, -5].filter { exponent in
      let scale = scale(exponent)
      let places = zip(north, east).filter { abs($0) * scale <= 90 && abs($1) * scale <= 180 }.count
      return places == min(north.count, east.count)
    }
    return fit.count == 1 ? fit[0] : nil
  }

  private func scale(_ exponent: Int) -> Double { exponent == -7 ? 1e-7 : exponent == -6 ? 1e-6 : 1e-5 }

  /// Whether all values may be degrees and minutes in one number. Without hemispheres they may be kilometres as well.
  private func areMinutes(_ values: [Double], limit: Double) -> Bool {
    hasHemispheres
      && values.allSatisfy { abs($0) <= limit && abs($0).truncatingRemainder(dividingBy: 100) < 60 }
  }
}
