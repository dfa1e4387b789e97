package import Geodesy

/// What it costs to go from one candidate to another; costs are natural logarithms.
package struct TransitionSettings: Sendable {
  /// β, the scale of the difference between driven and straight length, is the sum of two parts. This one comes from
  /// noise, in sigmas. Source: Experiments.md, *Transitions and turns*: 2 and 3 are worse.
  package var betaSigmas: Double = 1
  /// The other part grows with the straight length, since roads bend. Newson & Krumm 2009, table 1, has β grow in
  /// proportion to the sampling period. Source: Experiments.md, *Transitions and turns*.
  package var betaPerMetre: Double = 0.1
  /// The addition to ``betaPerMetre`` if time constrains the path as well. Source: Experiments.md, *Time*: of 0, 0.05,
  /// 0.1 and 0.2.
  package var betaPerTimedMetre: Double = 0.05
  /// Less accurate fixes leave many roads to choose from, and many paths with turns that fit as well as the driven one.
  /// So the price of turning grows with each metre beyond this. Source: Experiments.md, *Transitions and turns*.
  package var turningSigma: Metres = 10
  /// How much the cost of a right angle grows with each metre of sigma beyond ``turningSigma``.
  package var turningPerMetre: Double = 0.025
  /// The price of a right angle grows up to this. Source: Experiments.md, *Transitions and turns*: 4 gives the same.
  package var mostTurning: Double = 2.5
  /// A step back along an edge by less than this many sigmas is noise and not motion. A judgement.
  package var jitterSigmas: Double = 4
  /// Leaving the road, and coming back onto it, where the map has no path. Each is twice a U-turn, since both together
  /// must cost more than a detour that somebody would drive. Source: Experiments.md, *Off the road and outliers*: of 7,
  /// 9 and 12 for leaving the road. Coming back costs the same: a judgement.
  package var leavingRoad: Double = 12
  package var enteringRoad: Double = 12
  /// Beginning off the road, as on a car park: one trace in twenty. A judgement.
  package var beginOffRoad: Double = 3
  /// Driving off the road gets e times less likely with each distance of this length. Source: Experiments.md, *Off the
  /// road and outliers*.
  package var unseenMetres: Metres = 60
  /// The greatest length of a path between two fixes. A bound on time.
  package var longestDetour: Metres = 60_000
  /// A path may always be this many times longer than the straight line, however little time there was. A judgement.
  package var leastDetour = 1.2

  /// - Parameter timed: how much the elapsed time says about the length of the path, 0 … 1.
  func beta(sigma: Metres, straight: Metres, timed: Double) -> Metres {
    betaSigmas * sigma + (betaPerMetre + betaPerTimedMetre * timed) * straight
  }
}
