package import Geodesy
package import RoadGraph
package import RoadRules

/// The numbers of the matching model.
package struct MatchingSettings: Sendable {
  package var rules: TravelRules
  /// Standard deviation of a fix without a stated accuracy. Newson & Krumm 2009 measured 4.07 m with a good receiver;
  /// phones in towns are nearer to this.
  package var sigma: Metres = 5
  /// A stated accuracy is believed within these bounds: below, map and road width dominate; above, it says nothing.
  package var accuracyBounds: ClosedRange<Metres> = 3...40
  /// White noise below this is left alone: receivers that filter for themselves leave less.
  package var leastSmoothedNoise: Metres = 2
  /// Errors that do not change from fix to fix, of receiver and map, where white noise was found and taken away.
  package var slowSigma: Metres = 3
  /// Where distances to roads tell that less of the error is slow, at least this is: lanes lie beside the middle line …
  package var leastSlowSigma: Metres = 0.8
  /// … and a smoother cuts corners, the more the more it has to smooth: so much of what it leaves of white noise.
  package var leastSlowShare = 0.3
  /// Errors of smoothed positions last as long as the smoother looks: so many times the time in which the expected
  /// acceleration moves a vehicle by the noise. White noise of variance σ² each second tells as much of a lasting
  /// offset smoothed as it did before when this is 2 √2; the rest is for corners.
  package var smoothedMemory = 3.2
  /// White noise is told from motion only where fixes follow one another this fast: in 3 s a car brakes by 10 m.
  package var longestSmoothedPeriod: Seconds = 3
  /// Fewer second differences than this tell no noise.
  package var leastNoiseSamples = 40
  /// What second differences have beside motion is smoothed away as white noise where at least half of it is, or, where
  /// there are few of them, so much less by each: the share of one is told with a variance of about 25, and noise that is
  /// white is taken for ten times as likely as errors that drift as fast.
  package var whiteLikelihood = 60.0
  /// No error drifts by more than this in a second, per axis: one of 20 m that lasts 10 s drifts by 9 m. Where jumps have
  /// been left out as impossible, much white noise would seem to drift by more.
  package var mostDrift: Metres = 10
  /// How long a vehicle goes on to brake, to turn or to speed up: the autocorrelation of its acceleration falls like a
  /// Gaussian of this standard deviation. From second differences of simulated drives at 1, 2 and 3 s.
  package var accelerationMemory: Seconds = 2.1
  /// What a drive's acceleration usually is, in metres per square second, per axis.
  package var usualAcceleration = 0.7
  /// What the smoother expects of it, turns included.
  package var smoothingAcceleration = 2.0
  /// The smoother takes a fix so many sigmas from where those before it lead for wrong if the next ones lie there again.
  package var wildSigmas: Double = 4
  /// Fewer distances from roads than this tell no noise.
  package var leastResiduals = 12
  /// Fixes looked at to tell how far from roads a trace lies.
  package var mostResiduals = 48
  /// Fixes are not taken for more than so many times less exact than they say unless they jump about by as much.
  package var mostSlowCoarseness = 1.6
  /// A trace is matched anew when its fixes turn out this many times less exact than they were taken for.
  package var leastCoarseness = 1.3
  package var mostPasses = 3
  /// Confidence takes the fixes of a path for as exact as they lie near it; what they say of themselves counts as so many
  /// of them.
  package var priorResiduals: Double = 10
  /// Errors of neighbouring fixes are much the same; two fixes are two witnesses only when this far apart in time.
  package var errorMemory: Seconds = 10
  /// Where a dense trace does not jump about and yet lies far from roads, its errors last longer, up to this.
  package var mostErrorMemory: Seconds = 15
  /// Roads farther than this from a fix are no candidates. Newson & Krumm used 200 m; beyond ten sigmas the emission
  /// leaves nothing of a candidate.
  package var searchRadius: Metres = 50
  /// A fix with a large stated accuracy searches so many sigmas far.
  package var searchSigmas: Double = 5
  /// A fix whose likeliest road costs so much, as a natural logarithm, searches so many times as far: it may as well be
  /// quite wrong, and then roads at hand are no likelier than others.
  package var strayCost: Double = 7
  package var strayReach: Double = 2
  /// The nearest so many roads of a fix are candidates: a bound on time, which must not leave out likely roads. A
  /// junction of many levels and lanes has more than a dozen pieces within two sigmas …
  package var mostCandidateRoads = 16
  /// … and where fixes are less exact, more lie as near: of so many roads for each metre of sigma, where that is more.
  package var candidateRoadsPerMetre: Double = 1
  /// A candidate this much less likely than the nearest one of its fix, as a natural logarithm, is left out: 5.5 sigmas
  /// where the nearest lies at the fix.
  package var candidatePruning: Double = 12
  /// A candidate whose best path is this much less likely than the best of its row, as a natural logarithm, is given up.
  /// More than ``enteringRoad``, by which roads are less likely than no road as long as a vehicle is off the road.
  package var beam: Double = 20
  /// A search does not look for candidates that would be this much less likely than the best of their row.
  package var targetBeam: Double = 8
  /// Beyond so many sigmas the emission falls linearly: multipath errors have heavier tails than a Gaussian.
  package var gaussianSigmas: Double = 3
  /// Scale of the difference between driven and straight length: a part that GPS noise makes, in sigmas …
  package var betaSigmas: Double = 1
  /// … and a part that grows with the straight length, since roads bend. Newson & Krumm, table 1, has beta grow in
  /// proportion to the sampling period.
  package var betaPerMetre: Double = 0.1
  /// … and the more where the time tells, too, how long the way was.
  package var betaPerTimedMetre: Double = 0.05
  /// Fixes less exact than this leave many roads to choose from, and many ways that turn from one to the next and fit as
  /// well as the one driven: the price of turning grows with each metre beyond …
  package var turningSigma: Metres = 10
  package var turningPerMetre: Double = 0.025
  /// … up to this.
  package var mostTurning: Double = 2.5
  /// The time between fixes nearer in time than this tells nothing of the way: noise makes most of the ground.
  package var leastTimedPeriod: Seconds = 3
  /// A vehicle keeps much the same pace for so long; times are witnesses of their own only when this far apart.
  package var paceMemory: Seconds = 30
  /// Ways are this much faster or slower than expected, as natural logarithms, where a trace has not told: standard
  /// deviation of what is faster, mean of what is slower. Of a drive in Seattle, 30 s apart, one in twenty went 1.4 times
  /// as fast as expected or faster, and a quarter took e times as long or longer.
  package var fastSpread = 0.3
  package var slowSpread = 0.5
  /// No vehicle is steadier than this: road classes and limits tell speeds to a tenth at best.
  package var leastSpread = 0.1
  /// What is told before counts as so many fixes of a trace.
  package var priorTimes = 4.0
  /// What is usual of a trace is this quantile of its times: waiting makes the others long.
  package var usualQuantile = 0.4
  /// Of the fixes of a trace that has not told, so many follow a stop …
  package var standingShare = 0.2
  /// … by which the way took this much longer than usual, as a natural logarithm.
  package var standingSlowness = 1.0
  /// The most that one way may say of how slow the others are, as a natural logarithm.
  package var mostSlowness = 3.0
  /// Spread of the device's course about the road's bearing.
  package var bearingSigma: Degrees = 25
  /// The most that the course may cost, as a natural logarithm: magnets and slow speed make it lie.
  package var mostBearingPenalty: Double = 6
  /// Below this speed a device's course is noise.
  package var leastSpeedForBearing: MetresPerSecond = 2
  /// Fixes nearer than so many sigmas to the last one kept add noise and no knowledge (Newson & Krumm, §4.1: two).
  package var thinningSigmas: Double = 2
  /// A vehicle stands while each fix lies within so many sigmas of the middle of those before it: of a hundred one does
  /// not …
  package var standingSigmas: Double = 3
  /// … for as long at least as it would take to leave these fixes at this speed, that of a crawl; …
  package var crawl: MetresPerSecond = 1
  /// … and for so many fixes: three of a vehicle on a winding road come together now and then.
  package var leastStandingFixes = 4
  /// A fix within so many sigmas of the straight line between two others is thinned out …
  package var lineTolerance: Double = 0.4
  /// … when the line is no longer than this.
  package var longestLine: Metres = 150
  /// A step backwards along an edge shorter than so many sigmas is noise and not motion.
  package var jitterSigmas: Double = 4
  /// Ways this much less likely than the straight one, as a natural logarithm, are not looked for: about as much as
  /// leaving the road and coming back to it elsewhere.
  package var detourPruning: Double = 14
  /// A way this much less likely than the best one to the same candidate adds nothing to its probability.
  package var posteriorPruning: Double = 5
  /// No path between two fixes is longer than this.
  package var longestDetour: Metres = 60_000
  /// Faster than any vehicle on a road: bounds paths where the fixes have times.
  package var topSpeed: MetresPerSecond = 70
  /// Added to that bound, for fixes whose times are right to some seconds only.
  package var detourSlack: Metres = 400
  /// What a fix off the road costs, as a natural logarithm: as much as one on the road about five sigmas away. A uniform
  /// spread over the search radius would cost 4 more than a fix on the road; the rest is that roads are where people drive.
  package var offRoadCost: Double = 10
  /// The most that a fix on the road can cost: some fixes are just wrong. Six sigmas cost as much.
  package var outlierCost: Double = 14
  /// A row that costs so much more than an outlier would is perhaps one.
  package var outlierMargin: Double = 4
  /// Outliers in a row.
  package var mostOutliers = 3
  /// Leaving the road, and coming onto it, away from where the map has a way: twice a U-turn, since both together must
  /// cost more than a detour that somebody would drive. Tried: 7, 10, 12, 14.
  package var leavingRoad: Double = 12
  package var enteringRoad: Double = 12
  /// Beginning off the road, as on a car park: one trace in twenty.
  package var beginOffRoad: Double = 3
  /// Driving off the road gets e times less likely with each so many metres: whoever drives far is on a road.
  package var unseenMetres: Metres = 60
  /// A first or last edge driven for less than this is a rounding of the junction and no turn into a side street.
  package var leastTip: Metres = 2
  /// Edges one search may settle.
  package var mostSettledEdges = 50_000
  /// A silence longer than this, and longer than ten times the trace's median period, ends the path …
  package var longestSilence: Seconds = 300
  /// … if the vehicle moved at least so far meanwhile.
  package var silenceDistance: Metres = 200
  /// A fix this far from every road is outside the map and not beside a road.
  package var mapMargin: Metres = 1000
  /// After so many further rows of candidates, those that nothing can change any more are decided and forgotten.
  package var windowRows = 4096
  /// The newest rows stay undecided, for the probabilities of their candidates to settle.
  package var unsettledRows = 256
  /// When the likeliest paths to so many rows have no common past, the likeliest of them is taken.
  package var mostWindowRows = 20_000
  package var alternatives = AlternativeSettings()
  /// The most time one trace may take; `nil` for no limit.
  package var timeLimit: Duration?

  package init(mode: TravelMode) { rules = TravelRules(mode: mode) }

  /// The settings for a trace whose fixes are usually so exact.
  ///
  /// Prices come in eighths: searches forget what they know of the roads when one changes.
  func adapted(to sigma: Metres) -> MatchingSettings {
    let added = turningPerMetre * max(0, sigma - turningSigma)
    var result = self
    result.rules.rightAngle = max(
      rules.rightAngle, min(mostTurning, rules.rightAngle + (8 * added).rounded() / 8))
    return result
  }

  /// The standard deviation of a fix.
  func sigma(accuracy: Metres?) -> Metres {
    accuracy.map { min(max($0, accuracyBounds.lowerBound), accuracyBounds.upperBound) } ?? sigma
  }

  /// How long a vehicle stands at least before its fixes tell that it does not go on slowly.
  func leastStand(sigma: Metres) -> Seconds { 2 * standingSigmas * sigma / crawl }

  /// How many roads near a fix are candidates.
  func mostCandidateRoads(sigma: Metres) -> Int { max(mostCandidateRoads, Int(candidateRoadsPerMetre * sigma)) }

  /// - Parameter timed: how much of a witness of the way's length its time is, 0 … 1.
  func beta(sigma: Metres, straight: Metres, timed: Double) -> Metres {
    betaSigmas * sigma + (betaPerMetre + betaPerTimedMetre * timed) * straight
  }
}
