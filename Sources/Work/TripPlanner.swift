internal import Detection
internal import Geodesy
internal import Guidance
internal import Moments
internal import Plans
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Routing
internal import Traces

/// Lays the plans of traces on the map.
struct TripPlanner: Sendable {
  let plans: TracePlans
  let graph: RoadGraph
  let guidance: GuidanceSettings
  let memory: JunctionMemory
  let resolver: RequestResolver
  /// What is known of the roads at the moments of drives; `nil` if they are as in the map at all times.
  let roads: KnownTraffic?

  init(
    _ plans: TracePlans, on graph: RoadGraph, mode: TravelMode, guidance: GuidanceSettings, memory: JunctionMemory,
    roads: KnownTraffic? = nil
  ) {
    self.plans = plans
    self.roads = roads
    self.graph = graph
    self.guidance = guidance
    self.memory = memory
    var options = RequestOptions()
    options.mode = mode
    resolver = RequestResolver(on: graph, defaults: options)
  }

  /// The plan of a trace. A plan that several traces share is laid once for each worker, rarely more often.
  func plan(of trace: TraceNames, using worker: inout Worker) -> PlanOutcome {
    guard let choice = plans.choice(for: trace) else { return missing(trace) }
    let entry = plans.entries[choice.entry]
    var outcome: PlanOutcome
    if let departure = departure(of: entry, with: trace) {
      outcome = plan(entry, at: departure, using: &worker.planner)
    } else if let known = worker.plans[choice.entry] {
      outcome = known
    } else {
      outcome = plan(entry, at: nil, using: &worker.planner)
      worker.plans.keep(outcome, number: choice.entry)
    }
    outcome.source = choice.source
    return outcome
  }

  /// The number of what gives a trace its plan; `nil` if nothing does.
  func source(of trace: TraceNames) -> Int? { plans.choice(for: trace)?.source }

  /// The numbers of the trips of one trace that share a plan, in order; those without a plan are by themselves.
  func groups(of trips: [TraceNames]) -> [[Int]] {
    guard trips.count > 1 else { return trips.indices.map { [$0] } }
    var groups: [[Int]] = []
    var groupOfChoice: [TracePlans.Choice: Int] = [:]
    for (number, names) in trips.enumerated() {
      let choice = plans.choice(for: names)
      if let group = choice.flatMap({ groupOfChoice[$0] }) {
        groups[group].append(number)
      } else {
        if let choice { groupOfChoice[choice] = groups.count }
        groups.append([number])
      }
    }
    return groups
  }

  /// When a plan without a time of its own departs: with its trace; `nil` where that makes no difference.
  private func departure(of entry: PlanFile.Entry, with trace: TraceNames) -> Timestamp? {
    guard roads != nil, case .success(.request(let written)) = entry.task, case .through = written.task,
      written.options.time == nil
    else { return nil }
    return trace.begin
  }

  private func missing(_ trace: TraceNames) -> PlanOutcome {
    let message =
      switch plans {
      case .file(let file, _, _) where file.isSingle:
        "The only plan of the file does not have the id of the trace, which is not the only one; --plans all holds it "
          + "against every trace."
      case .file: "No plan of the file has the id of the trace."
      case .assigned(let rows): rows.whyNone(for: trace)
      }
    return PlanOutcome(id: nil, status: .missing, reason: "no_plan", message: message)
  }

  private func plan(
    _ entry: PlanFile.Entry, at departure: Timestamp?, using planner: inout Planner
  ) -> PlanOutcome {
    do throws(RequestRefusal) {
      switch try entry.task.get() {
      case .route(let written): return plan(entry.id, written, using: &planner)
      case .request(let written): return try plan(entry.id, written, at: departure, using: &planner)
      }
    } catch {
      return PlanOutcome(id: entry.id, status: .failed, reason: error.reason.rawValue, message: error.message + ".")
    }
  }

