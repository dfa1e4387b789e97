internal import Geodesy
internal import Moments
internal import RandomNumbers
package import RoadGraph
internal import Traces

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
    guard (0..<graph.placeCount).allSatisfy({ graph.shapeSource(at: $0) != nil }) else {
      throw .noSourceIDs(map: graph.path)
    }
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
    var speed = SplitMix64(seed: settings.seed, drive: number, concern: .speed)
    let eagerness = speed.uniform(in: CruisingSpeed.eagernesses)
    let course = DriveCourse(along: steps, on: graph, speeds: CruisingSpeed(mode: settings.mode, eagerness: eagerness))
    let motion = Motion(along: course, halting: halts(on: course, number))
    let (silence, isMissing) = silence(in: motion, number)
    let recording = Recording(
      course: course, motion: motion, settings: settings, start: start(number), silence: silence)
    let fixes = recording.fixes(drive: number)
    var drive = SimulatedDrive(
      id: "drive-\(number)", length: course.length, fixes: fixes, travelled: course.travelledPieces(between: fixes),
      stretches: recording.stretches(between: fixes), missing: missing + (isMissing ? [.gap] : []))
    disorder(&drive, number)
    return drive
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
      var passage: Passage?
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

  /// A second of 2026-01-01, UTC.
  private func start(_ number: Int) -> Timestamp {
    var random = SplitMix64(seed: settings.seed, drive: number, concern: .start)
    return Timestamp(millisecondsSince1970: 1_767_225_600_000 + 1000 * Int64(random.uniform() * 86_400))
  }

  private func halts(on course: DriveCourse, _ number: Int) -> [Halt] {
    var random = SplitMix64(seed: settings.seed, drive: number, concern: .stop)
    guard random.happens(settings.stops) else { return [] }
    return [
      Halt(
        distance: course.length * random.uniform(in: 0.1...0.9),
        duration: random.uniform(in: settings.stopLength).rounded())
    ]
  }

  /// A silence in the middle eight tenths of a drive, in whole seconds; missing if the drive is too short for it.
  private func silence(in motion: Motion, _ number: Int) -> (silence: ClosedRange<Seconds>?, isMissing: Bool) {
    var random = SplitMix64(seed: settings.seed, drive: number, concern: .silence)
    guard random.happens(settings.gaps) else { return (nil, false) }
    let room = 0.8 * motion.duration - settings.gapLength
    guard room > 1 else { return (nil, true) }
    let begin = (0.1 * motion.duration + random.uniform() * room).rounded(.down)
    return (begin...begin + settings.gapLength, false)
  }

  // MARK: Errors of whole traces

  private func disorder(_ drive: inout SimulatedDrive, _ number: Int) {
    var random = SplitMix64(seed: settings.seed, drive: number, concern: .disorder)
    if random.happens(settings.reversed) {
      drive.fixes.reverse()
      for index in drive.fixes.indices { drive.fixes[index].faults.insert(.reversed) }
    }
    if random.happens(settings.swapped) {
      for index in drive.fixes.indices {
        let place = drive.fixes[index].place
        drive.fixes[index].place = Place(latitudeE7: place.longitudeE7, longitudeE7: place.latitudeE7)
        drive.fixes[index].faults.insert(.swapped)
      }
    }
  }
}
