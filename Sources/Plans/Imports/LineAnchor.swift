internal import Geodesy

/// A position of a line that is on the route made from it.
struct LineAnchor {
  /// Index into the line.
  let position: Int
  /// The distance from the start of the route.
  let progress: Metres
}
