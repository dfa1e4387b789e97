package import RoadGraph

/// A fault in a result of matching. Either the program has an error or the map is damaged; the trace is not the cause.
package enum MatchingError: Error, Equatable, Sendable {
  /// The result does not have one entry for every fix.
  case fixCount(Int, of: Int)
  /// A step of a path does not begin where the step before it ends. Both are counted from 0.
  case parted(path: Int, step: Int)
  /// A step of a path extends beyond its edge.
  case outside(EdgeID, path: Int, step: Int)
  /// A fix is not on its step, or is placed before the previous fix.
  case misplaced(fix: Int, path: Int)
}

extension MatchingError: CustomStringConvertible {
  /// One clause.
  package var description: String {
    switch self {
    case .fixCount(let found, let expected): "\(found) of \(expected) fixes have a result"
    case .parted(let path, let step): "edge \(step) of path \(path) does not begin where the edge before it ends"
    case .outside(let edge, let path, let step):
      "edge \(step) of path \(path) goes beyond the ends of edge \(edge.index)"
    case .misplaced(let fix, let path): "fix \(fix) lies outside path \(path)"
    }
  }
}
