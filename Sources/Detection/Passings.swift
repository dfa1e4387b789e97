internal import Geodesy
internal import Matching
internal import Moments
internal import PathSearch
internal import RoadGraph
internal import RoadRules
internal import Traces
internal import Trips

/// The passing of a node that some rule may forbid.
struct Passing: Sendable {
  enum Rule: Sendable {
    case turn(TurnBan)
    case barrier
    case limit(Misfit)
  }

  var rule: Rule
  var leg: Int
  /// The first edge of the leg.
  var firstEdge: Int
  /// The edges that break the rule together: from the first one to the one after the last node.
  var edges: ClosedRange<Int>
}

/// A passing that is certain.
struct SurePassing {
  var passing: Passing
  var before: SeenFix
  var after: SeenFix
  /// The least confidence of the edges between the two fixes.
  var confidence: Double
}

/// A fix before a node and one after it.
private struct FixPair {
  let begin: SeenFix
  let end: SeenFix

  init(_ begin: SeenFix, _ end: SeenFix) {
    self.begin = begin
    self.end = end
  }

  /// `nil` without times.
  var duration: Seconds? {
    begin.time.flatMap { begin in end.time.map { $0.seconds(since: begin) } }
  }
}

/// Finds the nodes at which a drive breaks a rule, and waits until that is certain.
///
/// A drive is accused only if nothing else explains its fixes. So the vehicle must have driven some way before and after
/// the node without turning round, on edges that are sure, and no lawful path between the fixes around the node may be
/// about as short as the driven one.
struct PassingWatch: Sendable {
  private var memory = LegMemory()
  private var leg = -1
  private var waiting: [Passing] = []

  mutating func take(_ update: TripUpdate, in scene: Scene, _ found: (SurePassing, DriveView) -> Void) {
    var first = memory.firstEdge
    var view: DriveView?
    for number in update.edges.indices {
      let edge = update.edges[number]
      if edge.leg != leg {
        (leg, first) = (edge.leg, number)
      } else if isWatched(edge.edge, scene) {
        let seen = view ?? DriveView(update, memory)
        view = seen
        add(onto: number, seen, first, in: scene)
      }
    }
    if view == nil, waiting.isEmpty, isOver(update) {
      memory = LegMemory(firstEdge: update.edges.endIndex)
      return
    }
    let seen = view ?? DriveView(update, memory)
    settle(seen, update, in: scene, found)
    memory = seen.memory(first: first, needed: waiting.map(\.edges.lowerBound).min())
  }

  /// A whole trip, or all of a leg: nothing of it is needed later.
  private func isOver(_ update: TripUpdate) -> Bool {
    guard let last = update.legs.last, last.edges.upperBound >= update.edges.endIndex else { return false }
    return update.edgeOfFix.last { $0 != nil }.flatMap { $0 }.map { $0.edge < update.edges.endIndex } ?? true
  }

  // MARK: Finding

  /// Whether a rule may forbid going onto an edge.
  private func isWatched(_ edge: EdgeID, _ scene: Scene) -> Bool {
    if scene.graph.mayBeBanned(onto: edge) { return true }
    let node = scene.graph.tail(of: edge)
    return scene.graph.flags(of: node).contains(.barrier) || scene.rules.hasChanges
  }

  private mutating func add(onto number: Int, _ view: DriveView, _ first: Int, in scene: Scene) {
    let edge = view[number]
    func passing(_ rule: Passing.Rule, edges count: Int) -> Passing {
      Passing(rule: rule, leg: edge.leg, firstEdge: first, edges: number - count + 1...number)
    }
    let ban = scene.rules.ban(onto: edge.edge, at: edge.enterTime) { back in
      let before = number - 1 - back
      return before >= first && back < LegMemory.mostEdgesBack ? view[before].edge : nil
    }
    if let ban { waiting.append(passing(.turn(ban), edges: ban.edgeCount)) }
    guard edge.edge != view[number - 1].edge.reversed else { return }
    let node = scene.graph.tail(of: edge.edge)
    if scene.graph.isClosed(node, to: scene.mode) { waiting.append(passing(.barrier, edges: 2)) }
    let misfit = scene.rules.misfit(at: node, at: edge.enterTime)
    if !misfit.isEmpty { waiting.append(passing(.limit(misfit), edges: 2)) }
  }

  // MARK: Deciding

  private mutating func settle(
    _ view: DriveView, _ update: TripUpdate, in scene: Scene, _ found: (SurePassing, DriveView) -> Void
  ) {
    var open: [Passing] = []
    for passing in waiting {
      let end = end(of: passing.leg, in: update)
      guard let isGone = isGone(beyond: passing, view, until: end.edge, scene) else {
        if !end.isKnown { open.append(passing) }
        continue
      }
      guard isGone, let before = view.lastFix(notAfter: passing.edges.lowerBound, from: passing.firstEdge) else {
        continue
      }
      guard let after = view.firstFix(notBefore: passing.edges.upperBound), after.edge < end.edge else {
        if !end.isKnown { open.append(passing) }
        continue
      }
      let next = view.fix(behind: after).flatMap { $0.edge < end.edge ? $0 : nil }
      let last = next.flatMap { view.fix(behind: $0) }.flatMap { $0.edge < end.edge ? $0 : nil }
      if last == nil, !end.isKnown {
        open.append(passing)
        continue
      }
      let previous = view.fix(before: before, from: passing.firstEdge) ?? before
      let first = view.fix(before: previous, from: passing.firstEdge) ?? previous
      let around = [FixPair(previous, next ?? after), FixPair(first, last ?? next ?? after)]
      if let sure = sure(passing, before, after, around, view, scene) { found(sure, view) }
    }
    waiting = open
  }

