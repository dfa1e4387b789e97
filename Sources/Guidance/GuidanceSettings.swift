package import Geodesy

/// The measures by which guidance tells a decision from a bend.
package struct GuidanceSettings: Sendable {
  /// How much of a road's shape before and after a node gives its bearing. Less reads the kinks with which mappers draw
  /// the mouth of a road (half the width of a wide road, about 10 m); more reads the next bend.
  package var reach: Metres = 20
  /// The same for roads that meet a roundabout, whose islands bend the last 10–20 m of them.
  package var roundaboutReach: Metres = 40
  /// A turn beyond this never counts as just following the road, whatever its name, if another road is as important.
  package var widestObviousTurn: Degrees = 45
  /// A road that keeps its name past tracks and driveways may bend this far without a word.
  package var widestNamedBend: Degrees = 120
  /// By how much another way must bend more than the driven one for the driven one to be the plain continuation.
  package var plainMargin: Degrees = 35
  /// Ways on within this of straight ahead, on both sides, look like a fork; the widest that OSM's own roads branch
  /// at before drivers call it a turn.
  package var widestFork: Degrees = 45
  /// Two ways on are no fork where one bends more than twice as much as the other and by this more: the straighter one
  /// then reads as the road itself.
  package var forkMargin: Degrees = 15
  /// Classes further apart than this are not weighed against each other at a fork: a track beside a road is no fork.
  package var forkRanks = 1
  /// A road this many ranks below the driven one is passed without a word.
  package var lesserRanks = 2
  /// The widest angle at which a ramp still merges; beyond, it ends in a crossing and is a turn.
  package var widestMerge: Degrees = 60
  /// Two turns within this are one where they lead back across a median, or where one of them goes straight on inside a
  /// crossing of divided roads. Medians are mostly narrower than 20 m, and the nodes lie in the middle of the
  /// carriageways.
  package var widestCrossing: Metres = 30
  /// How far the two turns together may miss 180°.
  package var uTurnTolerance: Degrees = 30
  /// Who turns round twice within this has not gone anywhere: about the length of a lorry, and four times the usual
  /// GPS error.
  package var shortestReturn: Metres = 20
  /// A link no longer than this between two ordinary roads is the slip road of a crossing: one turn. Longer ones are
  /// ramps of interchanges.
  package var longestSlipRoad: Metres = 120
  /// The widest angle at which a slip road ends; beyond, it ends square, in a crossing of its own.
  package var widestSlipRoadEnd: Degrees = 75
  /// A nameless stretch up to this long is looked through for the name of the road behind it: crossings of dual
  /// carriageways.
  package var longestNamelessStretch: Metres = 30
  /// A new name that lasts less than this is not told: bridges and squares along a road.
  package var shortestNewName: Metres = 100
  /// A leg's first or last edge driven for less than this gives no maneuver: with the usual GPS error of 4–5 m, a fix
  /// near a corner lies on either road.
  package var leastDriven: Metres = 5
  /// How many of a sign's destinations a sentence repeats; more than a driver can read in passing serve nobody.
  package var mostDestinations = 3

  package init() {}
}
