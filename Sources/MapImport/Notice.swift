internal import RoadGraph

/// What the import makes of a way by its tags.
///
/// A way that it ignores cannot change a map, unless a relation names it.
struct NoticedWay {
  let zone: ZoneKind?
  let road: RoadAttributes?

  /// `nil` if the import takes no notice of the way.
  ///
  /// - Parameter unreadableSpeeds: incremented for each direction with an unreadable speed limit.
  init?(_ tags: Tags, id: Int64, unreadableSpeeds: inout Int) {
    zone = zoneKind(of: tags)
    road = roadAttributes(of: tags, id: WayID(id), unreadableSpeeds: &unreadableSpeeds)
    if zone == nil && road == nil { return nil }
  }
}

/// What the import makes of a relation by its tags; `nil` if it ignores it.
enum NoticedRelation {
  case zone, square, enforcement, roadRoute, restriction

  init?(_ tags: Tags) {
    if tags.has(.boundary), isZone(tags) {
      self = .zone
    } else if tags.value(.type, is: "multipolygon") {
      guard mayBeSquare(tags) else { return nil }
      self = .square
    } else if tags.value(.type, is: "enforcement") {
      self = .enforcement
    } else if tags.value(.type, is: "route") {
      guard tags.value(.route, is: "road") else { return nil }
      self = .roadRoute
    } else if tags.value(.type, is: "restriction") {
      self = .restriction
    } else {
      return nil
    }
  }
}
