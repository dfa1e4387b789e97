internal import Guidance
internal import Plans
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Routing
internal import Traces

/// Lays the plans of traces on the map.
struct TripPlanner: Sendable {
  let file: PlanFile
  let graph: RoadGraph
  let guidance: GuidanceSettings
  let memory: JunctionMemory
  let resolver: RequestResolver

  init(_ file: PlanFile, on graph: RoadGraph, mode: TravelMode, guidance: GuidanceSettings, memory: JunctionMemory) {
    self.file = file
    self.graph = graph
    self.guidance = guidance
    self.memory = memory
    var options = RequestOptions()
    options.mode = mode
    resolver = RequestResolver(on: graph, defaults: options)
  }

  /// The plan of a trace. A plan that is the only one of its file is laid once for each worker.
  func plan(of trace: Trace, using worker: inout Worker) -> PlanOutcome {
    guard let number = file.entry(of: trace.id) else {
      return PlanOutcome(
        id: nil, status: .missing, reason: "no_plan", message: "No plan of the file has the id of the trace.")
    }
    if let known = worker.plan, known.number == number { return known.outcome }
    let outcome = plan(file.entries[number], using: &worker.planner)
    worker.plan = (number, outcome)
    return outcome
  }

  private func plan(_ entry: PlanFile.Entry, using planner: inout Planner) -> PlanOutcome {
    do throws(RequestRefusal) {
      switch try entry.task.get() {
      case .route(let written): return plan(entry.id, written, using: &planner)
      case .request(let written): return try plan(entry.id, written, using: &planner)
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
    _ id: String, _ written: WrittenRequest, using planner: inout Planner
  ) throws(RequestRefusal) -> PlanOutcome {
    let waypoints: [Waypoint] = if case .through(let waypoints) = written.task { waypoints } else { [] }
    let request = try resolver.request(written.options, through: waypoints)
    do throws(RouteError) {
      switch written.task {
      case .through: return outcome(id, try planner.router.route(request), nil)
      case .along(let line):
        let (route, fit) = try planner.route(along: DrawnLine(places: line), request)
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

  private func outcome(_ id: String, _ route: Route, _ fit: RouteImport?) -> PlanOutcome {
    var plan = Plan(route, on: graph)
    let maneuvers = itinerary(of: route, on: graph, settings: guidance, memory: memory).maneuvers
    plan.maneuvers = maneuvers.map {
      PlanManeuver(progress: $0.distance, isTurn: $0.type != .depart && $0.type != .arrive)
    }
    return PlanOutcome(id: id, plan, fit: fit)
  }
}
