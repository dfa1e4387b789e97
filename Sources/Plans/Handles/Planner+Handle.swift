package import Routing

/// Why a handle gives no route on this map.
package enum RecallError: Error, Equatable, Sendable {
  case handle(RouteHandleError)
  /// Its line does not follow the roads of this map.
  case line(RouteError)
}

extension Planner {
  /// The route of a handle: unchanged on the map it was made on, found again by its line on another map.
  ///
  /// - Parameter waypoints: of the route, as they were requested; used if their number is right.
  /// - Returns: the route without times of day, and how it follows its line, if it was found by that.
  package mutating func route(
    _ handle: RouteHandle, waypoints: [Waypoint] = []
  ) throws(RecallError) -> (route: Route, fit: RouteImport?) {
    do throws(RouteHandleError) {
      var route = try Route(handle, on: graph, states: router.states)
      route.restore(waypoints, settings: router.settings)
      return (route, nil)
    } catch {
      guard case .otherMap = error, let sketch = try? RouteSketch(handle) else { throw .handle(error) }
      do throws(RouteError) { return try route(sketch, waypoints: waypoints) } catch { throw .line(error) }
    }
  }

  private mutating func route(
    _ sketch: RouteSketch, waypoints: [Waypoint]
  ) throws(RouteError) -> (route: Route, fit: RouteImport?) {
    let request = RouteRequest(waypoints: [], options: sketch.options)
    let (route, fit) = try route(along: DrawnLine(sketch, waypoints: waypoints), request)
    let isAsLong = abs(route.length - sketch.length) <= settings.tolerance(of: sketch.length)
    return (route, fit.ofRoute(sketch, isAsLong: isAsLong))
  }
}
