internal import Geodesy
internal import RoadGraph

/// A part of a drive that follows its plan edge by edge, in its direction.
struct PlanRun: Hashable, Sendable {
  /// The distance driven at its start, and the distance along the plan there.
  var begin: Metres
  var progress: Metres
  var length: Metres = 0

  var end: Metres { begin + length }
  var endOfProgress: Metres { progress + length }

  /// The distance driven at a distance along the plan; `nil` if that is outside the run.
  func distance(at progress: Metres) -> Metres? {
    let along = progress - self.progress
    guard along >= -DrivenPath.tolerance, along <= length + DrivenPath.tolerance else { return nil }
    return begin + min(max(along, 0), length)
  }
}

extension PlanLine {
  /// All parts of a path that follow the plan, in the order driven.
  ///
  /// Where the plan uses an edge several times, the path is on the use that it follows for longest; of equals, on the
  /// first one ahead.
  func runs(of path: DrivenPath) -> [PlanRun] {
    var runs: [PlanRun] = []
    var walk = Walk(path: path)
    while walk.number < path.stretches.count {
      let ahead = runs.last?.endOfProgress ?? 0
      let found = steps(on: path.stretches[walk.number].edge).compactMap { follow(from: $0, walk) }
      let longest = found.map(\.run.length).max() ?? 0
      let equals = found.filter { $0.run.length > longest - 1 }
      let best = equals.first { $0.run.progress > ahead - 1 } ?? equals.first
      if let best {
        runs.append(best.run)
        walk = best.walk
      } else {
        walk.goOn()
      }
    }
    return runs
  }

  /// A place on a path.
  private struct Walk {
    let path: DrivenPath
    var number = 0
    /// On the current stretch, from the start of its edge; `nil` at its start.
    var offset: Metres?
    /// The distance driven up to the current stretch.
    var driven: Metres = 0

    var stretch: EdgeStretch { path.stretches[number] }
    var begin: Metres { offset ?? stretch.begin }

    mutating func goOn() {
      driven += stretch.length
      number += 1
      offset = nil
    }
  }

  /// The run that follows the plan from a step on; `nil` if the rest of the current stretch does not meet the step.
  private func follow(from first: Int, _ walk: Walk) -> (run: PlanRun, walk: Walk)? {
    var (walk, step) = (walk, first)
    let begin = max(walk.begin, steps[step].stretch.begin)
    guard begin < min(walk.stretch.end, steps[step].stretch.end) - DrivenPath.tolerance else { return nil }
    var run = PlanRun(
      begin: walk.driven + begin - walk.stretch.begin,
      progress: steps[step].progress + begin - steps[step].stretch.begin)
    while true {
      let (planned, driven) = (steps[step].stretch, walk.stretch)
      let end = min(planned.end, driven.end)
      run.length = walk.driven + end - driven.begin - run.begin
      walk.offset = end
      if driven.end - end < DrivenPath.tolerance { walk.goOn() }
      guard walk.offset == nil, abs(planned.end - driven.end) < DrivenPath.tolerance, step + 1 < steps.count,
        walk.number < walk.path.stretches.count
      else { return (run, walk) }
      step += 1
      guard steps[step].stretch.edge == walk.stretch.edge,
        abs(steps[step].stretch.begin - walk.stretch.begin) < DrivenPath.tolerance
      else { return (run, walk) }
    }
  }
}
