internal import Geodesy
internal import Moments
internal import PathSearch
internal import Plans
internal import RandomNumbers
package import RoadGraph
internal import Routing

/// Simulates drives that have a plan, and what they make of it.
///
/// As in a ``Simulation``, a drive depends on the map, the settings and its own number alone. The plan is the best
/// route past random places. What the drive makes of it is drawn again until it is unambiguous: at no place could two
/// people disagree on whether it followed the plan. The labels come from the roads driven and the roads planned.
///
/// - Complexity: opening as for ``Simulation``; a drive costs some routes and searches.
package struct PlannedSimulation: ~Copyable, Sendable {
  private let graph: RoadGraph
  private let settings: SimulationSettings
  private let turns: LawfulTurns
  private let roads: RoutePlanner
  private var router: Router

  /// - Throws: ``SimulationError`` if the map has no roads or no node ids.
  package init(on graph: RoadGraph, settings: SimulationSettings) throws(SimulationError) {
    guard graph.hasSources else { throw .noSourceIDs(map: graph.path) }
    let turns = LawfulTurns(graph: graph, mode: settings.mode)
    let roads = RoutePlanner(turns, isCore: StrongPart.largest(of: turns))
    if roads.isEmpty { throw .noRoads(map: graph.path, mode: settings.mode) }
    self.graph = graph
    self.settings = settings
    self.turns = turns
    self.roads = roads
    router = Router(on: graph)
  }

  /// The drive with a number, from 1.
  ///
  /// - Throws: ``SimulationError/noRoute(map:drive:)``.
  package mutating func drive(_ number: Int) throws(SimulationError) -> PlannedDrive {
    var random = SplitMix64(seed: settings.seed, drive: number, concern: .plan)
    let wanted = settings.driveKinds[Int(random.uniform() * Double(settings.driveKinds.count))]
    if let drawn = draw(wanted, number, using: &random) { return recorded(drawn, as: wanted, number) }
    guard let kept = draw(.keeps, number, using: &random) else { throw .noRoute(map: graph.path, drive: number) }
    var drive = recorded(kept, as: .keeps, number)
    drive.missing = wanted
    return drive
  }

  // MARK: Where

  private typealias Drawn = (line: PlanLine, path: DrivenPath, truth: PlanTruth)

  /// The number of plans tried.
  private static let plans = 200

  private mutating func draw(_ kind: DriveKind, _ number: Int, using random: inout SplitMix64) -> Drawn? {
    let drawer = PlanDrawer(turns: turns, roads: roads, settings: settings)
    var variations = SplitMix64(seed: settings.seed, drive: number, concern: .variation)
    var search = PathSearch()
    search.open(on: graph, rules: turns.rules)
    for _ in 0..<Self.plans {
      guard let route = drawer.plan(for: kind, &router, using: &random) else { continue }
      let line = PlanLine(route, on: graph)
      let variation = PlanVariation(line: line, turns: turns, roads: roads)
      for _ in 0..<kind.variations {
        if let path = variation.path(as: kind, &router, &search, using: &variations), path.isJoined(on: graph),
          path.isLawful(on: graph, for: settings.mode), let truth = PlanTruth(of: path, along: line, as: kind)
        {
          return (line, path, truth)
        }
      }
    }
    return nil
  }

  // MARK: When

  private func recorded(_ drawn: Drawn, as kind: DriveKind, _ number: Int) -> PlannedDrive {
    let (line, path, truth) = drawn
    let recorder = DriveRecorder(graph: graph, settings: settings)
    let course = recorder.course(along: path.steps, number)
    let halts = halts(on: course, of: line.route, truth, number)
    let motion = Motion(along: course, halting: halts)
    let drive = recorder.drive(number, along: course, motion)
    let clock = PlanClock(course: course, motion: motion, start: recorder.start(number))
    return PlannedDrive(
      drive: drive, plan: line.route, handle: RouteHandle(of: line.route, on: graph), kind: kind,
      milestones: clock.milestones(of: truth), deviations: clock.deviations(of: truth),
      progress: drive.fixes.map { truth.progress(at: $0.distance) })
  }

  /// The vehicle stands at every stopover that it reaches, and where it ends.
  private func halts(on course: SimulatedCourse, of plan: Route, _ truth: PlanTruth, _ number: Int) -> [Halt] {
    var random = SplitMix64(seed: settings.seed, drive: number, concern: .dwell)
    var halts: [Halt] = []
    for waypoint in plan.waypoints.indices.dropFirst() {
      let duration = random.uniform(in: Self.dwell).rounded()
      guard let distance = truth.reached[waypoint], distance < course.length - 1,
        plan.waypoints[waypoint].waypoint.kind == .stopover
      else { continue }
      halts.append(Halt(distance: distance, duration: duration))
    }
    // At least one fix shows where it ends.
    let last = max(random.uniform(in: Self.dwell).rounded(), settings.period.rounded(.up) + 1)
    halts.append(Halt(distance: course.length - PlanClock.end, duration: last))
    return halts.sorted { $0.distance < $1.distance }
  }

  private static let dwell: ClosedRange<Seconds> = 20...120
}

/// Gives times and places to what a drive made of its plan.
private struct PlanClock {
  let course: SimulatedCourse
  let motion: Motion
  let start: Timestamp

  /// The vehicle stands this far before the end of its course.
  static let end: Metres = 0.01

  func milestones(of truth: PlanTruth) -> [TrueMilestone] {
    truth.reached.enumerated().dropFirst().map { waypoint, distance in
      TrueMilestone(waypoint: waypoint, time: distance.map { time(at: min($0, course.length - Self.end)) })
    }
  }

  func deviations(of truth: PlanTruth) -> [TrueDeviation] {
    truth.excursions.map { excursion in
      TrueDeviation(
        begin: course.place(at: excursion.begin), beginTime: time(at: excursion.begin, leaving: true),
        endTime: excursion.end.map { time(at: $0) }, end: excursion.end.map { course.place(at: $0) },
        length: excursion.length, greatestDistance: excursion.greatestDistance)
    }
  }

  private func time(at distance: Metres, leaving: Bool = false) -> Timestamp {
    start.adding(seconds: motion.time(at: distance, leaving: leaving))
  }
}
