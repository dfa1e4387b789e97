internal import RoadGraph

/// The flags of a way from its own tags. Oneways and driving sides are added by their own rules.
///
/// A road under a roof (`covered=yes`) is treated as a tunnel, because it has no satellite signal either.
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
  if isForCarPools(tags) { flags.insert(.carPoolOnly) }
  if tags.value(.motorroad, is: "yes") { flags.insert(.motorroad) }
  if roadClass == .service && tags.has(.service) { flags.insert(.minorService) }
  if tags.value(.hazard, is: "school_zone") { flags.insert(.schoolZone) }
  if tags.has(.lowEmissionZone) && !tags.value(.lowEmissionZone, is: "no") { flags.insert(.lowEmissionZone) }
  if isConveying(tags) { flags.insert(.conveying) }
  if tags.value(.highway, is: "elevator") { flags.insert(.lift) }
  return flags
}

/// Only for cars with passengers, on all lanes.
///
/// - Source: OSM wiki, Key:hov.
private func isForCarPools(_ tags: Tags) -> Bool {
  if tags.value(.hov, is: "designated") || tags.value(.access, is: "hov") { return true }
  guard let lanes = tags.text(.hovLanes) ?? tags.text(.hovLanes, .forward) ?? tags.text(.hovLanes, .backward) else {
    return false
  }
  return lanes.split(separator: "|", omittingEmptySubsequences: false).allSatisfy { $0 == "designated" }
}

func isRoundabout(_ tags: Tags) -> Bool {
  tags.value(.junction, is: "roundabout") || tags.value(.junction, is: "circular")
}
