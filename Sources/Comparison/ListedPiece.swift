internal import Geodesy

/// What identifies a piece of road.
struct PieceKey: Hashable {
  /// Source node ids in the order driven. A piece that is a whole way without nodes runs from 0 to 1, or from 1 to 0.
  var from: Int64
  var to: Int64
  /// 0 if the way does not matter.
  var way: Int64 = 0
}

/// One row of an edge list: a directed piece of road, and how much of it was travelled.
struct ListedPiece {
  var key: PieceKey
  /// 0 at `from`, 1 at `to`.
  var begin = 0.0
  var end = 1.0
  /// The whole length, not only the travelled part; `nil` if not known yet.
  var length: Metres?
  /// The line of the row in its file, for error messages.
  var line: Int32
  /// Whether `key.from` and `key.to` are nodes rather than the ends of a way without nodes.
  var hasNodes = true
  /// Whether travel follows the way's order of nodes; `nil` if not stated.
  var isForward: Bool?
  /// Whether the row names the end nodes of its way rather than the nodes where travel began and ended.
  var isWholeWay = false
}
