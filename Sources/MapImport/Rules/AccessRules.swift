internal import RoadGraph

/// The keys that apply to a mode, the broadest first. A later key overrides an earlier one.
///
/// - Source: OSM wiki, Key:access, "Transport mode restrictions" (the hierarchy of modes). `goods` ranks above `hgv`
///   here: both apply to vans and lorries, for which the graph has one mode.
func accessKeys(of mode: TravelMode) -> [TagKey] { keysByMode[Int(mode.rawValue)] }

private let keysByMode: [[TagKey]] = TravelMode.allCases.map { mode in
  switch mode {
  case .car: [.access, .vehicle, .motorVehicle, .motorcar]
  case .truck: [.access, .vehicle, .motorVehicle, .goods, .hgv]
  case .bus: [.access, .vehicle, .motorVehicle, .psv, .bus]
  case .taxi: [.access, .vehicle, .motorVehicle, .psv, .taxi]
  case .motorcycle: [.access, .vehicle, .motorVehicle, .motorcycle]
  case .scooter: [.access, .vehicle, .motorVehicle, .moped]
  case .bicycle: [.access, .vehicle, .bicycle]
  case .pedestrian: [.access, .foot]
  }
}

/// The meaning of access values. `agricultural` and `forestry` exclude everybody else and count as `no`, as in OSRM and
/// GraphHopper.
///
/// - Source: OSM wiki, Key:access, "List of possible values".
let accessValues: Vocabulary<Access> = [
  "yes": .yes, "designated": .yes, "permissive": .yes, "official": .yes, "public": .yes, "allowed": .yes, "true": .yes,
  "use_sidepath": .no, "discouraged": .yes, "dismount": .no, "unknown": .yes,
  "destination": .destination, "customers": .destination, "delivery": .destination, "residents": .destination,
  "private": .permit, "permit": .permit, "employees": .permit, "key": .permit,
  "no": .no, "agricultural": .no, "forestry": .no, "agricultural;forestry": .no, "military": .no, "emergency": .no,
  "restricted": .no, "false": .no, "psv": .no, "bus": .no,
]

/// Who may use a class of road by default.
///
/// Tracks are open to all vehicles, as in GraphHopper's car routing; OSRM leaves them out. Vehicles do drive there, and
/// a matcher must find them.
///
/// - Source: OSM wiki, OSM tags for routing/Access restrictions, table "Worldwide"; footways, cycleways and steps
///   without motor vehicles everywhere.
func defaultAccess(_ roadClass: RoadClass) -> AccessSet { defaultsByClass[Int(roadClass.rawValue)] }

private let defaultsByClass: [AccessSet] = RoadClass.allCases.map { roadClass in
  switch roadClass {
  case .motorway, .motorwayLink: .all.except([.scooter, .bicycle, .pedestrian])
  case .busway: .none.with([.bus])
  case .pedestrian, .footway, .steps, .bridleway: .none.with([.pedestrian])
  case .cycleway, .path: .none.with([.bicycle, .pedestrian])
  default: .all
  }
}

extension AccessSet {
  func with(_ modes: [TravelMode], _ access: Access = .yes) -> AccessSet {
    modes.reduce(into: self) { set, mode in set[mode] = access }
  }

  func except(_ modes: [TravelMode]) -> AccessSet { with(modes, .no) }
}

/// Who may use one direction of a way, regardless of oneways.
///
/// A bare `access=yes` opens nothing that the class keeps closed (a footway stays a footway). A key for vehicles or for
/// a mode does. `motorroad=yes` excludes slow modes.
///
/// - Source: OSM wiki, Key:access, Forward & backward, Key:motorroad.
func access(of tags: Tags, roadClass: RoadClass, direction: TagDirection) -> AccessSet {
  var result = defaultAccess(roadClass)
  if tags.value(.motorroad, is: "yes") { result = result.except([.scooter, .bicycle, .pedestrian]) }
  guard tags.speaksOfAccess else { return result }
  for mode in TravelMode.allCases {
    let isClosed = result[mode] == .no
    for key in accessKeys(of: mode) where !(key == .access && isClosed) {
      if let value = accessValue(tags, key, direction) { result[mode] = value }
    }
  }
  return result
}

/// The value for one direction, or otherwise the value for both.
private func accessValue(_ tags: Tags, _ key: TagKey, _ direction: TagDirection) -> Access? {
  tags.firstPart(key, direction, in: accessValues) ?? tags.firstPart(key, in: accessValues)
}

/// Whether a key for vehicles or for a mode opens exactly this direction, as `bicycle:backward=yes` does.
func opensExplicitly(_ tags: Tags, _ mode: TravelMode, _ direction: TagDirection) -> Bool {
  guard tags.speaksOfDirections else { return false }
  return accessKeys(of: mode).dropFirst().contains { key in
    (tags.firstPart(key, direction, in: accessValues) ?? .no) > .no
  }
}
