internal import Geodesy
private import Glibc
internal import Moments
internal import RoadGraph
internal import RoadRules

/// Tells two paths apart by the fixes of some rows, thinned ones included.
struct DriftEvidence {
  private let model: MatchingModel
  private let ruler: LocalRuler
  private let fixes: [TimedPoint]
  /// The mean time between fixes.
  let period: Seconds

  private var settings: DriftSettings { _read { yield model.settings.drift } }

  /// `nil` if the fixes are too few, too many or too far apart, or without times.
  ///
  /// - Parameter usable: all usable fixes, from the first row to the last or beyond, in order.
  init?(_ rows: [LatticeRow], _ usable: some Collection<KeptFix>, _ model: MatchingModel) {
    guard let first = rows.first?.fix, let last = rows.last?.fix, let begin = first.time else { return nil }
    let settings = model.settings.drift
    let ruler = LocalRuler(at: rows[rows.count / 2].fix.place)
    var fixes: [TimedPoint] = []
    for fix in usable where fix.number >= first.number && fix.number <= last.number {
      guard let time = fix.time?.seconds(since: begin) else { return nil }
      fixes.append(TimedPoint(number: fix.number, point: ruler.point(fix.place), time: time))
    }
    fixes = Self.thinned(fixes, settings.leastPeriod)
    period = (fixes.last?.time ?? 0) / Double(max(fixes.count - 1, 1))
    guard settings.fixes.contains(fixes.count), period <= settings.longestPeriod else { return nil }
    (self.model, self.ruler, self.fixes) = (model, ruler, fixes)
  }

  private static func thinned(_ fixes: [TimedPoint], _ period: Seconds) -> [TimedPoint] {
    var kept: [TimedPoint] = []
    for fix in fixes where kept.last.map({ fix.time - $0.time >= period }) ?? true { kept.append(fix) }
    return kept
  }

  /// A path with what speaks for it.
  struct WeighedPath {
    fileprivate let lengthAgainst: Metres
    /// For each kind of errors the log likelihood of the fixes, less the prices of turns and of each metre against a
    /// oneway.
    fileprivate let logWeights: [Double]
  }

  fileprivate func weighed(_ path: [EdgeStretch]) -> WeighedPath { weighed(path, by: fixes, settings.errors) }

  /// `nil` if the path is not against a oneway.
  fileprivate func odds(of broken: WeighedPath, against lawful: WeighedPath) -> PathOdds? {
    guard let log = logOdds(of: broken, against: lawful) else { return nil }
    let weights = zip(broken.logWeights, lawful.logWeights).map(max)
    let lasting = zip(weights, settings.errors).map { $1.areLasting ? $0 : -.infinity }
    return PathOdds(log: log, lasting: exp(logMean(lasting) - logMean(weights)))
  }

  /// The log odds that a path against a oneway was driven and not a lawful one; `nil` if it is not against one.
  fileprivate func logOdds(of broken: WeighedPath, against lawful: WeighedPath) -> Double? {
    guard broken.lengthAgainst - lawful.lengthAgainst >= settings.leastLength else { return nil }
    return logMean(broken.logWeights) - logMean(lawful.logWeights) - model.settings.rules.wrongWayEntry
  }

  /// A path weighed by some of the fixes and one kind of errors.
  fileprivate func glanced(_ path: [EdgeStretch]) -> WeighedPath {
    weighed(path, by: Self.thinned(fixes, settings.glancePeriod), [settings.usualErrors])
  }

  /// Whether the log odds of a glance are near enough to what is needed to find a path for all the fixes to change the
  /// answer.
  fileprivate func isOpen(_ glance: Double) -> Bool { abs(glance - settings.sureOdds) <= settings.glanceMargin }

