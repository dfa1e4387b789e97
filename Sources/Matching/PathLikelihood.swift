internal import Geodesy
private import Glibc

/// How likely some fixes are if the vehicle drove along one path and their errors drift.
///
/// The hidden state is the place along the path; with a fix it implies an error east and north. Given the error of the
/// fix before, the error is normal about a share ρ = exp(−*t*/τ) of it, or it has jumped. The places are summed over by the
/// forward algorithm. No speed is likelier than another, and the vehicle does not drive backwards.
///
/// Shapes, for *n* fixes and *m* places:
///
///     line        m places, evenly spaced along the path
///     reaches     n ranges of the places where the vehicle may have been
///     weights     m probabilities of the places given the fixes so far, 0 outside of the reach
///
/// - Complexity: O(*n · r²*) for reaches of *r* places, times the number of kinds of errors.
/// - Source: the forward algorithm, Rabiner 1989, doi:10.1109/5.18626, §III.A; Gauss–Markov errors as in Gelb (ed.),
///   Applied Optimal Estimation, 1974.
struct PathLikelihood {
  private let line: [LocalPoint]
  private let settings: DriftSettings
  private var reaches: [Range<Int>] = []
  private var weights: [Double]
  private var next: [Double]
  private var sources: [Source] = []

  /// - Parameter line: ``DriftSettings/spacing`` apart; not empty.
  init(along line: [LocalPoint], _ settings: DriftSettings) {
    self.line = line
    self.settings = settings
    weights = [Double](repeating: 0, count: line.count)
    next = weights
  }

  /// The log likelihoods, one for each kind of errors.
  ///
  /// - Parameter fixes: in order.
  mutating func logLikelihoods(of fixes: [TimedPoint], _ kinds: [DriftSettings.Errors]) -> [Double] {
    findReaches(of: fixes)
    var logs: [Double] = []
    for errors in kinds { logs.append(logLikelihood(of: fixes, errors)) }
    return logs
  }

  // MARK: Where the vehicle may have been

  private mutating func findReaches(of fixes: [TimedPoint]) {
    reaches.removeAll(keepingCapacity: true)
    for (number, fix) in fixes.enumerated() {
      var candidates = line.indices
      if let before = reaches.last {
        let ahead = places(in: fix.time - fixes[number - 1].time) + 1
        candidates = max(0, before.lowerBound - 1)..<min(line.count, before.upperBound + ahead)
      }
      reaches.append(reach(of: fix, among: candidates))
    }
  }

  private func reach(of fix: TimedPoint, among candidates: Range<Int>) -> Range<Int> {
    let nearest = candidates.reduce(Metres.infinity) { min($0, line[$1].distance(to: fix.point)) }
    let reach = max(settings.reach, nearest + settings.reachBeyondNearest)
    let first = candidates.first { line[$0].distance(to: fix.point) < reach } ?? candidates.lowerBound
    let last = candidates.last { line[$0].distance(to: fix.point) < reach } ?? first
    return first..<last + 1
  }

  /// How many places a vehicle comes ahead at most.
  private func places(in time: Seconds) -> Int { Int((settings.topSpeed * time + 10) / settings.spacing) }

  // MARK: The forward algorithm

  private mutating func logLikelihood(of fixes: [TimedPoint], _ errors: DriftSettings.Errors) -> Double {
    var total = 0.0
    for number in fixes.indices {
      if number == 0 {
        begin(at: fixes[0], errors)
      } else {
        advance(from: number - 1, to: number, of: fixes, errors)
      }
      total += takeNext(at: number)
    }
    for place in reaches.last ?? 0..<0 { weights[place] = 0 }
    return total
  }

  /// Makes the next weights the current ones, and returns the log of their sum.
  private mutating func takeNext(at number: Int) -> Double {
    if number > 0 { for place in reaches[number - 1] { weights[place] = 0 } }
    let reach = reaches[number]
    var sum = 0.0
    for place in reach { sum += next[place] }
    guard sum > Self.least else {
      for place in reach { weights[place] = 1 / Double(reach.count) }
      return log(Self.least)
    }
    for place in reach { weights[place] = next[place] / sum }
    return log(sum)
  }

  /// Below this a likelihood is taken for 0.
  private static let least = 1e-280
  /// Places less likely than this are left out.
  private static let negligible = 1e-6
  /// The share of first errors that are far greater than usual.
  private static let farShare = 0.03

  private mutating func begin(at fix: TimedPoint, _ errors: DriftSettings.Errors) {
    let variance = errors.sigma * errors.sigma + settings.leastChange * settings.leastChange / 2
    for place in reaches[0] {
      let (x, y) = (fix.point.x - line[place].x, fix.point.y - line[place].y)
      next[place] =
        (1 - Self.farShare) * density(x * x + y * y, variance) + Self.farShare * density(x * x + y * y, 9 * variance)
    }
  }

