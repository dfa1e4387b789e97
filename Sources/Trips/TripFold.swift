package import Geodesy
package import Matching
internal import Moments
package import RoadGraph
internal import Traces

/// Builds a trip from the decided pieces of its trace: edges with times and evidence, legs, gaps and stops.
///
/// A fully known trip is a single piece. Memory: the steps that are not yet certain, and the fixes within the least
/// time of a stop.
package struct TripFold: Sendable {
  private let graph: RoadGraph
  private let mode: TravelMode
  private let settings: TripSettings
  private var stops: StandFold
  private var leg: LegFold?
  private var legCount = 0
  private var edgeCount = 0
  private var fixCount = 0
  /// The last fix of the previous leg.
  private var lastAnchor: LegAnchor?
  /// The edge of the last fix on a road.
  private var lastEdge: FixEdge?
  /// The time of the last fix that has one.
  private var lastTime: Timestamp?

  package init(graph: RoadGraph, mode: TravelMode, settings: TripSettings = TripSettings()) {
    self.graph = graph
    self.mode = mode
    self.settings = settings
    stops = StandFold(settings: StandSettings(leastTime: settings.leastStopTime, for: mode))
  }

  /// When the next stop begins at the earliest; `nil` if no fix so far may begin one.
  var earliestStop: Timestamp? { stops.earliestBegin }

  /// Takes the next decided piece.
  ///
  /// - Parameter usualPeriod: see ``TripUpdate/usualPeriod``.
  /// - Returns: what has become certain.
  /// - Complexity: O(fixes + edges).
  package mutating func take(_ piece: MatchedPiece, usualPeriod: Seconds) -> TripUpdate {
    var update = update(fixes: piece.fixes, matched: piece.matched, usualPeriod: usualPeriod)
    for part in piece.parts { take(part, into: &update) }
    findStops(in: piece, into: &update)
    fixCount = piece.fixes.endIndex
    lastTime = piece.fixes.last { $0.time != nil }?.time ?? lastTime
    return update
  }

  /// What becomes certain when nothing follows: the stop that lasts to the end of the trip, if there is one.
  package mutating func finish() -> TripUpdate {
    var update = update(fixes: Numbered([], from: fixCount), matched: Numbered([], from: fixCount), usualPeriod: 0)
    if let stop = stops.finish() { update.stops.append(stop) }
    return update
  }

  /// An update without edges, legs, gaps or stops yet.
  private func update(fixes: Numbered<Fix>, matched: Numbered<MatchedFix>, usualPeriod: Seconds) -> TripUpdate {
    TripUpdate(
      fixes: fixes, matched: matched,
      edgeOfFix: Numbered([FixEdge?](repeating: nil, count: fixes.count), from: fixes.startIndex),
      edges: Numbered([], from: edgeCount), legs: Numbered([], from: leg?.number ?? legCount), usualPeriod: usualPeriod,
      timeBefore: lastTime)
  }

  // MARK: Legs

  private mutating func take(_ part: PathPart, into update: inout TripUpdate) {
    guard let first = part.path.anchors.first else { return }
    if leg == nil { leg = beginLeg(at: first, part, into: &update) }
    note(part, into: &update.edgeOfFix)
    let longestStep = max(settings.longestStep, settings.longestStepPeriods * update.usualPeriod)
    leg?.append(part, update.fixes, longestStep: longestStep)
    leg?.takeEdges(isEnd: part.isEnd, on: graph, for: mode, into: &update.edges.elements)
    update.nextEdge = part.isEnd ? nil : leg?.nextEdge
    edgeCount = update.edges.endIndex
    if part.isEnd { endLeg(into: &update) }
  }

  /// Notes the edge of each fix of a part.
  private func note(_ part: PathPart, into edgeOfFix: inout Numbered<FixEdge?>) {
    guard let number = leg?.number, let firstEdge = leg?.firstEdge(of: part) else { return }
    for anchor in part.path.anchors {
      edgeOfFix[anchor.fix] = FixEdge(
        edge: firstEdge + anchor.step, road: part.path.steps[anchor.step].edge, leg: number)
    }
  }

  private mutating func beginLeg(at first: Anchor, _ part: PathPart, into update: inout TripUpdate) -> LegFold {
    let fix = update.fixes[first.fix]
    if let lastAnchor, let reason = part.breakBefore {
      let length = lastAnchor.place.flatMap { begin in fix.place.map { groundDistance(begin, $0) } } ?? 0
      update.gaps.append(Gap(reason: reason, fixes: lastAnchor.fix...first.fix, length: length))
    }
    legCount += 1
    return LegFold(
      number: legCount - 1, firstEdge: edgeCount, first: LegAnchor(first, place: fix.place, time: fix.time),
      settings: settings)
  }

  private mutating func endLeg(into update: inout TripUpdate) {
    guard let leg else { return }
    self.leg = nil
    update.legs.append(Leg(edges: leg.edges, fixes: leg.firstFix...leg.last.fix))
    lastAnchor = leg.last
  }

  // MARK: Stops

  private mutating func findStops(in piece: MatchedPiece, into update: inout TripUpdate) {
    // The paths themselves are not searched: searching them for every fix would cost as much as the rest.
    let parts = piece.parts.map { (fixes: $0.path.fixes, continues: $0.continues) }
    var part = 0
    for number in piece.fixes.indices {
      let fix = piece.fixes[number]
      if let edge = update.edgeOfFix[number] { lastEdge = edge }
      guard fix.refusal == nil, let place = fix.place else { continue }
      while part < parts.count, parts[part].fixes.upperBound < number { part += 1 }
      let isOnLeg = part < parts.count && (parts[part].continues || parts[part].fixes.lowerBound <= number)
      let matchedPlace = piece.matched[number].position?.place ?? place
      let stop = stops.take(
        StopFix(
          number: number, place: place, matchedPlace: matchedPlace, time: fix.time, edge: isOnLeg ? lastEdge : nil))
      if let stop { update.stops.append(stop) }
    }
  }
}

extension LegAnchor {
  /// The anchor at the start of a leg.
  fileprivate init(_ first: Anchor, place: Place?, time: Timestamp?) {
    self.init(fix: first.fix, step: first.step, distance: 0, place: place, time: time)
  }
}
