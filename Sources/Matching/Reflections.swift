internal import Geodesy

/// Fixes that a reflected signal threw to one side: all leap off, and leap back within seconds.
///
/// A vehicle cannot leap. Between two leaps that make up for one another, it drove beside its fixes.
struct Reflection {
  /// The positions of its fixes in the trace.
  let fixes: Range<Int>
  /// From the vehicle to its fixes.
  let offset: LocalPoint
}

/// Finds reflections by the second differences of positions.
///
/// If the fixes from *a* to *b* − 1 are off by **L**, the second differences at *a* − 1, *a*, *b* − 1 and *b* have
/// **L**, −**L**, −**L** and **L** more than motion gives them. Least squares tell **L** and what is left.
///
/// - Source: a matched filter, e.g. Kay, Fundamentals of Statistical Signal Processing 2 (1998), chapter 4.
struct ReflectionFinder {
  private let points: [TimedPoint]
  private let settings: ReflectionSettings
  /// The noise of the positions on each axis, or an upper bound of it.
  private let noise: Metres

  /// - Parameter noise: of the positions on each axis, or an upper bound of it; 0 if it is not known.
  init(_ points: [TimedPoint], noise: Metres, settings: ReflectionSettings) {
    self.points = points
    self.settings = settings
    self.noise = noise
  }

  /// - Returns: reflections in order, none of which touch.
  /// - Complexity: O(*n*) for *n* points.
  func found() -> [Reflection] {
    var found: [Reflection] = []
    let points = self.points.span
    guard points.count >= 5 else { return found }
    var out = change(points[0], points[1], points[2])
    var begin = 2
    while begin < points.count - 2 {
      let back = change(points[begin - 1], points[begin], points[begin + 1])
      let time = points[begin].time - points[begin - 1].time
      if mayLeap(out, back, over: time), let reflection = likeliest(from: begin) {
        found.append(reflection)
        begin = reflection.fixes.upperBound + 1
        out = change(points[begin - 2], points[begin - 1], points[begin])
      } else {
        out = back
        begin += 1
      }
    }
    return found
  }

  /// A quick look at the second differences before and after the first fix: where it leaps, one has the leap and the
  /// other its opposite. Most noise is refused here. What is not a number passes, and ``likeliest(from:)`` refuses it.
  private func mayLeap(_ out: LocalPoint, _ back: LocalPoint, over time: Seconds) -> Bool {
    let least = leastLeap(over: time)
    let spread = LocalPoint(x: out.x - back.x, y: out.y - back.y)
    return !(out.square < 0.25 * least * least) && !(spread.square < settings.leastSpread * least * least)
  }

  /// The reflection from a fix on that leaves the smallest share unexplained.
  private func likeliest(from begin: Int) -> Reflection? {
    guard let out = difference(at: begin - 1), let back = difference(at: begin) else { return nil }
    let least = leastLeap(over: points[begin].time - points[begin - 1].time)
    var window = Window(square: difference(at: begin - 2)?.square)
    window.add(out.square)
    window.add(back.square)
    var likeliest: Reflection?
    var leastRest = settings.mostRest * settings.mostRest
    var last = back
    for end in (begin + 1)..<(points.count - 1) {
      guard points[end].time - points[begin].time <= settings.longest, let next = difference(at: end) else { break }
      window.add(next.square)
      let weight = end == begin + 1 ? 6.0 : 4.0
      let leap = LocalPoint(
        x: (out.x - back.x - last.x + next.x) / weight, y: (out.y - back.y - last.y + next.y) / weight)
      let before = last
      last = next
      guard leap.square >= least * least, leap.square <= settings.mostLeap * settings.mostLeap else { continue }
      // Where only one fix is off, `back` and `before` are the same difference, which has both leaps.
      let share = end == begin + 1 ? 0 : 0.5
      let off = out.times(leap) - share * back.times(leap)
      let on = next.times(leap) - share * before.times(leap)
      guard min(off, on) >= settings.leastBalance * max(off, on) else { continue }
      let rest = window.rest(beside: weight * leap.square, after: difference(at: end + 1)?.square, settings)
      guard rest <= leastRest * leap.square else { continue }
      leastRest = rest / leap.square
      likeliest = Reflection(fixes: begin..<end, offset: leap)
    }
    return likeliest
  }

  private func leastLeap(over time: Seconds) -> Metres {
    let sigmas = time <= settings.densePeriod ? settings.leastSigmas : settings.leastSparseSigmas
    return max(
      settings.leastLeap, sigmas * noise, min(settings.acceleration * time * time, settings.leastSparseLeap))
  }

  /// By how much the step from a fix differs from the step to it at the same pace; `nil` if the two are not alike in
  /// time or take too long.
  private func difference(at i: Int) -> LocalPoint? {
    guard i >= 1, i < points.count - 1 else { return nil }
    let (a, b, c) = (points[i - 1], points[i], points[i + 1])
    let (before, after) = (b.time - a.time, c.time - b.time)
    guard before > 0, after > 0, max(before, after) <= settings.longestPeriod else { return nil }
    let scale = after / before
    guard scale >= 0.5, scale <= 2 else { return nil }
    return change(a, b, c)
  }

  /// The step to `c` without the step to `b` at the same pace.
  private func change(_ a: TimedPoint, _ b: TimedPoint, _ c: TimedPoint) -> LocalPoint {
    let (before, after) = (b.time - a.time, c.time - b.time)
    let scale = before == after ? 1 : after / before
    return LocalPoint(
      x: c.point.x - b.point.x - scale * (b.point.x - a.point.x),
      y: c.point.y - b.point.y - scale * (b.point.y - a.point.y))
  }
}

/// The squares of the second differences from before a reflection to its end.
private struct Window {
  private var sum = 0.0
  private var count = 0

  /// - Parameter square: of the difference before the first leap, if there is one.
  init(square: Double?) { if let square { add(square) } }

  mutating func add(_ square: Double) {
    sum += square
    count += 1
  }

  /// The mean square that a leap does not explain. In a dense trace most differences have no part in the leaps, so that
  /// not all count.
  ///
  /// - Parameter after: the square of the difference after the last leap, if there is one.
  func rest(beside explained: Double, after: Double?, _ settings: ReflectionSettings) -> Double {
    let count = count + (after == nil ? 0 : 1)
    return max(0, sum + (after ?? 0) - explained) / Double(min(count, settings.mostDifferences))
  }
}

extension LocalPoint {
  /// The square of the distance from the origin.
  fileprivate var square: Double { x * x + y * y }

  /// The scalar product.
  fileprivate func times(_ other: LocalPoint) -> Double { x * other.x + y * other.y }
}
