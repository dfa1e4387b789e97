internal import Moments
internal import Records
internal import Storage

// Numbers that can be mistaken for others. FIT writes places in semicircles and counts seconds from the last day of
// 1989; .NET counts ticks from the year 1. They would be read as 10⁻⁷ degrees, as seconds and as nanoseconds since
// 1970, so they are read only if the user says what they are.

extension CSVSniffer {
  /// Refuses coordinates that their name calls radians, or that are semicircles by their name, but may be degrees.
  func refuseForeignNumbers(_ latitude: Int, _ form: CoordinateForm?) throws(CSVLayoutError) {
    guard let header = layout.header else { return }
    let words = Set(HeaderName.words(of: header[latitude]))
    if !words.isDisjoint(with: ["rad", "radian", "radians"]) {
      throw CSVLayoutError(reason: .coordinatesUnknown, message: ForeignPlaces.radians(header[latitude]))
    }
    if form == .degrees || !namesSemicircles(header[latitude]) { return }
    throw CSVLayoutError(
      reason: .coordinatesUnknown,
      message: "the coordinates look like those of FIT, which are semicircles (2³¹ of them are 180°) and not 10⁻⁷ "
        + "degrees: say --csv coordinates=semicircles, or --csv coordinates=e7 for 10⁻⁷ degrees. The file was skipped.")
  }

  /// Whether FIT gives its latitudes this name, or the name says that they are semicircles.
  private func namesSemicircles(_ field: String) -> Bool {
    let name = HeaderName(field)
    return name.word == "positionlat" || name.endings.contains("positionlat")
      || !Set(HeaderName.words(of: field)).isDisjoint(with: ["semicircle", "semicircles"])
  }

  /// Refuses numbers as times that count from another moment than 1970.
  func refuseForeignTimes() throws(CSVLayoutError) {
    guard settings.statedTimeFormat == .automatic, let time = layout.columns[.time] else { return }
    let values = sample.values(of: time, afterHeader: layout.header != nil)
    guard let numbers = values.decimals?.map(\.value), !numbers.isEmpty else { return }
    if layout.coordinates == .semicircles {
      throw CSVLayoutError(
        reason: .timesUnknown,
        message: "the coordinates are semicircles, as in FIT, which counts seconds from 1989-12-31: say "
          + "--csv time-format='s since 1989-12-31', or --csv time-format=s for seconds since 1970. The file was skipped."
      )
    }
    if numbers.allSatisfy(Self.ticks.contains) {
      throw CSVLayoutError(
        reason: .timesUnknown,
        message:
          "times such as \(values.texts[0]) look like ticks of .NET, which are 100 ns each since the year 1: say "
          + "--csv time-format='ticks since 0001-01-01', or --csv time-format=ns for nanoseconds since 1970, of about 1990. The "
          + "file was skipped.")
    }
  }

  /// Ticks of the years 1998 to 2092. As nanoseconds since 1970 they would be in 1989 and 1990.
  private static let ticks = 6.3e17..<6.6e17
}

/// What tables have in place of degrees, and how it is converted. Naming such a column as latitude would not help.
enum ForeignPlaces {
  static func radians(_ name: String) -> String {
    "\(quoted(name.utf8)) is in radians; multiply latitude and longitude by 57.29577951 to have degrees. The file was "
      + "skipped."
  }

  /// What a table without latitude and longitude has instead; `nil` if unknown.
  ///
  /// - Parameter value: the first value of a column.
  static func sentence(_ names: [String], _ value: (Int) -> String?) -> String? {
    for (index, name) in names.enumerated() {
      let words = HeaderName.words(of: name)
      if let sentence = sentence(quoted(name.utf8), words, value(index) ?? "") {
        return sentence + ". The file was skipped."
      }
    }
    let radians = names.first { name in
      let words = HeaderName.words(of: name)
      return words.count > 1 && ["rad", "radian", "radians"].contains(words.last)
        && ColumnVocabulary.rank(of: HeaderName(words.dropLast().joined(separator: "_")), as: .latitude) != nil
    }
    return radians.map(Self.radians)
  }

  private static func sentence(_ name: String, _ words: [String], _ value: String) -> String? {
    let word = words.joined()
    if !cells.isDisjoint(with: [word, words.last ?? ""]) {
      return "\(name) has codes of cells and not degrees; convert them to latitude and longitude first"
    }
    if !projected.isDisjoint(with: words) {
      return "\(name) has metres of a projection and not degrees; convert them to WGS 84 first, as cs2cs and ogr2ogr do"
    }
    if words.starts(with: ["hits", "hits"]) {
      return "this is the answer to a search of Elasticsearch: --preset elasticsearch, or --items hits.hits._source"
    }
    guard ColumnVocabulary.rank(of: HeaderName(name), as: .position) != nil || value.hasPrefix("[") else { return nil }
    if value.hasPrefix("[[") || value.hasPrefix("[{") {
      return "\(name) has a list of places within a field; write a row for each fix, or GeoJSON"
    }
    if isBinary(value) || value.lowercased().hasPrefix("srid=") {
      return
        "\(name) has shapes that are no points in WGS 84; export them as ST_AsText(ST_Transform(…, 4326)), a point "
        + "for each row"
    }
    return ["linestring", "multi", "polygon"].contains(where: value.lowercased().hasPrefix)
      ? "\(name) has lines or areas; write a row with a point for each fix" : nil
  }

  /// Hexadecimal digits of well-known binary.
  private static func isBinary(_ value: String) -> Bool {
    let digits = value.hasPrefix("\\x") ? value.dropFirst(2) : value[...]
    return digits.count >= 18 && digits.allSatisfy(\.isHexDigit) && (digits.hasPrefix("00") || digits.hasPrefix("01"))
  }

  private static let cells: Set<String> = [
    "geohash", "h3", "h3index", "h3cell", "s2", "s2cell", "s2cellid", "quadkey", "pluscode", "olc", "openlocationcode",
    "mgrs", "usng", "what3words", "w3w", "maidenhead",
  ]
  private static let projected: Set<String> = [
    "easting", "northing", "eastings", "northings", "utm", "lv95", "lv03", "osgb", "epsg",
  ]
}
