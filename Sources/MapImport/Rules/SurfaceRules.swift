internal import RoadGraph

/// The surface group of a way.
///
/// - Source: OSM wiki, Key:surface.
func surface(of tags: Tags) -> Surface {
  tags.firstPart(.surface, in: surfaces) ?? .unknown
}

private let surfaces: Vocabulary<Surface> = [
  "paved": .paved, "asphalt": .asphalt, "chipseal": .asphalt, "bitmac": .asphalt, "tarmac": .asphalt,
  "concrete": .concrete, "concrete:lanes": .concrete, "concrete:plates": .concrete, "cement": .concrete,
  "paving_stones": .pavingStones, "bricks": .pavingStones, "brick": .pavingStones, "tiles": .pavingStones,
  "grass_paver": .pavingStones, "paving_stones:lanes": .pavingStones, "sett": .sett,
  "cobblestone": .cobblestone, "unhewn_cobblestone": .cobblestone, "cobblestone:flattened": .sett,
  "metal": .metal, "metal_grid": .metal, "wood": .wood, "acrylic": .paved, "tartan": .paved, "rubber": .paved,
  "compacted": .compacted, "fine_gravel": .fineGravel, "gravel": .gravel, "pebblestone": .gravel, "rock": .gravel,
  "stone": .gravel, "rocks": .gravel, "unpaved": .unpaved, "woodchips": .unpaved, "ground": .ground, "dirt": .ground,
  "earth": .ground, "clay": .ground, "soil": .ground, "grass": .grass, "sand": .sand, "mud": .mud,
  "snow": .snowOrIce, "ice": .snowOrIce, "salt": .unpaved, "shells": .gravel,
]

/// Unpaved by surface. If that is unknown: tracks of grade 2 and worse, and ungraded tracks, are unpaved.
///
/// - Source: OSM wiki, Key:surface (groups "paved" and "unpaved") and Key:tracktype.
func isUnpaved(_ tags: Tags, surface: Surface, roadClass: RoadClass) -> Bool {
  if surface != .unknown { return surface.rawValue >= Surface.compacted.rawValue }
  if tags.has(.tracktype) { return !tags.value(.tracktype, is: "grade1") }
  return roadClass == .track || roadClass == .bridleway
}
