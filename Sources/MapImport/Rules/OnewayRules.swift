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
  if mode == .bicycle && hasContraflowCycleway(tags) { result = .no }
  if mode == .bus && hasContraflowBusway(tags) { result = .no }
  for key in accessKeys(of: mode).dropFirst() {
    if let onewayKey = key.oneway, let value = tags.value(onewayKey, in: onewayValues) { result = value }
  }
  return result
}

private let opposite: Vocabulary<Bool> = [
  "opposite": true, "opposite_lane": true, "opposite_track": true, "opposite_share_busway": true,
]

private func hasContraflowCycleway(_ tags: Tags) -> Bool {
  let sides: [TagKey] = [.cycleway, .cyclewayLeft, .cyclewayRight, .cyclewayBoth]
  let onewaySides: [TagKey] = [.cyclewayLeftOneway, .cyclewayRightOneway, .cyclewayBothOneway]
  return sides.contains { tags.value($0, in: opposite) != nil }
    || onewaySides.contains { tags.value($0, is: "-1") || tags.value($0, is: "no") }
}

private func hasContraflowBusway(_ tags: Tags) -> Bool {
  [TagKey.busway, .buswayLeft, .buswayRight].contains { tags.value($0, in: opposite) != nil }
}

/// Who may use the two directions of a way: access, then oneways.
///
/// A mode for which a key opens exactly one direction (`bus:backward=designated`) may go against the oneway.
func directedAccess(of tags: Tags, roadClass: RoadClass, general: Oneway) -> (forward: AccessSet, backward: AccessSet) {
  var forward = access(of: tags, roadClass: roadClass, direction: .forward)
  var backward = tags.speaksOfDirections ? access(of: tags, roadClass: roadClass, direction: .backward) : forward
  guard general != .no || tags.speaksOfOneways else { return (forward, backward) }
  for mode in TravelMode.allCases {
    let rule = oneway(of: tags, mode: mode, general: general, roadClass: roadClass)
    if !rule.allows(.forward) && !opensExplicitly(tags, mode, .forward) { forward[mode] = .no }
    if !rule.allows(.backward) && !opensExplicitly(tags, mode, .backward) { backward[mode] = .no }
  }
  return (forward, backward)
}
