internal import RoadGraph

/// Who may pass a node: `.all` without a barrier or with a harmless one.
///
/// Gates without further tags are open, as in OSRM. The table says who may pass a kind of barrier. Access tags on the
/// node override it, here also a bare `access=yes`. A locked gate needs a key.
///
/// - Source: OSM wiki, Key:barrier and the pages of its values ("implied access"), Key:bollard, Key:locked.
func barrierAccess(of tags: Tags) -> AccessSet {
  guard tags.has(.barrier) else { return .all }
  var result = tags.value(.barrier, in: barriers) ?? noMotors
  if tags.value(.bollard, is: "rising") { result = .all.with(motorModes, .permit) }
  if tags.value(.locked, is: "yes") { result = AccessSet.all.with(TravelMode.allCases, .permit).limited(by: result) }
  guard tags.speaksOfAccess else { return result }
  for mode in TravelMode.allCases {
    for key in accessKeys(of: mode) {
      if let value = tags.firstPart(key, in: accessValues) { result[mode] = value }
    }
  }
  return result
}

private let motorModes: [TravelMode] = [.car, .truck, .bus, .taxi, .motorcycle, .scooter]
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
  "bus_trap": .all.except([.car, .taxi]), "sump_buster": .all.except([.car, .taxi]),
]
