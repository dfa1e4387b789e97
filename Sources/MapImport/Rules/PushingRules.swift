internal import RoadGraph

/// Whether cyclists push their bicycle along one direction of a way on which they may not ride.
///
/// They may where they may walk: on footways, steps and pedestrian roads, with `bicycle=dismount`, and where `foot`
/// opens a way. Other values of `bicycle` and escalators forbid it. A road that is a oneway for bicycles is not one on
/// which they are pushed, so that riding against it stays an offence.
///
/// - Source: OSM wiki, Tag:bicycle=dismount; OSRM and GraphHopper push on the same classes.
func isPushed(_ tags: Tags, _ kind: WayKind, _ access: AccessSet, _ direction: TagDirection) -> Bool {
  guard access[.bicycle] == .no, access[.pedestrian] > .no, !isConveying(tags), !isImpassable(tags) else {
    return false
  }
  if tags.has(.bicycle, direction) || tags.has(.bicycle) {
    return tags.value(.bicycle, direction, is: "dismount") || tags.value(.bicycle, is: "dismount")
  }
  return isPushedByDefault(kind) || opensOnFoot(tags, direction)
}

/// Footways, steps and pedestrian roads, on which oneways do not bind those who push.
func isPushedByDefault(_ kind: WayKind) -> Bool {
  switch kind.roadClass {
  case .pedestrian, .footway, .steps: kind.isKnown
  default: false
  }
}

private func opensOnFoot(_ tags: Tags, _ direction: TagDirection) -> Bool {
  (tags.accessValue(.foot, direction) ?? tags.accessValue(.foot) ?? .none)[.pedestrian] > .no
}
