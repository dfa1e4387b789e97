internal import Geodesy
internal import Matching
internal import Moments
package import RoadGraph
internal import RoadRules
internal import Traces
internal import Trips

/// A drive against the direction allowed for a mode.
package struct WrongWayDrive: EventPayload {
  package var mode: TravelMode
  /// The names of the roads in order, or their numbers; roads with neither are left out.
  package var roads: [String]
  /// The tags of a oneway that holds at certain times; empty for others.
  package var condition: String

  package init(mode: TravelMode, roads: [String], condition: String = "") {
    self.mode = mode
    self.roads = roads
    self.condition = condition
  }

  package var type: EventType { .wrongWay }

  package var clause: String {
    let place = roads.isEmpty ? "" : " on " + roads.joined(separator: ", ")
    return "against the direction allowed to a \(mode.name)" + place + (condition.isEmpty ? "" : "; \(condition)")
  }
}

extension EventType {
  package static let wrongWay = EventType(rawValue: "wrong_way")
}

/// Finds every run of edges driven against the direction allowed for the mode.
struct WrongWayDetector: Detector {
  private var run: Run?
  /// The fixes on wrong-way edges that belong to the run or may still belong to it.
  private var seen: [SeenFix] = []

  private struct Run {
    var leg: Int
    /// The numbers of the run's edges in the trip.
    var numbers: Range<Int>
    var first: TripEdge
    var last: TripEdge
    var edges: [EdgeID] = []
    var ways = WayLengths()
    var length: Metres = 0
    /// The lengths weighted by the confidences.
    var sureLength: Metres = 0
  }

  private struct SeenFix {
    var number: Int
    var edge: Int
    var lastTime: Timestamp?
  }

  mutating func take(_ update: TripUpdate, in scene: Scene, into events: inout [Event]) {
    let mayDiffer = scene.rules.hasTimedOneways
    for fix in update.matched.indices where update.matched[fix].isWrongWay || mayDiffer {
      guard let edge = update.edgeOfFix[fix] else { continue }
      guard update.matched[fix].isWrongWay || scene.rules.mayHaveTimedOneway(edge.road) else { continue }
      seen.append(SeenFix(number: fix, edge: edge.edge, lastTime: update.lastTime(notAfter: fix)))
    }
    for number in update.edges.indices {
      let edge = update.edges[number]
      let isWrongWay = mayDiffer ? Self.isWrongWay(edge, in: scene) : edge.isWrongWay
      if let run, !isWrongWay || edge.leg != run.leg { close(in: scene, into: &events) }
      if isWrongWay { add(edge, number, in: scene) }
    }
    if hasEnded(in: update, scene) { close(in: scene, into: &events) }
    if run == nil, !seen.isEmpty { seen.removeAll { $0.edge < update.edges.endIndex } }
  }

  /// By the rules at the times of entering and leaving the edge.
  private static func isWrongWay(_ edge: TripEdge, in scene: Scene) -> Bool {
    guard scene.rules.mayHaveTimedOneway(edge.edge) else { return edge.isWrongWay }
    return [edge.enterTime, edge.exitTime].allSatisfy { scene.rules.isAgainstOneway(edge.edge, at: $0) }
  }

  /// Whether the leg of the run has ended or continues in an allowed direction.
  private func hasEnded(in update: TripUpdate, _ scene: Scene) -> Bool {
    guard let run else { return false }
    if let leg = update.legs.last, leg.edges.upperBound >= run.numbers.upperBound { return true }
    return update.nextEdge.map { next in
      !scene.rules.mayHaveTimedOneway(next) && scene.graph.access(of: next)[scene.mode] != .no
    } ?? false
  }

  mutating func finish(in scene: Scene, into events: inout [Event]) { close(in: scene, into: &events) }

  private mutating func add(_ edge: TripEdge, _ number: Int, in scene: Scene) {
    var run = run ?? Run(leg: edge.leg, numbers: number..<number, first: edge, last: edge)
    run.numbers = run.numbers.lowerBound..<number + 1
    run.last = edge
    run.edges.append(edge.edge)
    run.ways.add(edge.edge, edge.length, on: scene.graph)
    run.length += edge.length
    run.sureLength += edge.confidence * edge.length
    self.run = run
  }

  private mutating func close(in scene: Scene, into events: inout [Event]) {
    guard let run else { return }
    let fixes = seen.filter { run.numbers.contains($0.edge) }
    seen.removeAll { $0.edge < run.numbers.upperBound }
    self.run = nil
    if let event = event(of: run, fixes, in: scene) { events.append(event) }
  }

  /// `nil` for a run that is so short, or has so few fixes, that it may be an error of the fixes.
  private func event(of run: Run, _ fixes: [SeenFix], in scene: Scene) -> Event? {
    guard run.length > 0, run.length >= scene.settings.shortestWrongWay, let first = fixes.first, let last = fixes.last
    else { return nil }
    let confidence = run.sureLength / run.length
    guard confidence >= scene.settings.leastRunConfidence else { return nil }
    guard isSeen(by: fixes.count, over: run.length, confidence, scene.settings) else { return nil }
    var event = Event(
      WrongWayDrive(
        mode: scene.mode, roads: roads(run.edges, on: scene.graph),
        condition: Self.condition(of: run.edges, on: scene.graph)), fixes: first.number...last.number,
      beginTime: run.first.enterTime, endTime: run.last.exitTime, lastTime: first.lastTime,
      place: scene.graph.place(at: run.first.stretch.beginPosition), edge: run.numbers.lowerBound,
      road: run.first.edge, length: run.length, confidence: confidence)
    event.rules = run.ways.rules(.oneway, from: scene.settings.shortestWrongWay)
    return event
  }

  /// The conditional tags of the oneways.
  private static func condition(of edges: [EdgeID], on graph: RoadGraph) -> String {
    var tags: [Substring] = []
    for edge in edges {
      let lines = graph.conditions(of: edge).split(separator: "\n").filter { $0.hasPrefix("oneway") }
      tags += lines.filter { !tags.contains($0) }
    }
    return tags.joined(separator: "; ")
  }

  private func isSeen(by fixes: Int, over length: Metres, _ confidence: Double, _ settings: DetectionSettings) -> Bool {
    if fixes >= settings.leastWrongWayFixes { return true }
    return length >= settings.shortestSeenOnce && confidence >= settings.leastConfidenceSeenOnce
  }

  private func roads(_ edges: [EdgeID], on graph: RoadGraph) -> [String] {
    var roads: [String] = []
    for edge in edges {
      let name = graph.name(of: edge)
      let road = name.isEmpty ? graph.ref(of: edge) : name
      if !road.isEmpty, roads.last != road { roads.append(road) }
    }
    return roads
  }
}
