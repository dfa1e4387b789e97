internal import Geodesy
internal import RandomNumbers
package import RoadGraph

/// Simulates drives on a map, each with its truth.
///
/// A drive depends on the map, the settings and its own number, and not on the drives before it. Its route, its motion
/// and its noise have separate generators: different noise or another period leave the routes unchanged, and drives
/// against a oneway are the same whether or not others make a detour.
///
/// - Complexity: opening finds the largest strongly connected part, O(edges); a drive costs a search for every 1 to
///   3 km, and constant time for each fix.
package struct Simulation: Sendable {
  private let graph: RoadGraph
  private let settings: SimulationSettings
  private let turns: LawfulTurns
  private let planner: RoutePlanner
  private let passages: PassageFinder

  /// - Throws: ``SimulationError`` if the map has no roads, no suitable oneways, or no node ids.
  package init(on graph: RoadGraph, settings: SimulationSettings) throws(SimulationError) {
    guard graph.hasSources else { throw .noSourceIDs(map: graph.path) }
    self.graph = graph
    self.settings = settings
    turns = LawfulTurns(graph: graph, mode: settings.mode)
    let isCore = StrongPart.largest(of: turns)
    planner = RoutePlanner(turns, isCore: isCore)
    passages = PassageFinder(turns, isCore: isCore, length: settings.wrongWayLength)
    if planner.isEmpty { throw .noRoads(map: graph.path, mode: settings.mode) }
  }

  /// The drive with a number, from 1.
  ///
  /// - Throws: ``SimulationError/noRoute(map:drive:)`` ,
  ///   ``SimulationError/noOneways(map:mode:)`` or ``SimulationError/noBannedTurns(map:mode:)``.
  package mutating func drive(_ number: Int) throws(SimulationError) -> SimulatedDrive {
    let (steps, missing) = try steps(number)
    let recorder = DriveRecorder(graph: graph, settings: settings)
    let course = recorder.course(along: steps, number)
    let motion = Motion(along: course, halting: halts(on: course, number))
    return recorder.drive(number, along: course, motion, missing: missing)
  }

  // MARK: Where

  private mutating func steps(_ number: Int) throws(SimulationError) -> (steps: [Step], missing: [StretchKind]) {
    var random = SplitMix64(seed: settings.seed, drive: number, concern: .route)
    var openGround = SplitMix64(seed: settings.seed, drive: number, concern: .openGround)
    var detour = SplitMix64(seed: settings.seed, drive: number, concern: .detour)
    let length = random.uniform(in: settings.length)
    let wantsOpenGround = openGround.happens(settings.offRoad)
    let wantsDetour = detour.happens(settings.detours)
    var missing: [StretchKind] = []
    for attempt in 1...Self.attempts {
      missing = []
      var steps = try route(number, of: length, using: &random).steps(endingAfter: length, on: graph)
      if wantsOpenGround {
        let ground = OpenGround(graph: graph, span: settings.offRoadSpan)
        if let crossed = ground.crossed(by: steps, using: &openGround) { steps = crossed } else { missing = [.offRoad] }
      }
      if wantsDetour {
        let side = Detour(turns: turns, length: settings.detourLength)
        if let added = side.added(to: steps, using: &detour) { steps = added } else { missing.append(.detour) }
      }
      if missing.isEmpty || attempt == Self.attempts { return (steps, missing) }
    }
    return ([], missing)
  }

  /// The number of routes tried to find one with room for the requested stretches.
  private static let attempts = 8

  private mutating func route(
    _ number: Int, of length: Metres, using random: inout SplitMix64
  ) throws(SimulationError) -> PlannedRoute {
    var draw = SplitMix64(seed: settings.seed, drive: number, concern: .passage)
    let isWrongWay = draw.happens(settings.wrongWay)
    let isInnocent = draw.happens(settings.besideOneways)
    var turning = SplitMix64(seed: settings.seed, drive: number, concern: .forbiddenTurn)
    let isTurn = turning.happens(settings.forbiddenTurns)
    for _ in 0..<Self.attempts {
      var passage: ForcedPassage?
      if isTurn {
        passage = passages.forbiddenTurn(using: &turning)
        if passage == nil { throw .noBannedTurns(map: graph.path, mode: settings.mode) }
      } else if isWrongWay || isInnocent {
        guard let offence = passages.wrongWay(using: &draw) else {
          throw .noOneways(map: graph.path, mode: settings.mode)
        }
        passage = isWrongWay ? offence : passages.innocent(offence, using: &draw)
      }
      if let route = planner.route(of: length, through: passage, using: &random) { return route }
    }
    throw .noRoute(map: graph.path, drive: number)
  }

  // MARK: When

  private func halts(on course: SimulatedCourse, _ number: Int) -> [Halt] {
    var random = SplitMix64(seed: settings.seed, drive: number, concern: .stop)
    guard random.happens(settings.stops) else { return [] }
    return [
      Halt(
        distance: course.length * random.uniform(in: 0.1...0.9),
        duration: random.uniform(in: settings.stopLength).rounded())
    ]
  }
}

extension RoadGraph {
  /// Whether every bend of every road has a source node id.
  var hasSources: Bool { (0..<placeCount).allSatisfy { shapeSource(at: $0) != nil } }
}
