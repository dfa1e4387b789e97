internal import RoadGraph

/// The open directions of a way.
enum Oneway: Equatable, Sendable {
  case no, forward, backward
  /// Changes with time or signals; both directions stay open.
  case changing

  func allows(_ direction: TagDirection) -> Bool {
    switch self {
    case .no, .changing: true
    case .forward: direction == .forward
    case .backward: direction == .backward
    }
  }
}

/// - Source: OSM wiki, Key:oneway.
let onewayValues: Vocabulary<Oneway> = [
  "yes": .forward, "true": .forward, "1": .forward, "-1": .backward, "reverse": .backward,
  "no": .no, "false": .no, "0": .no, "reversible": .changing, "alternating": .changing,
]

/// The oneway rule for vehicles in general.
///
/// Roundabouts, circular junctions and motorways imply it, unless `oneway=no` says otherwise. Motorway links must be
/// tagged.
///
/// - Source: OSM wiki, Key:oneway, "Implied oneway restriction".
func oneway(of tags: Tags, roadClass: RoadClass) -> Oneway {
  if let tagged = tags.value(.oneway, in: onewayValues) { return tagged }
  return isRoundabout(tags) || roadClass == .motorway ? .forward : .no
}

/// The oneway rule for one mode, given the rule for vehicles in general.
///
/// Pedestrians obey only `oneway:foot`, except on ferries. Bicycles and buses may have a contraflow lane.
///
/// - Source: OSM wiki, Key:oneway:bicycle, Key:cycleway ("opposite…"), Key:busway, Key:oneway:psv.
func oneway(of tags: Tags, mode: TravelMode, general: Oneway, roadClass: RoadClass) -> Oneway {
  var result = mode == .pedestrian && roadClass != .ferry ? .no : general
  guard tags.speaksOfOneways else { return result }
  if mode == .bicycle && hasContraflowCycleway(tags, general: general) { result = .no }
  if mode == .bus || mode == .taxi, hasContraflowBusway(tags, mode, general: general) { result = .no }
  for key in accessKeys(of: mode).dropFirst() {
    if let onewayKey = key.oneway, let value = tags.value(onewayKey, in: onewayValues) { result = value }
  }
  return result
}

private let opposite: Vocabulary<Bool> = [
  "opposite": true, "opposite_lane": true, "opposite_track": true, "opposite_share_busway": true,
]

private let cyclewaySides: [TagKey] = [.cycleway, .cyclewayLeft, .cyclewayRight, .cyclewayBoth]

/// A cycle track or lane along the way.
///
/// - Source: OSM wiki, Key:cycleway.
func hasCycleway(_ tags: Tags) -> Bool { cyclewaySides.contains { tags.value($0, in: cycleways) != nil } }

private let cycleways: Vocabulary<Bool> = [
  "track": true, "lane": true, "shared_lane": true, "share_busway": true, "shared": true, "sharrow": true,
  "opposite": true, "opposite_lane": true, "opposite_track": true, "opposite_share_busway": true,
]

/// A cycle track or lane that is used against the oneway.
private func hasContraflowCycleway(_ tags: Tags, general: Oneway) -> Bool {
  let onewaySides: [TagKey] = [.cyclewayOneway, .cyclewayLeftOneway, .cyclewayRightOneway, .cyclewayBothOneway]
  return cyclewaySides.contains { tags.value($0, in: opposite) != nil }
    || onewaySides.contains { key in
      guard let side = tags.value(key, in: onewayValues) else { return false }
      return side == .no || general == .forward && side == .backward || general == .backward && side == .forward
    }
}

/// A bus lane that is used against the oneway; lanes of `psv` also serve taxis.
///
/// - Source: OSM wiki, Key:busway, Key:lanes:psv, Key:bus:lanes.
private func hasContraflowBusway(_ tags: Tags, _ mode: TravelMode, general: Oneway) -> Bool {
  let against: TagDirection = general == .backward ? .forward : .backward
  if mode == .bus, [TagKey.busway, .buswayLeft, .buswayRight].contains(where: { tags.value($0, in: opposite) != nil }) {
    return true
  }
  let lanes: [TagKey] = mode == .bus ? [.lanesPsv, .lanesBus, .psvLanes, .busLanes] : [.lanesPsv, .psvLanes]
  return lanes.contains { tags.has($0, against) && !tags.value($0, against, is: "0") }
}

/// Who may use the two directions of a way: access, then oneways, then the direction of an escalator.
///
/// A mode for which a key opens exactly one direction (`bus:backward=designated`) may go against the oneway. Bicycles
/// that are pushed go where pedestrians go.
func directedAccess(of tags: Tags, kind: WayKind, general: Oneway, isArea: Bool) -> DirectedAccess {
  var result = DirectedAccess(
    forward: DirectedAccess.Side(tags, kind, .forward), backward: DirectedAccess.Side(tags, kind, .backward))
  if general != .no || tags.speaksOfOneways {
    for mode in TravelMode.allCases {
      let rule = oneway(of: tags, mode: mode, general: general, roadClass: kind.roadClass)
      if !rule.allows(.forward) && !opensExplicitly(tags, mode, .forward) { result.forward.access[mode] = .no }
      if !rule.allows(.backward) && !opensExplicitly(tags, mode, .backward) { result.backward.access[mode] = .no }
    }
  }
  if isConveying(tags) { result.follow(conveyor(tags)) }
  if isArea { result.closeToMotors() }
  if !isPushedByDefault(kind) {
    let rule = oneway(of: tags, mode: .bicycle, general: general, roadClass: kind.roadClass)
    if !rule.allows(.forward) { result.forward.isPushed = false }
    if !rule.allows(.backward) { result.backward.isPushed = false }
  }
  result.forward.push()
  result.backward.push()
  return result
}

/// The direction in which an escalator moves; both where it changes or is not known.
private func conveyor(_ tags: Tags) -> Oneway {
  if let moving = tags.value(.conveying, in: conveyors) { return moving }
  return tags.value(.oneway, in: onewayValues) ?? .no
}

private let conveyors: Vocabulary<Oneway> = ["forward": .forward, "backward": .backward, "reversible": .no]

/// Who may use the two directions of a way.
struct DirectedAccess {
  struct Side {
    var access: AccessSet
    /// Bicycles go there only if they are pushed.
    fileprivate(set) var isPushed: Bool

    init(_ tags: Tags, _ kind: WayKind, _ direction: TagDirection) {
      access = MapImport.access(of: tags, kind: kind, direction: direction)
      isPushed = MapImport.isPushed(tags, kind, access, direction)
    }

    /// Lets bicycles go where pedestrians go, if they are pushed.
    fileprivate mutating func push() {
      isPushed = isPushed && access[.pedestrian] > .no
      if isPushed { access[.bicycle] = access[.pedestrian] }
    }
  }

  var forward: Side
  var backward: Side

  var isEmpty: Bool { forward.access.isEmpty && backward.access.isEmpty }

  fileprivate mutating func closeToMotors() {
    forward.access = forward.access.except(motorModes)
    backward.access = backward.access.except(motorModes)
  }

  /// Nobody walks against an escalator, and no bicycle is taken onto it.
  fileprivate mutating func follow(_ conveyor: Oneway) {
    for mode in [TravelMode.bicycle, .pedestrian] {
      if mode == .bicycle || !conveyor.allows(.forward) { forward.access[mode] = .no }
      if mode == .bicycle || !conveyor.allows(.backward) { backward.access[mode] = .no }
    }
  }
}
