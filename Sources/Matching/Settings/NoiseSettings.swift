package import Geodesy

/// The accuracy of fixes, how long their errors last, and how both are estimated from a trace.
package struct NoiseSettings: Sendable {
  /// Standard deviation on each axis of a fix without a stated accuracy.
  ///
  /// Source: Newson & Krumm 2009, §4.1, measured 4.07 m with a good receiver; phones in towns are worse.
  package var sigma: Metres = 5
  /// A stated accuracy is believed within these bounds. Below them the error of the map and the width of the road
  /// dominate; above them the receiver is guessing. A judgement, not measured.
  package var accuracyBounds: ClosedRange<Metres> = 3...40
  /// Standard deviation of the slow errors of receiver and map, which do not change from fix to fix, in a trace whose
  /// white noise was removed. Source: Experiments.md, *Noise*.
  package var slowSigma: Metres = 3
  /// Distances to roads may show that slow errors are smaller. The estimate is at least this, since lanes are beside
  /// the middle line of the road. Source: Experiments.md, *Noise*: 0.5 and 1.5 m are worse.
  package var leastSlowSigma: Metres = 0.8
  /// Slow errors are also at least this share of what the smoother leaves of white noise, since a smoother cuts
  /// corners. Source: Experiments.md, *Noise*: 0.25 and 0.45 are worse.
  package var leastSlowShare = 0.3
  /// Errors of neighbouring fixes are much the same. Two fixes are independent evidence if they are this far apart in
  /// time. Source: Experiments.md, *Emission and error memory*: 2, 5, 15 and 20 s are worse.
  package var errorMemory: Seconds = 10
  /// The upper bound of ``errorMemory`` in a dense trace that does not jump about and yet is far from roads: its errors
  /// last longer. Source: Experiments.md, *Emission and error memory*.
  package var mostErrorMemory: Seconds = 15
  /// Fixes nearer in time than this have the weight of fixes this far apart, so that no fix has none. A judgement.
  package var leastWeightedPeriod: Seconds = 0.2
  /// With fewer distances to roads nothing is learned from them. A judgement: the median of 12 is right to a third.
  package var leastResiduals = 12
  /// The number of fixes whose distances to roads are measured. A bound on time.
  package var mostResiduals = 48
  /// σ is multiplied by a factor learned from distances only if the factor is larger than this. A judgement: smaller
  /// factors are within the error of the estimate.
  package var leastCoarsening = 1.05
  /// σ grows by more than this factor only if positions jump about by as much: a trace that stays off all roads without
  /// jumping about really is off the roads. A judgement.
  package var mostSlowCoarseness = 1.6
  /// A trace is matched again if its fixes are this many times farther from the matched path than σ predicts. A
  /// judgement: a second pass costs as much as the first.
  package var leastCoarseness = 1.3
  /// The number of times a trace is matched at the most. A bound on time.
  package var mostPasses = 3

  /// The standard deviation of a fix.
  func sigma(accuracy: Metres?) -> Metres {
    accuracy.map { min(max($0, accuracyBounds.lowerBound), accuracyBounds.upperBound) } ?? sigma
  }

  /// The duration of errors that are the sum of slow errors and of the remains of smoothing, each with its standard
  /// deviation.
  func errorMemory(slow: Metres, smoothed: Metres, lasting smoothedMemory: Seconds) -> Seconds {
    let (a, b) = (slow * slow, smoothed * smoothed)
    return (a * errorMemory + b * smoothedMemory) / (a + b)
  }

  /// The duration of slow errors that are a given number of times larger than expected. They drift no faster, and the
  /// variance of a Gauss–Markov process is the square of its drift times half the time it lasts.
  func slowErrorMemory(coarseness: Double) -> Seconds { min(mostErrorMemory, errorMemory * coarseness * coarseness) }

  /// A standard deviation of slow errors, estimated from distances to roads and clamped to its bounds.
  func boundedSlowSigma(_ slow: Metres, smoothed: Metres) -> Metres {
    min(max(slow, leastSlowSigma, leastSlowShare * smoothed), slowSigma)
  }

  /// The factor by which σ may grow.
  ///
  /// - Parameter before: the factor by which it has grown already.
  func boundedCoarseness(
    _ coarseness: Double, sigma: Metres, mostWhiteNoise: Metres, after before: Double = 1
  ) -> Double {
    max(1, min(coarseness, max(mostSlowCoarseness / before, mostWhiteNoise / sigma)))
  }
}
