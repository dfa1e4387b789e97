internal import Geodesy
internal import Guidance
internal import Moments
internal import Plans
internal import Records
internal import Reports
package import Requests
internal import RoadGraph
internal import Routing

/// Turns requests into answers; works on any thread.
package struct RequestWork: Sendable {
  package enum Item: Sendable {
    /// From the command line.
    case request(Result<WrittenRequest, RequestRefusal>)
    case line(RequestLine, of: File)
    /// A route to time again.
    case route(WrittenRoute)
  }

  /// A file of requests, and how to read its lines.
  package struct File: Sendable {
    let path: String
    let form: RequestForm
  }

  /// The place of a request in its input.
  private struct Origin {
    var id: String
    var file: String?
    var line: Int?
  }

  /// The outcome of a request.
  private struct Answer {
    /// `nil` if it could not be understood.
    var request: RouteRequest?
    /// Number among the answers to the request.
    var alternative = 0
    var result: Result<DescribedRoute, RouteRefusal>
    var pathBack: RouteReturn?
    var fit: RouteImport?
  }

  let graph: RoadGraph
  let settings: RequestSettings
  let resolver: RequestResolver
  let memory: JunctionMemory
  let plans = WrittenPlans()

  /// The answers, the best route first; at least one.
  func reports(on item: Item, using planner: inout Planner) -> [RouteReport] {
    switch item {
    case .request(let read):
      return answers(to: read, using: &planner).map { report($0, Origin(id: read.id ?? "1")) }
    case .line(let line, let file):
      let read = Result { () throws(RequestRefusal) in try file.form.request(line) }
      let origin = Origin(id: read.id ?? String(line.number), file: file.path, line: line.line)
      return answers(to: read, using: &planner).map { report($0, origin) }
    case .route(let written): return [report(refreshed(written, using: &planner), Origin(id: written.id))]
    }
  }

  private func report(_ answer: Answer, _ origin: Origin) -> RouteReport {
    var report = RouteReport(
      id: origin.id, file: origin.file, line: origin.line, request: answer.request, result: answer.result,
      graph: graph)
    report.alternative = answer.alternative
    report.wayBack = answer.pathBack
    report.imported = answer.fit
    return report
  }

  private func answers(
    to read: Result<WrittenRequest, RequestRefusal>, using planner: inout Planner
  ) -> [Answer] {
    do throws(RequestRefusal) {
      let written = try read.get()
      switch written.task {
      case .through(let waypoints):
        return routes(try resolver.request(written.options, through: waypoints), using: &planner.router)
      case .along(let line): return [route(along: line, try resolver.request(written.options), using: &planner)]
      case .back(let plan, let from, let next):
        let plan = try plans.route(plan, id: written.id)
        return [try pathBack(to: plan, from: from, next: next, written.options, using: &planner)]
      }
    } catch {
      return [Answer(result: .failure(error.ofReport))]
    }
  }

  private func routes(_ request: RouteRequest, using router: inout Router) -> [Answer] {
    do throws(RouteError) {
      return try router.routes(request, alternatives: request.alternatives).enumerated().map { number, route in
        Answer(request: request, alternative: number, result: .success(described(route)))
      }
    } catch {
      var refusal = error.ofReport
      if case .couldNotMatch(let number, _) = error, let meant = exchanged(request.waypoints[number].place) {
        refusal.message +=
          " The map has this place with latitude and longitude exchanged: did you mean \(meant.latitude),\(meant.longitude)?"
      }
      return [Answer(request: request, result: .failure(refusal))]
    }
  }

  /// The place with its coordinates exchanged, if only the exchanged one is on the map.
  private func exchanged(_ place: Place) -> Place? {
    guard abs(place.longitude) <= 90, !graph.covers(place, margin: 1000) else { return nil }
    let other = Place(latitude: place.longitude, longitude: place.latitude)
    return graph.covers(other, margin: 1000) ? other : nil
  }

  private func route(along line: DrawnLine, _ request: RouteRequest, using planner: inout Planner) -> Answer {
    do throws(RouteError) {
      let (route, fit) = try planner.route(along: line, request)
      let timed = planner.router.refreshed(route, departure: request.departure)
      return Answer(request: request, result: .success(described(timed)), fit: fit)
    } catch {
      return Answer(request: request, result: .failure(error.ofReport))
    }
  }

  private func pathBack(
    to plan: WrittenRoute, from: Waypoint, next: Int?, _ options: RequestOptions, using planner: inout Planner
  ) throws(RequestRefusal) -> Answer {
    let (planned, fit): (Route, RouteImport?)
    do throws(RecallError) {
      (planned, fit) = try planner.route(plan.handle, waypoints: plan.waypoints)
    } catch {
      return Answer(result: .failure(error.ofReport))
    }
    let request = try resolver.request(options, through: [from], planned: planned.options)
    let last = planned.waypoints.count - 1
    if let next, !(1...last).contains(next) {
      throw RequestRefusal(.badValue, "next_waypoint is 1 to \(last) for this route, not \(next)")
    }
    do throws(RouteError) {
      let (route, back) = try planner.router.route(returningTo: planned, next: next, request)
      return Answer(request: request, result: .success(described(route)), pathBack: back, fit: fit)
    } catch {
      return Answer(request: request, result: .failure(error.ofReport))
    }
  }

  /// An earlier route, at the departure of the run.
  private func refreshed(_ written: WrittenRoute, using planner: inout Planner) -> Answer {
    var answer: Answer
    do throws(RequestRefusal) {
      answer = refreshed(written, departure: try resolver.request(RequestOptions()).departure, using: &planner)
    } catch {
      answer = Answer(result: .failure(error.ofReport))
    }
    answer.alternative = written.alternative
    return answer
  }

  private func refreshed(_ written: WrittenRoute, departure: ZonedTime?, using planner: inout Planner) -> Answer {
    do throws(RecallError) {
      let (planned, fit) = try planner.route(written.handle, waypoints: written.waypoints)
      let route = planner.router.refreshed(planned, departure: departure)
      let request = RouteRequest(waypoints: route.waypoints.map(\.waypoint), options: route.options)
      return Answer(request: request, result: .success(described(route)), fit: fit)
    } catch {
      let refusal = error.ofReport
      let request = refusal.status == .rejected ? nil : RouteRequest(waypoints: [])
      return Answer(request: request, result: .failure(refusal))
    }
  }

  private func described(_ route: Route) -> DescribedRoute {
    let itinerary = itinerary(of: route, on: graph, settings: settings.guidance, memory: memory)
    let spoken =
      settings.findsNotifications
      ? notifications(of: route, itinerary.maneuvers, on: graph, settings: settings.guidance) : nil
    return DescribedRoute(route, itinerary: itinerary, notifications: spoken, on: graph)
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
  /// The id that the request gives itself.
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

  /// Whether the request itself is at fault: it has no route on any map.
  fileprivate var isOfRequest: Bool {
    switch self {
    case .tooFewWaypoints, .tooManyWaypoints, .passThroughNotForMode, .passThroughAtEnd: true
    case .couldNotMatch, .couldNotMatchLine, .lineOffRoads, .waypointOffLine, .noRoute, .onlyViolating: false
    }
  }
}

extension String {
  /// With a full stop at its end.
  fileprivate var asSentence: String { hasSuffix("?") ? self : self + "." }
}