  /// The edge after the last one of a leg that has arrived, and whether the leg has ended.
  private func end(of leg: Int, in update: TripUpdate) -> (edge: Int, isKnown: Bool) {
    if update.legs.indices.contains(leg) { return (update.legs[leg].edges.upperBound, true) }
    return (update.edges.endIndex, false)
  }

  /// Whether the vehicle drove far enough before and after a node without turning round; `nil` if not known yet.
  private func isGone(beyond passing: Passing, _ view: DriveView, until end: Int, _ scene: Scene) -> Bool? {
    let least = scene.settings.leastPassing
    let node = passing.edges.upperBound
    var (before, edge) = (0.0, node - 1)
    while before < least {
      guard edge >= max(passing.firstEdge, node - LegMemory.mostEdgesBack) else { return false }
      before += view[edge].length
      if before < least, edge > passing.firstEdge, view[edge - 1].edge == view[edge].edge.reversed { return false }
      edge -= 1
    }
    var (behind, next) = (0.0, node)
    while behind < least {
      guard next < end else { return nil }
      if next > node, view[next].edge == view[next - 1].edge.reversed { return false }
      behind += view[next].length
      next += 1
    }
    return true
  }

  /// `nil` if something else may explain the fixes.
  private func sure(
    _ passing: Passing, _ before: SeenFix, _ after: SeenFix, _ around: [FixPair],
    _ view: DriveView, _ scene: Scene
  ) -> SurePassing? {
    let driven = (before.edge...after.edge).map { view[$0] }
    let confidence = driven.map(\.confidence).min() ?? 0
    guard confidence >= scene.settings.leastPassingConfidence, !driven.contains(where: { $0.evidence == .detour }),
      isInForce(passing, before, after, view, scene), isSeenTurning(passing, before, after, view, scene),
      isOnlyWay(passing, FixPair(before, after), around, view, scene)
    else { return nil }
    return SurePassing(passing: passing, before: before, after: after, confidence: confidence)
  }

  /// Whether the rule held at the times of both fixes, and not only at the estimated time between them.
  private func isInForce(
    _ passing: Passing, _ before: SeenFix, _ after: SeenFix, _ view: DriveView, _ scene: Scene
  ) -> Bool {
    switch passing.rule {
    case .barrier: return true
    case .turn(let ban):
      if scene.graph.restriction(at: ban.restriction).condition.isEmpty { return true }
      return [before, after].allSatisfy { scene.rules.isInForce(restriction: ban.restriction, at: $0.time) }
    case .limit(let misfit):
      let node = scene.graph.tail(of: view[passing.edges.upperBound].edge)
      return [before, after].allSatisfy { scene.rules.misfit(at: node, at: $0.time) == misfit }
    }
  }

  /// Whether a U-turn was made at the node itself, not before or beyond it: fixes on both sides are close to the node.
  private func isSeenTurning(
    _ passing: Passing, _ before: SeenFix, _ after: SeenFix, _ view: DriveView, _ scene: Scene
  ) -> Bool {
    let (from, onto) = (view[passing.edges.upperBound - 1], view[passing.edges.upperBound])
    guard onto.edge == from.edge.reversed else { return true }
    guard before.edge == passing.edges.upperBound - 1, after.edge == passing.edges.upperBound,
      let begin = before.position, let end = after.position
    else { return false }
    let ahead = scene.graph.length(of: from.edge) - begin.offset
    return max(ahead, end.offset) <= scene.settings.leastPassing
  }

  /// Whether every lawful path is longer than the driven one even if any single fix is a street off: measured from the
  /// second fix before the node to the second fix after it. If the fixes next to the node are so close in time that two
  /// may be wrong in the same way, it must also hold from the third to the third.
  ///
  /// - Parameter around: the fixes one and two farther from the node than the near ones, on both sides.
  private func isOnlyWay(
    _ passing: Passing, _ near: FixPair, _ around: [FixPair], _ view: DriveView, _ scene: Scene
  ) -> Bool {
    let areIndependent = near.duration.map { $0 >= scene.settings.errorMemory } ?? false
    return around.prefix(areIndependent ? 1 : 2).allSatisfy { isOnlyWay(passing, between: $0, view, scene) }
  }

  private func isOnlyWay(
    _ passing: Passing, between around: FixPair, _ view: DriveView, _ scene: Scene
  ) -> Bool {
    guard let begin = around.begin.position, let end = around.end.position else { return false }
    let driven = (around.begin.edge...around.end.edge).map { view[$0] }
    let unused = begin.offset - (driven.first?.begin ?? 0) + (driven.last?.end ?? 0) - end.offset
    let length = driven.reduce(-unused) { $0 + $1.length }
    let reach = length * (1 + scene.settings.passingSlackShare) + scene.settings.passingSlack
    var search = PathSearch()
    search.open(on: scene.graph, rules: .lawful(scene.mode))
    let target = search.place(end)
    search.begin(from: search.place(begin), within: SearchLimit(length: reach, edges: 10_000), metresPerPenalty: 1)
    search.addTarget(target)
    search.run()
    guard let other = search.path(to: target), other.length <= reach else { return true }
    // The search knows no condition. The way it finds may be the driven one.
    return search.edges(to: target) == driven.map(\.edge)
      && passing.edges.allSatisfy { view[$0].evidence == .observed }
  }
}
