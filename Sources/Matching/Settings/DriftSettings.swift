package import Geodesy

/// Settings that tell a drive against a oneway from a lawful drive whose errors drift.
///
/// Source of all figures: Experiments.md, *Driving against oneways*, unless stated otherwise.
package struct DriftSettings: Sendable {
  /// Errors on each axis that drift: a Gauss–Markov process.
  package struct Errors: Sendable {
    package var sigma: Metres
    /// The time in which an error falls to 1/e.
    package var memory: Seconds
    var areLasting: Bool { memory >= leastLastingMemory }
  }

  /// What the errors of a drive may be like, all equally likely.
  package var errors = [
    Errors(sigma: 4, memory: 4), Errors(sigma: 10, memory: 3), Errors(sigma: 4, memory: 15),
    Errors(sigma: 10, memory: 15), Errors(sigma: 10, memory: 40), Errors(sigma: 20, memory: 30),
  ]
  /// A path that the lattice does not find likeliest is first compared by one kind of errors …
  package var usualErrors = Errors(sigma: 10, memory: 40)
  /// … at fixes this far apart …
  package var glancePeriod: Seconds = 1.9
  /// … and by all of both only if its log odds are within this of ``sureOdds``.
  package var glanceMargin = 6.0
  /// Errors jump this often a second: reflections come and go …
  package var jumpsPerSecond = 0.005
  /// … to errors of so many standard deviations.
  package var jumpSigmas = 2.5
  /// The standard deviation of what changes from fix to fix on each axis: rounding, the map, and ``spacing``.
  package var leastChange: Metres = 1.4
  /// Fixes this long before and after a drive against a oneway count.
  package var surroundings: Seconds = 60
  /// A live run waits this long after a drive against a oneway until it judges it.
  package var longestWait: Seconds = 60
  /// A drive against a oneway that a live run does not drop becomes as unlikely as its log odds if they are below this.
  package var leastLiveOdds = -3.0
  /// Places along a path are this far apart.
  package var spacing: Metres = 2.5
  /// Nobody is farther from a fix than this, unless everything is.
  package var reach: Metres = 45
  /// … or than this beyond the nearest place.
  package var reachBeyondNearest: Metres = 15
  /// Faster than any car for long.
  package var topSpeed: MetresPerSecond = 45
  /// A oneway is in doubt where a candidate against it is at least this likely.
  package var leastDoubt = 0.0025
  /// Doubts this near to each other in time are one.
  package var longestPause: Seconds = 20
  /// The fewest fixes that can tell, and the most that are looked at.
  package var fixes = 6...400
  /// Fixes farther apart than this do not tell how errors drift …
  package var longestPeriod: Seconds = 20
  /// … and fixes nearer in time than this say the same.
  package var leastPeriod: Seconds = 0.9
  /// A shorter drive against a oneway is not reported, and not judged.
  package var leastLength: Metres = 25
  /// A drive against a oneway is dropped if its log odds are below this for each second between fixes …
  package var leastOddsPerSecond = -0.4
  /// … beyond so many, …
  package var sufficientPeriod: Seconds = 2.5
  /// … and below this for fixes far apart, or for errors that do not last. It is not 0, since the lattice knows more than
  /// two paths, and few fixes tell little.
  package var leastOdds = -5.0
  /// It is dropped as well if its log odds are this much lower against one of the next lawful paths.
  package var rivalMargin = 3.0
  /// Errors of a longer memory last: fixes a few seconds apart err in the same way.
  package static let leastLastingMemory: Seconds = 10
  /// The confidence of a drive against a oneway is made that of its log odds if they are at least this: a probability of
  /// 0.9. Where the lattice finds another path likelier, the drive is then found …
  package var sureOdds = 2.2
  /// … if the odds are as sure against each of so many lawful paths, this much less likely in the lattice at most. As many
  /// are compared where one is to be dropped.
  package var mostRivals = 8
  package var mostRivalMargin = 9.0
  /// Where fixes are no farther apart than this, a drive against a oneway is compared with paths over roads farther away …
  package var longestPeriodOfFarRoads: Seconds = 6
  /// … that have candidates this much less likely than the best of their fix, …
  package var farPruning = 40.0
  /// … of this many roads: where errors drift, the true road may be beyond the usual candidates. If such a path is
  /// likelier, the trace is matched once more with these candidates.
  package var farRoads = 40

  /// The log odds below which a drive against a oneway is dropped.
  ///
  /// - Parameter lasting: the probability that errors last.
  func leastOdds(every period: Seconds, lasting: Double) -> Double {
    let ofLasting = max(leastOdds, leastOddsPerSecond * max(0, period - sufficientPeriod))
    return lasting * ofLasting + (1 - lasting) * leastOdds
  }
}

extension MatchingSettings {
  /// With more candidates, for a trace that seems to break a oneway.
  var withFarCandidates: MatchingSettings {
    var settings = self
    settings.candidates.pruning = max(candidates.pruning, drift.farPruning)
    settings.candidates.mostRoads = max(candidates.mostRoads, drift.farRoads)
    return settings
  }
}
