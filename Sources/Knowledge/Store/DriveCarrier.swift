internal import Geodesy
internal import RoadGraph

/// Carries drives from the map on which they were matched over to another one.
///
/// A path is cut where a step is lost and where the new steps do not join. Fixes on lost steps are lost with them.
final class DriveCarrier: Sendable {
  private let edges: EdgeCarrier

  init(_ pieces: MapPieces, to graph: RoadGraph) { edges = EdgeCarrier(pieces, to: graph) }

  /// - Returns: `nil` if nothing of the drive is on the new map.
  func carry(_ drive: DriveRecord, _ counts: inout ReadingCounts) -> DriveRecord? {
    var carried = drive
    carried.paths = drive.paths.flatMap { path in
      var folding = PathCarrying(path, edges)
      folding.run()
      counts.add(folding.counts)
      return folding.paths
    }
    counts.carriedDrives += 1
    guard carried.paths.isEmpty, !drive.paths.isEmpty else { return carried }
    counts.lostDrives += 1
    return nil
  }
}

/// The carrying of one path.
private struct PathCarrying {
  private(set) var paths: [DrivenPath] = []
  private(set) var counts = ReadingCounts()
  private let old: DrivenPath
  private let edges: EdgeCarrier
  private var steps: [DrivenStep] = []
  /// Whether each of `steps` was found by its line, so that it has to be looked up whether fixes are on it.
  private var isNew: [Bool] = []
  private var fixes: [PathFix] = []
  private var nextFix = 0

  init(_ path: DrivenPath, _ edges: EdgeCarrier) {
    old = path
    self.edges = edges
  }

  mutating func run() {
    for index in old.steps.indices {
      if let edge = edges.carried(old.steps[index].edge) {
        take(index, on: edge)
      } else {
        count(old.steps[index], isLost: true)
        closePath()
        skipFixes(of: index)
      }
    }
    closePath()
  }

  private mutating func count(_ step: DrivenStep, isLost: Bool) {
    let length = Int(step.end - step.begin)
    if isLost {
      counts.lostSteps += 1
      counts.lostCentimetres += length
    } else {
      counts.carriedSteps += 1
      counts.carriedCentimetres += length
    }
  }

  private mutating func skipFixes(of step: Int) {
    while nextFix < old.fixes.count, old.fixes[nextFix].step <= step { nextFix += 1 }
  }

  /// Adds the new steps of an old one, and the fixes on it.
  private mutating func take(_ index: Int, on edge: CarriedEdge) {
    let step = old.steps[index]
    count(step, isLost: false)
    let (begin, end) = (Double(step.begin) / 100 * edge.scale, Double(step.end) / 100 * edge.scale)
    var start = 0.0
    for (number, stretch) in edge.stretches.enumerated() {
      let isLast = number + 1 == edge.stretches.count
      let (from, to) = (max(begin - start, 0), min(end - start, stretch.length))
      if to > from || (to >= from && end - begin < 0.01) || (isLast && from >= stretch.length) {
        let part = DrivenStep(
          edge: stretch.edge, begin: centimetres(stretch.begin + min(from, stretch.length)),
          end: centimetres(stretch.begin + max(to, min(from, stretch.length))), doubts: step.doubts)
        add(part, isNew: !edge.isSame)
        takeFixes(of: index, upTo: isLast || end - start <= stretch.length ? .infinity : start + stretch.length) {
          centimetres(stretch.begin + $0 * edge.scale - start)
        }
      }
      start += stretch.length
      if start >= end { break }
    }
    skipFixes(of: index)
  }

  /// Fixes of an old step whose place on the chain is not beyond a limit become fixes of the last new step.
  private mutating func takeFixes(of step: Int, upTo limit: Metres, at offset: (Metres) -> Int32) {
    let last = steps.count - 1
    guard last >= 0 else { return }
    while nextFix < old.fixes.count, old.fixes[nextFix].step == step {
      let fix = old.fixes[nextFix]
      let place = offset(Double(fix.offset) / 100)
      guard limit == .infinity || place <= steps[last].end else { return }
      let least = fixes.last.map { Int($0.step) == last ? $0.offset : steps[last].begin } ?? steps[last].begin
      fixes.append(
        PathFix(
          step: Int32(last), offset: min(max(place, least), steps[last].end), time: fix.time,
          isDoubtful: fix.isDoubtful))
      nextFix += 1
    }
  }

  /// Adds a step, joins it with the one before if both are parts of one edge, or begins a new path.
  private mutating func add(_ step: DrivenStep, isNew: Bool) {
    var step = step
    if let last = steps.last {
      if last.edge == step.edge, abs(step.begin - last.end) <= Self.mostGap {
        return join(step, isNew: isNew)
      }
      if !meet(last, &step) { closePath() }
    }
    steps.append(step)
    self.isNew.append(isNew)
  }

  /// In centimetres: where two chains meet, each may be as far from the old node as ``OldLine/tolerance``.
  private static let mostGap: Int32 = 1_000

  private mutating func join(_ step: DrivenStep, isNew: Bool) {
    let last = steps.count - 1
    steps[last].end = max(steps[last].end, step.end)
    let isInferred = steps[last].doubts.contains(.inferred) && step.doubts.contains(.inferred)
    steps[last].doubts.formUnion(step.doubts)
    if !isInferred { steps[last].doubts.remove(.inferred) }
    self.isNew[last] = self.isNew[last] || isNew
  }

  /// Moves the ends of two steps to where they meet; false if they do not.
  private mutating func meet(_ last: DrivenStep, _ next: inout DrivenStep) -> Bool {
    let graph = edges.graph
    let length = centimetres(graph.length(of: last.edge))
    if graph.head(of: last.edge) == graph.tail(of: next.edge), length - last.end <= Self.mostGap,
      next.begin <= Self.mostGap
    {
      steps[steps.count - 1].end = max(length, last.end)
      next.begin = 0
      return true
    }
    guard next.edge == last.edge.reversed, abs(length - last.end - next.begin) <= Self.mostGap else { return false }
    next.begin = min(max(length - last.end, 0), next.end)
    return true
  }

  /// Ends the path; without fixes it says nothing.
  private mutating func closePath() {
    defer {
      steps = []
      isNew = []
      fixes = []
    }
    guard !steps.isEmpty, !fixes.isEmpty else { return }
    let observed = Set(fixes.map(\.step))
    for index in steps.indices where isNew[index] {
      if observed.contains(Int32(index)) {
        steps[index].doubts.remove(.inferred)
      } else {
        steps[index].doubts.insert(.inferred)
      }
    }
    paths.append(DrivenPath(steps: steps, fixes: fixes))
  }
}

private func centimetres(_ length: Metres) -> Int32 { Int32(clamping: Int((length * 100).rounded())) }
