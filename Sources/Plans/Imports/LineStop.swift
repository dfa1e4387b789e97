internal import Geodesy
internal import Routing

/// A waypoint of a line, and where the path along the line passes it.
struct LineStop {
  var waypoint: Waypoint
  /// Index into the pieces of the path.
  var piece: Int
  /// Metres from the start of the edge, within the piece.
  var offset: Metres
}
