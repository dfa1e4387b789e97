internal import RoadGraph

/// The attributes of one road, from its tags.
struct RoadAttributes {
  var way: RoadNetwork.Way
  var directions: DirectionPair
  var drivingSide: DrivingSide?
  /// People may cross the surface that the way surrounds, if it is closed.
  var isSurface = false
}

/// The two directions of a way. Few combinations occur, so each one is stored once.
struct DirectionPair: Hashable {
  var forward: RoadNetwork.Direction
  var backward: RoadNetwork.Direction
}

/// Reads the tags of one way; `nil` if it is not a road.
///
/// A surface is open to those who walk or cycle; vehicles keep to the lines of their roads.
///
/// - Parameters:
///   - isArea: the way surrounds a surface; by its own tags if it is `nil`.
///   - unreadableSpeeds: incremented for each direction with an unreadable speed limit.
func roadAttributes(
  of tags: Tags, id: WayID, isArea: Bool? = nil, unreadableSpeeds: inout Int
) -> RoadAttributes? {
  guard let kind = roadKind(of: tags) else { return nil }
  let isArea = isArea ?? tags.value(.area, is: "yes")
  var way = RoadNetwork.Way(id: id, roadClass: kind.roadClass)
  let general = oneway(of: tags, roadClass: kind.roadClass)
  let access = directedAccess(of: tags, kind: kind, general: general, isArea: isArea)
  guard kind.isKnown && !isArea || !access.isEmpty else { return nil }
  way.surface = surface(of: tags)
  way.flags = roadFlags(of: tags, roadClass: kind.roadClass, surface: way.surface)
  if isArea { way.flags.insert(.square) }
  if access.forward.isPushed { way.flags.insert(.pushedForward) }
  if access.backward.isPushed { way.flags.insert(.pushedBackward) }
  switch general {
  case .forward, .backward: way.flags.insert(.oneway)
  case .changing: way.flags.insert(.reversible)
  case .no: break
  }
  way.name = tags.text(.name) ?? tags.text(.streetName) ?? tags.text(.isSidepathOfName) ?? ""
  way.ref = tags.text(.ref) ?? ""
  return RoadAttributes(
    way: way,
    directions: directions(
      of: tags, roadClass: kind.roadClass, general: general, access, unreadableSpeeds: &unreadableSpeeds),
    drivingSide: tags.value(.drivingSide, in: drivingSides), isSurface: isArea || isPlatform(tags, kind))
}

private let drivingSides: Vocabulary<DrivingSide> = ["left": .left, "right": .right]

private func directions(
  of tags: Tags, roadClass: RoadClass, general: Oneway, _ access: DirectedAccess, unreadableSpeeds: inout Int
) -> DirectionPair {
  func direction(_ direction: TagDirection, _ access: AccessSet) -> RoadNetwork.Direction {
    var result = RoadNetwork.Direction()
    result.access = access
    result.speedLimit = speedLimit(
      of: tags, roadClass: roadClass, direction: direction, unreadable: &unreadableSpeeds)
    describeLanesAndSigns(tags, direction: direction, general: general, into: &result)
    result.conditions = conditionLines(of: tags, direction: direction)
    return result
  }
  return DirectionPair(
    forward: direction(.forward, access.forward.access), backward: direction(.backward, access.backward.access))
}
