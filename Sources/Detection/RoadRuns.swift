internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces
internal import Trips

/// A run of edges of one leg that break the same rule.
struct RoadRun<Reason: Hashable & Sendable>: Sendable {
  var reason: Reason
  var leg: Int
  /// The numbers of its edges in the trip.
  var numbers: Range<Int>
  var first: TripEdge
  var last: TripEdge
  var length: Metres = 0
  /// The lengths weighted by the confidences.
  var sureLength: Metres = 0
  var ways = WayLengths()
  var hasDetour = false
  /// It begins after the first edge of its leg.
  var hasBefore: Bool

  var confidence: Double { length > 0 ? sureLength / length : 0 }
}

/// Finds the runs of edges that break a rule, and their fixes.
///
/// A run is certain if it has at least two fixes and is 25 m long, or if it is longer and sure, as for drives against a
/// oneway. It is also certain if the vehicle entered and left it on known paths of high confidence, as under a low
/// bridge, where there are no fixes.
struct RoadRunWatch<Reason: Hashable & Sendable>: Sendable {
  private var run: RoadRun<Reason>?
  /// Fixes that belong to the run, or may belong to edges that have not arrived.
  private var seen: [SeenFix] = []
  /// The last fix on the edges before `seen`.
  private var before: SeenFix?
  private var leg = -1

  /// - Parameters:
  ///   - reason: why an edge breaks a rule, or `nil`.
  ///   - found: takes a run with the numbers of its first and last fix.
  mutating func take(
    _ update: TripUpdate, in scene: Scene, _ reason: (TripEdge) -> Reason?,
    _ found: (RoadRun<Reason>, _ fixes: ClosedRange<Int>, _ lastTime: Timestamp?) -> Void
  ) {
    note(update)
    for number in update.edges.indices {
      let edge = update.edges[number]
      let isNewLeg = edge.leg != leg
      let reason = reason(edge)
      if let run, isNewLeg || reason != run.reason { close(run, isLeft: !isNewLeg, in: scene, found) }
      leg = edge.leg
      if let reason { add(edge, number, reason, isNewLeg: isNewLeg, on: scene.graph) }
    }
    let end = update.edges.endIndex
    if let run, let last = update.legs.last, last.edges.upperBound >= end {
      close(run, isLeft: false, in: scene, found)
    }
    forget(before: run?.numbers.lowerBound ?? end)
  }

  mutating func finish(
    in scene: Scene, _ found: (RoadRun<Reason>, _ fixes: ClosedRange<Int>, _ lastTime: Timestamp?) -> Void
  ) {
    if let run { close(run, isLeft: false, in: scene, found) }
  }

  // MARK: Fixes

  private mutating func note(_ update: TripUpdate) {
    for fix in update.edgeOfFix.indices {
      guard let edge = update.edgeOfFix[fix] else { continue }
      seen.append(
        SeenFix(
          number: fix, edge: edge.edge, time: update.fixes[fix].time, lastTime: update.lastTime(notAfter: fix),
          position: nil))
    }
  }

  private mutating func forget(before edge: Int) {
    guard let first = seen.firstIndex(where: { $0.edge >= edge }) else {
      before = seen.last ?? before
      seen.removeAll(keepingCapacity: true)
      return
    }
    if first > 0 { before = seen[first - 1] }
    seen.removeFirst(first)
  }

  // MARK: Runs

  private mutating func add(
    _ edge: TripEdge, _ number: Int, _ reason: Reason, isNewLeg: Bool, on graph: RoadGraph
  ) {
    var run =
      run
      ?? RoadRun(
        reason: reason, leg: edge.leg, numbers: number..<number, first: edge, last: edge, hasBefore: !isNewLeg)
    run.numbers = run.numbers.lowerBound..<number + 1
    run.last = edge
    run.length += edge.length
    run.ways.add(edge.edge, edge.length, on: graph)
    run.sureLength += edge.confidence * edge.length
    run.hasDetour = run.hasDetour || edge.evidence == .detour
    self.run = run
  }

  /// - Parameter isLeft: the drive left the run and its leg continues.
  private mutating func close(
    _ run: RoadRun<Reason>, isLeft: Bool, in scene: Scene,
    _ found: (RoadRun<Reason>, _ fixes: ClosedRange<Int>, _ lastTime: Timestamp?) -> Void
  ) {
    self.run = nil
    let fixes = seen.filter { run.numbers.contains($0.edge) }
    guard run.length > 0, isSure(run, fixes.count, isPassed: run.hasBefore && isLeft, scene.settings) else { return }
    // A run without fixes of its own has the last one before it.
    let before = seen.last { $0.edge < run.numbers.lowerBound } ?? self.before
    guard let first = fixes.first ?? before, let last = fixes.last ?? before else { return }
    found(run, first.number...last.number, first.lastTime)
  }

  private func isSure(
    _ run: RoadRun<Reason>, _ fixes: Int, isPassed: Bool, _ settings: DetectionSettings
  ) -> Bool {
    if run.confidence < settings.leastRunConfidence { return false }
    if fixes >= settings.leastWrongWayFixes, run.length >= settings.shortestWrongWay { return true }
    let isCertain = run.confidence >= settings.leastConfidenceSeenOnce
    if fixes >= 1, run.length >= settings.shortestSeenOnce { return isCertain }
    return isPassed && isCertain && !run.hasDetour
  }
}
