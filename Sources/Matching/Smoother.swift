internal import Geodesy

/// Positions without white noise: the best estimate of the place of the vehicle at each fix, given all fixes of a run
/// and the way vehicles move.
///
/// The state is position and velocity, driven by random acceleration; both axes share the covariance. A silence of more
/// than a few periods ends a run. So does a jump that neither a vehicle nor noise makes, if none of the next fixes is
/// back at the previous place.
///
/// - Source: Rauch, Tung & Striebel, AIAA Journal 3 (1965), doi:10.2514/3.3166, with the discrete white-noise
///   acceleration model of Bar-Shalom, Li & Kirubarajan 2001, §6.3.2.
struct Smoother {
  /// Standard deviation of the white noise on each axis.
  let noise: Metres
  let settings: SmoothingSettings
  let breaks: BreakSettings

  /// Fixes this many periods apart belong to different runs.
  private static let longestGap = 2.0

  private struct State {
    var x = 0.0
    var vx = 0.0
    var y = 0.0
    var vy = 0.0
    var pp: Double
    var pv: Double
    var vv: Double

    var estimate: (point: LocalPoint, sigma: Metres) { (LocalPoint(x: x, y: y), max(0, pp).squareRoot()) }
  }

  /// - Returns: the smoothed points and the standard deviation of each.
  func smoothed(_ points: [TimedPoint]) -> [(point: LocalPoint, sigma: Metres)] {
    var result: [(point: LocalPoint, sigma: Metres)] = []
    result.reserveCapacity(points.count)
    var begin = 0
    while begin < points.count {
      let run = points[begin..<endOfRun(from: begin, in: points[...])]
      result += smoothedStates(of: run, from: begin).map { $0.estimate }
      begin = run.endIndex
    }
    return result
  }

  /// One of the smoothed points, and its standard deviation.
  func smoothed(_ points: ArraySlice<TimedPoint>, at place: Int) -> (point: LocalPoint, sigma: Metres) {
    var run = points.startIndex..<endOfRun(from: points.startIndex, in: points)
    while run.upperBound <= place { run = run.upperBound..<endOfRun(from: run.upperBound, in: points) }
    return smoothedStates(of: points[run], from: place)[place - run.lowerBound].estimate
  }

  private func endOfRun(from begin: Int, in points: ArraySlice<TimedPoint>) -> Int {
    var end = begin + 1
    while end < points.endIndex, !isBreak(points[end - 1], points[end]), !isLeap(to: end, in: points, from: begin) {
      end += 1
    }
    return end
  }

  private func isBreak(_ a: TimedPoint, _ b: TimedPoint) -> Bool {
    let period = b.time - a.time
    return period > Self.longestGap * settings.longestPeriod || period < 0
  }

  /// Whether neither the fix at `next` nor any of the few after it can have been reached from one of the last few of a
  /// run.
  private func isLeap(to next: Int, in points: ArraySlice<TimedPoint>, from begin: Int) -> Bool {
    guard isOutOfReach(points[next], from: points[next - 1]) else { return false }
    let before = points[max(begin, next - 1 - breaks.mostOutliers)..<next]
    let after = points[next...].prefix(1 + breaks.mostOutliers)
    return before.allSatisfy { a in after.allSatisfy { isOutOfReach($0, from: a) } }
  }

  private func isOutOfReach(_ b: TimedPoint, from a: TimedPoint) -> Bool {
    let noise = 2 * settings.wildSigmas * self.noise
    return a.point.distance(to: b.point) > breaks.topSpeed * max(b.time - a.time, breaks.leastPeriod) + noise
  }

  /// The states at the points of a run; the states from `begin` on are smoothed.
  private func smoothedStates(of run: ArraySlice<TimedPoint>, from begin: Int) -> [State] {
    guard let first = run.first else { return [] }
    var states: [State] = []
    states.reserveCapacity(run.count)
    var state = State(
      x: first.point.x, y: first.point.y, pp: variance(of: first), pv: 0,
      vv: settings.firstSpeedSigma * settings.firstSpeedSigma)
    states.append(state)
    var back = run.startIndex
    for i in run.indices.dropFirst() {
      state = predict(state, over: run[i].time - run[i - 1].time)
      if i >= back { back = endOfWild(from: i, in: run, predicted: state) }
      if i >= back { state = update(state, with: run[i]) }
      states.append(state)
    }
    smoothBackwards(&states, times: run, to: begin)
    return states
  }

