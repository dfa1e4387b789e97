internal import RoadGraph

/// The attributes of one road, from its tags.
struct RoadAttributes {
  var way: RoadNetwork.Way
  var directions: DirectionPair
  var drivingSide: DrivingSide?
}

/// The two directions of a way. Few combinations occur, so each one is stored once.
struct DirectionPair: Hashable {
  var forward: RoadNetwork.Direction
  var backward: RoadNetwork.Direction
}

/// Reads the tags of one way; `nil` if it is not a road.
///
/// - Parameter unreadableSpeeds: incremented for each direction with an unreadable speed limit.
func roadAttributes(of tags: Tags, id: WayID, unreadableSpeeds: inout Int) -> RoadAttributes? {
  guard let roadClass = roadClass(of: tags) else { return nil }
  var way = RoadNetwork.Way(id: id, roadClass: roadClass)
  let general = oneway(of: tags, roadClass: roadClass)
  way.surface = surface(of: tags)
  way.flags = roadFlags(of: tags, roadClass: roadClass, surface: way.surface)
  switch general {
  case .forward, .backward: way.flags.insert(.oneway)
  case .changing: way.flags.insert(.reversible)
  case .no: break
  }
  way.name = tags.text(.name) ?? tags.text(.isSidepathOfName) ?? ""
  way.ref = tags.text(.ref) ?? ""
  return RoadAttributes(
    way: way,
    directions: directions(of: tags, roadClass: roadClass, general: general, unreadableSpeeds: &unreadableSpeeds),
    drivingSide: tags.value(.drivingSide, in: drivingSides))
}

private let drivingSides: Vocabulary<DrivingSide> = ["left": .left, "right": .right]

private func directions(
  of tags: Tags, roadClass: RoadClass, general: Oneway, unreadableSpeeds: inout Int
) -> DirectionPair {
  let access = directedAccess(of: tags, roadClass: roadClass, general: general)
  func direction(_ direction: TagDirection, _ access: AccessSet) -> RoadNetwork.Direction {
    var result = RoadNetwork.Direction()
    result.access = access
    result.speedLimit = speedLimit(
      of: tags, roadClass: roadClass, direction: direction, unreadable: &unreadableSpeeds)
    describeLanesAndSigns(tags, direction: direction, general: general, into: &result)
    result.conditions = conditionLines(of: tags, direction: direction)
    return result
  }
  return DirectionPair(forward: direction(.forward, access.forward), backward: direction(.backward, access.backward))
}
