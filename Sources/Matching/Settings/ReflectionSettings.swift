package import Geodesy

/// Settings that tell fixes thrown off by reflected signals from the drive of a vehicle.
///
/// Source of all figures: Experiments.md, *Reflections*, unless stated otherwise.
package struct ReflectionSettings: Sendable {
  /// No leap is seen between fixes farther apart: in 7 s a vehicle turns round.
  package var longestPeriod: Seconds = 7
  /// No leap is smaller than this …
  package var leastLeap: Metres = 10
  /// … or than so many times the noise, if all that is uneven in the drive were noise …
  package var leastSigmas = 7.0
  /// … of which most is motion where fixes are farther apart than ``densePeriod`` …
  package var leastSparseSigmas = 5.0
  package var densePeriod: Seconds = SmoothingSettings().longestPeriod
  /// … or than a vehicle moves by braking or turning so hard, in m/s² …
  package var acceleration = 4.0
  /// … but where that is more than this, the leap back and the pace around it have to tell.
  package var leastSparseLeap: Metres = 20
  /// The second differences at a leap differ by twice the leap, the square of which is four of its squares. Nothing is
  /// looked for where it is less than so many squares of the least leap, which noise seldom reaches.
  package var leastSpread = 2.0
  /// Fixes that are farther off than this are outliers, which have no place on the road. Source: errors of up to 100 m in
  /// street canyons; Groves, NAVIGATION 60 (2013), doi:10.1002/navi.38.
  package var mostLeap: Metres = 100
  /// The shorter of both leaps has at least this share of the longer one: one alone looks like two of half its size. A
  /// judgement.
  package var leastBalance = 0.5
  /// A leap that nothing makes up for within this time stays: the receiver may have found the vehicle again.
  package var longest: Seconds = 16
  /// What the leaps leave unexplained, as a share of their size: the root of the mean square of the differences …
  package var mostRest = 0.5
  /// … of which no more than this count: in a dense trace most have no part in the leaps.
  package var mostDifferences = 6
  /// What is left of the error once its fixes are put back, as a share of the leap. A judgement.
  package var remainder = 0.25
}
