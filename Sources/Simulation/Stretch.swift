package import Geodesy
package import Moments

/// The kinds of stretches of a simulated drive.
package enum StretchKind: String, CaseIterable, Sendable {
  case wrongWay = "wrong_way"
  case offRoad = "off_road"
  case gap, stop, detour, tunnel
  /// The edges of a path that a turn restriction bans.
  case forbiddenTurn = "forbidden_turn"
}

/// A stretch of a drive with its true begin and end.
package struct Stretch: Hashable, Sendable {
  package var kind: StretchKind
  package var beginTime: Timestamp
  package let endTime: Timestamp
  package var begin: Place
  package var end: Place
  /// The length driven in it.
  package var length: Metres
  /// For a wrong way, the distance from its middle to the nearest road on which it would be lawful, such as the other
  /// carriageway; `nil` if no such road is within ``OppositeCarriageway/reach``.
  package let beside: Metres?
}
