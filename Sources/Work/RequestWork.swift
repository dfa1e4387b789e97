internal import Guidance
internal import Matching
internal import Plans
internal import Records
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
  func reports(on item: Item, using planner: inout Planner) -> [RouteReport] {
    switch item {
    case .written(let written):
      return reports(on: Result.success(written), id: written.id ?? "1", line: nil, using: &planner)
    case .line(let line):
      let written = Result { () throws(RequestRefusal) in try read(line) }
      return reports(on: written, id: written.id ?? String(line.number), line: line.line, using: &planner)
    case .route(let written): return [report(on: written, using: &planner)]
    }
  }

  /// On a route that is timed again.
  private func report(on written: WrittenRoute, using planner: inout Planner) -> RouteReport {
    var report = report(id: written.id, line: nil)
    report.alternative = written.alternative
    do throws(RequestRefusal) {
      let departure = try resolver.request(WrittenRequest()).departure
      report.request = RouteRequest(waypoints: [])
      do throws(RouteRefusal) {
        let (planned, fit) = try route(of: written, using: &planner)
        let route = planner.router.refreshed(planned, departure: departure)
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

  /// A route found before: as it was if it is of this map, found again by its line if it is of another one.
  private func route(
    of written: WrittenRoute, using planner: inout Planner
  ) throws(RouteRefusal) -> (Route, RouteImport?) {
    do throws(RecallError) {
      return try planner.route(written.handle, waypoints: written.waypoints)
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
    on written: Result<WrittenRequest, RequestRefusal>, id: String, line: Int?, using planner: inout Planner
  ) -> [RouteReport] {
    var report = report(id: id, line: line)
    do throws(RequestRefusal) {
      let written = try written.get()
      if let line = written.line { return [try imported(line, written, report, using: &planner)] }
      if let plan = written.returnTo { return [try wayBack(to: plan, written, report, using: &planner)] }
      let request = try resolver.request(written)
      report.request = request
      return answers(to: request, using: &planner.router).enumerated().map { number, answer in
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
    _ line: WrittenLine, _ written: WrittenRequest, _ report: RouteReport, using planner: inout Planner
  ) throws(RequestRefusal) -> RouteReport {
    var report = report
    let request = try resolver.request(written)
    report.request = request
    let places = try line.places.get()
    do throws(RouteError) {
      let (route, fit) = try planner.route(along: DrawnLine(places: places), request)
      report.result = .success(described(planner.router.refreshed(route, departure: request.departure)))
      report.imported = fit
    } catch {
      report.result = .failure(error.ofReport)
    }
    return report
  }

  private func wayBack(
    to plan: WrittenPlan, _ written: WrittenRequest, _ report: RouteReport, using planner: inout Planner
  ) throws(RequestRefusal) -> RouteReport {
    var report = report
    guard written.from != nil else {
      throw RequestRefusal(.missingField, "return_to goes with from, where the way back begins")
    }
    let found = try plans.route(plan, id: written.id)
    let (planned, fit): (Route, RouteImport?)
    do throws(RouteRefusal) {
      (planned, fit) = try route(of: found, using: &planner)
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
      let (route, back) = try planner.router.route(returningTo: planned, next: written.nextWaypoint, request)
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

extension RecallError {
  fileprivate var ofReport: RouteRefusal {
    switch self {
    case .handle(let error): RequestRefusal(error.reason, "\(error)").ofReport
    case .line(let error): error.ofReport
    }
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