  private func weighed(_ path: [EdgeStretch], by fixes: [TimedPoint], _ kinds: [DriftSettings.Errors]) -> WeighedPath {
    let (length, rules) = (lengthAgainst(path), model.settings.rules)
    let prices = rules.wrongWayPerMetre * length + turning(along: path)
    return WeighedPath(
      lengthAgainst: length, logWeights: likelihoods(of: fixes, along: path, kinds).map { $0 - prices })
  }

  /// Whether a path is against oneways for so long that it would be reported.
  func isBroken(by path: [EdgeStretch]) -> Bool { lengthAgainst(path) >= settings.leastLength }

  private func lengthAgainst(_ path: [EdgeStretch]) -> Metres {
    let mode = model.settings.rules.mode
    return path.reduce(0) { $0 + (model.graph.isAgainstOneway($1.edge, for: mode) ? $1.length : 0) }
  }

  private func turning(along path: [EdgeStretch]) -> Double {
    zip(path, path.dropFirst()).reduce(0) {
      $0 + model.settings.rules.turning(from: $1.0.edge, onto: $1.1.edge, on: model.graph)
    }
  }

  private func likelihoods(
    of fixes: [TimedPoint], along path: [EdgeStretch], _ kinds: [DriftSettings.Errors]
  ) -> [Double] {
    var shape: [Place] = []
    for stretch in path { model.graph.appendShape(of: stretch, to: &shape) }
    let line = evenlySpaced(shape.map { ruler.point($0) }, by: settings.spacing)
    var likelihood = PathLikelihood(along: line, settings)
    return likelihood.logLikelihoods(of: fixes, kinds)
  }
}

func probability(ofLogOdds odds: Double) -> Double { 1 / (1 + exp(-odds)) }

/// What speaks for a path against a oneway and against a lawful one.
struct PathOdds {
  /// The log odds that it was driven and not the lawful one.
  var log: Double
  /// The probability that errors last longer than a few fixes.
  var lasting: Double
}

/// A path against a oneway that is compared with lawful ones, as closely as needed.
struct SuspectedPath {
  private let evidence: DriftEvidence
  private let edges: [EdgeStretch]
  private lazy var glanced = evidence.glanced(edges)
  private lazy var weighed = evidence.weighed(edges)
  /// The lawful paths that all fixes have been asked about: those over farther roads are often the same.
  private var known: [(path: [EdgeStretch], odds: PathOdds?)] = []

  init(_ edges: [EdgeStretch], by evidence: DriftEvidence) {
    self.evidence = evidence
    self.edges = edges
  }

  /// What some fixes and one kind of errors say.
  enum Glance {
    /// The path is not against a oneway.
    case notBroken
    /// So much less likely, or likelier, than the lawful path that all fixes and errors would say the same.
    case lessLikely, likelier
    case open
  }

  mutating func glance(at lawful: [EdgeStretch]) -> Glance {
    guard let odds = evidence.logOdds(of: glanced, against: evidence.glanced(lawful)) else { return .notBroken }
    return evidence.isOpen(odds) ? .open : odds > 0 ? .likelier : .lessLikely
  }

  /// `nil` if the path is not against a oneway.
  mutating func odds(against lawful: [EdgeStretch]) -> PathOdds? {
    if let known = known.first(where: { $0.path == lawful }) { return known.odds }
    let odds = evidence.odds(of: weighed, against: evidence.weighed(lawful))
    known.append((lawful, odds))
    return odds
  }
}

/// Points at even distances along a line, from its begin to its end.
func evenlySpaced(_ line: [LocalPoint], by spacing: Metres) -> [LocalPoint] {
  guard var before = line.first else { return [] }
  var points = [before]
  var behind: Metres = 0  // from the last point to `before`
  for place in line.dropFirst() {
    let length = before.distance(to: place)
    var along = spacing - behind
    while along <= length {
      let share = along / length
      points.append(
        LocalPoint(x: before.x + share * (place.x - before.x), y: before.y + share * (place.y - before.y)))
      along += spacing
    }
    behind = length - (along - spacing)
    before = place
  }
  return points
}
