internal import Geodesy
internal import Matching
internal import Moments
package import RoadGraph
internal import Traces

/// The positions of a trip in order: at its fixes, estimates where nothing was measured, and, if wanted, smooth ones in
/// between.
///
/// Between two fixes a vehicle keeps to the matched path. Its distance along the path is a smooth function of time that
/// leads through all fixes and never decreases, so that a vehicle that stands keeps standing. A fix off the road has a
/// position of its own, and nothing is known between it and the next one.
///
/// The positions of a live trip follow as the trip becomes certain: the positions between two fixes are given when the
/// edges up to a little past the second one and the fix after it are known.
///
/// - Complexity: O(1) for a position; memory does not grow with their number. For a live trip it holds the fixes on the
///   edge that the vehicle has not left.
package struct PositionWalk: IteratorProtocol, Sendable {
  private let graph: RoadGraph
  private let settings: PositionSettings
  /// What is known of the trip and still needed.
  private var drive: TripUpdate
  /// The number of the leg in progress, or of the next one.
  private var leg = 0
  /// The first edge of the next leg.
  private var nextEdge = 0
  /// Driven up to the end of the last leg.
  private var driven: Metres = 0
  /// `nil` between legs.
  private var knots: KnotWindow?
  private var course: LegCourse?
  private var passage: Passage?
  /// Whether positions are wanted between its fixes, which is rare.
  private var hasMore = false
  /// The first position on a leg from whose moment the others are counted.
  private var origin: Timestamp?
  /// The next fix that may be off the road.
  private var nextFix = 0

  /// Of a whole trip.
  package init(_ trip: Trip, on graph: RoadGraph, settings: PositionSettings) {
    self.init(TripUpdate(of: trip, leastSilence: settings.shortestSilence), on: graph, settings: settings)
  }

  /// The positions of a live trip, of which nothing is known yet.
  package init(on graph: RoadGraph, settings: PositionSettings) {
    let nothing = TripUpdate(
      fixes: Numbered([]), matched: Numbered([]), edgeOfFix: Numbered([]), edges: Numbered([]), legs: Numbered([]),
      usualPeriod: 0)
    self.init(nothing, on: graph, settings: settings)
  }

  private init(_ drive: TripUpdate, on graph: RoadGraph, settings: PositionSettings) {
    self.drive = drive
    self.graph = graph
    self.settings = settings
  }

  /// The next position; `nil` after the last, or if the next one is not certain yet.
  package mutating func next() -> TripPosition? {
    while true {
      if knots != nil {
        if let position = nextOnRoad() { return position }
        if knots != nil { return nil }
      } else {
        if let position = nextOffRoad() { return position }
        guard beginLeg() else { return nil }
      }
    }
  }

  /// The edge of the last position.
  package func edge(of position: TripPosition) -> TripEdge? { position.edge.map { drive.edges[$0] } }

  // MARK: Live

  /// Takes what has become certain of a live trip.
  package mutating func take(_ update: TripUpdate) {
    forget()
    drive.fixes.elements += update.fixes
    drive.matched.elements += update.matched
    drive.edgeOfFix.elements += update.edgeOfFix
    drive.edges.elements += update.edges
    drive.legs.elements += update.legs
    if !update.fixes.isEmpty { drive.usualPeriod = update.usualPeriod }
  }

  /// Drops what no further position needs, now and then.
  private mutating func forget() {
    let firstFix = knots.map { $0.lastFix + 1 } ?? nextFix
    if firstFix - drive.fixes.startIndex >= Self.mostForgotten {
      drive.fixes.forget(before: firstFix)
      drive.matched.forget(before: firstFix)
      drive.edgeOfFix.forget(before: firstFix)
    }
    let firstEdge = course?.oldestEdge ?? nextEdge
    if firstEdge - drive.edges.startIndex >= Self.mostForgotten { drive.edges.forget(before: firstEdge) }
    drive.legs.forget(before: leg)
  }

  private static let mostForgotten = 64

  // MARK: On the road

  /// - Returns: whether the next fix is on the next leg.
  private mutating func beginLeg() -> Bool {
    guard nextFix < drive.edgeOfFix.endIndex, let edge = drive.edgeOfFix[nextFix] else { return false }
    knots = KnotWindow(from: nextFix, on: edge, after: driven)
    course = LegCourse(firstEdge: edge.edge, on: graph, from: driven, reach: settings.bearingReach)
    origin = nil
    return true
  }

  private mutating func endLeg(_ ended: Leg) {
    driven = course?.end ?? driven
    nextFix = ended.fixes.upperBound + 1
    nextEdge = ended.edges.upperBound
    leg += 1
    knots = nil
    course = nil
  }

  /// Advances to the next fix of the leg, or ends the leg.
  ///
  /// - Returns: whether there is a next fix and it is certain.
  private mutating func beginPassage() -> Bool {
    let ended = drive.legs.indices.contains(leg) ? drive.legs[leg] : nil
    course?.know(edgesBefore: ended?.edges.upperBound ?? drive.edges.endIndex, of: drive)
    let end = (course?.end ?? 0) - settings.bearingReach
    repeat {
      guard ended != nil || knots?.canAdvance(on: drive, until: end) ?? false else { return false }
      knots?.advance(on: drive)
    } while knots?.isFilling ?? false
    guard let knots, let from = knots.from else {
      if let ended { endLeg(ended) }
      return false
    }
    beginPassage(knots, from)
    return true
  }

  private mutating func beginPassage(_ knots: KnotWindow, _ from: Knot) {
    origin = origin ?? from.time
    // The trace is silent where fixes are further apart.
    let longestStep = max(settings.shortestSilence, settings.silencePeriods * drive.usualPeriod)
    var passage = Passage(knots, from: from, origin: origin, longestStep: longestStep, settings: settings)
    if let to = knots.to, passage.isUnseen { passage.hasTunnel = hasTunnel(from.edge...to.edge) }
    hasMore = passage.hasMore
    self.passage = passage
  }

  private mutating func nextOnRoad() -> TripPosition? {
    repeat {
      while let moment = passage?.nextMoment(), moment.isFix || hasMore {
        if let position = position(at: moment) { return position }
      }
      passage = nil
    } while beginPassage()
    return nil
  }

  private func hasTunnel(_ edges: ClosedRange<Int>) -> Bool {
    edges.contains { graph.flags(of: drive.edges[$0].edge).contains(.tunnel) }
  }

  /// `nil` if none is wanted there.
  private mutating func position(at moment: Passage.Moment) -> TripPosition? {
    guard let passage, let source = source(at: moment, of: passage),
      let point = moment.isFix
        ? course?.point(at: passage.from, on: drive) : course?.point(at: moment.distance, on: drive)
    else { return nil }
    let isMeasured = source != .estimated
    return TripPosition(
      source: source, fix: passage.from.fix, time: isMeasured ? moment.time : nil, place: point.place,
      bearing: point.bearing, speed: isMeasured ? moment.speed : nil, edge: point.edge, offset: point.offset,
      distance: moment.distance)
  }

  private mutating func source(at moment: Passage.Moment, of passage: Passage) -> TripPosition.Source? {
    if moment.isFix { return .fix }
    return passage.source(inTunnel: course?.isInTunnel(at: moment.distance, on: drive) ?? false)
  }

  // MARK: Off the road

  /// The next fix off the road before the next leg.
  private mutating func nextOffRoad() -> TripPosition? {
    while nextFix < drive.fixes.endIndex, drive.edgeOfFix[nextFix] == nil {
      let number = nextFix
      nextFix += 1
      let status = drive.matched[number].status
      guard status == .offRoad || status == .unmatched, let place = drive.fixes[number].place else { continue }
      return TripPosition(
        source: .fix, fix: number, time: drive.fixes[number].time, place: place, distance: driven)
    }
    return nil
  }
}
