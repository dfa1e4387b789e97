internal import Geodesy
internal import Matching
package import RoadGraph
package import Trips

/// Describes a drive as it becomes certain: writes each maneuver once nothing that follows can change it.
///
/// A maneuver waits until the drive is known for ``GuidanceSettings/lookahead`` past it and past the place that gives
/// its road a name, or to the end of its leg. A whole leg is described at once.
///
/// Memory: the edges since the last written maneuver; if no maneuver is in doubt, only those within that distance.
package struct ItineraryFold: Sendable {
  private let graph: RoadGraph
  private let mode: TravelMode
  private let settings: GuidanceSettings
  private let memory: JunctionMemory
  private var writer: ManeuverWriter?
  /// The newest edges of the leg that are still needed, and the number of the first of them.
  private var edges: [PathEdge] = []
  private var firstEdge = 0
  /// The distance from the start of the drive to the first of `edges`.
  private var distance: Metres = 0
  /// The number of junctions passed before the first of `edges`.
  private var junctions = 0
  /// The number of the first edge at which an unwritten decision may begin; `nil` before the departure.
  private var nextDecision: Int?
  /// The number of the first edge that is not part of a written decision.
  private var floor = 0

  /// - Parameter memory: for the same map and settings.
  package init(
    on graph: RoadGraph, for mode: TravelMode, settings: GuidanceSettings = GuidanceSettings(),
    memory: JunctionMemory? = nil
  ) {
    self.graph = graph
    self.mode = mode
    self.settings = settings
    self.memory = memory ?? JunctionMemory(on: graph, settings: settings, isKept: false)
  }

  /// Takes the part of a trip that has become certain.
  ///
  /// - Returns: the maneuvers that are certain now, in order.
  package mutating func take(_ update: TripUpdate) -> [Maneuver] {
    var maneuvers: [Maneuver] = []
    var next = update.edges.startIndex
    for leg in update.legs {
      maneuvers += take(update.edges[next..<max(next, leg.edges.upperBound)].map(PathEdge.init), isEnd: true)
      next = max(next, leg.edges.upperBound)
    }
    return maneuvers + take(update.edges[next...].map(PathEdge.init), isEnd: false)
  }

  /// Takes the next edges of a leg.
  ///
  /// - Parameters:
  ///   - isEnd: whether the leg ends with them.
  ///   - ends: of a leg that is taken at once.
  mutating func take(_ next: [PathEdge], isEnd: Bool, ends: LegEnds = LegEnds()) -> [Maneuver] {
    if edges.isEmpty { edges = next } else { edges += next }
    guard !edges.isEmpty else { return [] }
    var writer = writer ?? ManeuverWriter(begin: edges.first?.enterTime)
    self.writer = nil
    let guided = GuidedLeg(
      edges, firstEdge: firstEdge, distance: distance, junctions: junctions, trimming: (nextDecision == nil, isEnd),
      on: graph, for: mode,
      settings: settings, memory: memory)
    if isEnd {
      writer.write(guided, from: nextDecision, floor: floor, ends: ends)
      end(guided)
    } else {
      writeCertain(guided, with: &writer)
    }
    defer { self.writer = writer }
    return writer.takeManeuvers()
  }

  private mutating func end(_ guided: GuidedLeg) {
    firstEdge += edges.count
    distance = guided.end.distance
    junctions = guided.junctions[guided.edges.count]
    edges.removeAll()
    nextDecision = nil
    floor = 0
  }

  // MARK: Legs that are not at their end

  private mutating func writeCertain(_ guided: GuidedLeg, with writer: inout ManeuverWriter) {
    if nextDecision == nil {
      guard guided.edges[0].length >= settings.leastDriven, Certainty(leg: guided).isNameCertain(from: 0) else {
        return
      }
      writer.writeDeparture(of: guided)
      nextDecision = guided.firstEdge + 1
    }
    guard let first = nextDecision else { return }
    let found = guided.decisions(from: first - guided.firstEdge, floor: max(1, floor - guided.firstEdge))
    let joined = JoinedTurns(found, of: guided).decisions
    let certainty = Certainty(leg: guided)
    let certain = joined.prefix(certainty.count(of: joined))
    writer.write(joined, of: guided, upTo: certain.count)
    if let last = certain.last { floor = guided.firstEdge + last.onto + 1 }
    let doubtful = joined.dropFirst(certain.count).first?.first
    forget(before: doubtful ?? certainty.firstDoubtful(after: certain.last, among: found), of: guided)
  }

  /// Drops the edges that do not affect decisions from one edge on.
  private mutating func forget(before index: Int, of guided: GuidedLeg) {
    nextDecision = max(nextDecision ?? 0, guided.firstEdge + index)
    var kept = min(index, guided.edges.count - 1)
    while kept > 0, index - kept < Self.edgesBehind || guided.distances[index] - guided.distances[kept] < Self.behind {
      kept -= 1
    }
    let count = guided.firstEdge + kept - firstEdge
    guard count > 0 else { return }
    distance = guided.distances[kept]
    junctions = guided.junctions[kept]
    firstEdge += count
    edges.removeFirst(count)
  }

  /// How much of the drive before a place affects its maneuver: the name of the road, and banned turns.
  private static let behind: Metres = 200
  private static let edgesBehind = 16
}

