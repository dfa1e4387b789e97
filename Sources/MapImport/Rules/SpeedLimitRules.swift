internal import RoadGraph

/// The meaning of a `maxspeed` value.
enum SpeedReading: Equatable {
  case kmh(Int)
  /// `none`: no limit.
  case unlimited
  /// `signals`, `variable`, `implicit`: the sign changes or does not exist.
  case notStated
  case unreadable
}

/// Reads `50`, `50 km/h`, `30 mph`, `10 knots`, `none`, `walk`, zones such as `DE:urban` and `FR:zone30`, and the
/// lowest of several values separated by `;`.
///
/// - Source: OSM wiki, Key:maxspeed, "Values"; 1 mph = 1.609344 km/h, 1 knot = 1.852 km/h. The law defines no number
///   for `walk`; OSRM uses 7 km/h for German living streets.
func readSpeed(_ text: String) -> SpeedReading {
  let parts = text.split(whereSeparator: { $0 == ";" || $0 == "|" }).map { readOneSpeed($0) }
  guard let first = parts.first else { return .unreadable }
  let numbers = parts.compactMap { part in if case .kmh(let speed) = part { speed } else { nil } }
  return numbers.min().map { .kmh($0) } ?? first
}

private func readOneSpeed(_ text: Substring) -> SpeedReading {
  let word = String(text.filter { $0 != " " }).lowercased()
  switch word {
  case "none", "unlimited": return .unlimited
  case "walk", "walking": return .kmh(7)
  case "signals", "variable", "implicit", "default", "national", "unposted": return .notStated
  default: break
  }
  if let colon = word.firstIndex(of: ":") {
    return readZone(country: String(word[..<colon]), zone: String(word[word.index(after: colon)...]))
  }
  return readNumber(word)
}

private let kmhPerUnit: [String: Double] = [
  "": 1, "kmh": 1, "km/h": 1, "kph": 1, "kmph": 1, "mph": 1.609344, "knots": 1.852, "kn": 1.852,
]

private func readNumber(_ word: String) -> SpeedReading {
  let digits = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
  guard let value = Double(digits), let unit = kmhPerUnit[String(word.dropFirst(digits.count))] else {
    return .unreadable
  }
  let speed = (value * unit).rounded()
  return speed >= 1 && speed <= 300 ? .kmh(Int(speed)) : .unreadable
}

/// `urban`, `rural`, `motorway`, `living_street`, `30`, `zone30`, `zone:30` of one country.
private func readZone(country: String, zone: String) -> SpeedReading {
  let countsMiles = ["gb", "uk", "us"].contains(country)
  let bare = zone.hasPrefix("zone") ? String(zone.dropFirst(4).drop { $0 == ":" }) : zone
  if let number = Int(bare) { return readNumber("\(number)\(countsMiles ? "mph" : "")") }
  return zoneSpeeds[country]?[zone] ?? everywhere[zone] ?? .unreadable
}

/// The limit of one direction.
///
/// - Parameter unreadable: incremented if a tag is present but unreadable.
/// - Returns: `nil` if neither tag nor class gives a limit.
func speedLimit(of tags: Tags, roadClass: RoadClass, direction: TagDirection, unreadable: inout Int) -> SpeedLimit? {
  var text = tags.text(.maxspeed, direction) ?? tags.text(.maxspeed)
  let zones: [TagKey] = [.maxspeedType, .sourceMaxspeed, .zoneMaxspeed, .zoneTraffic]
  if text == nil { text = zones.lazy.compactMap { tags.text($0) }.first { $0.contains(":") } }
  switch text.map(readSpeed) {
  case .kmh(let speed): return SpeedLimit(kmh: speed, source: .tag)
  case .unlimited: return SpeedLimit(kmh: nil, source: .tag)
  case .unreadable: unreadable += tags.has(.maxspeed, direction) || tags.has(.maxspeed) ? 1 : 0
  case .notStated, nil: break
  }
  return defaultSpeedLimit(roadClass).map { SpeedLimit(kmh: $0, source: .defaultOfClass) }
}

/// The limit in km/h to assume without a tag; `nil` for ferries and for ways that are not for vehicles.
///
/// These are tracemill's choice and not the law of any country: a class cannot distinguish town from country, so minor
/// roads get the usual urban limit of 50, and major ones a value between town and motorway.
/// ``SpeedLimit/Source/defaultOfClass`` marks every use.
func defaultSpeedLimit(_ roadClass: RoadClass) -> Int? {
  switch roadClass {
  case .motorway: 120
  case .trunk: 100
  case .motorwayLink, .trunkLink, .primary: 80
  case .secondary: 70
  case .primaryLink, .tertiary: 60
  case .secondaryLink, .tertiaryLink, .unclassified, .residential, .road, .busway: 50
  case .service, .track, .livingStreet: 20
  case .pedestrian, .footway, .cycleway, .bridleway, .path, .steps, .ferry: nil
  }
}
