package import Geodesy
package import Guidance
package import Plans
package import RoadGraph
internal import RoadRules
package import Routing

/// What became of a request. Raw values are the codes in reports.
package enum RouteStatus: String, CaseIterable, Sendable {
  /// A route that does all that was asked.
  case ok
  /// A route, but it does what the options or the law speak against; `violations` say what and where.
  case violating
  /// There is no route.
  case failed
  /// The request makes no sense.
  case rejected
}

/// A route with all that is told of it.
package struct DescribedRoute: Sendable {
  package var route: Route
  package var outline: RouteOutline
  /// The maneuvers' edges are elements, counted through all legs.
  package var itinerary: Itinerary
  /// Along the roads; none twice in a row.
  package var course: [Place]
  package var bounds: RouteBounds?
  package var offRoad: [OffRoadStretch]
  package var handle: RouteHandle

  package init(_ route: Route, itinerary: Itinerary, on graph: RoadGraph) {
    self.route = route
    self.itinerary = itinerary
    outline = RouteOutline(of: route)
    course = route.course(on: graph)
    bounds = RouteBounds(of: course)
    offRoad = route.offRoadStretches
    handle = RouteHandle(of: route, on: graph)
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

/// Everything there is to write about one request.
package struct RouteReport: Sendable {
  package var id: String
  /// Among the routes of its request, from 0, the best one.
  package var alternative = 0
  /// Where the request stood; `nil` for the command line.
  package var file: String?
  package var line: Int?
  /// `nil` where it could not be understood.
  package var request: RouteRequest?
  package var result: Result<DescribedRoute, RouteRefusal>
  /// Where it comes back to a route planned before.
  package var wayBack: RouteReturn?
  /// What it was made from, where that was a line.
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

  /// - Complexity: a copy of it; rows that need it often keep it.
  var described: DescribedRoute? { try? result.get() }

  package var status: RouteStatus {
    switch result {
    case .success(let described): described.route.violations.isEmpty ? .ok : .violating
    case .failure(let refusal): refusal.status
    }
  }

  /// Why it is not `ok`: for a route the first thing it violates.
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
    ], geometry: "The route along the roads, a GeoJSON geometry. Null when: there is no route.")

  package static let defaults = ReportDefaults<RouteTable>(
    inDirectory: RouteTable.allCases, inStream: [.routes], sharesFeatureFile: false, rejects: nil)

  package var identity: RouteIdentity { RouteIdentity(id: id, alternative: alternative) }

  package func isInDocument(_ table: RouteTable) -> Bool {
    switch table {
    case .returns: rowCount(of: table) > 0
    case .imports: rowCount(of: table) > 0
    case .differences: imported != nil
    default: true
    }
  }

  package var expectedDocumentSize: Int { 2048 + 512 * rowCount(of: .elements) }
}
