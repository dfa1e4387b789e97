internal import Geodesy
internal import PathSearch
internal import RandomNumbers
internal import RoadGraph
internal import Routing

/// Draws drives that make something of a plan: one draw for each call, `nil` where it leads nowhere.
///
/// What a draw means to do is not yet what the drive does; see ``PlanTruth``.
struct PlanVariation {
  let line: PlanLine
  let turns: LawfulTurns
  let roads: RoutePlanner

  private var graph: RoadGraph { line.graph }

  /// The lengths of drives elsewhere: before they turn back, and if they never do.
  static let elsewhere: ClosedRange<Metres> = 300...2_000
  static let awayForGood: ClosedRange<Metres> = 600...3_000
  /// The length driven backwards.
  static let backwards: ClosedRange<Metres> = 200...600

  func path(
    as kind: DriveKind, _ router: inout Router, _ search: inout PathSearch, using random: inout SplitMix64
  ) -> DrivenPath? {
    switch kind {
    case .keeps: DrivenPath(line.stretches(from: 0, to: line.length))
    case .leaves: leaving(&router, &search, using: &random)
    case .cuts: cutting(&search, using: &random)
    case .skips: skipping(&router, using: &random)
    case .reorders: reordering(&router, using: &random)
    case .abandons: abandoning(&search, using: &random)
    case .reverses: reversing(using: &random)
    }
  }

  // MARK: Along other roads

  private func leaving(
    _ router: inout Router, _ search: inout PathSearch, using random: inout SplitMix64
  ) -> DrivenPath? {
    guard let exit = exit(using: &random), let away = away(from: exit.side, Self.elsewhere, &search, using: &random)
    else { return nil }
    let leg = line.nextWaypoint(after: exit.progress) - 1
    guard let back = wayBack(from: away[away.count - 1].endPosition, toLeg: leg, &router) else { return nil }
    var path = DrivenPath(line.stretches(from: 0, to: exit.progress))
    path.append(contentsOf: away + back + line.stretches(from: line.waypoints[leg + 1], to: line.length))
    return path
  }

  private func abandoning(_ search: inout PathSearch, using random: inout SplitMix64) -> DrivenPath? {
    guard let exit = exit(using: &random), let away = away(from: exit.side, Self.awayForGood, &search, using: &random)
    else { return nil }
    var path = DrivenPath(line.stretches(from: 0, to: exit.progress))
    path.append(contentsOf: away)
    return path
  }

  /// The shortest way from a side road to a place further along the leg.
  private func cutting(_ search: inout PathSearch, using random: inout SplitMix64) -> DrivenPath? {
    guard let exit = exit(using: &random) else { return nil }
    let end = line.waypoints[line.nextWaypoint(after: exit.progress)]
    let wanted = random.uniform(in: exit.progress + 2 * PlanTruth.leastRun...max(end, exit.progress + 301))
    guard let entry = line.steps.first(where: { $0.progress >= wanted && $0.stretch.begin == 0 }),
      entry.progress < end, let way = roads.stage(from: exit.side, to: entry.stretch.edge, &search), !way.isEmpty
    else { return nil }
    var path = DrivenPath(line.stretches(from: 0, to: exit.progress))
    path.append(contentsOf: ([exit.side] + way.dropLast()).map(graph.whole))
    path.append(contentsOf: line.stretches(from: entry.progress, to: line.length))
    return path
  }

  /// A junction of the plan, and a road on which a drive may leave it there.
  private func exit(using random: inout SplitMix64) -> (progress: Metres, side: EdgeID)? {
    let step = line.steps[Int(random.uniform() * Double(line.steps.count))]
    let edge = step.stretch.edge
    let progress = step.progress + step.stretch.length
    guard step.stretch.end == graph.length(of: edge), progress >= PlanTruth.leastRun, progress < line.length
    else { return nil }
    let sides = graph.edges(leaving: graph.head(of: edge)).filter { side in
      turns.isPublic(side) && turns.leads(from: edge, onto: side) && line.steps(on: side).isEmpty
    }
    guard !sides.isEmpty else { return nil }
    return (progress, sides[Int(random.uniform() * Double(sides.count))])
  }

