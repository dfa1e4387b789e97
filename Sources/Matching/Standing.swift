internal import Geodesy
internal import Moments
internal import Traces

/// Recognises the clouds of fixes that standing vehicles leave. Each cloud becomes two fixes at its mean, one for the
/// arrival and one for the departure. Their scatter would otherwise be matched as driving to and fro.
///
/// A vehicle stands as long as each further fix is within some sigmas of the mean of the fixes before it, and the
/// earlier and later halves have the same mean, given errors that last for ``NoiseSettings/errorMemory``. One stray fix
/// belongs to the cloud if the next one is back in it, and does not move its mean. In a dense trace, whose white noise
/// has been removed, fixes at both ends of a cloud belong to the drive until one is near the mean.
///
/// - Complexity: O(*n*) for vehicles that drive; O(*n k*) with *k* fixes in ``StandingSettings/leastDuration(sigma:)``.
func gathered(_ fixes: [KeptFix], settings: MatchingSettings) -> [KeptFix] {
  var result: [KeptFix] = []
  result.reserveCapacity(fixes.count)
  var begin = 0
  var ruler = MovingRuler(at: fixes.first?.place ?? Place(latitudeE7: 0, longitudeE7: 0))
  var later = 0
  while begin < fixes.count {
    if goesOn(from: begin, in: fixes, &later, &ruler, settings) {
      result.append(fixes[begin])
      begin += 1
      continue
    }
    var cloud = Cloud(from: begin, of: fixes, settings: settings)
    cloud.grow(in: fixes, settings)
    if let stand = cloud.stand(in: fixes, settings) {
      result += fixes[begin..<stand.lowerBound] + cloud.atMiddle(fixes[stand.lowerBound], fixes[stand.upperBound])
      begin = stand.upperBound + 1
    } else {
      result.append(fixes[begin])
      begin += 1
    }
  }
  return result
}

/// Whether the vehicle is clearly elsewhere after the least duration of a stand. True for most fixes, and cheap to
/// check.
///
/// - Parameter later: the first fix after that duration, from the previous call.
private func goesOn(
  from begin: Int, in fixes: [KeptFix], _ later: inout Int, _ ruler: inout MovingRuler, _ settings: MatchingSettings
) -> Bool {
  guard let first = fixes[begin].time else { return true }
  let (sigma, place) = (fixes[begin].sigma, fixes[begin].place)
  let least = settings.standing.leastDuration(sigma: sigma)
  func isEarly(_ fix: KeptFix) -> Bool { fix.time.map { $0.seconds(since: first) < least } ?? false }
  later = max(later, begin)
  while later < fixes.count, isEarly(fixes[later]) { later += 1 }
  while later > begin, !isEarly(fixes[later - 1]) { later -= 1 }
  // Two in a row, since one may stray.
  for i in later..<min(later + 2, fixes.count) {
    let reach = 3 * settings.standing.sigmas * max(fixes[i].sigma, sigma)
    if leastGroundDistance(place, fixes[i].place) > reach { continue }
    if ruler.distance(place, fixes[i].place) <= reach { return false }
  }
  return true
}

/// Consecutive fixes that scatter about one place.
struct Cloud {
  private var begin: Int
  /// The index after the last fix.
  private(set) var end: Int
  private var ruler: LocalRuler
  /// Sums over the fixes so far, weighted by accuracy; one entry more than there are fixes that do not stray.
  private var sums = [WeighedSum()]
  private var duration: Seconds = 0
  private var leastDuration: Seconds
  /// Whether the next fix is outside the cloud or leads away from it.
  private var isBroken = false

  private struct WeighedSum {
    var weight = 0.0
    var x = 0.0
    var y = 0.0
    var middle: LocalPoint { LocalPoint(x: x / weight, y: y / weight) }

    static func - (a: Self, b: Self) -> Self { Self(weight: a.weight - b.weight, x: a.x - b.x, y: a.y - b.y) }
  }

  init(from begin: Int, of fixes: [KeptFix], settings: MatchingSettings) {
    self.begin = begin
    end = begin + 1
    ruler = LocalRuler(at: fixes[begin].place)
    leastDuration = settings.standing.leastDuration(sigma: fixes[begin].sigma)
    add(LocalPoint.origin, fixes[begin])
  }

