internal import Geodesy

/// Fixes that a reflected signal threw to one side: all leap off, and leap back within seconds.
///
/// A vehicle cannot leap. Between two leaps that make up for one another, it drove beside its fixes.
struct Excursion {
  /// The positions of its fixes in the trace.
  let fixes: Range<Int>
  /// From the vehicle to its fixes.
  let offset: LocalPoint
}

/// Finds excursions by the second differences of positions.
///
/// If the fixes from *a* to *b* − 1 are off by **L**, the second differences at *a* − 1, *a*, *b* − 1 and *b* have
/// **L**, −**L**, −**L** and **L** more than motion gives them. Least squares tell **L** and what is left.
///
/// - Source: a matched filter, e.g. Kay, Fundamentals of Statistical Signal Processing 2 (1998), chapter 4.
struct ExcursionFinder {
  private let points: [TimedPoint]
  private let settings: ExcursionSettings
  /// By the standard deviation of the second differences.
  private let leastByNoise: Metres

  /// - Parameter deviation: the standard deviation of the second differences on each axis; 0 if it is not known.
  init(_ points: [TimedPoint], deviation: Metres, settings: ExcursionSettings) {
    self.points = points
    self.settings = settings
    leastByNoise = max(settings.leastLeap, settings.leastDeviations * deviation)
  }

  /// - Returns: excursions in order, none of which touch.
  /// - Complexity: O(*n*) for *n* points.
  func found() -> [Excursion] {
    var found: [Excursion] = []
    var a = 2
    while a < points.count - 2 {
      guard let excursion = excursion(from: a) else {
        a += 1
        continue
      }
      found.append(excursion)
      a = excursion.fixes.upperBound + 1
    }
    return found
  }

  /// The excursion from a fix on that leaves the least unexplained.
  private func excursion(from a: Int) -> Excursion? {
    guard let out = difference(at: a - 1), let back = difference(at: a) else { return nil }
    let least = leastLeap(over: points[a].time - points[a - 1].time)
    guard square(out) >= 0.25 * least * least else { return nil }
    let before = difference(at: a - 2).map(square) ?? 0
    var (sum, count) = (before + square(out) + square(back), a >= 3 ? 3 : 2)
    var best: (excursion: Excursion, rest: Double)?
    for b in (a + 1)..<(points.count - 1) {
      guard points[b].time - points[a].time <= settings.longest else { break }
      guard let end = difference(at: b), let last = difference(at: b - 1) else { break }
      sum += square(end)
      count += 1
      let after = difference(at: b + 1)
      let isShort = b == a + 1
      let weight = isShort ? 6.0 : 4.0
      let x = (out.x - back.x - last.x + end.x) / weight
      let y = (out.y - back.y - last.y + end.y) / weight
      let size = x * x + y * y
      let all = sum + (after.map(square) ?? 0)
      let rest = max(0, all - weight * size) / Double(min(count + (after == nil ? 0 : 1), settings.mostDifferences))
      guard size >= least * least, rest <= settings.mostRest * settings.mostRest * size else { continue }
      guard rest < (best?.rest ?? .infinity) * size else { continue }
      best = (Excursion(fixes: a..<b, offset: LocalPoint(x: x, y: y)), rest / size)
    }
    return best?.excursion
  }

  private func leastLeap(over time: Seconds) -> Metres {
    max(leastByNoise, min(settings.acceleration * time * time, settings.leastSparseLeap))
  }

  private func square(_ point: LocalPoint) -> Double { point.x * point.x + point.y * point.y }

  /// By how much the step from a fix differs from the step to it at the same pace; `nil` if the two are not alike in
  /// time or take too long.
  private func difference(at i: Int) -> LocalPoint? {
    guard i >= 1, i < points.count - 1 else { return nil }
    let (a, b, c) = (points[i - 1], points[i], points[i + 1])
    let (before, after) = (b.time - a.time, c.time - b.time)
    guard before > 0, after > 0, max(before, after) <= settings.longestPeriod else { return nil }
    let scale = after / before
    guard scale >= 0.5, scale <= 2 else { return nil }
    return LocalPoint(
      x: c.point.x - b.point.x - scale * (b.point.x - a.point.x),
      y: c.point.y - b.point.y - scale * (b.point.y - a.point.y))
  }
}
