/// Tells when a vehicle entered each step of a path, at constant speed between two fixes.
struct PathClock {
  private var fixes: [PathFix] = []
  /// Of each fix, and of the step to come, in centimetres from the start of the first step.
  private var distances: [Int64] = []
  private var entered: Int64 = 0
  private var next = 0

  mutating func begin(_ path: DrivenPath) {
    fixes = path.fixes
    (entered, next) = (0, 0)
    distances.removeAll(keepingCapacity: true)
    var (step, before) = (0, Int64(0))
    for fix in fixes {
      while step < Int(fix.step), step < path.steps.count {
        before += Int64(path.steps[step].end - path.steps[step].begin)
        step += 1
      }
      let begin = step < path.steps.count ? path.steps[step].begin : 0
      distances.append(before + Int64(fix.offset - begin))
    }
  }

  /// Steps must be entered in order.
  mutating func enter(_ step: DrivenStep) -> Int64 {
    defer { entered += Int64(step.end - step.begin) }
    while next < fixes.count, distances[next] < entered { next += 1 }
    guard next < fixes.count else { return fixes.last?.time ?? 0 }
    guard next > 0, distances[next] > distances[next - 1] else { return fixes[next].time }
    let share = Double(entered - distances[next - 1]) / Double(distances[next] - distances[next - 1])
    return fixes[next - 1].time + Int64(share * Double(fixes[next].time - fixes[next - 1].time))
  }
}
