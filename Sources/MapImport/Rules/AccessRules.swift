internal import RoadGraph

/// The keys that apply to a mode, the broadest first. The narrowest key that is present decides.
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
  case .motorway, .motorwayLink: .all.except(slowModes)
  case .busway: .none.with([.bus])
  case .pedestrian, .footway, .steps, .bridleway: .none.with([.pedestrian])
  case .cycleway, .path: .none.with([.bicycle, .pedestrian])
  default: .all
  }
}

private let slowModes: [TravelMode] = [.scooter, .bicycle, .pedestrian]

/// Who may use a way by its kind alone: the default of its class, with the tags that change the kind and name no mode.
///
/// A cycle track or lane opens a motorway to bicycles. Nobody but emergency services drives on emergency accesses. Ways
/// of an unknown kind are open only to those whom access tags admit.
///
/// - Source: OSM wiki, Key:motorroad, Key:cycleway, Tag:service=emergency_access.
private func impliedAccess(of tags: Tags, _ kind: WayKind) -> AccessSet {
  var result = kind.isKnown ? defaultAccess(kind.roadClass) : .none
  if tags.value(.motorroad, is: "yes") { result = result.except(slowModes) }
  if tags.value(.service, is: "emergency_access") { result = result.except(motorModes) }
  if tags.speaksOfOneways, hasCycleway(tags) { result[.bicycle] = .yes }
  return result
}

/// Who may use one direction of a way, regardless of oneways.
///
/// A bare `access=yes` opens nothing that the class keeps closed (a footway stays a footway); a value that names a mode
/// does, and so does a key for vehicles or for a mode. A value that is not known leaves the default of the class.
///
/// - Source: OSM wiki, Key:access, Forward & backward.
func access(of tags: Tags, kind: WayKind, direction: TagDirection) -> AccessSet {
  let implied = impliedAccess(of: tags, kind)
  var result = implied
  if tags.speaksOfAccess {
    for mode in TravelMode.allCases {
      guard let tagged = taggedAccess(tags, mode, direction) else { continue }
      guard let value = tagged.value else { continue }
      let opensAll = tagged.key == .access && value.isUniform && kind.isKnown
      if !opensAll || implied[mode] > .no { result[mode] = value[mode] }
    }
  }
  return result.limited(by: physicalAccess(of: tags, kind))
}

/// The value of the narrowest key of a mode that is present; `nil` if it is not known.
private func taggedAccess(
  _ tags: Tags, _ mode: TravelMode, _ direction: TagDirection
) -> (key: TagKey, value: AccessSet?)? {
  for key in accessKeys(of: mode).reversed() {
    if direction != .both, tags.has(key, direction) { return (key, tags.accessValue(key, direction)) }
    if tags.has(key) { return (key, tags.accessValue(key)) }
  }
  return nil
}

extension Tags {
  /// Whom a value admits; `nil` if the key is absent or the value not known.
  func accessValue(_ key: TagKey, _ direction: TagDirection = .both) -> AccessSet? {
    joined(key, direction, in: accessValues) { $0.joined(with: $1) }
  }
}

/// Who can physically use a way, whatever is allowed: nobody drives on steps or in lifts, nothing on wheels passes what
/// is impassable, and nobody knows when an ice road carries a vehicle.
///
/// - Source: OSM wiki, Key:smoothness, Tag:highway=steps, Tag:highway=elevator, Key:ice_road, Key:winter_road.
private func physicalAccess(of tags: Tags, _ kind: WayKind) -> AccessSet {
  if tags.value(.iceRoad, is: "yes") || tags.value(.winterRoad, is: "yes") { return .none }
  var result = kind.isOnlyWalked ? AccessSet.all.except(motorModes) : .all
  if isImpassable(tags) { result = result.except(motorModes + [.bicycle]) }
  return result
}

/// Whether a key for vehicles or for a mode opens exactly this direction, as `bicycle:backward=yes` does.
func opensExplicitly(_ tags: Tags, _ mode: TravelMode, _ direction: TagDirection) -> Bool {
  guard tags.speaksOfDirections else { return false }
  return accessKeys(of: mode).dropFirst().contains { (tags.accessValue($0, direction)?[mode] ?? .no) > .no }
}
