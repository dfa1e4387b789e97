package import Geodesy

/// The limits by which guidance distinguishes a decision from a bend.
package struct GuidanceSettings: Sendable {
  /// The length of a road's shape before and after a node that determines its bearing. With less, the kinks at the
  /// mouth of a road count (half the width of a wide road, about 10 m); with more, the next bend.
  package var reach: Metres = 20
  /// The same length for roads that meet a roundabout; islands bend the last 10–20 m of them.
  package var roundaboutReach: Metres = 40
  /// If another road is as important, a turn beyond this is never just following the road, whatever its name.
  package var widestObviousTurn: Degrees = 45
  /// A road that keeps its name past tracks and driveways may bend this far without a maneuver.
  package var widestNamedBend: Degrees = 120
  /// The driven road is the plain continuation if every other road bends more by at least this.
  package var plainMargin: Degrees = 35
  /// Roads within this of straight ahead, on both sides, look like a fork. It is the widest angle at which roads in OSM
  /// branch before drivers call it a turn.
  package var widestFork: Degrees = 45
  /// Two roads are no fork if one bends more than twice as much as the other, and by at least this more: the straighter
  /// one then reads as the road itself.
  package var forkMargin: Degrees = 15
  /// Classes further apart than this are not compared at a fork: a track beside a road is no fork.
  package var forkRanks = 1
  /// A road this many ranks below the driven one is passed without a maneuver.
  package var lesserRanks = 2
  /// The widest angle at which a ramp still merges. Beyond it, the ramp ends in a crossing and is a turn.
  package var widestMerge: Degrees = 60
  /// Two turns within this distance are one if they lead back across a median, or if one of them goes straight on
  /// inside a crossing of divided roads. Medians are mostly narrower than 20 m, and the nodes lie in the middle of the
  /// carriageways.
  package var widestCrossing: Metres = 30
  /// How far the sum of the two turns may differ from 180°.
  package var uTurnTolerance: Degrees = 30
  /// A vehicle that turns round twice within this distance has not gone anywhere: about the length of a lorry, and four
  /// times the usual GPS error.
  package var shortestReturn: Metres = 20
  /// A link between two ordinary roads is the slip road of a crossing, and thus one turn, if it is no longer than this.
  /// Longer ones are ramps of interchanges.
  package var longestSlipRoad: Metres = 120
  /// The widest angle at which a slip road ends. Beyond it, it ends in a crossing of its own.
  package var widestSlipRoadEnd: Degrees = 75
  /// The name of the road after a nameless stretch is used if the stretch is no longer than this, as at crossings of
  /// dual carriageways.
  package var longestNamelessStretch: Metres = 30
  /// A new name that lasts less than this is not announced: bridges and squares along a road.
  package var shortestNewName: Metres = 100
  /// A first or last edge of a leg gives no maneuver if it is driven for less than this: with the usual GPS error of
  /// 4–5 m, a fix near a corner lies on either road.
  package var leastDriven: Metres = 5
  /// The number of a sign's destinations that a sentence repeats; nobody can read more in passing.
  package var mostDestinations = 3

  /// A vehicle that points away from its route by at least this must turn round to depart. It is the angle of a
  /// U-turn; up to it the vehicle stands across the road, or its heading is uncertain.
  package var leastUTurnAtBegin: Degrees = 135
  /// A waypoint nearer to the line of the road than this is on no side of it: half the width of a narrow road.
  package var leastBesideRoad: Metres = 3

  package var language = Language.english
  package var units = UnitSystem.metric

  package init() {}
}
