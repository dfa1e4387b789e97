private import FoundationEssentials
internal import Geodesy
package import Plans
internal import Records
package import Routing
internal import Storage
private import Synchronization

/// An earlier route.
package struct WrittenRoute: Sendable {
  package var id: String
  /// The number among the routes of its request.
  package var alternative = 0
  package let handle: RouteHandle
  /// The requested waypoints; empty if only the handle is known.
  package var waypoints: [Waypoint] = []
  /// Where its document begins in its file, from 1; `nil` for a handle.
  var line: Int?

  /// The routes of a file of route documents, or of one handle; documents of requests without a route are left out.
  ///
  /// Memory: the routes' handles and waypoints, and the largest document.
  ///
  /// - Throws: ``ChangeFileError`` if there is no such file, or if it does not contain route documents.
  package static func routes(fileOrHandle text: String) throws(ChangeFileError) -> [WrittenRoute] {
    if isHandle(text) {
      return [WrittenRoute(id: "1", handle: RouteHandle(text: text))]
    }
    var documents = try DocumentFile(text)
    var (routes, count) = ([WrittenRoute](), 0)
    while let document = try documents.next() {
      guard let json = document.value else {
        throw count == 0
          ? ChangeFileError.notRoutes(path: text) : .noLines(path: "\(text):\(document.line)", document.fault ?? "")
      }
      guard isRouteDocument(json) else { throw .notRoutes(path: text) }
      count += 1
      if let route = WrittenRoute(ofDocument: json, line: document.line) { routes.append(route) }
    }
    guard count > 0 else { throw .notRoutes(path: text) }
    return routes
  }

  /// Whether a text is a handle, and not the name of a file.
  static func isHandle(_ text: String) -> Bool {
    text.utf8.allSatisfy { RouteHandle.alphabet.contains($0) } && FileKind(at: text) == .missing
  }

  /// Whether a document is of a route, or of a request without one.
  static func isRouteDocument(_ json: JSONValue) -> Bool {
    json["id"]?.text != nil && json["waypoints"]?.list != nil && json["handle"] != nil
  }

  /// A row of `waypoints`.
  private static func waypoint(_ json: JSONValue) -> Waypoint? {
    guard let latitude = json["lat"]?.number, let longitude = json["lon"]?.number,
      Place.isValid(latitude: latitude, longitude: longitude)
    else { return nil }
    var waypoint = Waypoint(place: Place(latitude: latitude, longitude: longitude))
    waypoint.kind = json["type"]?.text.flatMap(Waypoint.Kind.init) ?? .stopover
    waypoint.side = json["side"]?.text.flatMap(Waypoint.Side.init) ?? .any
    waypoint.name = json["name"]?.text ?? ""
    waypoint.heading = json["heading_deg"]?.number
    return waypoint
  }
}

extension WrittenRoute {
  /// The route of a document; `nil` if the document has none.
  init?(ofDocument json: JSONValue, line: Int) {
    guard let id = json["id"]?.text, let handle = json["handle"]?.text else { return nil }
    self.init(
      id: id, alternative: json["alternative"]?.integer ?? 0, handle: RouteHandle(text: handle),
      waypoints: (json["waypoints"]?.list ?? []).compactMap(Self.waypoint), line: line)
  }
}

/// A route that a request names.
package enum WrittenPlan: Sendable {
  /// The file of a route document, or a handle.
  case named(String)
  case route(WrittenRoute)
}

/// The routes of the files that the requests of a run name, each file read once.
package final class WrittenPlans: Sendable {
  private let known = Mutex<[String: Result<[WrittenRoute], ChangeFileError>]>([:])

  package init() {}

  /// The files and handles that requests have named so far.
  package var names: [String] { known.withLock { Array($0.keys) } }

  /// The route that a request means: in a file of several routes, the best one with the id of the request.
  package func route(_ plan: WrittenPlan, id: String?) throws(RequestRefusal) -> WrittenRoute {
    switch plan {
    case .route(let route): return route
    case .named(let text): return try route(named: text, id: id)
    }
  }

  private func route(named text: String, id: String?) throws(RequestRefusal) -> WrittenRoute {
    let found = known.withLock { known in
      if let routes = known[text] { return routes }
      let routes = Result { () throws(ChangeFileError) in try WrittenRoute.routes(fileOrHandle: text) }
      known[text] = routes
      return routes
    }
    let routes: [WrittenRoute]
    do throws(ChangeFileError) { routes = try found.get() } catch {
      throw RequestRefusal(error.reason, "return_to: \(error)")
    }
    if routes.count == 1 { return routes[0] }
    let id = id ?? ""
    guard let route = routes.first(where: { $0.id == id && $0.alternative == 0 }) else {
      throw RequestRefusal(.unknownRoute, "\(shown(text)) has \(routes.count) routes, and none of the id \(shown(id))")
    }
    return route
  }
}

extension ChangeFileError {
  /// The reason in the refusal of a request.
  fileprivate var reason: RequestReason {
    if case .unreadable = self { return .unreadableFile }
    return .badRoute
  }
}
