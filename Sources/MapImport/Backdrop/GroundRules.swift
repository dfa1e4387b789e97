internal import Extracts
internal import RoadGraph

/// What tags say of the ground.
///
/// - Source: OSM wiki, Map features; the choice of values follows what general maps show at these scales.
enum GroundRules {
  /// The tags of closed ways and relations that are areas. Coastlines of islands are no areas of their own.
  static let areas: [GroundFile.AreaRule] = [
    .init("natural", "coastline", isWanted: false), .init("natural"), .init("landuse"), .init("leisure"),
    .init("building"), .init("waterway", "riverbank"), .init("waterway", "dock"), .init("aeroway", "aerodrome"),
    .init("aeroway", "apron"), .init("tourism", "zoo"), .init("tourism", "camp_site"), .init("amenity", "school"),
    .init("amenity", "university"), .init("amenity", "college"), .init("amenity", "hospital"),
    .init("amenity", "grave_yard"),
  ]

  /// `nil` for an area that is not drawn.
  static func area(_ tags: Tags) -> GroundKind? {
    if tags.value(.location, is: "underground") { return nil }
    if tags.has(.building) { return tags.value(.building, is: "no") ? nil : .building }
    return tags.value(.natural, in: natural) ?? tags.value(.landuse, in: landuse) ?? tags.value(.leisure, in: leisure)
      ?? tags.value(.waterway, in: waterAreas) ?? tags.value(.amenity, in: amenity)
      ?? tags.value(.aeroway, in: airports) ?? tags.value(.tourism, in: tourism)
  }

  private static let waterAreas: Vocabulary<GroundKind> = ["riverbank": .water, "dock": .water]
  private static let airports: Vocabulary<GroundKind> = ["aerodrome": .industrial, "apron": .industrial]
  private static let tourism: Vocabulary<GroundKind> = ["zoo": .park, "camp_site": .park]

  private static let natural: Vocabulary<GroundKind> = [
    "wood": .wood, "scrub": .scrub, "heath": .scrub, "fell": .scrub, "shrubbery": .scrub, "grassland": .grass,
    "water": .water, "glacier": .glacier, "beach": .sand, "sand": .sand, "bare_rock": .rock, "scree": .rock,
    "shingle": .rock, "wetland": .wetland,
  ]

  private static let landuse: Vocabulary<GroundKind> = [
    "forest": .wood, "residential": .residential, "commercial": .commercial, "retail": .commercial,
    "industrial": .industrial, "railway": .industrial, "port": .industrial, "quarry": .industrial,
    "landfill": .industrial, "depot": .industrial, "construction": .industrial, "garages": .industrial,
    "grass": .grass, "meadow": .grass, "village_green": .park, "farmland": .farmland, "vineyard": .farmland,
    "orchard": .farmland, "farmyard": .farmland, "greenhouse_horticulture": .farmland, "plant_nursery": .farmland,
    "allotments": .park, "recreation_ground": .park, "cemetery": .park, "reservoir": .water, "basin": .water,
  ]

  private static let leisure: Vocabulary<GroundKind> = [
    "park": .park, "garden": .park, "golf_course": .park, "pitch": .park, "playground": .park, "stadium": .park,
    "sports_centre": .park, "swimming_pool": .water,
  ]

  private static let amenity: Vocabulary<GroundKind> = [
    "school": .commercial, "university": .commercial, "college": .commercial, "hospital": .commercial,
    "grave_yard": .park,
  ]

  /// `nil` for a way that is not drawn; what is in a tunnel is not.
  static func line(_ tags: Tags) -> GroundKind? {
    if tags.has(.tunnel), !tags.value(.tunnel, is: "no") { return nil }
    if let water = tags.value(.waterway, in: waterways) { return water }
    if let track = tags.value(.railway, in: railways) { return tags.has(.service) ? .sideTrack : track }
    return tags.value(.aeroway, is: "runway") ? .runway : nil
  }

  private static let waterways: Vocabulary<GroundKind> = [
    "river": .river, "canal": .canal, "stream": .stream, "ditch": .stream, "drain": .stream,
  ]

  private static let railways: Vocabulary<GroundKind> = [
    "rail": .railway, "light_rail": .railway, "narrow_gauge": .railway, "subway": .sideTrack, "tram": .sideTrack,
    "funicular": .sideTrack, "preserved": .sideTrack, "monorail": .sideTrack,
  ]

  /// The border that a way or relation with these tags is; `nil` for those of lesser units and those on the sea.
  static func border(_ tags: Tags) -> GroundKind? {
    guard tags.value(.boundary, is: "administrative"), !tags.value(.maritime, is: "yes") else { return nil }
    return tags.value(.adminLevel, in: borders)
  }

  private static let borders: Vocabulary<GroundKind> = ["2": .countryBorder, "4": .stateBorder]

  static func isCoast(_ tags: Tags) -> Bool { tags.value(.natural, is: "coastline") }

  /// A road on the ground: it cannot lie in the sea.
  static func isRoadOnLand(_ tags: Tags) -> Bool {
    tags.has(.highway) && !tags.has(.bridge) && !tags.has(.tunnel) && !tags.has(.ford)
  }

  /// `nil` for a node that is not a named place.
  static func place(_ tags: Tags) -> (kind: GroundKind, weight: Int)? {
    if let kind = tags.value(.place, in: places) { return (kind, number(tags.text(.population))) }
    return tags.value(.natural, is: "peak") ? (.peak, number(tags.text(.ele))) : nil
  }

  private static let places: Vocabulary<GroundKind> = [
    "city": .city, "town": .town, "village": .village, "suburb": .suburb, "borough": .suburb, "hamlet": .hamlet,
    "quarter": .hamlet, "neighbourhood": .hamlet,
  ]

  /// The whole number at the beginning of a value: `2570 m` is 2570.
  private static func number(_ text: String?) -> Int {
    let digits = (text ?? "").prefix { $0.isASCII && $0.isNumber }
    return digits.count < 10 ? Int(digits) ?? 0 : 0
  }
}
