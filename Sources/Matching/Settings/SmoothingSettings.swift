package import Geodesy
private import Glibc

/// When positions are smoothed, and what is expected of the motion.
package struct SmoothingSettings: Sendable {
  /// Noise can be separated from motion only if fixes are this close in time: in 3 s a car brakes by 10 m.
  package var longestPeriod: Seconds = 3
  /// White noise below this, as a standard deviation on each axis, is left alone: receivers that filter their own
  /// output leave less. A judgement.
  package var leastNoise: Metres = 2
  /// With fewer second differences, both axes counted, the noise is unknown. A judgement: the median of 40 sizes is
  /// right to a fifth.
  package var leastDifferences = 40
  /// With *n* pairs of second differences, positions are smoothed if the share of white noise is above ½ minus this
  /// by *n*. The share of one pair has a variance of about 25, and white noise is taken to be ten times likelier than
  /// errors that drift as fast. Source: Experiments.md, *Noise*: 25 is worse.
  package var whiteLikelihood = 60.0
  /// No error drifts by more than this in one second, on each axis: an error of 20 m that lasts 10 s drifts by 9 m. In
  /// a trace whose jumps cleaning removed, much white noise would seem to drift by more.
  package var mostDrift: Metres = 10
  /// How long a vehicle keeps braking, turning or speeding up: the autocorrelation of its acceleration falls like a
  /// Gaussian of this standard deviation. Source: second differences of simulated drives at 1, 2 and 3 s.
  package var accelerationMemory: Seconds = 2.1
  /// The usual acceleration of a drive, in m/s² on each axis. A second estimate of the share that is motion. Source:
  /// simulated drives.
  package var usualAcceleration = 0.7
  /// The acceleration that the smoother expects, turns included, in m/s² on each axis. Source: Experiments.md, *Noise*.
  package var acceleration = 2.0
  /// The remains of white noise last as long as the smoother's window: this many times the time in which
  /// ``acceleration`` moves a vehicle by the noise. With 2 √2, white noise of variance σ² each second carries as much
  /// evidence of a lasting offset after smoothing as before; the rest is for corners. Source: Experiments.md, *Noise*:
  /// 2.9 and 4 are worse.
  package var memory = 3.2
  /// A fix this many sigmas from where earlier fixes lead is wild if one of the next fixes is back there. A judgement:
  /// one of 16,000 does by chance.
  package var wildSigmas: Double = 4
  /// The fix that ends a wild run is within this share of ``wildSigmas``. A judgement.
  package var tamedShare = 0.5
  /// A fix farther from its prediction than this many sigmas moves the state no more than one at this distance.
  /// A judgement: Huber's bound for one fix in a hundred that is wrong.
  package var mostPull: Double = 3
  /// The standard deviation of the speed at the first fix of a run, on each axis: a car in a town.
  package var firstSpeedSigma: MetresPerSecond = 20

  /// The duration of the errors that remain of white noise after smoothing.
  func memory(noise: Metres) -> Seconds { memory * (noise / acceleration).squareRoot() }

  /// The autocorrelation of a vehicle's acceleration.
  func accelerationCorrelation(after time: Seconds) -> Double {
    let z = time / accelerationMemory
    return exp(-0.5 * z * z)
  }
}
