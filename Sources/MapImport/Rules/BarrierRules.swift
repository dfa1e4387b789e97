internal import RoadGraph

/// Who may pass a node: `.all` without a barrier or with a harmless one.
///
/// Gates without further tags are open, as in OSRM. The table says who may pass a kind of barrier; walls, fences,
/// hedges and ditches let nobody pass. Access tags on the node override it, here also a bare `access=yes`. A locked
/// gate needs a key. Access tags without a barrier are a sign.
///
/// - Source: OSM wiki, Key:barrier and the pages of its values ("implied access"), Key:bollard, Key:locked,
///   Key:access on nodes, Tag:highway=elevator.
func barrierAccess(of tags: Tags) -> AccessSet {
  guard tags.has(.barrier) else { return accessWithoutBarrier(of: tags) }
  var result = tags.value(.barrier, in: barriers) ?? noMotors
  if tags.value(.bollard, is: "rising") { result = .all.with(motorModes, .permit) }
  if tags.value(.locked, is: "yes") { result = AccessSet.all.with(TravelMode.allCases, .permit).limited(by: result) }
  return applyTags(tags, to: result)
}

private func accessWithoutBarrier(of tags: Tags) -> AccessSet {
  if tags.value(.ford, is: "stepping_stones") { return feetOnly }
  let isLift = tags.value(.highway, is: "elevator")
  guard isLift || tags.speaksOfAccess && !isAboutOthers(tags) else { return .all }
  return applyTags(tags, to: isLift ? noMotors : .all)
}

/// The tags are about a place at the road, or about those who cross it.
private func isAboutOthers(_ tags: Tags) -> Bool {
  tags.has(.crossing) || tags.has(.amenity) || tags.has(.entrance) || tags.has(.publicTransport)
    || tags.value(.highway, in: placesAtRoads) != nil || tags.has(.railway)
}

private let placesAtRoads: Vocabulary<Bool> = [
  "crossing": true, "bus_stop": true, "platform": true, "street_lamp": true, "speed_camera": true, "milestone": true,
  "rest_area": true, "services": true, "trailhead": true,
]

/// The access tags of a node, the narrowest first.
private func applyTags(_ tags: Tags, to implied: AccessSet) -> AccessSet {
  guard tags.speaksOfAccess else { return implied }
  return TravelMode.allCases.reduce(into: implied) { set, mode in
    guard let key = accessKeys(of: mode).last(where: { tags.has($0) }) else { return }
    if tags.value(key, is: "dismount") { return }
    if let value = tags.accessValue(key) { set[mode] = value[mode] }
  }
}

/// Bollards, blocks and unknown values: no motor vehicle passes, all others do.
private let noMotors = AccessSet.all.except(motorModes)
private let feetOnly = AccessSet.none.with([.pedestrian])

private let barriers: Vocabulary<AccessSet> = [
  "no": .all, "kerb": .all, "cattle_grid": .all, "toll_booth": .all, "border_control": .all, "entrance": .all,
  "gate": .all, "lift_gate": .all, "sliding_gate": .all, "sliding_beam": .all, "sally_port": .all, "bump_gate": .all,
  "hampshire_gate": .all, "height_restrictor": .all, "arch": .all, "rising_bollard": .all.with(motorModes, .permit),
  "swing_gate": .all.with(motorModes, .permit), "wicket_gate": noMotors,
  "bollard": noMotors, "bollards": noMotors, "cycle_barrier": noMotors, "motorcycle_barrier": noMotors,
  "block": noMotors, "jersey_barrier": noMotors, "planter": noMotors, "log": noMotors, "chain": noMotors,
  "rope": noMotors, "debris": noMotors, "bar": noMotors,
  "kissing_gate": feetOnly, "stile": feetOnly, "turnstile": feetOnly, "full-height_turnstile": feetOnly,
  "horse_stile": feetOnly, "squeeze": feetOnly,
  "wall": .none, "fence": .none, "hedge": .none, "ditch": .none, "retaining_wall": .none, "city_wall": .none,
  "guard_rail": .none, "cable_barrier": .none, "wire_fence": .none, "field_boundary": .none, "tank_trap": noMotors,
  "gap": .all, "opening": .all, "coupure": .all, "checkpoint": .all,
  "bus_trap": .all.except([.car, .taxi]), "sump_buster": .all.except([.car, .taxi]),
]
