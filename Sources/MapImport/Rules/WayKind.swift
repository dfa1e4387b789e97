internal import RoadGraph

/// What kind of road a way is.
struct WayKind: Equatable {
  let roadClass: RoadClass
  /// Whether the value of `highway` has a class. Otherwise access tags alone decide whether it is a road at all.
  var isKnown = true
  /// Steps, platforms, corridors and lifts: no vehicle drives there, whatever tags say.
  var isOnlyWalked = false
}

/// The kind of a way, or `nil` for a way that nobody travels on.
///
/// Left out, because there is no traffic or none yet: `construction`, `proposed`, `abandoned`, `raceway`, `services`
/// and the like, also as `construction=yes` or `abandoned=yes` on a road. Platforms, piers, corridors and lifts are
/// footways. An unknown value of `highway` is a road for the modes that access tags admit. `route=ferry` and
/// `route=shuttle_train` (vehicles carried by rail) are ferries, whatever other tags they have.
///
/// - Source: OSM wiki, Key:highway, Tag:route=ferry, Tag:man_made=pier, Tag:railway=platform,
///   Tag:public_transport=platform, Tag:highway=elevator, Lifecycle prefix, Key:construction.
func roadKind(of tags: Tags) -> WayKind? {
  if tags.value(.route, in: ferryRoutes) != nil { return WayKind(roadClass: .ferry) }
  guard let found = namedKind(of: tags), !isUnfinished(tags), !isGone(tags) else { return nil }
  return found
}

private func namedKind(of tags: Tags) -> WayKind? {
  if let found = tags.value(.highway, in: highwayKinds) {
    return isPlatform(tags, found) ? WayKind(roadClass: found.roadClass, isOnlyWalked: true) : found
  }
  if isPlatform(tags) { return WayKind(roadClass: .footway, isOnlyWalked: true) }
  if tags.value(.manMade, is: "pier") { return WayKind(roadClass: .footway) }
  guard tags.has(.highway), tags.value(.highway, in: noRoads) == nil else { return nil }
  guard tags.speaksOfAccess || hasCycleway(tags) else { return nil }
  return WayKind(roadClass: .road, isKnown: false)
}

private let ferryRoutes: Vocabulary<Bool> = ["ferry": true, "shuttle_train": true]

private let highwayKinds = Vocabulary<WayKind>(
  RoadClass.allCases.filter { $0 != .ferry }.map { roadClass in
    (word: roadClass.name, value: WayKind(roadClass: roadClass, isOnlyWalked: roadClass == .steps))
  } + [
    (word: "bus_guideway", value: WayKind(roadClass: .busway)),
    (word: "elevator", value: WayKind(roadClass: .footway, isOnlyWalked: true)),
    (word: "corridor", value: WayKind(roadClass: .footway, isOnlyWalked: true)),
    (word: "platform", value: WayKind(roadClass: .footway, isOnlyWalked: true)),
  ])

/// Values of `highway` that are not roads, whatever access tags say.
private let noRoads = Vocabulary<Bool>(
  [
    "construction", "proposed", "planned", "abandoned", "disused", "razed", "demolished", "dismantled", "removed",
    "destroyed", "historic", "raceway", "bus_stop", "services", "rest_area", "emergency_bay", "escape", "no", "none",
    "street_lamp", "trailhead", "milestone", "traffic_signals", "via_ferrata", "ladder", "winter_road", "ice_road",
    "ferry", "",
  ].map { (word: $0, value: true) })

/// Where people wait for buses, trams and trains.
func isPlatform(_ tags: Tags, _ kind: WayKind) -> Bool {
  isPlatform(tags) && defaultAccess(kind.roadClass)[.car] == .no
}

private func isPlatform(_ tags: Tags) -> Bool {
  tags.value(.publicTransport, is: "platform") || tags.value(.railway, is: "platform")
    || tags.value(.highway, is: "platform")
}

/// Under construction, unless only widened or otherwise worked on.
private func isUnfinished(_ tags: Tags) -> Bool {
  tags.has(.construction) && tags.value(.construction, in: worksOnOpenRoads) == nil
}

private let worksOnOpenRoads: Vocabulary<Bool> = ["no": true, "minor": true, "widening": true]

private func isGone(_ tags: Tags) -> Bool {
  [TagKey.abandoned, .demolished, .destroyed, .dismantled, .razed, .removed].contains { tags.value($0, is: "yes") }
}

/// An escalator or a moving walkway.
///
/// - Source: OSM wiki, Key:conveying.
func isConveying(_ tags: Tags) -> Bool { tags.has(.conveying) && !tags.value(.conveying, is: "no") }

/// Whether nothing on wheels can pass.
///
/// - Source: OSM wiki, Key:smoothness, Tag:ford=stepping_stones.
func isImpassable(_ tags: Tags) -> Bool {
  tags.value(.smoothness, is: "impassable") || tags.value(.impassable, is: "yes")
    || tags.value(.ford, is: "stepping_stones")
}
