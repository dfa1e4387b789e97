import Detection
import Geodesy
import Matching
import Moments
import RandomNumbers
import RoadGraph
import RoadRules
import TestSupport
import Testing
import Traces
import Trips

/// What a report would say of an event.
private func spelled(_ event: Event) -> String {
  "\(event.type.rawValue) \(event.fixes) \(event.span) \(event.place) \(event.edge ?? -1) \(event.length) "
    + "\(event.confidence) \(event.detail)"
}

private func spelled(_ edge: TripEdge) -> String { "\(edge)" }

@Suite struct `A trip that becomes certain piece by piece` {
  private let town: RoadSketch
  private let scene: Scene
  init() throws {
    town = try RoadSketch(
      """
      A---B---C---D
      |   |   |   |
      E---F---G---H
      |   |   |   |
      I---J---K---L
      """, metresPerCell: 12,
      roads: [
        SketchRoad("A>B>C>D", name: "Quay"), "E-F-G-H", SketchRoad("L>K>J>I", name: "Long Lane"),
        SketchRoad("A-E-I", access: .none), "B>F>J",
        "C-G-K", "D-H-L",
      ], forbidden: ["EFG", "GFE", "AEF", "BFGH", "JFG"], mandatory: ["CGK", "LHG"]
    ) {
      for segment in $0.segments.indices {
        $0.segments[segment].forward.speedLimit = SpeedLimit(kmh: 30, source: .tag)
        $0.segments[segment].backward.speedLimit = SpeedLimit(kmh: 20, source: .tag)
      }
      $0.segments[5].forward.conditions = "motor_vehicle:conditional=no @ (00:00-12:00)"
      $0.segments[4].backward.conditions = "maxheight=3.5"
      $0.restrictions[1].condition = "00:00-00:03"
      let node = $0.segments[3].to
      $0.nodes[node].flags.insert(.barrier)
      $0.nodes[node].barrier = .none
    }
    var timetable = RoadTimetable()
    timetable.rules = ConditionalRules(of: town.graph)
    let rules = DriveRules(
      graph: town.graph, mode: .car, vehicle: Vehicle([.height: 4]), timetable: timetable, clock: LocalClock("Z"))
    var settings = DetectionSettings()
    settings.meetsClosedRoads = true
    settings.speeding.shortest = 5
    settings.speeding.shortestLength = 40
    scene = Scene(rules: rules, settings: settings)
  }

  /// Drives about town in some legs, stops now and then, falls silent, leaves the road.
  private func drive(_ random: inout SplitMix64) -> Trip {
    var drive = SketchDrive()
    drive.period = Double.random(in: 1...6, using: &random)
    drive.speed = Double.random(in: 4...15, using: &random)
    drive.hasTimes = Int.random(in: 0..<5, using: &random) > 0
    var trip = town.trip(
      (0..<Int.random(in: 1...3, using: &random)).map { _ in walk(&random) }.joined(separator: " | "), drive)
    for fix in trip.matched.fixes.indices.dropFirst().dropLast() {
      switch Int.random(in: 0..<40, using: &random) {
      case 0: trip.wait(Double.random(in: 5...200, using: &random), before: fix)
      case 1: if isSpare(fix, trip) { trip.take(fix, off: .offRoad, .noRoadNear) }
      case 2: if isSpare(fix, trip) { trip.take(fix, off: .unmatched, .noPath) }
      default: break
      }
    }
    return trip
  }

  /// Its path has other fixes.
  private func isSpare(_ fix: Int, _ trip: Trip) -> Bool {
    trip.matched.path(around: fix).map { trip.matched.paths[$0].anchors.count > 2 } ?? true
  }

  private func walk(_ random: inout SplitMix64) -> String {
    var edge = EdgeID(Int.random(in: 0..<town.graph.edgeCount, using: &random))
    var walk = [edge]
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let next = town.graph.edges(leaving: town.graph.head(of: edge))
      edge = next[next.index(next.startIndex, offsetBy: Int.random(in: 0..<next.count, using: &random))]
      walk.append(edge)
    }
    return town.spelled(walk)
  }

  @Test func `has the same edges, legs, gaps, stops and events as the whole`() throws {
    var random = SplitMix64(seed: 7)
    var found: [EventType: Int] = [:]
    var pieceCount = 0
    for round in 0..<300 {
      let matched = drive(&random).matched
      let whole = TripBuilder(graph: town.graph, mode: .car).trip(of: matched)
      let events = events(of: whole, in: scene)
      let oneIn = [1, 2, 5].randomElement(using: &random) ?? 1
      let pieces = matched.pieces { Int.random(in: 0..<oneIn, using: &random) == 0 }
      let folded = fold(pieces, usualPeriod: matched.trace.usualPeriod(leastSilence: 30))
      #expect(folded.edges.map(spelled) == whole.edges.map(spelled), "round \(round)")
      #expect(folded.legs.map { "\($0)" } == whole.legs.map { "\($0)" }, "round \(round)")
      #expect(folded.gaps.map { "\($0)" } == whole.gaps.map { "\($0)" }, "round \(round)")
      #expect(folded.stops.map { "\($0)" } == whole.stops.map { "\($0)" }, "round \(round)")
      #expect(folded.events.inOrder().map(spelled) == events.map(spelled), "round \(round)")
      for event in events { found[event.type, default: 0] += 1 }
      pieceCount += pieces.count
    }
    #expect(
      [EventType.wrongWay, .offRoad, .gap, .stop].allSatisfy { found[$0, default: 0] > 20 } && pieceCount > 1000,
      "\(found) \(pieceCount)")
  }

  private func fold(
    _ pieces: [MatchedPiece], usualPeriod: Seconds
  ) -> (edges: [TripEdge], legs: [Leg], gaps: [Gap], stops: [Stop], events: [Event]) {
    var trip = TripFold(graph: town.graph, mode: .car)
    var detection = EventFold(scene)
    var result: (edges: [TripEdge], legs: [Leg], gaps: [Gap], stops: [Stop], events: [Event]) = ([], [], [], [], [])
    func add(_ update: TripUpdate) {
      #expect(update.edges.startIndex == result.edges.count && update.legs.startIndex == result.legs.count)
      result.edges += update.edges
      result.legs += update.legs
      result.gaps += update.gaps
      result.stops += update.stops
      detection.take(update, into: &result.events)
    }
    for piece in pieces { add(trip.take(piece, usualPeriod: usualPeriod)) }
    add(trip.finish())
    detection.finish(into: &result.events)
    return result
  }
}
