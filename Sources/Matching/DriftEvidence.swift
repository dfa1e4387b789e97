internal import Geodesy
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
  init?(_ rows: [LatticeRow], by builder: PathBuilder, _ model: MatchingModel) {
    guard let first = rows.first?.fix, let last = rows.last?.fix, let begin = first.time else { return nil }
    let settings = model.settings.drift
    let ruler = LocalRuler(at: rows[rows.count / 2].fix.place)
    var fixes: [TimedPoint] = []
    for fix in builder.usable(from: first.number, through: last.number) {
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
    /// The log likelihood of the fixes, less the prices of turns and of each metre against a oneway.
    fileprivate let logWeight: Double
  }

  func weighed(_ path: [EdgeStretch]) -> WeighedPath { weighed(path, by: fixes, settings.errors) }

  /// The log odds that a path against a oneway was driven and not a lawful one; `nil` if it is not against one.
  func odds(of broken: WeighedPath, against lawful: WeighedPath) -> Double? {
    guard broken.lengthAgainst - lawful.lengthAgainst >= settings.leastLength else { return nil }
    return broken.logWeight - lawful.logWeight - model.settings.rules.wrongWayEntry
  }

  /// A path weighed by some of the fixes and one kind of errors.
  fileprivate func glanced(_ path: [EdgeStretch]) -> WeighedPath {
    weighed(path, by: Self.thinned(fixes, settings.glancePeriod), [settings.usualErrors])
  }

  /// Whether the odds of a glance are too far from what is needed to find a path for all the fixes to change the answer.
  fileprivate func isSure(_ glance: Double) -> Bool { abs(glance - settings.foundOdds) > settings.glanceMargin }

  private func weighed(
    _ path: [EdgeStretch], by fixes: [TimedPoint], _ hypotheses: [DriftSettings.Errors]
  ) -> WeighedPath {
    let (length, rules) = (lengthAgainst(path), model.settings.rules)
    let prices = rules.wrongWayPerMetre * length + turning(along: path)
    return WeighedPath(lengthAgainst: length, logWeight: likelihood(of: fixes, along: path, hypotheses) - prices)
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

  private func likelihood(
    of fixes: [TimedPoint], along path: [EdgeStretch], _ hypotheses: [DriftSettings.Errors]
  ) -> Double {
    var shape: [Place] = []
    for stretch in path { model.graph.appendShape(of: stretch, to: &shape) }
    let line = evenlySpaced(shape.map { ruler.point($0) }, by: settings.spacing)
    var likelihood = PathLikelihood(along: line, settings)
    return likelihood.logLikelihood(of: fixes, hypotheses)
  }
}

/// A path against a oneway that is compared with lawful ones, as closely as needed.
struct SuspectedPath {
  private let evidence: DriftEvidence
  private let edges: [EdgeStretch]
  private lazy var glanced = evidence.glanced(edges)
  /// `nil` until it is needed.
  private var weighed: DriftEvidence.WeighedPath?

  init(_ edges: [EdgeStretch], by evidence: DriftEvidence) {
    self.evidence = evidence
    self.edges = edges
  }

  /// The log odds that it was driven and not a lawful one; `nil` if it is not against a oneway.
  ///
  /// - Parameter closely: without a glance first.
  mutating func odds(against lawful: [EdgeStretch], closely: Bool = false) -> Double? {
    if !closely {
      guard let glance = evidence.odds(of: glanced, against: evidence.glanced(lawful)) else { return nil }
      if evidence.isSure(glance) { return glance }
    }
    let own = weighed ?? evidence.weighed(edges)
    weighed = own
    return evidence.odds(of: own, against: evidence.weighed(lawful))
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
