internal import Geodesy
internal import RoadGraph
internal import Trips

/// Finds which step of a plan each driven edge is, edge by edge, as the cheapest sequence of steps and detours.
///
/// Where a plan uses a road several times, the sequence decides, and not the nearest place: going on to the next step
/// costs nothing. A decision is final when all possibilities that are left agree on it; while a drive follows its plan
/// there is only one.
///
/// - Complexity: O(possibilities × steps on the edge) for an edge.
struct StepTracker {
  private let settings: FollowingSettings
  private var possibilities: [Possibility]

  /// One sequence of steps that the driven edges may have been.
  private struct Possibility {
    var cost: Metres = 0
    /// The last step driven; `nil` before the first.
    var last: Int?
    /// How far along the plan the end of that is.
    var progress: Metres = 0
    var isOnPlan = false
    /// The length driven since.
    var driven: Metres = 0
    /// The steps of the undecided edges.
    var undecided: ArraySlice<Int?> = []
  }

  init(settings: FollowingSettings) {
    self.settings = settings
    possibilities = [Possibility()]
  }

  /// Takes the next edge.
  ///
  /// - Parameter gap: the straight line from the edge before, if the drive is broken there.
  /// - Returns: the steps of the edges that are decided now, in order; `nil` for an edge off the plan.
  mutating func take(_ edge: TripEdge, gap: Metres?, on plan: Plan) -> [Int?] {
    var next: [Possibility] = []
    for possibility in possibilities { extend(possibility, by: edge, gap: gap, on: plan, into: &next) }
    possibilities = best(of: next)
    return decided()
  }

  /// - Returns: the steps of the edges not decided so far.
  mutating func finish() -> [Int?] {
    let rest = Array(possibilities[0].undecided)
    possibilities[0].undecided = []
    possibilities.removeSubrange(1...)
    return rest
  }

  // MARK: Possibilities

  private func extend(
    _ possibility: Possibility, by edge: TripEdge, gap: Metres?, on plan: Plan, into next: inout [Possibility]
  ) {
    let steps = plan.steps(on: edge.edge).filter { plan.steps[$0].meets(edge) }
    if possibility.isOnPlan, let last = possibility.last {
      let following = gap == nil ? last + 1 : last
      if let step = steps.first(where: { $0 == following }), gap == nil || plan.steps[step].end >= edge.end {
        let onward = going(on: step, possibility, edge, cost: 0, plan)
        next.append(onward)
        // Leaving the plan here, or being elsewhere on it, can cost no less than going on for nothing and doing so later.
        if onward.cost == possibility.cost { return }
      }
    }
    for step in steps {
      let cost = costOfMoving(possibility, to: plan.steps[step].progress(at: edge.begin), gap: gap)
      next.append(going(on: step, possibility, edge, cost: cost, plan))
    }
    // A drive that comes to the start of its plan begins it there, even if it leaves again and comes back to it later.
    let isStart = steps.contains { plan.steps[$0].progress(at: edge.begin) <= settings.startReach }
    if possibility.last == nil, isStart { return }
    var off = possibility
    off.isOnPlan = false
    off.cost += edge.length
    off.driven += edge.length + (gap ?? 0)
    off.undecided.append(nil)
    next.append(off)
  }

  private func going(
    on step: Int, _ possibility: Possibility, _ edge: TripEdge, cost: Metres, _ plan: Plan
  ) -> Possibility {
    var next = possibility
    next.cost += cost + costOfOverhang(edge, on: step, plan, isFirst: possibility.last == nil)
    next.last = step
    next.progress = plan.steps[step].progress(at: edge.end)
    next.isOnPlan = true
    next.driven = 0
    next.undecided.append(step)
    return next
  }

  private func costOfMoving(_ possibility: Possibility, to progress: Metres, gap: Metres?) -> Metres {
    guard possibility.last != nil else { return min(settings.beginRate * progress, settings.mostBeginCost) }
    let skipped = progress - possibility.progress
    let difference = abs(abs(skipped) - possibility.driven - (gap ?? 0))
    let isBack = skipped < -settings.reach
    let cost = min(settings.skipRate * difference, isBack ? settings.mostReturnCost : settings.mostSkipCost)
    return isBack ? cost + settings.returnCost : cost
  }

  /// Of what is driven of an edge beyond the stretch that a step drives of it: there the step is no likelier than any
  /// road off the plan, and another step that drives more of the road may be the right one. The first edge may begin
  /// before the start of the plan, and the last one end behind its end.
  private func costOfOverhang(_ edge: TripEdge, on step: Int, _ plan: Plan, isFirst: Bool) -> Metres {
    let before = step == 0 && isFirst ? 0 : plan.steps[step].begin - edge.begin
    let behind = step == plan.steps.count - 1 ? 0 : edge.end - plan.steps[step].end
    return max(0, before - settings.reach) + max(0, behind - settings.reach)
  }

  /// The cheapest possibilities, the best first; only one of any that end alike.
  private func best(of possibilities: [Possibility]) -> [Possibility] {
    let sorted = possibilities.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
    var best: [Possibility] = []
    for (_, possibility) in sorted where best.count < settings.mostPossibilities {
      if possibility.cost > (best.first?.cost ?? .infinity) + settings.beam { break }
      let isKnown = best.contains { $0.last == possibility.last && $0.isOnPlan == possibility.isOnPlan }
      if !isKnown { best.append(possibility) }
    }
    return best
  }

  // MARK: Decisions

  private mutating func decided() -> [Int?] {
    let first = possibilities[0].undecided
    var count = 0
    while count < first.count, isAgreed(count) { count += 1 }
    if first.count - count > settings.mostUndecided {
      count = first.count
      possibilities.removeSubrange(1...)
    }
    for i in possibilities.indices { possibilities[i].undecided = possibilities[i].undecided.dropFirst(count) }
    return Array(first.prefix(count))
  }

  private func isAgreed(_ index: Int) -> Bool {
    let step = possibilities[0].undecided[possibilities[0].undecided.startIndex + index]
    return possibilities.dropFirst().allSatisfy { $0.undecided[$0.undecided.startIndex + index] == step }
  }
}

extension PlanStep {
  /// Whether the driven stretch of the step's edge and the planned one overlap, or touch at a point.
  fileprivate func meets(_ edge: TripEdge) -> Bool { edge.begin <= end && edge.end >= begin }
}
