internal import Geodesy

/// A point that a drive passes: a node of the town, written as its id, or a place off all roads.
enum TownWaypoint: Sendable, ExpressibleByIntegerLiteral {
  case node(Int)
  case spot(x: Metres, y: Metres)

  init(integerLiteral id: Int) { self = .node(id) }
}
