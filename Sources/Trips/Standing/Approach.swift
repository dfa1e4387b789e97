internal import Geodesy

/// When a vehicle came to stand, from the fixes around that moment.
///
/// Before it, the distance to the place is that of a vehicle that drives at its pace and then slows down evenly; after
/// it, 0. The moment that fits the fixes best is found, so that one fix that noise moved decides nothing, and sparse
/// fixes have the pace carried on to the place.
enum Approach {
  /// How cars slow down and speed up in towns, in m/s².
  ///
  /// - Source: Maurya & Bokare 2012 measured 0.9 to 1.7 m/s² for cars that stop from 40 to 100 km/h.
  private static let braking = 1.5
  static let acceleration = 1.0
  /// Nearer fixes may be of the standing vehicle.
  private static let nearness: Metres = 40
  /// The pace is that of the fixes before this distance, over this time.
  private static let slowing: Metres = 60
  private static let paceTime: Seconds = 15
  /// Chords of this time make up the path, so that noise does not lengthen it.
  private static let chord: Seconds = 5
  /// Nearer in time, the errors of fixes are alike, and more of them show nothing new.
  private static let spacing: Seconds = 2
  /// Fixes of this time at the place show that the vehicle stands.
  private static let shown: Seconds = 45
  private static let farthest: Metres = 300
  private static let longest: Seconds = 120
  private static let paces = 3.0...35.0
  /// A vehicle may drive the last metres more slowly, round a bend or to find the place, …
  private static let slowerShares = [0.6, 0.35]
  private static let leastPace: MetresPerSecond = 2
  /// … or brake hard, …
  private static let abrupt = 8.0
  /// … where the fixes are nearer to that by so much.
  private static let clearlyBetter = 0.9
  /// A fix farther off its model counts no more than this.
  private static let mostMisfit: Metres = 30

  /// - Parameters:
  ///   - fixes: in order, up to some that stand.
  ///   - middle: where the vehicle stood.
  ///   - time: it stood by then.
  /// - Returns: in seconds; `nil` if no fix shows where it came from.
  static func arrival(
    of fixes: [TrackedFix], at middle: LocalPoint, by time: Seconds, slowing rate: Double = braking
  ) -> Seconds? {
    guard let seen = Seen(fixes, middle, by: time), !seen.times.isEmpty else { return nil }
    var best = seen.best(of: Pace(speed: seen.pace, rate: rate))
    let others = slowerShares.map { Pace(speed: max(leastPace, $0 * seen.pace), rate: rate) }
    for other in others + [Pace(speed: seen.pace, rate: abrupt)] {
      let found = seen.best(of: other)
      if found.misfit < clearlyBetter * best.misfit { best = found }
    }
    return best.moment
  }

  /// A vehicle that drives at its pace and slows down evenly.
  private struct Pace {
    let speed: MetresPerSecond
    let rate: Double

    /// The distance from the place at so many seconds before the arrival.
    func distance(before time: Seconds) -> Metres {
      let slowing = speed / rate
      if time <= 0 { return 0 }
      if time < slowing { return rate * time * time / 2 }
      return speed * (time - slowing / 2)
    }
  }

  /// The distances of the fixes to the place, along the way there.
  private struct Seen {
    private(set) var times: [Seconds] = []
    private(set) var distances: [Metres] = []
    let pace: MetresPerSecond

    init?(_ all: [TrackedFix], _ middle: LocalPoint, by time: Seconds) {
      let isFar = { (fix: TrackedFix) in fix.time <= time && fix.point.distance(to: middle) > nearness }
      guard let far = all.lastIndex(where: isFar) else { return nil }
      let end = all[far].time
      // At least two, where there are: sparse fixes show their pace only from far away.
      let near = all[...far].lastIndex { $0.point.distance(to: middle) > farthest || end - $0.time > longest } ?? 0
      let begin = max(0, min(near, far - 1))
      let path = Self.path(all[begin...far], to: middle)
      let toward = Direction(from: middle, to: all[far].point)
      let (last, pace) = Self.pace(path, all, far)
      self.pace = pace
      for (index, fix) in zip(all.indices, all).dropFirst(begin + last) where fix.time <= time + shown {
        if let previous = times.last, fix.time - previous < spacing { continue }
        times.append(fix.time)
        distances.append(index <= far ? path[index - begin] : toward.length(of: fix.point))
      }
    }

    /// The lengths of the way from fixes to the place.
    private static func path(_ fixes: ArraySlice<TrackedFix>, to middle: LocalPoint) -> [Metres] {
      var lengths = fixes.map { $0.point.distance(to: middle) }
      let all = Array(fixes)
      for index in all.indices.dropLast().reversed() {
        var next = index + 1
        while next < all.count - 1, all[next].time - all[index].time < chord { next += 1 }
        lengths[index] = lengths[next] + all[index].point.distance(to: all[next].point)
      }
      return lengths
    }

    /// The pace before the vehicle slowed down, and the last fix that shows it.
    private static func pace(_ path: [Metres], _ all: [TrackedFix], _ far: Int) -> (last: Int, speed: Double) {
      let begin = far - (path.count - 1)
      let slowed = path.lastIndex { $0 >= slowing } ?? 0
      var (first, last) = (slowed, slowed)
      while first > 0, all[begin + last].time - all[begin + first].time < paceTime { first -= 1 }
      if first == last, last < path.count - 1 { last += 1 }
      let time = all[begin + last].time - all[begin + first].time
      let speed = time > 0 ? (path[first] - path[last]) / time : usual
      return (slowed, min(max(speed, paces.lowerBound), paces.upperBound))
    }

    /// Without two fixes that move.
    private static let usual: MetresPerSecond = 8

    /// The arrival at which the fixes are nearest to the model: sought roughly, and then near the best one.
    func best(of model: Pace) -> (misfit: Double, moment: Seconds) {
      let (begin, end) = (times[0], times[times.count - 1])
      let rough = best(of: model, stride(from: begin, through: end, by: 4)).moment
      return best(of: model, stride(from: max(begin, rough - 4), through: min(end, rough + 4), by: 0.5))
    }

    private func best(of model: Pace, _ moments: StrideThrough<Seconds>) -> (misfit: Double, moment: Seconds) {
      var best = (misfit: Double.infinity, moment: times[0])
      for moment in moments {
        let misfit = misfit(of: model, arrivingAt: moment, below: best.misfit)
        if misfit < best.misfit { best = (misfit, moment) }
      }
      return best
    }

    /// - Parameter most: a greater misfit is not worked out to its end.
    private func misfit(of model: Pace, arrivingAt moment: Seconds, below most: Double) -> Double {
      var sum = 0.0
      for index in times.indices where sum < most {
        let off = min(abs(distances[index] - model.distance(before: moment - times[index])), mostMisfit)
        sum += off * off
      }
      return sum
    }
  }

  /// The way from which a vehicle comes.
  private struct Direction {
    private let begin: LocalPoint
    private let x: Double
    private let y: Double

    init(from begin: LocalPoint, to end: LocalPoint) {
      let length = max(begin.distance(to: end), 1e-9)
      self.begin = begin
      (x, y) = ((end.x - begin.x) / length, (end.y - begin.y) / length)
    }

    func length(of point: LocalPoint) -> Metres { (point.x - begin.x) * x + (point.y - begin.y) * y }
  }
}
