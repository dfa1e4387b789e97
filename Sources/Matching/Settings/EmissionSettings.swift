package import Geodesy

/// The cost of a fix being where it is; costs are natural logarithms.
package struct EmissionSettings: Sendable {
  /// Beyond this many sigmas the emission falls linearly: multipath errors have heavier tails than a Gaussian. Source:
  /// Huber 1964, doi:10.1214/aoms/1177703732; the knee is a judgement.
  package var gaussianSigmas: Double = 3
  /// The most that a fix on the road costs, as much as one six sigmas away: some fixes are just wrong. A judgement.
  package var outlierCost: Double = 14
  /// The cost of a fix off the road, as much as one on a road about five sigmas away. A uniform spread over the search
  /// radius would cost 4 more than a fix on the road; the rest is that roads are where people drive. A judgement.
  package var offRoadCost: Double = 10
  /// Standard deviation of the heading that the device gives about the bearing of the road. A judgement: roads bend
  /// between fixes.
  package var headingSigma: Degrees = 25
  /// The most that the heading may cost: magnets and slow speed falsify it. A judgement.
  package var mostHeadingCost: Double = 6
  /// Below this speed the heading is noise. A judgement.
  package var leastSpeedForHeading: MetresPerSecond = 2
}
