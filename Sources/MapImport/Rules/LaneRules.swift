internal import RoadGraph

/// Lanes and signs of one direction, written into `result`.
///
/// Keys without a direction belong to the open direction of a oneway road. On other roads `destination` belongs to the
/// forward direction, and `turn:lanes` to neither, since it does not say which lanes it means.
///
/// A sign that names no destination but a street, `destination:street`, has the street as its destination.
///
/// `turn` without lanes applies to all lanes. The lane in the middle that both directions turn from,
/// `turn:lanes:both_ways`, is the innermost of both.
///
/// - Source: OSM wiki, Key:lanes, Key:turn:lanes, Key:change:lanes, Key:destination, Key:junction:ref, Lanes#Turning.
func describeLanesAndSigns(
  _ tags: Tags, direction: TagDirection, general: Oneway, into result: inout RoadNetwork.Direction
) {
  let isOneway = general == .forward || general == .backward
  let isClosed = isOneway && !general.allows(direction)
  let ownsPlainSigns = isOneway ? !isClosed : direction == .forward
  func sign(_ key: TagKey, plain: Bool) -> String {
    tags.text(key, direction) ?? (plain ? tags.text(key) : nil) ?? ""
  }
  result.turnLanes = sign(.turnLanes, plain: isOneway && !isClosed)
  result.changeLanes = sign(.changeLanes, plain: isOneway && !isClosed)
  result.destinationLanes = sign(.destinationLanes, plain: isOneway && !isClosed)
  result.rampRef = sign(.junctionRef, plain: ownsPlainSigns)
  let destination = sign(.destination, plain: ownsPlainSigns)
  result.destination = withoutBlanks(
    destination.isEmpty ? sign(.destinationStreet, plain: ownsPlainSigns) : destination)
  result.destinationRef = withoutBlanks(sign(.destinationRef, plain: ownsPlainSigns))
  result.lanes = lanes(tags, direction, isOneway: isOneway, isClosed: isClosed)
  if result.turnLanes.isEmpty {
    let all = sign(.turn, plain: isOneway && !isClosed)
    let count = all.isEmpty ? 0 : max(1, Int(result.lanes))
    result.turnLanes = Array(repeating: all, count: count).joined(separator: "|")
  }
  let painted = result.turnLanes.isEmpty ? 0 : result.turnLanes.utf8.count { $0 == UInt8(ascii: "|") } + 1
  if result.lanes == 0 { result.lanes = UInt8(clamping: painted) }
  if tags.speaksOfLanes {
    result.closedLanes = closedLanes(
      of: tags, direction, count: painted > 0 ? painted : Int(result.lanes), plain: isOneway && !isClosed)
  }
  if !isOneway, let shared = tags.text(.turnLanesBothWays) { result.addMiddleLane(shared) }
}

/// A list separated by `;`, without blanks around its parts. Few lists have any.
private func withoutBlanks(_ list: String) -> String {
  guard list.utf8.contains(UInt8(ascii: ";")), list.utf8.contains(UInt8(ascii: " ")) else { return list }
  return list.replacing(#/\ *;\ */#, with: ";")
}

extension RoadNetwork.Direction {
  /// Puts the lane in the middle of the road beside the lanes of this direction: on the left if it is for left turns.
  ///
  /// Does nothing if the number of the other lanes is not known, or if it is not clear which way it turns.
  fileprivate mutating func addMiddleLane(_ arrows: String) {
    let (isLeft, isRight) = (arrows.contains("left"), arrows.contains("right"))
    guard isLeft != isRight, !arrows.contains("|"), lanes > 0 else { return }
    func added(_ part: String, to texts: String) -> String { isLeft ? part + "|" + texts : texts + "|" + part }
    let others = String(repeating: "|", count: Int(lanes) - 1)
    turnLanes = added(arrows, to: turnLanes.isEmpty ? others : turnLanes)
    if !changeLanes.isEmpty { changeLanes = added("", to: changeLanes) }
    if !destinationLanes.isEmpty { destinationLanes = added("", to: destinationLanes) }
    if !closedLanes.isEmpty { closedLanes = added("", to: closedLanes) }
  }
}

/// Lanes in one direction; 0 if unknown.
///
/// An even total of a two-way road is halved, and a single lane serves both directions. An odd total can be split only
/// if the other direction has its own count.
private func lanes(_ tags: Tags, _ direction: TagDirection, isOneway: Bool, isClosed: Bool) -> UInt8 {
  if let own = count(tags.text(.lanes, direction)) { return own }
  guard !isClosed, let total = count(tags.text(.lanes)) else { return 0 }
  if isOneway { return total }
  let shared = count(tags.text(.lanesBothWays)) ?? 0
  if let other = count(tags.text(.lanes, direction == .forward ? .backward : .forward)) {
    return total > other + shared ? total - other - shared : 0
  }
  let rest = total > shared ? total - shared : 0
  if rest == 1 { return 1 }
  return rest.isMultiple(of: 2) ? rest / 2 : 0
}

/// The integer at the start of a text, up to 99.
private func count(_ text: String?) -> UInt8? {
  guard let text, let number = Int(text.prefix { $0.isASCII && $0.isNumber }), number < 100 else { return nil }
  return UInt8(number)
}
