internal import RoadGraph

/// The road class of a way, or `nil` for a way that nobody travels on.
///
/// Left out, because there is no traffic, or not yet: `construction`, `proposed`, `abandoned`, `raceway`, `platform`,
/// `corridor`, `elevator`, `services`, every unknown value, and squares drawn as areas. `route=ferry` and
/// `route=shuttle_train` (vehicles carried by rail) count as ferries, whatever other tags they have.
///
/// - Source: OSM wiki, Key:highway and Tag:route=ferry.
func roadClass(of tags: Tags) -> RoadClass? {
  if tags.value(.route, in: ferryRoutes) != nil { return .ferry }
  guard let found = tags.value(.highway, in: highwayClasses), !tags.value(.area, is: "yes") else { return nil }
  return found
}

private let ferryRoutes: Vocabulary<Bool> = ["ferry": true, "shuttle_train": true]

private let highwayClasses = Vocabulary<RoadClass>(
  RoadClass.allCases.filter { $0 != .ferry }.map { (word: $0.name, value: $0) }
    + [(word: "bus_guideway", value: .busway)])

/// The flags of a way from its own tags. Oneways and driving sides are added by their own rules.
///
/// A road under a roof (`covered=yes`) counts as a tunnel, because it has no satellite signal either.
///
/// - Source: OSM wiki, Key:junction, Key:tunnel, Key:covered, Key:bridge, Key:toll, Key:motorroad, Key:hov, Key:service,
///   Tag:hazard=school_zone, Key:low_emission_zone.
func roadFlags(of tags: Tags, roadClass: RoadClass, surface: Surface) -> RoadFlags {
  var flags: RoadFlags = []
  if isRoundabout(tags) { flags.insert(.roundabout) }
  if tags.has(.tunnel) && !tags.value(.tunnel, is: "no") || tags.value(.covered, is: "yes") { flags.insert(.tunnel) }
  if tags.has(.bridge) && !tags.value(.bridge, is: "no") { flags.insert(.bridge) }
  if tags.value(.toll, is: "yes") { flags.insert(.toll) }
  if roadClass == .ferry { flags.insert(.ferry) }
  if isUnpaved(tags, surface: surface, roadClass: roadClass) { flags.insert(.unpaved) }
  if tags.value(.hov, is: "designated") { flags.insert(.carPoolOnly) }
  if tags.value(.motorroad, is: "yes") { flags.insert(.motorroad) }
  if roadClass == .service && tags.has(.service) { flags.insert(.minorService) }
  if tags.value(.hazard, is: "school_zone") { flags.insert(.schoolZone) }
  if tags.has(.lowEmissionZone) && !tags.value(.lowEmissionZone, is: "no") { flags.insert(.lowEmissionZone) }
  return flags
}

func isRoundabout(_ tags: Tags) -> Bool {
  tags.value(.junction, is: "roundabout") || tags.value(.junction, is: "circular")
}
