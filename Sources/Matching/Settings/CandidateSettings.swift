package import Geodesy

/// Which places on roads are candidates of a fix.
package struct CandidateSettings: Sendable {
  /// Roads farther from a fix than this are not candidates. Newson & Krumm 2009 used 200 m; beyond ten sigmas a
  /// candidate has no chance.
  package var radius: Metres = 50
  /// A fix with a large stated accuracy searches this many sigmas far. A judgement.
  package var sigmas: Double = 5
  /// A fix whose likeliest road costs this much, as a natural logarithm, searches ``strayReach`` times as far: it may
  /// be far off, and then the nearby roads are no likelier than others. Source: Experiments.md, *Candidates*: 14 is
  /// worse.
  package var strayCost: Double = 7
  package var strayReach: Double = 2
  /// At most this many of the nearest roads are candidates. A bound on time that must not leave out likely roads: a
  /// junction of many levels and lanes has more than a dozen pieces within two sigmas. Source: Experiments.md,
  /// *Candidates*: of 12, 16, 24 and 50.
  package var mostRoads = 16
  /// Inaccurate fixes have more roads that are equally near: this many per metre of sigma, if that is more.
  package var roadsPerMetre: Double = 1
  /// A candidate this much less likely than the best of its fix, as a natural logarithm, is left out: 5 sigmas where the
  /// nearest road passes through the fix. Source: Experiments.md, *Candidates*: 9 is worse.
  package var pruning: Double = 12
  /// The nearest road of a fix is first looked for within this share of ``radius``: most fixes have one there. Source:
  /// Experiments.md, *Speed of searches*.
  package var nearShare = 0.25
  /// A fix without a road is outside the map, and not beside a road, if the map's bounds are farther away than this. A
  /// judgement.
  package var mapMargin: Metres = 1000

  /// The most roads near a fix that are candidates.
  func mostRoads(sigma: Metres) -> Int { max(mostRoads, Int(roadsPerMetre * sigma)) }
}
