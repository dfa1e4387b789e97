package import Geodesy
package import Guidance
package import Plans
package import RoadGraph
internal import RoadRules
package import Routing

/// The outcome of a request. Raw values are the codes in reports.
package enum RouteStatus: String, CaseIterable, Sendable {
  /// There is a route that does everything requested.
  case ok
  /// There is a route, but it violates the options or the law; `violations` says how and where.
  case violating
  /// There is no route.
  case failed
  /// The request makes no sense.
  case rejected
}

/// A route with its description. A class: rows that need it hold it.
package final class DescribedRoute: Sendable {
  package let route: Route
  package let outline: RouteOutline
  /// The edges of the maneuvers are elements, counted through all legs.
  package let itinerary: Itinerary
  /// What a voice would say; `nil` if not requested.
  package let notifications: [SpokenNotification]?
  /// The places along the roads, without consecutive duplicates.
  package let course: [Place]
  /// The number of places up to the end of each element, counted through all legs.
  let courseEnds: [Int]
  package let bounds: RouteBounds?
  package let offRoad: [OffRoadStretch]
  package let handle: RouteHandle

  package init(
    _ route: Route, itinerary: Itinerary, notifications: [SpokenNotification]? = nil, on graph: RoadGraph
  ) {
    self.route = route
    self.itinerary = itinerary
    self.notifications = notifications
    outline = RouteOutline(of: route)
    (course, courseEnds) = graph.course(of: route)
    bounds = RouteBounds(of: course)
    offRoad = route.offRoadStretches
    handle = RouteHandle(of: route, on: graph, course: course)
  }
}

/// Why a request has no route.
package struct RouteRefusal: Hashable, Sendable {
  package var status: RouteStatus
  package var reason: String
  /// A sentence.
  package var message: String

  package init(_ status: RouteStatus, reason: String, message: String) {
    self.status = status
    self.reason = reason
    self.message = message
  }
}

/// The content to be written about one request.
package struct RouteReport: Sendable {
  package var id: String
  /// The number among the routes of its request; 0 is the best.
  package var alternative = 0
  /// The file and line of the request; `nil` for the command line.
  package var file: String?
  package var line: Int?
  /// `nil` if it could not be understood.
  package var request: RouteRequest?
  package var result: Result<DescribedRoute, RouteRefusal>
  /// The return to an earlier route, if it is one.
  package var wayBack: RouteReturn?
  /// The import from a line, if it is one.
  package var imported: RouteImport?
  package var graph: RoadGraph

  package init(
    id: String, file: String?, line: Int?, request: RouteRequest?, result: Result<DescribedRoute, RouteRefusal>,
    graph: RoadGraph
  ) {
    self.id = id
    self.file = file
    self.line = line
    self.request = request
    self.result = result
    self.graph = graph
  }

  package var described: DescribedRoute? { try? result.get() }

  package var mode: TravelMode { request?.options.mode ?? .car }

  package var status: RouteStatus {
    switch result {
    case .success(let described): described.route.violations.isEmpty ? .ok : .violating
    case .failure(let refusal): refusal.status
    }
  }

  /// Why it is not `ok`; for a route, its first violation.
  package var reason: String? {
    switch result {
    case .success(let described): described.route.violations.first?.kind.code
    case .failure(let refusal): refusal.reason
    }
  }

  package var message: String? {
    if case .failure(let refusal) = result { return refusal.message }
    return nil
  }
}

extension RouteRefusal: Error {}

extension RouteReport: Report {
  package static let document = DocumentShape<RouteTable>(
    "tracemill/route/1", title: "A route of tracemill", main: .routes,
    [RouteTable.waypoints, .sections, .legs, .maneuvers, .elements, .violations, .events, .offRoad].map {
      .init(table: $0, name: $0.rawValue)
    } + [
      .init(table: .returns, name: "return", isObject: true, isOptional: true),
      .init(table: .imports, name: "import", isObject: true, isOptional: true),
      .init(table: .differences, name: "differences", isOptional: true),
      .init(table: .notifications, name: "notifications", isOptional: true),
    ], geometry: "The route along the roads, a GeoJSON geometry. Null when: there is no route.")

  package static let defaults = ReportDefaults<RouteTable>(
    inDirectory: RouteTable.standard, inStream: [.routes], sharesFeatureFile: false, rejects: nil)

  package var identity: RouteIdentity { RouteIdentity(id: id, alternative: alternative) }

  package func isInDocument(_ table: RouteTable) -> Bool {
    switch table {
    case .returns: rowCount(of: table) > 0
    case .imports: rowCount(of: table) > 0
    case .differences: imported != nil
    case .notifications: described?.notifications != nil
    default: true
    }
  }

  package var expectedDocumentSize: Int { 2048 + 512 * rowCount(of: .elements) }
}