  /// The density of a normal error in two dimensions, by the square of its length.
  private func density(_ square: Double, _ variance: Double) -> Double {
    exp(-square / (2 * variance)) / (2 * .pi * variance)
  }

  private mutating func advance(
    from number: Int, to other: Int, of fixes: [TimedPoint], _ errors: DriftSettings.Errors
  ) {
    let (a, b) = (fixes[number], fixes[other])
    let time = max(b.time - a.time, 0.5)
    let step = DriftStep(errors, over: time, settings)
    gather(reaches[number], a.point, step)
    Self.arrive(at: reaches[other], of: line, b.point, step, ahead: places(in: time), from: sources, &next)
  }

  /// Lists the likely places, with what is left of the error that each implies.
  private mutating func gather(_ reach: Range<Int>, _ fix: LocalPoint, _ step: DriftStep) {
    sources.removeAll(keepingCapacity: true)
    for place in reach where weights[place] > Self.negligible {
      let (x, y) = (fix.x - line[place].x, fix.y - line[place].y)
      sources.append(Source(place: place, weight: weights[place], left: (step.kept * x, step.kept * y)))
    }
  }

  /// Fills the weights of the next reach, not yet divided by their sum.
  ///
  /// - Parameter ahead: how many places the vehicle comes ahead at most.
  private static func arrive(
    at reach: Range<Int>, of line: [LocalPoint], _ fix: LocalPoint, _ step: DriftStep, ahead: Int,
    from sources: [Source], _ next: inout [Double]
  ) {
    let (line, sources, table) = (line.span, sources.span, ExponentialTable.shared)
    var next = next.mutableSpan
    // The sources from `first` on and before `last` are neither too far behind nor ahead.
    var (first, last, all) = (0, 0, 0.0)
    for j in reach {
      while last < sources.count, sources[last].place <= j + 1 { (last, all) = (last + 1, all + sources[last].weight) }
      while first < last, sources[first].place < j - ahead { (first, all) = (first + 1, all - sources[first].weight) }
      let (x, y) = (fix.x - line[j].x, fix.y - line[j].y)
      var near = 0.0
      for i in first..<last {
        let (dx, dy) = (x - sources[i].left.x, y - sources[i].left.y)
        let power = (dx * dx + dy * dy) * step.factor
        if power < ExponentialTable.end { near += sources[i].weight * table.decay(of: power) }
      }
      next[j] = (step.density * near + step.jump(x * x + y * y) * max(0, all)) / Double(ahead)
    }
  }

  /// A place from which the vehicle comes.
  private struct Source {
    let place: Int
    let weight: Double
    /// What is left of its error, east and north.
    let left: (x: Metres, y: Metres)
  }
}

/// What becomes of an error in some time.
private struct DriftStep {
  /// The share of the error that is left.
  let kept: Double
  /// ½ over the variance of its change, and the density of no change.
  let factor: Double
  let density: Double
  private let jumpVariance: Double
  private let jumpShare: Double

  init(_ errors: DriftSettings.Errors, over time: Seconds, _ settings: DriftSettings) {
    kept = exp(-time / errors.memory)
    let least = settings.leastChange * settings.leastChange
    let variance = errors.sigma * errors.sigma * (1 - kept * kept) + least
    factor = 1 / (2 * variance)
    jumpShare = 1 - exp(-time * settings.jumpsPerSecond)
    density = (1 - jumpShare) / (2 * .pi * variance)
    jumpVariance = settings.jumpSigmas * settings.jumpSigmas * errors.sigma * errors.sigma + least / 2
  }

  /// The density of a jump to an error.
  func jump(_ square: Double) -> Double {
    jumpShare * exp(-square / (2 * jumpVariance)) / (2 * .pi * jumpVariance)
  }
}

/// The logarithm of the mean of some likelihoods, by their logarithms; −∞ without any.
func logMean(_ logs: [Double]) -> Double {
  guard let greatest = logs.max() else { return -.infinity }
  return greatest + log(logs.reduce(0) { $0 + exp($1 - greatest) } / Double(logs.count))
}

/// e to the power of −*x* for 0 ≤ *x* < ``end``, within 10⁻⁶ of its value.
private struct ExponentialTable {
  static let shared = ExponentialTable()
  /// Greater powers are taken for infinite.
  static let end = 14.0
  private static let steps = 64.0
  private let values = (0..<Int(end * steps)).map { exp(-Double($0) / steps) }

  func decay(of power: Double) -> Double {
    let step = Int(power * Self.steps)
    let rest = power - Double(step) / Self.steps
    return values[step] * (1 - rest * (1 - rest * 0.5))
  }
}