  /// Starts again at another fix.
  mutating func begin(at fix: Int, of fixes: [KeptFix], settings: MatchingSettings) {
    begin = fix
    end = fix + 1
    ruler = LocalRuler(at: fixes[fix].place)
    leastDuration = settings.standing.leastDuration(sigma: fixes[fix].sigma)
    sums.removeSubrange(1...)
    (duration, isBroken) = (0, false)
    add(LocalPoint.origin, fixes[fix])
  }

  /// Takes the following fixes that belong to it.
  mutating func grow(in fixes: [KeptFix], _ settings: MatchingSettings) {
    while !isBroken, let next = next(in: fixes, settings) {
      add(ruler.point(fixes[next].place), fixes[next])
      guard isSteady(fixes[next], settings) else {
        sums.removeLast()
        isBroken = true
        return
      }
      duration = seconds(to: next, in: fixes) ?? duration
      end = next + 1
    }
  }

  private mutating func add(_ point: LocalPoint, _ fix: KeptFix) {
    let weight = 1 / (fix.sigma * fix.sigma)
    let last = sums[sums.count - 1]
    sums.append(WeighedSum(weight: last.weight + weight, x: last.x + weight * point.x, y: last.y + weight * point.y))
  }

  private func seconds(to fix: Int, in fixes: [KeptFix]) -> Seconds? {
    guard let first = fixes[begin].time else { return nil }
    return fixes[fix].time.map { $0.seconds(since: first) }
  }

  /// The next fix within reach of the mean; one stray fix in between is allowed.
  private func next(in fixes: [KeptFix], _ settings: MatchingSettings) -> Int? {
    guard end < fixes.count, fixes[end].time != nil, fixes[begin].time != nil else { return nil }
    if isNear(fixes[end], within: settings.standing.sigmas) { return end }
    guard end + 1 < fixes.count, duration >= leastDuration,
      isNear(fixes[end], within: 2 * settings.standing.sigmas),
      isNear(fixes[end + 1], within: settings.standing.sigmas)
    else { return nil }
    return end + 1
  }

  /// Whether fixes that have not arrived yet may belong to it.
  func isOpen(in fixes: [KeptFix], _ settings: MatchingSettings) -> Bool {
    guard !isBroken, fixes[begin].time != nil else { return false }
    if end >= fixes.count { return true }
    // The last one may be a stray fix, and the next one has not arrived yet.
    return end + 1 >= fixes.count && fixes[end].time != nil && duration >= leastDuration
      && isNear(fixes[end], within: 2 * settings.standing.sigmas)
  }

  /// The mean of the fixes.
  var middle: Place { ruler.place(sums[sums.count - 1].middle) }

  private func isNear(_ fix: KeptFix, within sigmas: Double) -> Bool {
    let count = Double(sums.count - 1)
    let reach = sigmas * fix.sigma * (1 + 1 / count).squareRoot()
    return ruler.point(fix.place).distance(to: sums[sums.count - 1].middle) <= reach
  }

  /// Whether the two halves of the fixes have the same mean.
  private func isSteady(_ fix: KeptFix, _ settings: MatchingSettings) -> Bool {
    let count = sums.count - 1
    let half = sums[count / 2]
    guard count > 1 else { return true }
    let drift = half.middle.distance(to: (sums[count] - half).middle)
    let independent = min(Double(count), 1 + duration / settings.noise.errorMemory)
    return drift <= settings.standing.sigmas * fix.sigma * 2 / independent.squareRoot()
  }

  /// The range from the first fix near the mean to the last one, if they are a stand.
  func stand(in fixes: [KeptFix], _ settings: MatchingSettings) -> ClosedRange<Int>? {
    guard duration >= leastDuration, sums.count - 1 >= settings.standing.leastFixes else { return nil }
    guard duration < Double(end - begin) * settings.smoothing.longestPeriod else { return begin...end - 1 }
    let middle = sums[sums.count - 1].middle
    func isAtMiddle(_ i: Int) -> Bool {
      ruler.point(fixes[i].place).distance(to: middle) <= settings.thinning.sigmas * fixes[i].sigma
    }
    guard let first = (begin..<end).first(where: isAtMiddle), let last = (begin..<end).last(where: isAtMiddle),
      first < last
    else { return nil }
    return first...last
  }

  /// Two fixes moved to the mean.
  func atMiddle(_ first: KeptFix, _ last: KeptFix) -> [KeptFix] {
    var (first, last) = (first, last)
    (first.place, last.place) = (middle, middle)
    last.stood = true
    return [first, last]
  }
}