  /// From a side road to the middle of some other road.
  private func away(
    from side: EdgeID, _ lengths: ClosedRange<Metres>, _ search: inout PathSearch, using random: inout SplitMix64
  ) -> [EdgeStretch]? {
    let wanted = random.uniform(in: lengths)
    let via = roads.core.edge(about: 0.7 * wanted, from: side, on: graph, using: &random)
    guard via.segment != side.segment, let way = roads.stage(from: side, to: via, &search) else { return nil }
    let stretches = graph.stretches(along: [side] + way, from: 0, to: graph.length(of: via) / 2)
    let length = stretches.reduce(0) { $0 + $1.length }
    return lengths.contains(length) && stretches.allSatisfy { line.steps(on: $0.edge).isEmpty } ? stretches : nil
  }

  /// The cheapest way back to a leg, and along it to its end.
  private func wayBack(from position: EdgePosition, toLeg leg: Int, _ router: inout Router) -> [EdgeStretch]? {
    let place = graph.place(at: position)
    var waypoint = Waypoint(place: place)
    waypoint.snapped = SnappedWaypoint(positions: [position], place: place, distance: 0, isOffRoad: false)
    let request = RouteRequest(waypoints: [waypoint], options: line.route.options)
    return try? router.pathBack(from: waypoint, to: line.route.legs[leg].elements, request).back.path
  }

  // MARK: To other waypoints

  private func skipping(_ router: inout Router, using random: inout SplitMix64) -> DrivenPath? {
    let count = line.route.waypoints.count
    guard count >= DriveKind.skips.leastWaypoints else { return nil }
    var order = Array(0..<count)
    order.remove(at: 1 + Int(random.uniform() * Double(count - 2)))
    return path(past: order, &router)
  }

  private func reordering(_ router: inout Router, using random: inout SplitMix64) -> DrivenPath? {
    let count = line.route.waypoints.count
    guard count >= DriveKind.reorders.leastWaypoints else { return nil }
    var order = Array(0..<count)
    let first = 1 + Int(random.uniform() * Double(count - 3))
    order.swapAt(first, first + 1)
    return path(past: order, &router)
  }

  /// The best route past some waypoints of the plan, by their numbers.
  private func path(past order: [Int], _ router: inout Router) -> DrivenPath? {
    var request = RouteRequest(
      waypoints: order.map { line.route.waypoints[$0].waypoint }, options: line.route.options)
    request.isStrict = true
    guard let route = try? router.route(request) else { return nil }
    var path = DrivenPath()
    for (leg, waypoint) in zip(route.legs, order.dropFirst()) {
      path.append(contentsOf: leg.elements.map(\.stretch))
      path.visit(waypoint)
    }
    return path
  }

  // MARK: Backwards

  private func reversing(using random: inout SplitMix64) -> DrivenPath? {
    let length = random.uniform(in: Self.backwards)
    let comesBack = random.happens(0.5)
    guard line.length > length + 2 * PlanTruth.leastRun else { return nil }
    let turn = random.uniform(in: length + PlanTruth.leastRun...line.length - PlanTruth.leastRun)
    let near = turn - length - PlanTruth.clearance...turn + PlanTruth.clearance
    guard !line.waypoints.contains(where: near.contains) else { return nil }
    let there = line.stretches(from: turn - length, to: turn)
    guard let back = reversed(there) else { return nil }
    var path = DrivenPath(line.stretches(from: 0, to: turn))
    path.append(contentsOf: back)
    if comesBack { path.append(contentsOf: line.stretches(from: turn - length, to: line.length)) }
    return path
  }

  /// The same roads in the other direction; `nil` where that is against a rule, or part of the plan.
  private func reversed(_ stretches: [EdgeStretch]) -> [EdgeStretch]? {
    let back = stretches.reversed().map { stretch in
      let whole = graph.length(of: stretch.edge)
      return EdgeStretch(edge: stretch.edge.reversed, begin: whole - stretch.end, end: whole - stretch.begin)
    }
    guard back.allSatisfy({ turns.isPublic($0.edge) && line.steps(on: $0.edge).isEmpty }),
      zip(back, back.dropFirst()).allSatisfy({ turns.leads(from: $0.edge, onto: $1.edge) })
    else { return nil }
    return back
  }
}
