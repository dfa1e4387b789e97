internal import Guidance
internal import Matching
internal import Plans
internal import Reports
package import Requests
internal import RoadGraph
internal import Routing
internal import Traces

/// Turns requests into answers; works on any thread.
package struct RequestWork: Sendable {
  package enum Item: Sendable {
    case written(WrittenRequest)
    case line(RequestLine)
    case route(WrittenRoute)
  }

  /// Where lines come from.
  struct File: Sendable {
    var path: String
    var form: RequestForm
  }

  let graph: RoadGraph
  let settings: RequestSettings
  let resolver: RequestResolver
  let memory: JunctionMemory
  let file: File?
  let plans = WrittenPlans()

  /// One for each route, the best one first; one in any case.
  func reports(on item: Item, using worker: inout LineScratch) -> [RouteReport] {
    switch item {
    case .written(let written):
      return reports(on: Result.success(written), id: written.id ?? "1", line: nil, using: &worker)
    case .line(let line):
      let written = Result { () throws(RequestRefusal) in try read(line) }
      return reports(on: written, id: written.id ?? String(line.number), line: line.line, using: &worker)
    case .route(let written): return [report(on: written, using: &worker)]
    }
  }

  /// On a route that is timed again.
  private func report(on written: WrittenRoute, using worker: inout LineScratch) -> RouteReport {
    var report = report(id: written.id, line: nil)
    report.alternative = written.alternative
    do throws(RequestRefusal) {
      let departure = try resolver.request(WrittenRequest()).departure
      report.request = RouteRequest(waypoints: [])
      do throws(RouteRefusal) {
        let (planned, fit) = try route(of: written, using: &worker)
        let route = worker.router.refreshed(planned, departure: departure)
        report.request = RouteRequest(waypoints: route.waypoints.map(\.waypoint), options: route.options)
        report.result = .success(described(route))
        report.imported = fit
      } catch {
        if error.status == .rejected { report.request = nil }
        report.result = .failure(error)
      }
    } catch {
      report.result = .failure(error.ofReport)
    }
    return report
  }

  /// A route found before: on this map as it was, of another map found anew by its line.
  private func route(
    of written: WrittenRoute, using worker: inout LineScratch
  ) throws(RouteRefusal) -> (Route, RouteImport?) {
    do throws(RouteHandleError) {
      var route = try Route(written.handle, on: graph, states: worker.router.states)
      route.restore(written.waypoints, settings: settings.routing)
      return (route, nil)
    } catch {
      guard case .otherMap = error, let sketch = try? RouteSketch(written.handle) else {
        throw RequestRefusal(error.reason, "\(error)").ofReport
      }
      return try reimported(sketch, written.waypoints, using: &worker)
    }
  }

  private func reimported(
    _ sketch: RouteSketch, _ waypoints: [Waypoint], using worker: inout LineScratch
  ) throws(RouteRefusal) -> (Route, RouteImport?) {
    var line = RouteLine(places: sketch.line)
    line.length = sketch.length
    line.waypoints = sketch.stops.enumerated().map { i, stop in
      var waypoint = Waypoint(place: sketch.line[stop.position])
      waypoint.kind = stop.kind
      return (stop.position, waypoints.count == sketch.stops.count ? waypoints[i] : waypoint)
    }
    let request = RouteRequest(waypoints: [], options: sketch.options)
    do throws(RouteError) {
      var (route, fit) = try LineImporter(graph: graph).route(along: line, request, using: &worker)
      fit.source = .route
      fit.mapVersion = sketch.mapVersion
      fit.length = sketch.length
      fit.isSame = fit.differences.isEmpty && abs(route.length - fit.length) <= max(15, 0.005 * fit.length)
      return (route, fit)
    } catch {
      throw error.ofReport
    }
  }

  private func report(id: String, line: Int?) -> RouteReport {
    RouteReport(
      id: id, file: file?.path, line: line, request: nil,
      result: .failure(RouteRefusal(.rejected, reason: "", message: "")), graph: graph)
  }

  private func described(_ route: Route) -> DescribedRoute {
    DescribedRoute(
      route, itinerary: itinerary(of: route, on: graph, settings: settings.guidance, memory: memory), on: graph)
  }

  private func read(_ line: RequestLine) throws(RequestRefusal) -> WrittenRequest {
    guard let file else { return WrittenRequest() }
    return try file.form.request(line)
  }

  private func reports(
    on written: Result<WrittenRequest, RequestRefusal>, id: String, line: Int?, using worker: inout LineScratch
  ) -> [RouteReport] {
    var report = report(id: id, line: line)
    do throws(RequestRefusal) {
      let written = try written.get()
      if let line = written.line { return [try imported(line, written, report, using: &worker)] }
      if let plan = written.returnTo { return [try wayBack(to: plan, written, report, using: &worker)] }
      let request = try resolver.request(written)
      report.request = request
      return answers(to: request, using: &worker.router).enumerated().map { number, answer in
        var report = report
        report.alternative = number
        report.result = answer
        return report
      }
    } catch {
      report.result = .failure(error.ofReport)
      return [report]
    }
  }

  private func imported(
    _ line: WrittenLine, _ written: WrittenRequest, _ report: RouteReport, using worker: inout LineScratch
  ) throws(RequestRefusal) -> RouteReport {
    var report = report
    let request = try resolver.request(written)
    report.request = request
    let places = try line.places.get()
    do throws(RouteError) {
      let (route, fit) = try LineImporter(graph: graph).route(
        along: RouteLine(places: places), request, using: &worker)
      report.result = .success(described(worker.router.refreshed(route, departure: request.departure)))
      report.imported = fit
    } catch {
      report.result = .failure(error.ofReport)
    }
    return report
  }

  private func wayBack(
    to plan: WrittenPlan, _ written: WrittenRequest, _ report: RouteReport, using worker: inout LineScratch
  ) throws(RequestRefusal) -> RouteReport {
    var report = report
    guard written.from != nil else {
      throw RequestRefusal(.missingField, "return_to goes with from, where the way back begins")
    }
    let found = try plans.route(plan, id: written.id)
    let (planned, fit): (Route, RouteImport?)
    do throws(RouteRefusal) {
      (planned, fit) = try route(of: found, using: &worker)
    } catch {
      report.result = .failure(error)
      return report
    }
    let request = try resolver.request(written, planned: planned.options)
    let last = planned.waypoints.count - 1
    if let next = written.nextWaypoint, !(1...last).contains(next) {
      throw RequestRefusal(.badValue, "next_waypoint is 1 to \(last) for this route, not \(next)")
    }
    report.request = request
    do throws(RouteError) {
      let (route, back) = try worker.router.route(returningTo: planned, next: written.nextWaypoint, request)
      report.result = .success(described(route))
      report.wayBack = back
      report.imported = fit
    } catch {
      report.result = .failure(error.ofReport)
    }
    return report
  }

  private func answers(
    to request: RouteRequest, using router: inout Router
  ) -> [Result<DescribedRoute, RouteRefusal>] {
    do throws(RouteError) {
      return try router.routes(request, alternatives: request.alternatives).map { route in
        .success(described(route))
      }
    } catch {
      return [.failure(error.ofReport)]
    }
  }
}

extension RequestRefusal {
  fileprivate var ofReport: RouteRefusal {
    RouteRefusal(.rejected, reason: reason.rawValue, message: message.asSentence)
  }
}

extension RouteHandleError {
  fileprivate var reason: RequestReason {
    if case .otherMap = self { return .handleOfOtherMap }
    return .badHandle
  }
}

extension Result<WrittenRequest, RequestRefusal> {
  /// The request's own id.
  fileprivate var id: String? {
    switch self {
    case .success(let written): written.id
    case .failure(let refusal): refusal.id
    }
  }
}

extension RouteError {
  fileprivate var ofReport: RouteRefusal {
    RouteRefusal(isOfRequest ? .rejected : .failed, reason: code, message: "\(self)".asSentence)
  }

  /// No map would have such a route.
  fileprivate var isOfRequest: Bool {
    switch self {
    case .tooFewWaypoints, .tooManyWaypoints, .passThroughNotForMode, .passThroughAtEnd: true
    case .couldNotMatch, .couldNotMatchLine, .noRoute, .onlyViolating: false
    }
  }
}

extension String {
  /// With the stop at its end.
  fileprivate var asSentence: String { self + "." }
}
