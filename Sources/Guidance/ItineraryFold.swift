internal import Geodesy
internal import Matching
package import RoadGraph
package import Trips

/// Describes a drive as it becomes certain: writes each maneuver once nothing that follows can change it.
///
/// A maneuver waits until the drive is known for ``GuidanceSettings/lookahead`` past it and past the place that gives
/// its road a name, or to the end of its leg. A whole leg is described at once.
///
/// Memory: the edges since the last written maneuver, and only those within that distance if none is in doubt.
package struct ItineraryFold: Sendable {
  private let graph: RoadGraph
  private let mode: TravelMode
  private let settings: GuidanceSettings
  private let memory: JunctionMemory
  private var writer: ManeuverWriter?
  /// The newest edges of the leg that are still needed, and the number of the first of them.
  private var edges: [PathEdge] = []
  private var firstEdge = 0
  /// The distance from the start of the drive to the first of them.
  private var distance: Metres = 0
  /// The number of junctions passed before it.
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

  // MARK: Legs that go on

  private mutating func writeCertain(_ guided: GuidedLeg, with writer: inout ManeuverWriter) {
    if nextDecision == nil {
      guard guided.edges[0].length >= settings.leastDriven, guided.isNameCertain(from: 0) else { return }
      writer.writeDeparture(of: guided)
      nextDecision = guided.firstEdge + 1
    }
    guard let first = nextDecision else { return }
    let found = guided.decisions(from: first - guided.firstEdge, floor: max(1, floor - guided.firstEdge))
    let joined = guided.joined(found)
    let certain = joined.prefix(guided.countOfCertain(joined))
    writer.write(joined, of: guided, upTo: certain.count)
    if let last = certain.last { floor = guided.firstEdge + last.onto + 1 }
    let doubtful = joined.dropFirst(certain.count).first?.first
    forget(before: doubtful ?? guided.firstDoubtful(behind: certain.last, among: found), of: guided)
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
  /// road that begins with nameless links: a lane with the roads behind its island, the turn at its end, and how long a
  /// name lasts.
  var lookahead: Metres { lookahead(past: longestSplit) }

  /// The same for a place on a motorway.
  var motorwayLookahead: Metres { lookahead(past: longestMotorwaySplit) }

  private func lookahead(past split: Metres) -> Metres {
    max(2 * longestLane, split) + shortestNewName + widestMedian + shortestReturn + longestNamelessStretch
  }
}

extension GuidedLeg {
  /// The number of the first decisions that nothing after the known edges can change, nor their words and lanes.
  fileprivate func countOfCertain(_ decisions: [Decision]) -> Int {
    let doubtful = decisions.indices.first {
      !isNameCertain(from: decisions[$0].onto) || !areLanesCertain(at: decisions[$0...].prefix(3))
    }
    return doubtful ?? decisions.count
  }

  /// Whether the next maneuvers that may decide on the best lane are known, or are known to follow farther ahead.
  ///
  /// - Parameter decisions: the one in question and the two behind it, as far as they are known.
  private func areLanesCertain(at decisions: ArraySlice<Decision>) -> Bool {
    guard let first = decisions.first, mayHaveLanes(first) else { return true }
    let horizon = distances[edges.count] - settings.lookahead
    for (decision, next) in zip(decisions, decisions.dropFirst()) {
      let end = distances[decision.begin] + lanesAhead(of: decision)
      if distances[next.begin] > end { return horizon >= end }
      if distances[next.begin] > horizon { return false }
    }
    guard decisions.count < 3, let last = decisions.last else { return true }
    return horizon >= distances[last.begin] + lanesAhead(of: last)
  }

  /// Whether the name of the road from edge `index`, or its lack of one, does not depend on what follows the known
  /// edges.
  fileprivate func isNameCertain(from index: Int) -> Bool {
    guard let end = endOfSearchForName(from: index) else { return false }
    return distances[edges.count] - distances[end] >= lookahead(at: index)
  }

  /// How far behind the start of edge `index` the drive must be known.
  private func lookahead(at index: Int) -> Metres {
    graph.roadClass(of: edge(max(0, index - 1))) == .motorway ? settings.motorwayLookahead : settings.lookahead
  }

  /// The first edge at which a decision may still be found or changed, given that those before it are written.
  fileprivate func firstDoubtful(behind last: Decision?, among found: [Decision]) -> Int {
    var (first, index) = (edges.count, edges.count - 1)
    while index >= 1, distances[edges.count] - distances[index] < settings.motorwayLookahead {
      if distances[edges.count] - distances[index] < lookahead(at: index) { first = index }
      index -= 1
    }
    let written = last?.onto ?? 0
    // Not within a decision, and not between two that may become one.
    let reach = max(settings.widestMedian, settings.shortestReturn)
    while let open = found.first(where: {
      $0.first > written && $0.first < first && ($0.onto >= first || distances[first] - distances[$0.onto] <= reach)
    }) { first = open.first }
    return max(first, written + 1)
  }
}