  private func plan(_ id: String, _ written: WrittenRoute, using planner: inout Planner) -> PlanOutcome {
    do throws(RecallError) {
      let (route, fit) = try planner.route(written.handle, waypoints: written.waypoints)
      return outcome(id, route, fit)
    } catch {
      switch error {
      case .handle(let error):
        return PlanOutcome(id: id, status: .failed, reason: "bad_handle", message: "\(error).")
      case .line(let error): return PlanOutcome(id: id, status: .failed, reason: error.code, message: "\(error).")
      }
    }
  }

  private func plan(
    _ id: String, _ written: WrittenRequest, at departure: Timestamp?, using planner: inout Planner
  ) throws(RequestRefusal) -> PlanOutcome {
    let waypoints: [Waypoint] = if case .through(let waypoints) = written.task { waypoints } else { [] }
    let request = try resolver.request(written.options, through: waypoints)
    do throws(RouteError) {
      switch written.task {
      case .through: return outcome(id, try route(request, at: departure, using: &planner.router), nil)
      case .along(let line):
        let (route, fit) = try planner.route(along: line, request)
        return outcome(id, route, fit)
      case .back:
        return PlanOutcome(
          id: id, status: .failed, reason: RequestReason.badValue.rawValue,
          message: "A plan has waypoints or a line, not return_to.")
      }
    } catch {
      return PlanOutcome(id: id, status: .failed, reason: error.code, message: "\(error).")
    }
  }

  /// The route of a request, with the rules and the traffic known at its departure.
  private func route(
    _ request: RouteRequest, at departure: Timestamp?, using router: inout Router
  ) throws(RouteError) -> Route {
    guard let roads else { return try router.route(request) }
    guard let departure else {
      router.use(roads.usual)
      defer { router.use(RoadTimetable()) }
      return try router.route(request)
    }
    var request = request
    request.departure = roads.time(departure)
    router.use(roads.known(at: departure))
    defer { router.use(RoadTimetable()) }
    return try router.route(request)
  }

  /// Adds to each deviation the way back that would have been proposed.
  func findWaysBack(in events: inout [Event], to outcome: PlanOutcome?, using router: inout Router) {
    guard let plan = outcome?.plan else { return }
    for i in events.indices {
      guard var deviation = events[i].payload as? Deviation else { continue }
      deviation.wayBack = wayBack(of: deviation, to: plan, using: &router)
      events[i].payload = deviation
    }
  }

  /// The way back to the plan that would have been proposed where a deviation began, without skipping a waypoint.
  private func wayBack(of deviation: Deviation, to plan: Plan, using router: inout Router) -> RouteReturn? {
    guard let position = deviation.excursion.firstPosition else { return nil }
    let place = graph.place(at: position)
    var start = Waypoint(place: place)
    start.heading = heading(at: position)
    start.snapped = SnappedWaypoint(positions: [position], place: place, distance: 0, isOffRoad: false)
    let next = min(deviation.excursion.reached + 1, plan.waypoints.count - 1)
    let request = RouteRequest(waypoints: [start], options: plan.route.options)
    return try? router.route(returningTo: plan.route, next: next, request).return
  }

  /// The direction of travel along an edge.
  private func heading(at position: EdgePosition) -> Degrees {
    let begin = min(position.offset, max(0, graph.length(of: position.edge) - 5))
    let (from, to) = (graph.place(on: position.edge, at: begin), graph.place(on: position.edge, at: begin + 5))
    let ruler = LocalRuler(at: from)
    return bearing(from: ruler.point(from), to: ruler.point(to))
  }

  private func outcome(_ id: String, _ route: Route, _ fit: RouteImport?) -> PlanOutcome {
    let maneuvers = itinerary(of: route, on: graph, settings: guidance, memory: memory).maneuvers.map {
      PlanManeuver(progress: $0.distance, isTurn: $0.type != .depart && $0.type != .arrive)
    }
    return PlanOutcome(id: id, Plan(route, maneuvers: maneuvers, on: graph), fit: fit)
  }
}
