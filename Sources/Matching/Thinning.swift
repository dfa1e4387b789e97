internal import Geodesy
internal import Moments
internal import Traces

/// A usable fix in the form used for matching.
///
/// 48 bytes: a live trace keeps all fixes of a standing vehicle.
struct KeptFix: BitwiseCopyable {
  /// Its number in the trace.
  let number: Int
  /// Without white noise if the trace is dense enough to measure it.
  var place: Place
  private var milliseconds: Int64
  var sigma: Metres
  private let storedSpeed: Float
  private let storedBearing: Float
  /// The number of fixes it represents, including itself.
  var count: Int32 = 1
  /// The vehicle stood since the previous kept fix.
  var stood = false

  var time: Timestamp? {
    get { milliseconds == .min ? nil : Timestamp(millisecondsSince1970: milliseconds) }
    set { milliseconds = newValue?.millisecondsSince1970 ?? .min }
  }
  /// The device's speed over ground and its course, as in ``Fix``.
  var speed: MetresPerSecond? { storedSpeed.isNaN ? nil : MetresPerSecond(storedSpeed) }
  var bearing: Degrees? { storedBearing.isNaN ? nil : Degrees(storedBearing) }

  init(
    number: Int, place: Place, time: Timestamp?, sigma: Metres, speed: MetresPerSecond? = nil, bearing: Degrees? = nil
  ) {
    self.number = number
    self.place = place
    milliseconds = time?.millisecondsSince1970 ?? .min
    self.sigma = sigma
    storedSpeed = Float(speed ?? .nan)
    storedBearing = Float(bearing ?? .nan)
  }

  init(_ fix: Fix, at place: Place, number: Int, settings: NoiseSettings) {
    self.init(
      number: number, place: place, time: fix.time, sigma: settings.sigma(accuracy: fix.accuracy), speed: fix.speed,
      bearing: fix.bearing)
  }
}

/// Thins usable fixes. A fix within some sigmas of the last kept one says nothing new about the path, only about the
/// noise. Neither does a fix on the straight line between two others that are near in time and place. The last fix
/// before the vehicle moves on is kept for its time; the first and the last of all are kept as well.
///
/// - Complexity: O(*n*).
/// - Source: Newson & Krumm 2009, §4.1, for the former; for the latter the cone of directions of Williams 1978,
///   doi:10.1016/0146-664X(78)90066-9.
func thinned(_ fixes: [KeptFix], settings: MatchingSettings) -> [KeptFix] {
  var kept: [KeptFix] = []
  kept.reserveCapacity(fixes.count / 2)
  var thinner = Thinner()
  for fix in gathered(fixes, settings: settings) { thinner.take(fix, settings, into: &kept) }
  thinner.finish(into: &kept)
  return kept
}

/// Thins fixes as they arrive; see ``thinned(_:settings:)``.
struct Thinner {
  private var line: StraightRun?

  /// Appends the fixes that are now known to be kept, in order: none, `next`, one before it, or both.
  mutating func take(_ next: KeptFix, _ settings: MatchingSettings, into kept: inout [KeptFix]) {
    if line?.takes(next, settings) == true { return }
    if let line, line.count > 0 {
      kept.append(line.whole)
      self.line = StraightRun(from: line.end)
      if self.line?.takes(next, settings) == true { return }
    }
    kept.append(next)
    line = StraightRun(from: next)
  }

  /// The number of a fix that may yet be kept.
  var waiting: Int? { line.flatMap { $0.count > 0 ? $0.end.number : nil } }

  /// Appends the last fix if it has not been kept.
  mutating func finish(into kept: inout [KeptFix]) {
    if let line, line.count > 0 { kept.append(line.whole) }
    line = nil
  }
}

/// Fixes that can be replaced by a straight line from the first to the last of them.
private struct StraightRun {
  /// The last one.
  private(set) var end: KeptFix
  private let begin: KeptFix
  private let ruler: LocalRuler
  /// The directions from the start that pass every fix so far within the tolerance are between these two; `nil` while
  /// all fixes are at the start.
  private var cone: (left: LocalPoint, right: LocalPoint)?
  /// From the start to the farthest fix.
  private var reach: Metres = 0
  /// The number of fixes taken.
  private(set) var count: Int32 = 0

  /// The last fix, which represents all fixes taken; the fixes at the start, where a vehicle stands, count once.
  var whole: KeptFix {
    var fix = end
    fix.count = count
    return fix
  }

  init(from begin: KeptFix) {
    self.begin = begin
    end = begin
    ruler = LocalRuler(at: begin.place)
  }

  /// Whether `next` can represent the fixes before it; if so, it becomes the end.
  mutating func takes(_ next: KeptFix, _ settings: MatchingSettings) -> Bool {
    let point = ruler.point(next.place)
    let distance = point.distance(to: .origin)
    if distance < settings.thinning.sigmas * next.sigma {
      guard reach == 0 else { return false }
      let stood = end.stood && count > 0
      end = next
      end.stood = next.stood || stood
      count = 1
      return true
    }
    let tolerance = settings.thinning.lineTolerance * next.sigma
    guard distance >= reach, distance <= settings.thinning.longestLine, isNear(next, settings) else { return false }
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
    count += 1
    return true
  }

  /// In a dense trace, and before the fixes between would be independent evidence.
  private func isNear(_ next: KeptFix, _ settings: MatchingSettings) -> Bool {
    guard let first = begin.time, let last = end.time, let time = next.time else { return false }
    return time.seconds(since: first) <= settings.noise.errorMemory
      && time.seconds(since: last) <= settings.smoothing.longestPeriod
  }

  private func cross(_ a: LocalPoint, _ b: LocalPoint) -> Double { a.x * b.y - a.y * b.x }
}
