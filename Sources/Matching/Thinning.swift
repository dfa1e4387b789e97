internal import Geodesy
internal import Traces

/// A usable fix as matching sees it.
struct KeptFix: BitwiseCopyable {
  /// Its number in the trace.
  var number: Int
  /// Freed of white noise where the trace is dense enough to tell it.
  var place: Place
  var time: Timestamp?
  var sigma: Metres
}

/// The usable fixes of a trace, and what their positions alone tell of their noise.
struct UsableFixes {
  /// In order, freed of white noise where there is much of it.
  ///
  /// The standard deviation of each is that of its stated accuracy or the setting; where noise was found and smoothed
  /// away, what is left of it is added to a receiver's slow errors.
  private(set) var fixes: [KeptFix] = []
  /// What is left in `fixes` of white noise is at most this.
  private(set) var mostWhiteNoise: Metres = 0
  /// How many times less exact than they say the fixes are taken for.
  private var coarsening = 1.0

  init(of trace: Trace, settings: MatchingSettings) {
    fixes.reserveCapacity(trace.fixes.count)
    for (number, fix) in trace.fixes.enumerated() {
      guard fix.refusal == nil, let place = fix.place else { continue }
      fixes.append(
        KeptFix(number: number, place: place, time: fix.time, sigma: settings.sigma(accuracy: fix.accuracy)))
    }
    smooth(settings)
  }

  private mutating func smooth(_ settings: MatchingSettings) {
    guard fixes.count >= 3, let begin = fixes[0].time else { return }
    let ruler = LocalRuler(at: fixes[fixes.count / 2].place)
    var points: [TimedPoint] = []
    points.reserveCapacity(fixes.count)
    for fix in fixes {
      guard let time = fix.time else { return }
      points.append(TimedPoint(number: fix.number, point: ruler.point(fix.place), time: time.seconds(since: begin)))
    }
    let noise = whiteNoise(of: points, settings: settings)
    guard noise >= settings.leastSmoothedNoise else {
      mostWhiteNoise = Matching.mostWhiteNoise(of: points)
      return
    }
    let smoothed = Smoother(noise: noise, settings: settings).smoothed(points)
    for (i, state) in smoothed.enumerated() {
      fixes[i].place = ruler.place(state.point)
      fixes[i].sigma = (settings.slowSigma * settings.slowSigma + state.sigma * state.sigma).squareRoot()
    }
  }

  /// Takes all fixes for so many times less exact.
  mutating func coarsen(by scale: Double) {
    for i in fixes.indices { fixes[i].sigma *= scale }
    coarsening *= scale
  }

  /// How many times less exact the fixes are than they are taken for, told from how far they lie from what they should
  /// lie on; 1 where they are as good.
  ///
  /// A trace that lies beside all roads tells of its noise only when its positions jump about by so much; else it is
  /// beside the roads.
  ///
  /// - Parameter residuals: distances in standard deviations. Sorted on return.
  func coarseness(from residuals: inout [Double], settings: MatchingSettings) -> Double {
    guard residuals.count >= settings.leastResiduals else { return 1 }
    residuals.sort()
    let found = 1.4826 * residuals[residuals.count / 2]
    let sigma = fixes[fixes.count / 2].sigma
    return max(1, min(found, max(settings.mostSlowCoarseness / coarsening, mostWhiteNoise / sigma)))
  }
}

/// Thins usable fixes: one that lies within some sigmas of the last one kept says nothing new about the way, only about
/// the noise; nor does one on the straight line between two others, as long as they are near in time and place. The first
/// and the last are always kept.
///
/// - Complexity: O(*n*).
/// - Source: Newson & Krumm 2009, §4.1, for the former; for the latter the cone of directions of Williams 1978,
///   doi:10.1016/0146-664X(78)90066-9.
func thinned(_ fixes: [KeptFix], settings: MatchingSettings) -> [KeptFix] {
  guard let first = fixes.first else { return [] }
  var kept: [KeptFix] = [first]
  kept.reserveCapacity(fixes.count / 2)
  var line = StraightRun(from: first, settings: settings)
  for next in fixes.dropFirst() where !line.takes(next) {
    if line.isStraight {
      kept.append(line.end)
      line = StraightRun(from: line.end, settings: settings)
      if line.takes(next) { continue }
    }
    kept.append(next)
    line = StraightRun(from: next, settings: settings)
  }
  if line.end.number != kept[kept.count - 1].number { kept.append(line.end) }
  return kept
}

/// Fixes that a straight line from the first to the last of them stands for.
private struct StraightRun {
  /// The last one.
  private(set) var end: KeptFix
  private let begin: KeptFix
  private let settings: MatchingSettings
  private let ruler: LocalRuler
  /// The directions from the begin that pass all fixes so far within the tolerance lie between these two; `nil` while all
  /// lie at the begin.
  private var cone: (left: LocalPoint, right: LocalPoint)?
  /// From the begin to the farthest fix.
  private var reach: Metres = 0

  /// There are fixes that do not lie at its begin.
  var isStraight: Bool { reach > 0 }

  init(from begin: KeptFix, settings: MatchingSettings) {
    self.begin = begin
    self.settings = settings
    end = begin
    ruler = LocalRuler(at: begin.place)
  }

  /// Whether the fixes up to `next` may be stood for by it; it becomes the end then.
  mutating func takes(_ next: KeptFix) -> Bool {
    let point = ruler.point(next.place)
    let distance = point.distance(to: .origin)
    if distance < settings.thinningSigmas * next.sigma {
      guard reach == 0 else { return false }
      end = next
      return true
    }
    let tolerance = settings.lineTolerance * next.sigma
    guard distance >= reach, distance <= settings.longestLine, isNear(next) else { return false }
    let along = (distance * distance - tolerance * tolerance).squareRoot()
    let left = LocalPoint(x: point.x * along - point.y * tolerance, y: point.y * along + point.x * tolerance)
    let right = LocalPoint(x: point.x * along + point.y * tolerance, y: point.y * along - point.x * tolerance)
    if let cone {
      guard cross(cone.right, point) >= 0, cross(point, cone.left) >= 0 else { return false }
      self.cone = (cross(left, cone.left) > 0 ? left : cone.left, cross(cone.right, right) > 0 ? right : cone.right)
    } else {
      cone = (left, right)
    }
    reach = distance
    end = next
    return true
  }

  /// In a dense trace, and not so late that what lies between would be a witness of its own.
  private func isNear(_ next: KeptFix) -> Bool {
    guard let first = begin.time, let last = end.time, let time = next.time else { return false }
    return time.seconds(since: first) <= settings.errorMemory
      && time.seconds(since: last) <= settings.longestSmoothedPeriod
  }

  private func cross(_ a: LocalPoint, _ b: LocalPoint) -> Double { a.x * b.y - a.y * b.x }
}
