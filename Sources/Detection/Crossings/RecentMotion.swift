internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces
internal import Trips

/// The recent places and times of a vehicle on the leg in progress, which show whether it stopped before a sign.
///
/// Distances are from the start of the leg's first edge.
struct RecentMotion: Sendable {
  /// Where the next edge of the leg begins.
  private(set) var begin: Metres = 0
  /// The numbers of that edge and of the leg.
  private var nextEdge = 0
  private var leg = 0
  /// The fixes up to the end of the next edge that are still needed.
  private var moments: ArraySlice<Moment> = []
  /// The fixes after it.
  private var coming: ArraySlice<(edge: FixEdge, moment: Moment)> = []

  private struct Moment: Sendable {
    /// While it is coming, from the start of its edge.
    var distance: Metres
    var time: Timestamp
    var speed: MetresPerSecond?
  }

  /// The stretch before a sign in which a vehicle stops for it: a short queue.
  private static let reach: Metres = 50
  /// Beyond the sign: a line of sight, and the error of a fix.
  private static let reachBehind: Metres = 10
  /// A vehicle slower than this is standing …
  private static let standing: MetresPerSecond = 1
  /// … if its places show it for this long: errors of fixes make slow drives look like stops.
  private static let shortestStop: Seconds = 4
  /// With longer steps a short stop goes unseen.
  private static let longestStep: Seconds = 3
  /// The memory of a vehicle that creeps for an hour.
  private static let mostMoments = 4096

  // MARK: Going on

  mutating func take(_ update: TripUpdate, on graph: RoadGraph) {
    for fix in update.edgeOfFix.indices {
      guard let edge = update.edgeOfFix[fix], let time = update.fixes[fix].time,
        let position = update.matched[fix].position
      else { continue }
      coming.append((edge, Moment(distance: position.offset, time: time, speed: update.fixes[fix].speed)))
    }
    place(on: graph)
  }

  /// Takes the next edge of the leg.
  mutating func pass(_ edge: TripEdge, on graph: RoadGraph) {
    begin += begin == 0 ? edge.end : edge.length
    nextEdge += 1
    place(on: graph)
  }

  mutating func endLeg(on graph: RoadGraph) {
    leg += 1
    begin = 0
    moments = []
    place(on: graph)
  }

  /// Finds how far along the leg the fixes on the next edge are.
  private mutating func place(on graph: RoadGraph) {
    while let (edge, moment) = coming.first, edge.leg < leg || edge.leg == leg && edge.edge <= nextEdge {
      coming.removeFirst()
      guard edge.leg == leg else { continue }
      let there = Moment(distance: begin + moment.distance, time: moment.time, speed: moment.speed)
      add(there, before: begin + graph.length(of: edge.road))
    }
  }

  /// Adds the next fix. It replaces the last one if no sign needs the last one: between the ends of a long edge, and
  /// while the vehicle keeps standing.
  private mutating func add(_ moment: Moment, before end: Metres) {
    if moments.count >= 2 {
      let (first, second) = (moments[moments.endIndex - 2], moments[moments.endIndex - 1])
      let isFarFromSigns = first.distance > begin + Self.reachBehind && moment.distance < end - Self.reach
      let stands =
        first.distance == second.distance && second.distance == moment.distance
        && second.time.seconds(since: first.time) >= Self.shortestStop
      if isFarFromSigns || stands { moments.removeLast() }
    }
    moments.append(moment)
    if moments.count > Self.mostMoments { moments.removeFirst() }
  }

  /// Drops the fixes that no sign at or beyond a distance needs.
  mutating func forget(before distance: Metres) {
    while moments.count > 1, moments[moments.startIndex + 1].distance < distance - Self.reach { moments.removeFirst() }
  }

  // MARK: Signs

  /// Whether a fix is so far past a sign that later fixes show nothing more about it.
  func isBeyond(_ sign: Metres) -> Bool { moments.last.map { $0.distance > sign + Self.reachBehind } ?? false }

  /// Whether the vehicle stopped before a sign; `nil` if the fixes are too sparse to tell.
  func hasStopped(at sign: Metres) -> Bool? {
    if isStandingNear(sign) { return true }
    guard let last = moments.firstIndex(where: { $0.distance > sign + Self.reachBehind }),
      let first = moments[..<last].lastIndex(where: { $0.distance < sign - Self.reach })
    else { return nil }
    let isDense = (first..<last).allSatisfy {
      moments[$0 + 1].time.seconds(since: moments[$0].time) <= Self.longestStep
    }
    return isDense ? false : nil
  }

  private func isStandingNear(_ sign: Metres) -> Bool {
    let near = moments.drop { $0.distance < sign - Self.reach }.prefix { $0.distance <= sign + Self.reachBehind }
    if near.contains(where: { $0.speed.map { $0 < Self.standing } ?? false }) { return true }
    for (number, begin) in zip(near.indices, near) {
      guard let end = near[number...].first(where: { $0.time.seconds(since: begin.time) >= Self.shortestStop }) else {
        return false
      }
      if end.distance - begin.distance < Self.standing * end.time.seconds(since: begin.time) { return true }
    }
    return false
  }
}
