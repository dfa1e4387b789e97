internal import RoadGraph

/// Puts the rows of one trip together to a drive.
///
/// Memory: the rows of the trip, which is used again for the next one.
struct DriveAssembler {
  private let graph: RoadGraph
  private var steps: [TimedStep] = []
  private var points: [PointCells] = []
  private var stands: [Stand] = []
  /// The leg of the last row of `edges`; `nil` if the next row begins a path whatever its leg.
  private var leg: Int64?
  private var pathCount = 0

  private struct TimedStep {
    let step: DrivenStep
    let enter, exit: Int64?
    /// The number of its path.
    let path: Int
  }

  init(on graph: RoadGraph) { self.graph = graph }

  mutating func removeAll() {
    steps.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    stands.removeAll(keepingCapacity: true)
    cut()
    pathCount = 0
  }

  /// Begins a new path with the next edge, since what lies between is not known.
  mutating func cut() { leg = nil }

  mutating func add(_ edge: EdgeCells) {
    if leg != edge.leg || !continues(to: edge.step) { pathCount += 1 }
    leg = edge.leg
    steps.append(TimedStep(step: edge.step, enter: edge.enter, exit: edge.exit, path: pathCount - 1))
  }

  mutating func add(_ point: PointCells) { points.append(point) }
  mutating func add(_ stand: Stand) { stands.append(stand) }

  /// Whether a step can follow the last one.
  private func continues(to next: DrivenStep) -> Bool {
    guard let last = steps.last?.step else { return false }
    return next.edge == last.edge || next.edge == last.edge.reversed
      || graph.head(of: last.edge) == graph.tail(of: next.edge)
  }
}

// MARK: - The drive

extension DriveAssembler {
  /// The drive of a trip with times.
  ///
  /// - Parameter offPath: called for each fix that lies on no step.
  /// - Returns: `nil` if it has no path with a fix.
  func drive(of trip: TripCells, from begin: Int64, to end: Int64, offPath: () -> Void) -> DriveRecord? {
    var paths = [DrivenPath](repeating: DrivenPath(steps: [], fixes: []), count: pathCount)
    var firsts = [Int](repeating: 0, count: pathCount)
    for (number, step) in steps.enumerated() {
      if paths[step.path].steps.isEmpty { firsts[step.path] = number }
      paths[step.path].steps.append(step.step)
    }
    var next = 0
    for point in points {
      guard let number = step(of: point, from: next) else {
        offPath()
        continue
      }
      next = number
      let path = steps[number].path
      let place = Int32(number - firsts[path])
      let last = paths[path].fixes.last.flatMap { $0.step == place ? $0.offset : nil }
      paths[path].fixes.append(
        PathFix(
          step: place, offset: offset(of: point, on: steps[number].step, after: last), time: point.time,
          isDoubtful: point.isDoubtful))
    }
    paths.removeAll { $0.fixes.isEmpty }
    guard !paths.isEmpty else { return nil }
    return DriveRecord(
      vehicle: trip.vehicle, tripID: trip.tripID, source: trip.file, begin: begin, end: end, paths: paths,
      stands: stands)
  }

  /// The step on which a fix lies: the first one, not before the step of the last fix, whose edge and times hold it; or
  /// else the first one of its edge.
  private func step(of point: PointCells, from first: Int) -> Int? {
    var fallback: Int?
    for number in first..<max(first, steps.count) {
      let step = steps[number]
      if let enter = step.enter, enter > point.time + Self.slack, fallback != nil { break }
      guard step.step.edge == point.edge else { continue }
      let isInTime =
        (step.enter ?? point.time) - Self.slack <= point.time
        && point.time <= (step.exit ?? point.time) + Self.slack
      if isInTime { return number }
      fallback = fallback ?? number
    }
    return fallback
  }

  /// A fix lies within the part driven and not before the fix before it, as on the path of the trip: a step back that
  /// short is noise.
  private func offset(of point: PointCells, on step: DrivenStep, after last: Int32?) -> Int32 {
    min(max(point.offset, last ?? step.begin), step.end)
  }

  /// In milliseconds: times of steps are interpolated and rounded.
  private static let slack: Int64 = 1
}
