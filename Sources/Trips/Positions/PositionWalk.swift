internal import Geodesy
internal import Matching
internal import Moments
package import RoadGraph
internal import Traces

/// The positions of a trip in order: those of its fixes, estimates where nothing was measured, and, if wanted, smooth
/// ones in between.
///
/// Between two fixes a vehicle keeps to the matched path. Its distance along the path is a smooth function of time that
/// leads through all fixes and never decreases, so that a vehicle that stands keeps standing. A fix off the road has a
/// position of its own, and nothing is known between it and the next one.
///
/// - Complexity: O(1) for a position; memory does not grow with their number.
package struct PositionWalk: IteratorProtocol, Sendable {
  private let trip: Trip
  private let graph: RoadGraph
  private let settings: PositionSettings
  /// The trace is silent where fixes are further apart than this.
  private let longestStep: Seconds
  private var leg = -1
  /// Driven up to the end of the leg.
  private var driven: Metres = 0
  private var knots: KnotWindow?
  private var course: LegCourse?
  private var passage: Passage?
  /// Positions may be wanted between its fixes; between most there are none.
  private var hasMore = false
  /// The first position on a leg from whose moment the others are counted.
  private var origin: Timestamp?
  /// The next fix that may be off the road.
  private var nextFix = 0

  package init(_ trip: Trip, on graph: RoadGraph, settings: PositionSettings) {
    self.trip = trip
    self.graph = graph
    self.settings = settings
    let period = trip.matched.trace.usualPeriod(leastSilence: settings.shortestSilence)
    longestStep = max(settings.shortestSilence, settings.silencePeriods * period)
  }

  package mutating func next() -> TripPosition? {
    while true {
      if let position = nextOnRoad() ?? nextOffRoad() { return position }
      guard leg + 1 < trip.legs.count else { return nil }
      beginLeg()
    }
  }

  // MARK: On the road

  private mutating func beginLeg() {
    leg += 1
    knots = KnotWindow(leg: leg, of: trip, from: driven)
    let course = LegCourse(leg: leg, of: trip, on: graph, from: driven, reach: settings.bearingReach)
    driven = course.end
    self.course = course
    origin = nil
    beginPassage()
  }

  /// Goes on to the next fix of the leg, if there is one.
  private mutating func beginPassage() {
    passage = nil
    knots?.advance(on: trip)
    guard let knots, let from = knots.from else { return }
    origin = origin ?? from.time
    var passage = Passage(knots, from: from, origin: origin, longestStep: longestStep, settings: settings)
    if let to = knots.to, passage.isUnseen { passage.hasTunnel = hasTunnel(from.edge...to.edge) }
    hasMore = passage.hasMore
    self.passage = passage
  }

  private mutating func nextOnRoad() -> TripPosition? {
    while passage != nil {
      while let moment = passage?.nextMoment(), moment.isFix || hasMore {
        if let position = position(at: moment) { return position }
      }
      beginPassage()
    }
    return nil
  }

  private func hasTunnel(_ edges: ClosedRange<Int>) -> Bool {
    edges.contains { graph.flags(of: trip.edges[$0].edge).contains(.tunnel) }
  }

  /// `nil` if none is wanted there.
  private mutating func position(at moment: Passage.Moment) -> TripPosition? {
    guard let passage, let source = source(at: moment, of: passage),
      let point = moment.isFix
        ? course?.point(at: passage.from, on: trip) : course?.point(at: moment.distance, on: trip)
    else { return nil }
    let isMeasured = source != .estimated
    return TripPosition(
      source: source, fix: passage.from.fix, time: isMeasured ? moment.time : nil, place: point.place,
      bearing: point.bearing, speed: isMeasured ? moment.speed : nil, edge: point.edge, offset: point.offset,
      distance: moment.distance)
  }

  private mutating func source(at moment: Passage.Moment, of passage: Passage) -> TripPosition.Source? {
    if moment.isFix { return .fix }
    return passage.source(inTunnel: course?.isInTunnel(at: moment.distance, on: trip) ?? false)
  }

  // MARK: Off the road

  /// The next fix off the road before the next leg.
  private mutating func nextOffRoad() -> TripPosition? {
    if leg >= 0 { nextFix = max(nextFix, trip.legs[leg].fixes.upperBound + 1) }
    let end = leg + 1 < trip.legs.count ? trip.legs[leg + 1].fixes.lowerBound : trip.matched.fixes.count
    while nextFix < end {
      let number = nextFix
      nextFix += 1
      let status = trip.matched.fixes[number].status
      guard status == .offRoad || status == .unmatched, let place = trip.matched.trace.fixes[number].place else {
        continue
      }
      return TripPosition(
        source: .fix, fix: number, time: trip.matched.trace.fixes[number].time, place: place, distance: driven)
    }
    return nil
  }
}