  /// If fix `i` is far from its prediction and one of the next few fixes is close to it, the closest of those: the
  /// fixes before it are wrong. Otherwise `i` itself.
  ///
  /// The tolerance grows with time, since the speed is not known exactly.
  private func endOfWild(from i: Int, in run: ArraySlice<TimedPoint>, predicted s: State) -> Int {
    func deviations(of later: Int) -> Double {
      let time = run[later].time - run[i].time
      let distance = run[later].point.distance(to: LocalPoint(x: s.x + s.vx * time, y: s.y + s.vy * time))
      return distance / (s.pp + 2 * time * s.pv + time * time * s.vv + variance(of: run[later])).squareRoot()
    }
    let own = run[i].point.distance(to: LocalPoint(x: s.x, y: s.y)) / (s.pp + variance(of: run[i])).squareRoot()
    guard own > settings.wildSigmas else { return i }
    let next = run.indices[(i + 1)...].prefix(breaks.mostOutliers).min { deviations(of: $0) < deviations(of: $1) }
    return next.flatMap { deviations(of: $0) < settings.tamedShare * settings.wildSigmas ? $0 : nil } ?? i
  }

  private func predict(_ s: State, over dt: Seconds) -> State {
    let q = settings.acceleration * settings.acceleration
    var next = s
    next.x += s.vx * dt
    next.y += s.vy * dt
    next.pp = s.pp + 2 * dt * s.pv + dt * dt * s.vv + q * dt * dt * dt * dt / 4
    next.pv = s.pv + dt * s.vv + q * dt * dt * dt / 2
    next.vv = s.vv + q * dt * dt
    return next
  }

  private func variance(of fix: TimedPoint) -> Double {
    let sigma = noise * fix.inexactness
    return sigma * sigma
  }

  private func update(_ s: State, with fix: TimedPoint) -> State {
    let (point, variance) = (fix.point, variance(of: fix))
    let gainP = s.pp / (s.pp + variance)
    let gainV = s.pv / (s.pp + variance)
    // A fix many sigmas from its prediction pulls no harder than one at the bound.
    let (dx, dy) = (point.x - s.x, point.y - s.y)
    let size = (dx * dx + dy * dy).squareRoot()
    let scale = min(1, settings.mostPull * (s.pp + variance).squareRoot() / max(size, 1e-9))
    var next = s
    next.x += gainP * dx * scale
    next.y += gainP * dy * scale
    next.vx += gainV * dx * scale
    next.vy += gainV * dy * scale
    next.pp = (1 - gainP) * s.pp
    next.pv = (1 - gainP) * s.pv
    next.vv = s.vv - gainV * s.pv
    return next
  }

  /// Turns filtered states into smoothed ones, in place. The predictions are computed again to save memory.
  private func smoothBackwards(_ states: inout [State], times run: ArraySlice<TimedPoint>, to begin: Int) {
    for i in states.indices.dropLast().dropFirst(begin - run.startIndex).reversed() {
      let dt = run[run.startIndex + i + 1].time - run[run.startIndex + i].time
      let f = states[i]
      let p = predict(f, over: dt)
      let determinant = p.pp * p.vv - p.pv * p.pv
      guard determinant > 1e-12 else { continue }
      // C = P Fᵀ (predicted P)⁻¹
      let (a, b) = (f.pp + dt * f.pv, f.pv)
      let (c, d) = (f.pv + dt * f.vv, f.vv)
      let c00 = (a * p.vv - b * p.pv) / determinant
      let c01 = (b * p.pp - a * p.pv) / determinant
      let c10 = (c * p.vv - d * p.pv) / determinant
      let c11 = (d * p.pp - c * p.pv) / determinant
      let later = states[i + 1]
      states[i].x += c00 * (later.x - p.x) + c01 * (later.vx - p.vx)
      states[i].vx += c10 * (later.x - p.x) + c11 * (later.vx - p.vx)
      states[i].y += c00 * (later.y - p.y) + c01 * (later.vy - p.vy)
      states[i].vy += c10 * (later.y - p.y) + c11 * (later.vy - p.vy)
      let (dpp, dpv, dvv) = (later.pp - p.pp, later.pv - p.pv, later.vv - p.vv)
      states[i].pp += c00 * c00 * dpp + 2 * c00 * c01 * dpv + c01 * c01 * dvv
      states[i].pv += c00 * c10 * dpp + (c00 * c11 + c01 * c10) * dpv + c01 * c11 * dvv
      states[i].vv += c10 * c10 * dpp + 2 * c10 * c11 * dpv + c11 * c11 * dvv
    }
  }
}
