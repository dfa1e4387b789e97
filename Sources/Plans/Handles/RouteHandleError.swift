/// Why a text is not the handle of a route on a map.
package enum RouteHandleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Not a handle, or of a later version of the format.
  case notAHandle
  /// Cut short or changed.
  case damaged
  /// Made on another map: the versions of both.
  case otherMap(made: String, given: String)

  package var description: String {
    switch self {
    case .notAHandle: "this is not the handle of a route, or of a later version of tracemill"
    case .damaged: "the handle of the route is cut short or changed; copy it whole"
    case .otherMap(let made, let given):
      "the route was made on the map \(made), and this map is \(given); find it anew, or use that map"
    }
  }
}
