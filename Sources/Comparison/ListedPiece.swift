internal import Geodesy

/// What a piece of road is told from others by.
struct PieceKey: Hashable {
  /// Source node ids in the order driven. A piece that is a way without nodes runs from 0 to 1, or from 1 to 0.
  var from: Int64
  var to: Int64
  /// 0 where the way does not matter.
  var way: Int64 = 0
}

/// One row of an edge list: a directed piece of road, and how much of it was travelled.
struct ListedPiece {
  var key: PieceKey
  /// 0 at `from`, 1 at `to`.
  var begin = 0.0
  var end = 1.0
  /// From end to end, not only where travelled; `nil` where it is not known yet.
  var length: Metres?
  /// Of the row in its file, for complaints.
  var line: Int32
  /// Whether `key.from` and `key.to` are nodes, and not the ends of a way without nodes.
  var hasNodes = true
  /// With the way's order of nodes; `nil` where nobody says.
  var isForward: Bool?
  /// The row names the nodes of its way, and not those where travel began and ended.
  var isWholeWay = false
}
