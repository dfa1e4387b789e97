internal import Storage

/// What the sampled values of the two coordinates show of their form.
struct CoordinateValues {
  let latitudes: ColumnValues
  let longitudes: ColumnValues
  /// Columns of letters accompany them.
  let hasHemispheres: Bool

  /// `nil` if they are not degrees and cannot be distinguished from lengths in metres.
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
    return "the coordinates, such as \(pair), are not degrees; convert them to WGS 84, or say with "
      + "--csv coordinates=e7, e6, e5, nmea or semicircles how they are written. The file was skipped."
  }

  /// What is wrong with values that would be read as degrees; `nil` if nothing is.
  ///
  /// - Parameters:
  ///   - names: the names of the two columns, as messages show them.
  ///   - hasFurtherColumns: whether parts of degrees may be in columns that are not read.
  func complaintOnDegrees(_ names: [String], hasFurtherColumns: Bool) -> String? {
    guard let north = latitudes.decimals, let east = longitudes.decimals, north.count >= Self.leastValues,
      east.count >= Self.leastValues
    else { return nil }
    let pair = "\(names[0]) and \(names[1])"
    // Within 1.6° of latitude and 3.2° of longitude around zero there is no land.
    let areRadians = north.allSatisfy { abs($0.value) <= .pi / 2 } && east.allSatisfy { abs($0.value) <= .pi }
    if areRadians, (north + east).contains(where: { $0.exponent <= -5 }), Set(north.map(\.value)).count > 1 {
      return
        "\(pair) have values such as \(latitudes.texts[0]) and \(longitudes.texts[0]), which are radians, or places in "
        + "the sea; multiply radians by 57.29577951 to have degrees, or say --csv coordinates=degrees. The file was skipped."
    }
    let areWholeDegrees = (north + east).allSatisfy { $0.value == $0.value.rounded() && abs($0.value) <= 180 }
    guard areWholeDegrees, hasFurtherColumns, north.contains(where: { $0.value != 0 }),
      Set(north.map(\.value)).count <= 3,
      Set(east.map(\.value)).count <= 3
    else { return nil }
    return "\(pair) have whole degrees only, such as \(latitudes.texts[0]) and \(longitudes.texts[0]), and minutes or "
      + "fractions may stand in other columns. Join the parts into one column 'lat', as in 47 06 12.5, and those of the "
      + "longitudes into 'lon', or say --csv coordinates=degrees. The file was skipped."
  }

  /// A note on degrees with too few decimals to tell roads apart; `nil` if they have more.
  func noteOnDecimals(_ names: [String]) -> String? {
    guard let numbers = latitudes.decimals, let others = longitudes.decimals, numbers.count > Self.leastValues,
      let finest = (numbers + others).map(\.exponent).min(), finest == -2
    else { return nil }
    let pairs = zip(numbers, others).map { [$0.value, $1.value] }
    // A vehicle moves from one such place to the next one.
    let areNeighbours = zip(pairs, pairs.dropFirst()).allSatisfy {
      abs($0[0] - $1[0]) < 0.025 && abs($0[1] - $1[1]) < 0.025
    }
    guard Set(pairs).count > 2, areNeighbours else { return nil }
    return
      "\(names[0]) and \(names[1]) have two decimals at most: places are up to 800 m off. Export them with 6 decimals."
  }

  /// Fewer say nothing of a whole file.
  private static let leastValues = 10

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