extension GuidanceSettings {
  /// Nothing farther ahead than this affects the maneuver at a place, except for the best lane and for the name of a
  /// road that begins with nameless links: a lane with the roads beyond its island, the turn at its end, and how long a
  /// name lasts.
  var lookahead: Metres { lookahead(past: longestSplit) }

  /// The same for a place on a motorway.
  var motorwayLookahead: Metres { lookahead(past: longestMotorwaySplit) }

  private func lookahead(past split: Metres) -> Metres {
    max(2 * longestLane, split) + shortestNewName + widestMedian + shortestReturn + longestNamelessStretch
  }
}

/// What the known edges of a leg decide, whatever follows them.
private struct Certainty {
  let leg: GuidedLeg

  /// How many of the first decisions are certain, with their words and lanes, whatever follows the known edges.
  func count(of decisions: [Decision]) -> Int {
    let doubtful = decisions.indices.first {
      !isNameCertain(from: decisions[$0].onto) || !areLanesCertain(at: decisions[$0...].prefix(3))
    }
    return doubtful ?? decisions.count
  }

  /// Whether the next maneuvers that may decide on the best lane are known, or are known to follow farther ahead.
  ///
  /// - Parameter decisions: the one in question and the two after it, as far as they are known.
  private func areLanesCertain(at decisions: ArraySlice<Decision>) -> Bool {
    let choice = LaneChoice(leg: leg)
    guard let first = decisions.first, choice.mayHaveLanes(first) else { return true }
    let horizon = leg.distances[leg.edges.count] - leg.settings.lookahead
    for (decision, next) in zip(decisions, decisions.dropFirst()) {
      let end = leg.distances[decision.begin] + choice.lanesAhead(of: decision)
      if leg.distances[next.begin] > end { return horizon >= end }
      if leg.distances[next.begin] > horizon { return false }
    }
    guard decisions.count < 3, let last = decisions.last else { return true }
    return horizon >= leg.distances[last.begin] + choice.lanesAhead(of: last)
  }

  /// Whether the name of the road from edge `index`, or its lack of one, does not depend on what follows the known
  /// edges.
  func isNameCertain(from index: Int) -> Bool {
    guard let end = RoadNames(leg: leg).endOfSearch(from: index) else { return false }
    return leg.distances[leg.edges.count] - leg.distances[end] >= lookahead(at: index)
  }

  /// How far past the start of edge `index` the drive must be known.
  private func lookahead(at index: Int) -> Metres {
    let isMotorway = leg.graph.roadClass(of: leg.edge(max(0, index - 1))) == .motorway
    return isMotorway ? leg.settings.motorwayLookahead : leg.settings.lookahead
  }

  /// The first edge at which a decision may still be found or changed, given that those before it are written.
  func firstDoubtful(after last: Decision?, among found: [Decision]) -> Int {
    var (first, index) = (leg.edges.count, leg.edges.count - 1)
    while index >= 1, leg.distances[leg.edges.count] - leg.distances[index] < leg.settings.motorwayLookahead {
      if leg.distances[leg.edges.count] - leg.distances[index] < lookahead(at: index) { first = index }
      index -= 1
    }
    let written = last?.onto ?? 0
    // Not within a decision, and not between two that may become one.
    let reach = max(leg.settings.widestMedian, leg.settings.shortestReturn)
    while let open = found.first(where: { decision in
      guard decision.first > written, decision.first < first else { return false }
      return decision.onto >= first || leg.distances[first] - leg.distances[decision.onto] <= reach
    }) { first = open.first }
    return max(first, written + 1)
  }
}
